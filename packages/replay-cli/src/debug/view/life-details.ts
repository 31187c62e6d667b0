/** The life of the selected item: every change of it, and which of them still stand. */

import type { ItemReplay, LifeReplay } from '../../replay/session-replay.js'
import { printable } from '../../text/printable.js'
import type { DetailContext, DetailLine } from './detail-line.js'
import { hanging, type Line, span } from './lines.js'

/** The lines of the selected item's life. */
export function lifeDetails({ index, turn, key, columns }: DetailContext): readonly DetailLine[] {
  const item = key === null ? undefined : index.item(key)
  if (item === undefined) return [{ line: [span(' No item is selected. Tab, then ↑ ↓ in the list.', 'dim')] }]
  const room = columns - 1
  const standing = new Map(item.life.map((event) => [event.what, event.seq]))
  const digits = Math.max(...item.life.map((event) => String(event.turn).length), 1)
  const head = hanging(
    [span(` #${printable(item.id, 24)} `, 'bold')],
    printable(item.text, 1000),
    room,
    'bold',
  ).map((line): DetailLine => ({ line }))
  const lines = item.life.flatMap((event) => {
    const isNow = event.turn === turn
    const before: Line = [span(`${isNow ? ' ▸' : '  '}turn ${String(event.turn).padEnd(digits)}  `, 'dim')]
    const stands = standing.get(event.what) === event.seq
    const lines = hanging(before, lifeText(event, item), room, ...(stands ? [] : (['dim'] as const)))
    return lines.map((line): DetailLine => ({ line, enter: { kind: 'go', turn: event.turn } }))
  })
  return [...head, ...lines, ...leftLines(item, room)]
}

function lifeText({ what, from, to, tool, source, seq }: LifeReplay, { before }: ItemReplay): string {
  const where = source === undefined ? `seq ${seq}` : `line ${source.line}`
  const was = before === null ? '' : `, ${before}`
  const since = what === 'added' && before !== undefined ? `; in the list before this log began${was}` : ''
  return `${changeText(what, from, to)}${since} (${tool === null ? 'taken back' : printable(tool, 40)}, ${where})`
}

function changeText(what: LifeReplay['what'], from: LifeReplay['from'], to: LifeReplay['to']): string {
  if (what === 'added') return `added: ${valueText(to)}`
  if (what === 'removed') return `removed: ${valueText(from)}`
  if (what === 'text') return `reworded: ${valueText(from)} → ${valueText(to)}`
  return `${what} ${valueText(from)} → ${valueText(to)}`
}

function valueText(value: LifeReplay['from']): string {
  return printable(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 300)
}

function leftLines({ left }: ItemReplay, columns: number): readonly DetailLine[] {
  if (left === null) return []
  const text = left.silently
    ? `It left the list in turn ${left.turn} while it was open, and nothing says why.`
    : `It left the list in turn ${left.turn}.`
  return hanging(
    [span(' ')],
    text,
    columns,
    ...(left.silently ? (['red'] as const) : (['dim'] as const)),
  ).map((line): DetailLine => ({ line, enter: { kind: 'go', turn: left.turn } }))
}
