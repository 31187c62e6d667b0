/** How things are marked and said wherever they are shown, in text, in the terminal and on the page: seen without colours too. */

import type { Severity, Verdict } from '@todo-ledger/audit'
import type { Change, JsonValue, RecordedPlace, TodoStatus } from '@todo-ledger/core'
import type { ItemLifeChange } from '@todo-ledger/core/history'
import { cut } from '../text/cut.js'
import type { StyleName } from '../text/style.js'
import type { ReplayEventKind } from './session-replay.js'

/** A mark and what sets it off; null where nothing does. */
export interface Mark {
  readonly mark: string
  readonly style: StyleName | null
}

export type Marks<Name extends string> = { readonly [N in Name]: Mark & { readonly style: StyleName } }

/** Those of docs/sources/todo-manager.md and two more. */
export const statusMarks: { readonly [S in TodoStatus]: Mark } = {
  pending: { mark: '[ ]', style: null },
  in_progress: { mark: '[>]', style: 'cyan' },
  blocked: { mark: '[!]', style: 'yellow' },
  completed: { mark: '[x]', style: 'green' },
  cancelled: { mark: '[-]', style: 'dim' },
}

export const statusWords: { readonly [S in TodoStatus]: string } = {
  pending: 'pending',
  in_progress: 'in progress',
  blocked: 'blocked',
  completed: 'completed',
  cancelled: 'cancelled',
}

/** Worst first. */
export const verdicts: readonly Verdict[] = ['unsupported', 'weak', 'undecided', 'unknown', 'supported']

export const verdictMarks: Marks<Verdict> = {
  unsupported: { mark: '✗', style: 'red' },
  weak: { mark: '~', style: 'yellow' },
  undecided: { mark: '○', style: 'dim' },
  unknown: { mark: '?', style: 'blue' },
  supported: { mark: '✓', style: 'green' },
}

export const severityStyles: { readonly [S in Severity]: StyleName } = {
  error: 'red',
  warning: 'yellow',
  info: 'dim',
}

/** What became of a call; `open` where the log does not say. */
export type Outcome = 'worked' | 'failed' | 'open'

export function outcomeOf(ok: boolean | null | undefined): Outcome {
  if (ok === null || ok === undefined) return 'open'
  return ok ? 'worked' : 'failed'
}

export const outcomeMarks: Marks<Outcome> = {
  worked: { mark: '✓', style: 'green' },
  failed: { mark: '✗', style: 'red' },
  open: { mark: '?', style: 'blue' },
}

export const eventWords: { readonly [K in ReplayEventKind]: string } = {
  input: 'input',
  message: 'message',
  call: 'call',
  update: 'update',
  rejection: 'refused',
  'roll-back': 'rolled back',
  nag: 'reminder',
  continuation: 'continuation',
  compaction: 'compacted',
  subagent: 'sub-agent',
  yield: 'yield',
  redaction: 'redacted',
}

/** The time of day of an ISO time in UTC; empty for a recording without times, which is read as one of 1970. */
export function clockText(iso: string): string {
  return iso === '' || iso.startsWith('1970-01-01T00:00:00') ? '' : iso.slice(11, 19)
}

/** Where an event stands: its line in the recorded file, else its seq. */
export function placeWords({
  seq,
  source,
}: {
  readonly seq: number
  readonly source?: RecordedPlace | undefined
}): string {
  return source === undefined ? `event ${seq}` : `line ${source.line}`
}

/** A text from outside in a sentence of ours: whoever shows it makes it harmless. */
export interface Quoted {
  readonly quoted: string
  /** As many UTF-16 units are shown. */
  readonly most: number
}

export type Phrase = readonly (string | Quoted)[]

function quote(quoted: string, most = 200): Quoted {
  return { quoted, most }
}

/** A phrase as one text. @param shown makes a text from outside fit for where the phrase goes */
export function phraseText(
  phrase: Phrase,
  shown: (text: string, most: number) => string = shortText,
): string {
  return phrase.map((part) => (typeof part === 'string' ? part : shown(part.quoted, part.most))).join('')
}

