/** What happens in a session, as a person who watches reads it. */

import type { Change } from '@todo-ledger/core'
import { severityStyles, statusMarks, verdictMarks } from '../../session-view/words.js'
import { count } from '../../text/count.js'
import { printable } from '../../text/printable.js'
import type { StyleName } from '../../text/style.js'
import type { CompletionJudged, ListChanged, SessionWatchEvent, WatchedItem } from '../watch-event.js'

/** Something that happened, in words. Everything in it is printable. */
export interface ToldLine {
  /** The session's id. */
  readonly session: string
  /** The turn. */
  readonly turn: number
  /** The line of the recorded file, or null. */
  readonly line: number | null
  /** What it is, in a word. */
  readonly label: string
  /** How the label is set off, or null. */
  readonly style: StyleName | null
  /** What happened; each text is a paragraph of its own. */
  readonly texts: readonly string[]
  /** True where a person should look at it, also when it happened before the watch began. */
  readonly isNotable: boolean
}

const textLimit = 300
const idLimit = 40
/** So many changes of one update are told one by one. */
const toldChanges = 12

/** Says what happened; null where a person need not know. */
export function toldLine(event: SessionWatchEvent): ToldLine | null {
  const told = wordsOf(event)
  if (told === null || told.texts.length === 0) return null
  const { session, turn, source } = event
  return {
    session: printable(session, 200),
    turn,
    line: source?.line ?? null,
    label: told.label,
    style: told.style,
    texts: told.texts.map((text) => printable(text, 2 * textLimit)),
    isNotable: told.isNotable ?? false,
  }
}

interface Words {
  readonly label: string
  readonly style: StyleName | null
  readonly texts: readonly string[]
  readonly isNotable?: boolean
}

function wordsOf(event: SessionWatchEvent): Words | null {
  switch (event.kind) {
    case 'session':
      return null
    case 'input':
      return { label: event.trigger === 'user' ? 'user' : 'input', style: 'cyan', texts: [cut(event.text)] }
    case 'update':
      return updateWords(event)
    case 'roll-back': {
      const texts = [`an update was voided: ${count(event.changes.length, 'change')} taken back`]
      return { label: 'taken back', style: 'red', texts, isNotable: true }
    }
    case 'rejection': {
      const texts = event.violations.map(({ rule, message }) => `${cut(message)} [${rule}]`)
      return { label: 'refused', style: 'red', texts, isNotable: true }
    }
    case 'nag':
      return { label: 'reminder', style: 'yellow', texts: [cut(event.text)], isNotable: true }
    case 'continuation':
      return { label: 'sent on', style: 'yellow', texts: [cut(event.prompt ?? '')], isNotable: true }
    case 'continuation-stopped': {
      const texts = [`not sent on: ${event.cause}`]
      return { label: 'stopped', style: 'yellow', texts, isNotable: true }
    }
    case 'compaction':
      return { label: 'compacted', style: 'dim', texts: ['the conversation was compacted'] }
    case 'yield': {
      const items = event.open === 0 ? 'nothing open' : `${count(event.open, 'item')} open`
      return {
        label: event.to,
        style: event.open === 0 ? 'dim' : 'yellow',
        texts: [`the run is over, ${items}`],
      }
    }
    case 'completion':
      return completionWords(event)
    case 'finding': {
      const { severity, message, rule } = event
      if (severity === 'info') return null
      return {
        label: severity,
        style: severityStyles[severity],
        texts: [`${message} [${rule}]`],
        isNotable: true,
      }
    }
    case 'finding-gone':
      if (event.severity === 'info') return null
      return { label: 'no longer', style: 'dim', texts: [`${event.message} [${event.rule}]`] }
  }
}

/** A completion is told with its verdict, so not here. */
function updateWords({ changes, items, flags }: ListChanged): Words {
  const named = (key: string) => items.find((item) => item.key === key)
  const changed = changes.flatMap((change) => changeText(change, named))
  const shown = changed.slice(0, toldChanges)
  const left = changed.length - shown.length
  const broken = [...new Set(flags.map(({ rule }) => rule))]
  return {
    label: 'list',
    style: flags.length > 0 ? 'yellow' : null,
    texts: [
      ...shown,
      ...(left === 0 ? [] : [`and ${count(left, 'more change')}`]),
      ...(broken.length === 0 ? [] : [`breaks ${broken.join(', ')}`]),
    ],
  }
}

function changeText(change: Change, named: (key: string) => WatchedItem | undefined): readonly string[] {
  switch (change.type) {
    case 'added':
      if (change.status === 'completed' && change.before !== 'completed') return []
      return [
        `+ ${statusMarks[change.status].mark} ${idAndText(change)}${change.before === undefined ? '' : ', there before the log'}`,
      ]
    case 'removed':
      return [`- ${statusMarks[change.status].mark} ${idAndText(change)}`]
    case 'reworded': {
      const item = named(change.key)
      return item === undefined ? [] : [`#${item.id} reworded: ${cut(change.from)} → ${cut(change.to)}`]
    }
    case 'status-set': {
      const item = named(change.key)
      if (change.to === 'completed' || item === undefined) return []
      const reason = change.reason === null ? '' : ` (${cut(change.reason)})`
      const again = change.from === 'completed' ? ', which was completed' : ''
      return [`${statusMarks[change.to].mark} ${idAndText(item)}${reason}${again}`]
    }
    case 'goal-set':
      return [change.to === null ? 'the goal is gone' : `goal: ${cut(change.to)}`]
    case 'moved':
    case 'field-set':
      return []
  }
}

function completionWords({ item, text, verdict, before, support, missing }: CompletionJudged): Words {
  const { mark, style } = verdictMarks[verdict]
  const was = before === null ? '' : `, was ${before}`
  const supported = support === null ? '' : ` (support ${support.toFixed(2)}${was})`
  const what = `[x] ${idAndText({ id: item, text })}${supported}`
  return {
    label: `${mark} ${verdict}`,
    style,
    texts: [what, ...(verdict === 'supported' ? [] : missing.slice(0, 2).map((each) => `missing: ${each}`))],
    isNotable: verdict !== 'supported' || before !== null,
  }
}

function idAndText({ id, text }: { readonly id: string; readonly text: string }): string {
  return `#${cut(id, idLimit)} ${cut(text)}`
}

function cut(text: string, limit: number = textLimit): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`
}
