/** What a turn did to each item, and what happened in it in a line. */

import type { Change } from '@todo-ledger/core'
import { count } from '../text/count.js'
import { cut } from '../text/cut.js'
import { groupedBy } from './concerns.js'
import type { ListedItem, ReplayEvent, ReplayEventKind } from './session-replay.js'
import { statusWords } from './words.js'

export type ItemChange =
  | 'added'
  | 'completed'
  | 'started'
  | 'blocked'
  | 'cancelled'
  | 'reopened'
  | 'reworded'
  | 'moved'
  | 'removed'

/** An item of the list after a turn, or one that the turn took off it, as it was. */
export interface ListEntry {
  readonly item: ListedItem
  readonly change: ItemChange | null
  /** The change in short words; null where there is none. */
  readonly words: string | null
}

/** The items after some changes with what these did to each, those that they removed last. */
export function listEntries(items: readonly ListedItem[], changes: readonly Change[]): readonly ListEntry[] {
  const byItem = groupedBy(changes, (change) => (change.type === 'goal-set' ? null : change.key))
  const listed = new Set(items.map(({ key }) => key))
  const stay = items.map((item) => {
    const own = byItem.get(item.key)
    return own === undefined ? { item, change: null, words: null } : entryOf(item, own)
  })
  const gone = [...byItem].flatMap(([key, own]): ListEntry[] => {
    const last = own.findLast((change) => change.type === 'removed')
    if (last === undefined || key === null || listed.has(key) || own[0]?.type === 'added') return []
    const { id, text, status } = last
    const item = { key, id, text, status, reason: null, parent: null, actor: null }
    return [{ item, change: 'removed', words: isClosed(status) ? 'left the list' : 'dropped' }]
  })
  return [...stay, ...gone]
}

function entryOf(item: ListedItem, own: readonly Change[]): ListEntry {
  if (own[0]?.type === 'added') return { item, change: 'added', words: 'new' }
  const from = own.find((change) => change.type === 'status-set')?.from ?? item.status
  const isReworded = (own.find((change) => change.type === 'reworded')?.from ?? item.text) !== item.text
  const isMoved = own.some(({ type }) => type === 'moved')
  const words = [
    ...(from === item.status ? [] : [`was ${statusWords[from]}`]),
    ...(isReworded ? ['reworded'] : []),
    ...(own.some((change) => change.type === 'status-set' && change.from === change.to)
      ? ['other reason']
      : []),
    ...(isMoved ? ['moved'] : []),
  ]
  const change =
    from !== item.status
      ? statusChange(from, item.status)
      : isReworded
        ? 'reworded'
        : isMoved
          ? 'moved'
          : null
  return { item, change, words: words.length === 0 ? null : words.join(', ') }
}

function statusChange(from: ListedItem['status'], to: ListedItem['status']): ItemChange {
  if (to === 'in_progress') return isClosed(from) ? 'reopened' : 'started'
  return to === 'pending' ? 'reopened' : to
}

function isClosed(status: ListedItem['status']): boolean {
  return status === 'completed' || status === 'cancelled'
}

/**
 * What happened in a turn, in a few words, what mattered most first; text from outside may stand in it. Inputs are left
 * out: they came after the turn, and stand beside it.
 */
export function turnSummary(events: readonly ReplayEvent[], entries: readonly ListEntry[]): string {
  const of = (kind: ReplayEventKind) => events.filter((event) => event.kind === kind)
  const [refusal] = of('rejection')
  const changes = [
    ...(of('roll-back').length > 0 ? ['an update was rolled back'] : []),
    ...entryWords(entries),
  ]
  const updates = of('update')
  if (changes.length === 0 && updates.length > 0)
    changes.push(updates.some((event) => event.changes?.length !== 0) ? 'list changed' : 'list sent again')
  const list = [
    ...(refusal === undefined ? [] : [`refused: ${refusal.violations?.[0]?.message ?? refusal.text}`]),
    ...changes,
    ...(of('compaction').length > 0 ? ['the conversation was compacted'] : []),
    ...(of('redaction').length > 0 ? ['redacted'] : []),
  ].join(', ')
  const parts = [...(list === '' ? [] : [list]), ...callWords(of('call'))]
  return parts.length > 0 ? parts.join(' · ') : saidIn(events)
}

/** Each change with the items that it was done to, of many how many. */
const changeOrder: readonly (readonly [change: ItemChange, word: string, isCounted?: true])[] = [
  ['completed', 'done'],
  ['started', 'started'],
  ['reopened', 'reopened'],
  ['blocked', 'blocked'],
  ['cancelled', 'cancelled'],
  ['added', 'added', true],
  ['removed', 'removed', true],
  ['reworded', 'reworded'],
  ['moved', 'moved'],
]

function entryWords(entries: readonly ListEntry[]): readonly string[] {
  return changeOrder.flatMap(([change, word, isCounted]) => {
    const ids = entries.filter((entry) => entry.change === change).map(({ item }) => `#${item.id}`)
    if (ids.length === 0) return []
    return [isCounted === true || ids.length > 4 ? `${ids.length} ${word}` : `${ids.join(' ')} ${word}`]
  })
}

/** A few calls with what they were given; of many only how often each tool was called. */
function callWords(calls: readonly ReplayEvent[]): readonly string[] {
  if (calls.length <= 2)
    return calls.map(({ tool = '', text }) => `${shortTool(tool)} ${cut(shortPath(text), 120)}`.trim())
  const times = new Map<string, number>()
  for (const { tool = '' } of calls) times.set(tool, (times.get(tool) ?? 0) + 1)
  const names = [...times].map(([tool, number]) => `${shortTool(tool)}${number === 1 ? '' : ` ×${number}`}`)
  if (names.length <= 4) return [names.join(', ')]
  return [`${names.slice(0, 3).join(', ')} and ${count(names.length - 3, 'other tool')}`]
}

/** A tool of an MCP server without the server's name, which is longer than a row. */
function shortTool(tool: string): string {
  return tool.replace(/^mcp__.+?__(?=.)/, '')
}

/** The last part of a path: the first ones are the same in every row. */
function shortPath(text: string): string {
  return /^(?:~|\/|[A-Za-z]:\\)\S*$/.test(text) ? text.replace(/^.*[/\\](?=.)/, '') : text
}

/** What was said in a turn in which nothing was done. */
function saidIn(events: readonly ReplayEvent[]): string {
  const others = events.filter(({ kind }) => kind !== 'input')
  const said = others.find(({ kind }) => kind === 'message')
  if (said !== undefined) return said.text.replace(/^assistant: /, '“')
  const reminder = others.find(({ kind }) => kind === 'nag' || kind === 'continuation')
  const [first] = others
  if (reminder !== undefined || first === undefined) return reminder?.text ?? ''
  return others.length > 1 ? count(others.length, 'event') : first.text
}
