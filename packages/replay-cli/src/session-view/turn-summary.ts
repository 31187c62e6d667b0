/** What is said of a turn in a line: its marks, and what happened in a few words. */

import type { Severity } from '@todo-ledger/audit'
import { count } from '../text/count.js'
import { cut } from '../text/cut.js'
import type { ItemChange, ListEntry } from './item-changes.js'
import type { ReplayEvent, ReplayEventKind } from './session-replay.js'

/** What is marked of a turn. */
export interface TurnMarks {
  /** What happened in it; an `update` that changed nothing is none. */
  readonly kinds: ReadonlySet<ReplayEventKind>
  /** The severity of its gravest finding. */
  readonly finding: Severity | null
}

const severities: readonly Severity[] = ['error', 'warning', 'info']

/** What is marked of a turn. @param found the severities of its findings */
export function turnMarks(events: readonly ReplayEvent[], found: readonly Severity[]): TurnMarks {
  const happened = events.filter(({ kind, changes = [] }) => kind !== 'update' || changes.length > 0)
  return {
    kinds: new Set(happened.map(({ kind }) => kind)),
    finding: severities.find((severity) => found.includes(severity)) ?? null,
  }
}

/**
 * What happened in a turn, in a few words, what mattered most first; text from outside may stand in it. Inputs are left
 * out: they came after the turn, and stand beside it.
 * @param entries what it did to the list
 */
export function turnSummary(events: readonly ReplayEvent[], entries: readonly ListEntry[]): string {
  const of = (kind: ReplayEventKind) => events.filter((event) => event.kind === kind)
  const refused = of('rejection')
    .slice(0, 1)
    .map(({ violations, text }) => `refused: ${violations?.[0]?.message ?? text}`)
  const changes = [
    ...(of('roll-back').length > 0 ? ['an update was rolled back'] : []),
    ...entryWords(entries),
    ...fieldWords(events),
  ]
  const updates = of('update').filter((event) => event.changes !== undefined)
  const list = [
    ...refused,
    ...(changes.length === 0 && updates.length > 0
      ? [updates.some((event) => event.changes?.length !== 0) ? 'list changed' : 'list sent again']
      : changes),
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

/** The fields that are neither text nor status, each once, and the goals. */
function fieldWords(events: readonly ReplayEvent[]): readonly string[] {
  const changes = events.flatMap((event) => event.changes ?? [])
  const fields = changes.flatMap((change) =>
    change.type === 'field-set' && change.field !== 'id' ? [change.field] : [],
  )
  const goals = changes.flatMap((change) => (change.type === 'goal-set' ? [change.to] : []))
  return [
    ...(fields.length === 0 ? [] : [`${[...new Set(fields)].join(', ')} set`]),
    ...goals.map((goal) => `goal: ${goal ?? 'none'}`),
  ]
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

/** The kinds of marks that are shown in lanes over the turns, the gravest first. */
export const laneNames = ['findings', 'refused', 'reminders', 'compacted', 'updates'] as const

/** A kind of marks. */
export type LaneName = (typeof laneNames)[number]

/** For each kind of mark the turns that have one, in order. */
export type Lanes = { readonly [L in LaneName]: readonly number[] }

/** The next of some turns in order behind a turn, or the one before it; undefined where there is none. */
export function neighbour(turns: readonly number[], turn: number, direction: 1 | -1): number | undefined {
  return direction === 1 ? turns.find((each) => each > turn) : turns.findLast((each) => each < turn)
}
