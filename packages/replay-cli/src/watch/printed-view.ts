/** What a watch prints: lines for people, or JSON with one event a line. */

import type { SessionAudit } from '@todo-ledger/audit'
import { type Change, countCompleted, isFromOutside, type SessionState } from '@todo-ledger/core'
import type { Output } from '../output.js'
import { withHolders } from '../session-view/who.js'
import { severityStyles, statusMarks, verdictMarks, verdicts } from '../session-view/words.js'
import { itemText } from '../show/checklist-text.js'
import { count } from '../text/count.js'
import { printable, printableJson } from '../text/printable.js'
import { shortName } from '../text/short-name.js'
import type { Style, StyleName } from '../text/style.js'
import { hang, pad, wrap } from '../text/wrap.js'
import {
  type CompletionJudged,
  type FindingSeen,
  isOfSource,
  type ListChanged,
  type SessionSeen,
  type SessionWatchEvent,
  type SourceChanged,
  type WatchEvent,
  type WatchedItem,
} from './watch-event.js'
import { currentSession, standingCompletions, type WatchedSession, type WatchView } from './watch-view.js'

/** Prints events as JSON Lines. */
export class JsonView implements WatchView {
  readonly #output: Output

  /** @param output where they go */
  constructor(output: Output) {
    this.#output = output
  }

  emit(event: WatchEvent): void {
    this.#output.line(printableJson(JSON.stringify(event)))
  }

  show(): void {
    // The events say it all.
  }
}

/** Prints lines: of what is past only what a person should look at, then the list, and then all that happens. */
export class LinesView implements WatchView {
  readonly #output: Output
  readonly #headings = new Map<string, string>()
  /** The agents that were seen at work, by session; the one that is not named is the empty text. */
  readonly #agents = new Map<string, Set<string>>()
  #isLive = false
  #owesList = false
  #left = 0
  #session: string | null = null
  /** The completion that the lines above are about, or null. */
  #doubted: CompletionJudged | null = null

  /** @param output where they go */
  constructor(output: Output) {
    this.#output = output
  }

