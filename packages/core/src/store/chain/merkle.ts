/** The Merkle tree over a ledger's hashes. Source: RFC 6962, section 2.1; checking a path: RFC 9162, section 2.1.3.2. */

import { createHash } from 'node:crypto'

/** A whole subtree of the tree: as many leaves as a power of two. */
interface Subtree {
  readonly leaves: number
  readonly hash: Uint8Array
  /** True where the leaf that a path is wanted for is in it. */
  readonly holdsWanted: boolean
}

/** A tree that grows leaf by leaf and keeps only what its root and one path need: as many hashes as it is high. */
export class MerkleTree {
  /** How many leaves it has. */
  size = 0
  readonly #wanted: number | null
  /** The whole subtrees from left to right, each smaller than the one before. */
  readonly #subtrees: Subtree[] = []
  readonly #path: string[] = []

  /** @param wanted the leaf whose path is wanted, from 0; none when absent */
  constructor(wanted: number | null = null) {
    this.#wanted = wanted
  }

  /** Adds a leaf. @param hash a record's hash, 64 hexadecimal digits */
  add(hash: string): void {
    let right: Subtree = { leaves: 1, hash: leafHash(hash), holdsWanted: this.size === this.#wanted }
    this.size += 1
    for (let left = this.#subtrees.at(-1); left?.leaves === right.leaves; left = this.#subtrees.at(-1)) {
      this.#subtrees.pop()
      right = join(left, right, this.#path)
    }
    this.#subtrees.push(right)
  }

  /** The root over all leaves so far, 64 hexadecimal digits. */
  root(): string {
    const whole = this.#joined([])
    return hex(whole === undefined ? sha256() : whole.hash)
  }

  /** The hashes that lead from the wanted leaf to the root, nearest first; null where there is no such leaf. */
  path(): readonly string[] | null {
    const path = [...this.#path]
    return this.#joined(path)?.holdsWanted === true ? path : null
  }

  #joined(path: string[]): Subtree | undefined {
    return this.#subtrees.reduceRight<Subtree | undefined>(
      (right, left) => (right === undefined ? left : join(left, right, path)),
      undefined,
    )
  }
}

/**
 * The root that a path leads to, or null where no path of that length can stand at this place.
 * @param hash the record's hash; @param index its place in the tree, from 0; @param size the leaves of the tree
 */
export function rootOfPath(
  hash: string,
  index: number,
  size: number,
  path: readonly string[],
): string | null {
  if (index < 0 || index >= size) return null
  let node = index
  let last = size - 1
  let found = leafHash(hash)
  for (const beside of path) {
    if (last === 0) return null
    if (node % 2 === 1 || node === last) {
      found = nodeHash(bytes(beside), found)
      while (node % 2 === 0 && node !== 0) {
        node /= 2
        last = Math.floor(last / 2)
      }
    } else {
      found = nodeHash(found, bytes(beside))
    }
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? hex(found) : null
}

function join(left: Subtree, right: Subtree, path: string[]): Subtree {
  if (left.holdsWanted) path.push(hex(right.hash))
  if (right.holdsWanted) path.push(hex(left.hash))
  return {
    leaves: left.leaves + right.leaves,
    hash: nodeHash(left.hash, right.hash),
    holdsWanted: left.holdsWanted || right.holdsWanted,
  }
}

const leafMark = Uint8Array.of(0)
const nodeMark = Uint8Array.of(1)

function leafHash(hash: string): Uint8Array {
  return sha256(leafMark, bytes(hash))
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(nodeMark, left, right)
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
