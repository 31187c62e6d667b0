/** The Merkle tree over a ledger's hashes: its root is what an anchor keeps. Source: RFC 6962, section 2.1. */

import { createHash } from 'node:crypto'

interface Subtree {
  readonly leaves: number
  readonly hash: Uint8Array
}

/** A tree that grows leaf by leaf and keeps only what its root needs: as many hashes as it is high. */
export class MerkleTree {
  /** How many leaves it has. */
  size = 0
  /** The whole subtrees from left to right, each of a power of two leaves and smaller than the one before. */
  readonly #subtrees: Subtree[] = []

  /** Adds a leaf. @param hash a record's hash, 64 hexadecimal digits */
  add(hash: string): void {
    let right: Subtree = { leaves: 1, hash: sha256(leafMark, bytes(hash)) }
    this.size += 1
    for (let left = this.#subtrees.at(-1); left?.leaves === right.leaves; left = this.#subtrees.at(-1)) {
      this.#subtrees.pop()
      right = join(left, right)
    }
    this.#subtrees.push(right)
  }

  /** The root over all leaves so far, 64 hexadecimal digits. */
  root(): string {
    const [smallest, ...larger] = this.#subtrees.toReversed()
    if (smallest === undefined) return hex(sha256())
    return hex(larger.reduce((right, left) => join(left, right), smallest).hash)
  }
}

const leafMark = Uint8Array.of(0)
const nodeMark = Uint8Array.of(1)

function join(left: Subtree, right: Subtree): Subtree {
  return { leaves: left.leaves + right.leaves, hash: sha256(nodeMark, left.hash, right.hash) }
}

function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest()
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function bytes(digits: string): Uint8Array {
  return Buffer.from(digits, 'hex')
}