function shortText(text: string, most: number): string {
  return text.length <= most ? text : `${cut(text, most)}…`
}

export function itemPhrase(item: { readonly id: string; readonly text?: string } | undefined): Phrase {
  if (item === undefined) return ['an item that is gone']
  const number = ['#', quote(item.id, 40)]
  return item.text === undefined ? number : [...number, ' ', quote(item.text, 60)]
}

/** What a change did. @param itemOf the item of a key; @param statusText how a status is called */
export function changePhrase(
  change: Change,
  itemOf: (key: string) => Parameters<typeof itemPhrase>[0],
  statusText: (status: TodoStatus) => string = worded,
): Phrase {
  if (change.type === 'goal-set') return change.to === null ? ['goal removed'] : ['goal: ', quote(change.to)]
  if (change.type === 'added' || change.type === 'removed') {
    const { type, id, text, status } = change
    const isUsual = type === 'added' && status === 'pending'
    const since = type === 'added' && change.before !== undefined ? ', there before the log' : ''
    return [
      type === 'added' ? '+ #' : '- #',
      quote(id, 40),
      ' ',
      quote(text),
      `${isUsual ? '' : ` (${statusText(status)})`}${since}`,
    ]
  }
  const item = itemPhrase(itemOf(change.key))
  switch (change.type) {
    case 'reworded':
      return [...item, ' reworded: ', quote(change.to)]
    case 'moved':
      return [...item, ` moved ${moveText(change.from, change.to)}`]
    case 'status-set': {
      const reason = change.reason === null ? [] : [' (', quote(change.reason), ')']
      return [...item, ` ${statusText(change.from)} → ${statusText(change.to)}`, ...reason]
    }
    case 'field-set':
      return [...item, ` ${change.field} set`]
  }
}

/** What a change did to an item, in a word or two. */
export function shortChangeWords(change: Exclude<Change, { readonly type: 'goal-set' }>): string {
  switch (change.type) {
    case 'added':
      return 'new'
    case 'removed':
    case 'reworded':
      return change.type
    case 'moved':
      return `moved to place ${change.to + 1}`
    case 'status-set':
      return change.from === change.to ? 'another reason' : statusWords[change.to]
    case 'field-set':
      return `${change.field} set`
  }
}

const lifeLabels: { readonly [field: string]: string } = { status: '', id: 'number ', text: 'reworded: ' }

/** What happened to an item. @param before the status that it had before the log begins, where it was there */
export function lifePhrase(
  { what, from, to, status, tool }: Pick<ItemLifeChange, 'what' | 'from' | 'to' | 'status' | 'tool'>,
  before?: TodoStatus | null,
): Phrase {
  const end = tool === null ? ' (a roll-back)' : ''
  switch (what) {
    case 'added': {
      const had = before === null ? '' : `, ${statusWords[before ?? status]}`
      const since = before === undefined ? '' : `; in the list before this log began${had}`
      const how = tool === null ? 'put back' : 'listed'
      return [`${how} as ${statusWords[status]}: `, quote(valueText(to), 400), `${since}${end}`]
    }
    case 'removed':
      return [`left while ${statusWords[status]}${end}`]
    case 'position':
      return [`moved ${moveText(from, to)}${end}`]
    default: {
      return [lifeLabels[what] ?? `${what}: `, quote(valueText(from)), ' → ', quote(valueText(to)), end]
    }
  }
}

/** A move from one place in the list to another: counted from 0, as people count. */
export function moveText(from: JsonValue, to: JsonValue): string {
  return `from place ${Number(from) + 1} to ${Number(to) + 1}`
}

/** A value of a field: a text as it is, a status in words, nothing as `none`. */
export function valueText(value: JsonValue): string {
  if (value === null) return 'none'
  return typeof value === 'string' ? worded(value) : JSON.stringify(value)
}

/** A status in words; any other text as it is. */
export function worded(status: string): string {
  return status === 'in_progress' ? statusWords.in_progress : status
}
