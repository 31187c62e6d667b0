/** An anchor: one line to keep outside a ledger. It proves that nothing before it was cut or rewritten. */

import { LedgerError } from '../../errors.js'

export interface Anchor {
  /** The id of the ledger. */
  readonly ledger: string
  /** How many records it covers: all up to this position. */
  readonly position: number
  /** The link of the last of them, which covers all before: 64 hexadecimal digits. */
  readonly link: string
}

/** An anchor as a line: `todo-ledger-anchor:2:<ledger>:<position>:<link>`. */
export function anchorLine({ ledger, position, link }: Anchor): string {
  return `todo-ledger-anchor:2:${ledger}:${position}:${link}`
}

/**
 * Reads the line of an anchor; space around it does not matter.
 * @throws LedgerError `bad-anchor`
 */
export function parseAnchor(text: string): Anchor {
  const line = text.trim()
  const form = /^todo-ledger-anchor:2:([0-9a-f]{8,128}):([1-9]\d{0,14}):([0-9a-f]{64})$/
  const [, ledger, position, link] = form.exec(line) ?? []
  if (ledger !== undefined && link !== undefined) return { ledger, position: Number(position), link }
  throw new LedgerError(
    'bad-anchor',
    /^todo-ledger-anchor:(?!2:)\d+:/.test(line)
      ? 'The anchor is of a form that this version of todo-ledger does not know. Make one anew, or update todo-ledger.'
      : `${JSON.stringify(line.slice(0, 60))} is no anchor. An anchor is a line such as todo-ledger-anchor:2:<ledger>:<position>:<link>, as \`todo-replay verify\` prints it.`,
  )
}
