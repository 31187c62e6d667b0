/** What a watch prints: lines for people, or JSON with one event a line. */

import { eventLines, placedLines } from '../log/event-line.js'
import type { Output } from '../output.js'
import { severityStyles, verdictMarks, verdicts } from '../session-view/words.js'
import { checklistText } from '../show/checklist-text.js'
import { count } from '../text/count.js'
import { printable, printableJson } from '../text/printable.js'
import { wrap } from '../text/wrap.js'
import type { CompletionJudged, FindingSeen } from './audit-changes.js'
import {
  currentSession,
  isOfSource,
  type SourceChanged,
  type WatchEvent,
  type WatchedSession,
  type WatchView,
} from './watch-event.js'

export function jsonView(output: Output): WatchView {
  return {
    emit: (event) => output.line(printableJson(JSON.stringify(event))),
    show: () => undefined,
  }
}

/** Prints lines: of what is past the list as `show` prints it, and then all that happens. */
export class LinesView implements WatchView {
  readonly #output: Output
  #isLive = false
  #owesList = false
  #left = 0
  /** The completions before, as they were judged last. */
  readonly #judged = new Map<string, CompletionJudged>()
  #session: string | null = null
  /** The completion that the lines above are about, or null. */
  #doubted: CompletionJudged | null = null

  constructor(output: Output) {
    this.#output = output
  }

  emit(event: WatchEvent): void {
    if (isOfSource(event)) {
      this.#emitSource(event)
      return
    }
    if (this.#isLive) {
      this.#print(event)
      return
    }
    this.#left += 1
    if (event.type === 'completion') this.#judged.set(`${event.session} ${event.call} ${event.item}`, event)
  }

  #print(event: Exclude<WatchEvent, SourceChanged>): void {
    const lines = this.#linesOf(event)
    if (lines.length === 0) return
    this.#head(event.session)
    for (const line of lines) this.#output.line(line)
    if (event.type === 'completion') this.#doubted = event
    else if (!isAbout(event, this.#doubted)) this.#doubted = null
  }

  show(sessions: readonly WatchedSession[]): void {
    if (!this.#owesList) return
    this.#owesList = false
    const session = currentSession(sessions)
    if (session === null) return
    const { columns, style } = this.#output
    if (this.#session !== null) this.#output.line()
    this.#session = session.state.session
    this.#output.lines(checklistText(session.state, columns, style))
    const before = this.#left === 0 ? [] : [`${count(this.#left, 'event')} before`]
    const figures = [...judgedSoFar(session.audit), ...before].join(', ')
    if (figures !== '') this.#output.line(style('dim', figures))
    for (const event of this.#judged.values())
      if (event.session === this.#session && isDoubted(event)) this.#print(event)
    this.#output.line()
  }

  #emitSource({ type, source, reason }: SourceChanged): void {
    if (type === 'caught-up') {
      this.#owesList = !this.#isLive
      this.#isLive = true
      return
    }
    const what = type === 'waiting' ? 'waiting' : 'from its start'
    this.#output.note(`${printable(source)}: ${reason}; ${what}`)
  }

  #linesOf(event: Exclude<WatchEvent, SourceChanged>): readonly string[] {
    switch (event.type) {
      case 'completion':
        return this.#completionLines(event)
      case 'finding':
      case 'finding-gone':
        return event.severity === 'info' ? [] : this.#findingLines(event)
      default:
        return eventLines(event, this.#output)
    }
  }

  #completionLines(event: CompletionJudged): readonly string[] {
    const { item, text, verdict, before, why, actor } = event
    const { mark, style } = verdictMarks[verdict]
    const who = actor === undefined ? '' : `[${actor.id.slice(0, 40)}] `
    const was = before === null ? '' : ` (was ${before})`
    const what = `${who}#${item.slice(0, 40)} ${printable(text, 300)}${was}${why === undefined ? '' : `: ${why}`}`
    return placedLines(
      { ...event, type: `${mark} ${verdict}`, styled: style },
      printable(what, 900),
      this.#output,
    )
  }

  #findingLines(event: FindingSeen): readonly string[] {
    const { type, severity, rule, message } = event
    // Where the completion above says the same, the rule is enough.
    const isSaid = isAbout(event, this.#doubted) && this.#doubted?.why === message
    const text = isSaid ? `[${rule}]` : `${message} [${rule}]`
    const styled = type === 'finding' ? severityStyles[severity] : 'dim'
    const label = type === 'finding' ? severity : `no ${severity}`
    return placedLines({ ...event, type: label, styled }, printable(text, 600), this.#output)
  }

  /** The session's name wherever another one goes on. */
  #head(session: string): void {
    if (session === this.#session) return
    const { columns, style } = this.#output
    if (this.#session !== null) this.#output.line()
    this.#session = session
    for (const line of wrap(printable(session, 200), columns)) this.#output.line(style('bold', line))
  }
}

/** Of what is past only this is told one by one: of most others nothing but their meaning decides. */
function isDoubted({ verdict }: CompletionJudged): boolean {
  return verdict === 'unsupported' || verdict === 'weak'
}

/** True for a finding about this completion. */
function isAbout(event: WatchEvent, completion: CompletionJudged | null): boolean {
  return (
    event.type === 'finding' &&
    event.session === completion?.session &&
    event.seq === completion.seq &&
    event.item === completion.item
  )
}

/** How many of all completions so far have each verdict, and how much there is to look at. */
function judgedSoFar(audit: WatchedSession['audit']): readonly string[] {
  if (audit === null) return []
  const counts = verdicts.map((verdict) => `${audit.summary.verdicts[verdict]} ${verdict}`)
  const findings = audit.findings.filter(({ severity, known }) => severity !== 'info' && known !== true)
  const all = findings.length === 0 ? counts : [...counts, count(findings.length, 'finding')]
  return all.filter((each) => !each.startsWith('0 '))
}
