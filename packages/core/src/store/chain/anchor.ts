/** An anchor: one line to keep outside a ledger. It proves that nothing before it was cut or rewritten. */

import { LedgerError } from '../../errors.js'

/** What an anchor says. */
export interface Anchor {
  /** The id of the ledger. */
  readonly ledger: string
  /** How many records it covers: all up to this position. */
  readonly position: number
  /** The root of the Merkle tree over their hashes, 64 hexadecimal digits. */
  readonly root: string
}

const form = /^todo-ledger-anchor:1:([0-9a-f]{8,128}):([1-9]\d{0,15}):([0-9a-f]{64})$/

/** An anchor as a line: `todo-ledger-anchor:1:<ledger>:<position>:<root>`. */
export function anchorLine({ ledger, position, root }: Anchor): string {
  return `todo-ledger-anchor:1:${ledger}:${position}:${root}`
}

/**
 * Reads the line of an anchor; space around it does not matter.
 * @throws LedgerError `bad-anchor`
 */
export function parseAnchor(line: string): Anchor {
  const [, ledger, position, root] = form.exec(line.trim()) ?? []
  if (ledger !== undefined && position !== undefined && root !== undefined) {
    const covered = Number(position)
    if (Number.isSafeInteger(covered)) return { ledger, position: covered, root }
  }
  const isNewer = /^todo-ledger-anchor:(?!1:)\d+:/.test(line.trim())
  throw new LedgerError(
    'bad-anchor',
    isNewer
      ? 'The anchor is of a newer form than this version of todo-ledger knows. Update todo-ledger.'
      : `${JSON.stringify(line.trim().slice(0, 60))} is no anchor. An anchor is a line such as todo-ledger-anchor:1:<ledger>:<position>:<root>, as \`todo-replay verify\` prints it.`,
  )
}
