/** What the timeline says of a turn: its marks, and what happened in a few words. */

import type { Severity } from '@todo-ledger/audit'
import type { ReplayEvent } from '../../replay/session-replay.js'
import { count } from '../../text/count.js'
import type { ListEntry } from './list-changes.js'

/** What is marked of a turn. */
export interface TurnMarks {
  /** What happened to the list; a refusal counts for more than an update. */
  readonly list: 'update' | 'rejection' | 'roll-back' | null
  /** What came from outside the model. */
  readonly outside: 'nag' | 'continuation' | 'compaction' | null
  /** The gravest finding. */
  readonly finding: Severity | null
}

/** The gravest of severities first. */
const severities: readonly Severity[] = ['error', 'warning', 'info']

/** What is marked of a turn. @param found the severities of its findings */
export function turnMarks(events: readonly ReplayEvent[], found: readonly Severity[]): TurnMarks {
  const kinds = new Set(events.map(({ kind }) => kind))
  const first = <Kind extends ReplayEvent['kind']>(...wanted: readonly Kind[]): Kind | null =>
    wanted.find((kind) => kinds.has(kind)) ?? null
  const updated = events.some(({ kind, changes = [] }) => kind === 'update' && changes.length > 0)
  return {
    list: first('rejection', 'roll-back') ?? (updated ? 'update' : null),
    outside: first('nag', 'continuation', 'compaction'),
    finding: severities.find((severity) => found.includes(severity)) ?? null,
  }
}

/** What happened in a turn, in a few words; text from outside may stand in it. @param entries what it did to the list */
export function turnSummary(events: readonly ReplayEvent[], entries: readonly ListEntry[]): string {
  const rejection = events.find(({ kind }) => kind === 'rejection')
  const refused =
    rejection === undefined ? [] : [`refused: ${rejection.violations?.[0]?.message ?? rejection.text}`]
  const told = [
    ...refused,
    ...(events.some(({ kind }) => kind === 'roll-back') ? ['an update was taken back'] : []),
    ...changesInWords(entries),
    ...fieldsOf(events),
    ...goalsOf(events).map((goal) => `goal: ${goal ?? 'none'}`),
    ...events.filter(({ kind }) => kind === 'compaction').map(() => 'the conversation was compacted'),
  ]
  if (told.length > 0) return told.join(', ')
  return callsInWords(events) ?? wordsOf(events)
}

function goalsOf(events: readonly ReplayEvent[]): readonly (string | null)[] {
  return events.flatMap(({ changes = [] }) =>
    changes.flatMap((change) => (change.type === 'goal-set' ? [change.to] : [])),
  )
}

/** The fields that are neither text nor status, each once. */
function fieldsOf(events: readonly ReplayEvent[]): readonly string[] {
  const fields = events.flatMap(({ changes = [] }) =>
    changes.flatMap((change) => (change.type === 'field-set' && change.field !== 'id' ? [change.field] : [])),
  )
  return fields.length === 0 ? [] : [`${[...new Set(fields)].join(', ')} set`]
}

function changesInWords(entries: readonly ListEntry[]): readonly string[] {
  const idsOf = (change: ListEntry['change']) =>
    entries.filter((entry) => entry.change === change).map(({ item }) => `#${item.id}`)
  const named = (change: NonNullable<ListEntry['change']>, word: string): readonly string[] => {
    const ids = idsOf(change)
    if (ids.length === 0) return []
    return [ids.length > 4 ? `${ids.length} ${word}` : `${ids.join(' ')} ${word}`]
  }
  const added = idsOf('added')
  const removed = idsOf('removed')
  return [
    ...named('completed', 'done'),
    ...named('started', 'started'),
    ...named('reopened', 'reopened'),
    ...named('blocked', 'blocked'),
    ...named('cancelled', 'cancelled'),
    ...(added.length > 0 ? [`${added.length} added`] : []),
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
    ...named('reworded', 'reworded'),
    ...named('moved', 'moved'),
  ]
}

/** The first call of a turn, and how many there are besides; null where there is none. */
function callsInWords(events: readonly ReplayEvent[]): string | null {
  const calls = events.filter(({ kind }) => kind === 'call')
  const [first] = calls
  if (first === undefined) return null
  const more = calls.length === 1 ? '' : ` (+${calls.length - 1})`
  return `${shortTool(first.tool ?? '')}${more} ${shortPath(first.text)}`
}

/** A tool of an MCP server without the server's name, which is longer than a row. */
function shortTool(tool: string): string {
  return tool.replace(/^mcp__.+?__(?=.)/, '')
}

/** The last part of a path: the first ones are the same in every row. */
function shortPath(text: string): string {
  return /^(?:~|\/|[A-Za-z]:\\)\S*$/.test(text) ? text.replace(/^.*[/\\](?=.)/, '') : text
}

function wordsOf(events: readonly ReplayEvent[]): string {
  const nag = events.find(({ kind }) => kind === 'nag' || kind === 'continuation')
  const said = events.find(({ kind }) => kind === 'message')
  if (said !== undefined) return said.text.replace(/^assistant: /, '“')
  if (nag !== undefined) return nag.text
  const [first] = events
  return first === undefined ? '' : events.length > 1 ? count(events.length, 'event') : first.text
}