  emit(event: WatchEvent): void {
    if (isOfSource(event)) {
      this.#emitSource(event)
      return
    }
    if (event.kind === 'session') {
      this.#headings.set(printable(event.session, 200), sessionHeading(event))
      return
    }
    const line = lineOf(event, { who: this.#whoIn(event), doubted: this.#doubted })
    if (line === null) return
    if (!this.#isLive && !line.isNotable) {
      this.#left += 1
      return
    }
    this.#print(line)
    if (event.kind === 'completion') this.#doubted = event
    else if (!isAbout(event, this.#doubted)) this.#doubted = null
  }

  show(sessions: readonly WatchedSession[]): void {
    if (!this.#owesList) return
    this.#owesList = false
    const session = currentSession(sessions)
    if (session !== null) this.#printList(session)
  }

  #emitSource({ kind, source, reason }: SourceChanged): void {
    if (kind === 'caught-up') {
      this.#owesList = !this.#isLive
      this.#isLive = true
      return
    }
    const what = kind === 'waiting' ? 'waiting' : 'from its start'
    this.#output.note(`${printable(source)}: ${reason}; ${what}`)
  }

  /** The id of who did it, where that was no agent, or several agents work on the list; else null. */
  #whoIn({ session, kind, actor }: SessionWatchEvent): string | null {
    if (actor !== undefined && isFromOutside({ actor })) return actor.id
    if (kind === 'session' || kind === 'input') return null
    const agents = this.#agents.get(session) ?? new Set()
    this.#agents.set(session, agents.add(actor?.id ?? ''))
    return agents.size > 1 ? (actor?.id ?? null) : null
  }

  #print(news: WatchLine): void {
    this.#head(news.session)
    const { columns, style } = this.#output
    for (const line of feedLines(news, columns, style)) this.#output.line(line)
  }

  /** The session's name wherever another one goes on. */
  #head(session: string): void {
    if (session === this.#session) return
    const { columns, style } = this.#output
    if (this.#session !== null) this.#output.line()
    this.#session = session
    for (const line of wrap(session, columns)) this.#output.line(style('bold', line))
    for (const line of wrap(this.#headings.get(session) ?? '', columns)) this.#output.line(style('dim', line))
  }

  #printList(session: WatchedSession): void {
    const { columns, style } = this.#output
    const more = this.#left === 0 ? [] : [`${count(this.#left, 'event')} before with nothing to look at`]
    this.#head(printable(session.state.session, 200))
    this.#output.line()
    for (const line of listLines(session, more, columns, style)) this.#output.line(line)
    this.#output.line()
  }
}

/** Something that happened, in words. Everything in it is printable. */
export interface WatchLine {
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
/** So many changes of one update are shown one by one. */
const shownChanges = 12

/** What the line of an event depends on, beside it. */
interface LineContext {
  /** The id of who did it, where it is to be named; else null. */
  readonly who: string | null
  /** The completion that stands above it, or null. */
  readonly doubted: CompletionJudged | null
}

/** Says what happened; null where a person need not know. */
export function lineOf(
  event: SessionWatchEvent,
  { who, doubted }: LineContext = { who: null, doubted: null },
): WatchLine | null {
  const words = wordsOf(event, doubted)
  if (words === null || words.texts.length === 0) return null
  const { session, turn, source } = event
  return {
    session: printable(session, 200),
    turn,
    line: source?.line ?? null,
    label: words.label,
    style: words.style,
    texts: words.texts.map((text, place) =>
      printable(who === null || place > 0 ? text : `[${cut(who, idLimit)}] ${text}`, 2 * textLimit),
    ),
    isNotable: words.isNotable ?? false,
  }
}

interface Words {
  readonly label: string
  readonly style: StyleName | null
  readonly texts: readonly string[]
  readonly isNotable?: boolean
}

function wordsOf(event: SessionWatchEvent, doubted: CompletionJudged | null): Words | null {
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
      const { severity, rule } = event
      if (severity === 'info') return null
      // Where the completion above says the same, the rule is enough.
      const { message, why = message } = event
      const isSaid = isAbout(event, doubted) && doubted?.why === why
      return {
        label: severity,
        style: severityStyles[severity],
        texts: [isSaid ? `[${rule}]` : saidOf(event)],
        isNotable: true,
      }
    }
    case 'finding-gone':
      if (event.severity === 'info') return null
      return { label: 'no longer', style: 'dim', texts: [saidOf(event)] }
  }
}

/** True for a finding about this completion. */
function isAbout(event: SessionWatchEvent, completion: CompletionJudged | null): boolean {
  return (
    event.kind === 'finding' &&
    event.session === completion?.session &&
    event.seq === completion.seq &&
    event.item === completion.item
  )
}

function saidOf({ message, why = message, rule }: FindingSeen): string {
  return `${why} [${rule}]`
}

/** A completion is shown with its verdict, so not here. */
function updateWords({ changes, items, flags }: ListChanged): Words {
  const named = (key: string) => items.find((item) => item.key === key)
  const changed = changes.flatMap((change) => changeText(change, named))
  const shown = changed.slice(0, shownChanges)
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

function completionWords({ item, text, verdict, before, why }: CompletionJudged): Words {
  const { mark, style } = verdictMarks[verdict]
  const was = before === null ? '' : ` (was ${before})`
  const what = `[x] ${idAndText({ id: item, text })}${was}`
  return {
    label: `${mark} ${verdict}`,
    style,
    texts: why === undefined ? [what] : [what, why],
    isNotable: (verdict !== 'supported' && verdict !== 'undecided') || before !== null,
  }
}

function idAndText({ id, text }: { readonly id: string; readonly text: string }): string {
  return `#${cut(id, idLimit)} ${cut(text)}`
}

function cut(text: string, limit: number = textLimit): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`
}

const turnColumns = 6
const lineColumns = 7
const labelColumns = 14
/** On fewer columns the line of the file is left out. */
const roomyColumns = 60

/** The lines of one thing that happened. */
function feedLines(news: WatchLine, columns: number, style: Style): readonly string[] {
  const turn = column(`t${news.turn}`, turnColumns)
  const line = column(news.line === null ? '' : `:${news.line}`, lineColumns)
  const place = columns < roomyColumns ? turn : `${turn}${line}`
  const label = pad(news.label, labelColumns)
  const indent = ' '.repeat(place.length + labelColumns)
  return news.texts.flatMap((text, index) =>
    hang(indent, text, columns).map((whole, row) => {
      const rest = whole.slice(indent.length)
      if (index > 0 || row > 0) return `${indent}${rest}`
      return `${style('dim', place)}${news.style === null ? label : style(news.style, label)}${rest}`
    }),
  )
}

/** A column, wider where what stands in it needs it: a space always follows. */
function column(text: string, columns: number): string {
  return pad(text, Math.max(columns, text.length + 1))
}

/** The lines of the list, and one of figures under it. @param more further figures */
function listLines(
  session: WatchedSession,
  more: readonly string[],
  columns: number,
  style: Style,
): readonly string[] {
  const { state, audit, file } = session
  const completions = standingCompletions(session)
  const figures = [...verdictCounts(state, audit), ...more].join(', ')
  const where = file === null ? '' : ` of ${printable(shortName(file), 100)}`
  return [
    ...withHolders(state).flatMap((item) => {
      const verdict = completions.get(item.key)?.verdict
      const mark = verdict === undefined ? null : verdictMarks[verdict]
      const before = mark === null ? ' ' : style(mark.style, mark.mark)
      return itemText(item, columns - 2, style).map((line, index) => `${index === 0 ? before : ' '} ${line}`)
    }),
    ...wrap(`turn ${state.turns}${where}: ${figures}`, columns).map((line) => style('dim', line)),
  ]
}

/** How much is completed, how many of all completions so far have each verdict, and how much there is to look at. */
function verdictCounts({ items }: SessionState, audit: SessionAudit | null): readonly string[] {
  const counts = verdicts.flatMap((verdict) => {
    const number = audit?.summary.verdicts[verdict] ?? 0
    return number === 0 ? [] : [`${number} ${verdict}`]
  })
  const findings = (audit?.findings ?? []).filter(
    ({ severity, known }) => severity !== 'info' && known !== true,
  )
  return [
    items.length === 0 ? 'no todos' : `${countCompleted(items)}/${items.length} completed`,
    ...counts,
    ...(findings.length === 0 ? [] : [count(findings.length, 'finding')]),
  ]
}

/** What a session is, in a few words. */
function sessionHeading({ profile, file, parent, goal }: Omit<SessionSeen, 'kind'>): string {
  const from = file === null ? 'live' : file
  const child = parent === null ? '' : `, sub-agent of ${parent}`
  return printable(`${profile}, ${from}${child}${goal === null ? '' : `, goal: ${goal}`}`, 400)
}
