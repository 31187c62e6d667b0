/** An event in one sentence, and as `log --json` prints it. Text from outside may stand in it: it is to be made printable. */

import {
  type Change,
  type CompletionAnswer,
  calledBy,
  isFromOutside,
  type SessionState,
  type TodoEvent,
  type Violation,
} from '@todo-ledger/core'
import type { SeqRange } from '@todo-ledger/core/store'
import { readerVerdictWords } from '../session-view/completion-words.js'
import { changePhrase, phraseText } from '../session-view/words.js'
import { count, someOf } from '../text/count.js'
import { shortened } from '../text/cut.js'

/** As many UTF-16 units of a text are shown, and as many changes. */
const limit = 300
const shownChanges = 8

export function eventSummary(event: TodoEvent, state: SessionState): string {
  switch (event.type) {
    case 'session.opened': {
      const { profile, source, parent, goal } = event.data
      const from = source === null ? 'live' : `read from ${source.file} (${source.format})`
      const child = parent === null ? '' : `, sub-agent of ${parent}`
      return `${profile}, ${from}${child}${goal === null ? '' : `, goal: ${shortened(goal, limit)}`}`
    }
    case 'run.started':
      return `${event.actor?.id ?? event.data.trigger}: ${shortened(event.data.text, limit)}`
    case 'turn.started':
      return event.data.delivers.length === 0
        ? ''
        : `delivers ${count(event.data.delivers.length, 'reminder')}`
    case 'turn.ended':
      return event.data.interrupted ? 'interrupted' : ''
    case 'todos.updated': {
      const { changes, flags, query } = event.data
      const what = query ? 'reads the list' : changesSummary(changes, state)
      return `${calledBy(event)}: ${what}${flags.length === 0 ? '' : `; flagged ${rulesOf(flags)}`}`
    }
    case 'todos.rejected':
      return `${calledBy(event)} refused: ${event.data.violations.map(violationSummary).join('; ')}`
    case 'todos.rolled-back':
      return `takes back ${event.data.update}: ${changesSummary(event.data.changes, state)}`
    case 'tool.called':
      return join(event.data.name, callSummary(event.data.input))
    case 'tool.returned': {
      const { ok, effect, verify, output } = event.data
      const outcome = ok === null ? 'outcome unknown' : ok ? 'ok' : 'failed'
      return join(`${outcome}, ${effect}${verify ? ' (a check)' : ''}`, shortened(output, limit))
    }
    case 'message.recorded':
      return `${(isFromOutside(event) ? event.actor?.id : undefined) ?? event.data.role}: ${shortened(event.data.text, limit)}`
    case 'nag.issued':
      return `${event.data.policy}, level ${event.data.level}: ${shortened(event.data.text, limit)}`
    case 'continuation.issued':
      return `${event.data.cause}, ${event.data.used} of ${event.data.budget ?? 'any number'}: ${shortened(event.data.prompt, limit)}`
    case 'continuation.stopped':
      return event.data.reason
    case 'context.compacted':
      return shortened(event.data.summary ?? '', limit)
    case 'subagent.started':
    case 'subagent.ended':
      return event.data.child
    case 'session.yielded':
      return join(event.data.to, event.data.waitingFor ?? event.data.reason ?? '')
    case 'session.redacted': {
      const { reason, erased, replaced } = event.data
      const what =
        erased.length > 0 ? contentsOf(erased) : `texts replaced in ${count(replaced.length, 'event')}`
      return join(what, shortened(reason, limit))
    }
    case 'completion.read': {
      const { reader, item, answer } = event.data
      const said = answer === null ? 'no answer in the form of one' : answerSummary(answer)
      return `${reader} on #${item}: ${said}`
    }
    case 'event.erased':
      return `a ${event.data.type} whose contents were erased`
  }
}

function contentsOf(erased: readonly SeqRange[]): string {
  if (erased[0]?.from === 1) return 'the contents of the session erased'
  const ranges = erased.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
  return `the contents of events ${someOf(ranges)} erased`
}

function answerSummary({ verdict, p, line, quote, why }: CompletionAnswer): string {
  const where = line === null ? '' : `, at ${line}: “${shortened(quote, 80)}”`
  return join(`${readerVerdictWords[verdict]} (${p} % likely not wholly done)${where}`, shortened(why, limit))
}

function changesSummary(changes: readonly Change[], state: SessionState): string {
  if (changes.length === 0) return 'no change'
  const shown = changes.slice(0, shownChanges).map((change) => changeSummary(change, state))
  const left = changes.length - shown.length
  return `${shown.join('; ')}${left === 0 ? '' : `; and ${left} more`}`
}

/** Statuses are called as the event calls them, and the number of an item is enough. */
function changeSummary(change: Change, state: SessionState): string {
  const phrase = changePhrase(
    change,
    (key) => itemOf(key, state),
    (status) => status,
  )
  return phraseText(phrase, (text) => shortened(text, 80))
}

function itemOf(wanted: string, { items }: SessionState): { readonly id: string } | undefined {
  const item = items.find(({ key }) => key === wanted)
  return item === undefined ? undefined : { id: item.id }
}

function violationSummary({ rule, message }: Violation): string {
  return `${shortened(message, limit)} [${rule}]`
}

function rulesOf(violations: readonly Violation[]): string {
  return [...new Set(violations.map(({ rule }) => rule))].join(', ')
}

function join(first: string, second: string): string {
  return second === '' ? first : `${first}: ${second}`
}

/** The fields that say most of a call, first the most useful. Source: the tools of the supported formats. */
const usefulFields = [
  'command',
  'file_path',
  'path',
  'notebook_path',
  'pattern',
  'url',
  'query',
  'description',
  'prompt',
]
const inputLimit = 200

/** The most useful part of an input, cut; '' where there is none. It is not printable yet. */
export function callSummary(input: unknown): string {
  if (typeof input === 'string') return part(input)
  if (typeof input !== 'object' || input === null) return ''
  for (const name of usefulFields) {
    const value: unknown = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined
    if (typeof value === 'string' && value.trim() !== '') return part(value)
    if (Array.isArray(value)) return part(value.slice(0, 20).map(String).join(' '))
  }
  const texts = Object.entries(input).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return texts
    .slice(0, 3)
    .map(([name, value]) => `${part(name)}: ${part(value)}`)
    .join(', ')
}

function part(text: string): string {
  return shortened(text, inputLimit)
}

export type LoggedEvent = ReturnType<typeof loggedEvent>

export function loggedEvent(event: TodoEvent, state: SessionState) {
  const { seq, turn, at, type, source, actor } = event
  return {
    seq,
    turn,
    at: at.toISOString(),
    type,
    source: source ?? null,
    ...(actor === undefined ? {} : { actor }),
    summary: eventSummary(event, state),
    ...detailsOf(event),
  }
}

/** What an event of a tool says besides; `violations` are why it was refused, or the rules it was flagged for. */
interface EventDetails {
  readonly call?: string
  readonly tool?: string
  readonly changes?: readonly Change[]
  readonly violations?: readonly Violation[]
}

function detailsOf(event: TodoEvent): EventDetails {
  switch (event.type) {
    case 'todos.updated': {
      const { call, changes, flags } = event.data
      return { call, tool: calledBy(event), changes, violations: flags }
    }
    case 'todos.rejected': {
      const { call, violations } = event.data
      return { call, tool: calledBy(event), violations }
    }
    case 'todos.rolled-back':
      return { changes: event.data.changes }
    case 'tool.called':
      return { call: event.data.call, tool: event.data.name }
    case 'tool.returned':
      return { call: event.data.call }
    default:
      return {}
  }
}
