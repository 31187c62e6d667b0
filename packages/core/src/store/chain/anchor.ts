/** An anchor: one line to keep outside a ledger. It proves that nothing before it was cut or rewritten. */

import { createHash } from 'node:crypto'
import { LedgerError } from '../../errors.js'

export interface Anchor {
  /** The id of the ledger. */
  readonly ledger: string
  /** How many records it covers: all up to this position. */
  readonly position: number
  /** The root of the Merkle tree over their hashes, 64 hexadecimal digits. */
  readonly root: string
}

/** An anchor as a line: `todo-ledger-anchor:1:<ledger>:<position>:<root>`. */
export function anchorLine({ ledger, position, root }: Anchor): string {
  return `todo-ledger-anchor:1:${ledger}:${position}:${root}`
}

/**
 * Reads the line of an anchor; space around it does not matter.
 * @throws LedgerError `bad-anchor`
 */
export function parseAnchor(text: string): Anchor {
  const line = text.trim()
  const form = /^todo-ledger-anchor:1:([0-9a-f]{8,128}):([1-9]\d{0,14}):([0-9a-f]{64})$/
  const [, ledger, position, root] = form.exec(line) ?? []
  if (ledger !== undefined && root !== undefined) return { ledger, position: Number(position), root }
  throw new LedgerError(
    'bad-anchor',
    /^todo-ledger-anchor:(?!1:)\d+:/.test(line)
      ? 'The anchor is of a newer form than this version of todo-ledger knows. Update todo-ledger.'
      : `${JSON.stringify(line.slice(0, 60))} is no anchor. An anchor is a line such as todo-ledger-anchor:1:<ledger>:<position>:<root>, as \`todo-replay verify\` prints it.`,
  )
}

/**
 * The Merkle tree over a ledger's hashes; it grows leaf by leaf and keeps only what its root needs.
 * Source: RFC 6962, section 2.1.
 */
export class MerkleTree {
  /** How many leaves it has. */
  size = 0
  /** The whole subtrees from left to right, each of a power of two leaves and smaller than the one before. */
  readonly #subtrees: { readonly leaves: number; readonly hash: Buffer }[] = []

  /** Adds a leaf. @param hash a record's hash, 64 hexadecimal digits */
  add(hash: string): void {
    this.size += 1
    let leaves = 1
    let joined = digest(leafMark, Buffer.from(hash, 'hex'))
    for (let left = this.#subtrees.at(-1); left?.leaves === leaves; left = this.#subtrees.at(-1)) {
      this.#subtrees.pop()
      joined = digest(nodeMark, left.hash, joined)
      leaves *= 2
    }
    this.#subtrees.push({ leaves, hash: joined })
  }

  /** The root over all leaves so far, 64 hexadecimal digits. */
  root(): string {
    const hashes = this.#subtrees.map(({ hash }) => hash)
    const root =
      hashes.length === 0 ? digest() : hashes.reduceRight((right, left) => digest(nodeMark, left, right))
    return root.toString('hex')
  }
}

const leafMark = Buffer.of(0)
const nodeMark = Buffer.of(1)

function digest(...parts: readonly Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest()
}
