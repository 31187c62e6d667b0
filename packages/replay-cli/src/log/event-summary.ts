/** An event in one sentence. What it gives may hold text from outside: it is to be made printable. */

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
import { callSummary } from './call-summary.js'

/** As many UTF-16 units of a text are shown, and as many changes. */
const limit = 300
const shownChanges = 8

/** Says what happened. @param state the state after the event */
export function eventSummary(event: TodoEvent, state: SessionState): string {
  switch (event.type) {
    case 'session.opened': {
      const { profile, source, parent, goal } = event.data
      const from = source === null ? 'live' : `read from ${source.file} (${source.format})`
      const child = parent === null ? '' : `, sub-agent of ${parent}`
      return `${profile}, ${from}${child}${goal === null ? '' : `, goal: ${cut(goal)}`}`
    }
    case 'run.started':
      return `${event.actor?.id ?? event.data.trigger}: ${cut(event.data.text)}`
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
      return join(`${outcome}, ${effect}${verify ? ' (a check)' : ''}`, cut(output))
    }
    case 'message.recorded':
      return `${(isFromOutside(event) ? event.actor?.id : undefined) ?? event.data.role}: ${cut(event.data.text)}`
    case 'nag.issued':
      return `${event.data.policy}, level ${event.data.level}: ${cut(event.data.text)}`
    case 'continuation.issued':
      return `${event.data.cause}, ${event.data.used} of ${event.data.budget ?? 'any number'}: ${cut(event.data.prompt)}`
    case 'continuation.stopped':
      return event.data.reason
    case 'context.compacted':
      return cut(event.data.summary ?? '')
    case 'subagent.started':
    case 'subagent.ended':
      return event.data.child
    case 'session.yielded':
      return join(event.data.to, event.data.waitingFor ?? event.data.reason ?? '')
    case 'session.redacted': {
      const { reason, erased, replaced } = event.data
      const what =
        erased.length > 0 ? contentsOf(erased) : `texts replaced in ${count(replaced.length, 'event')}`
      return join(what, cut(reason))
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
  const where = line === null ? '' : `, at ${line}: “${cut(quote, 80)}”`
  return join(`${readerVerdictWords[verdict]} (${p} % likely not wholly done)${where}`, cut(why))
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
  return phraseText(phrase, (text) => cut(text, 80))
}

function itemOf(wanted: string, { items }: SessionState): { readonly id: string } | undefined {
  const item = items.find(({ key }) => key === wanted)
  return item === undefined ? undefined : { id: item.id }
}

function violationSummary({ rule, message }: Violation): string {
  return `${cut(message)} [${rule}]`
}

function rulesOf(violations: readonly Violation[]): string {
  return [...new Set(violations.map(({ rule }) => rule))].join(', ')
}

function join(first: string, second: string): string {
  return second === '' ? first : `${first}: ${second}`
}

function cut(text: string, most = limit): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`
}
