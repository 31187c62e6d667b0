/** What a watch prints: lines for people, or JSON with one event a line. */

import { eventLines, placedLines } from '../log/event-line.js'
import type { Output } from '../output.js'
import { severityStyles, verdictMarks, verdicts } from '../session-view/words.js'
import { checklistText } from '../show/checklist-text.js'
import { count } from '../text/count.js'
import { printable, printableJson } from '../text/printable.js'
import { wrap } from '../text/wrap.js'
import type { CompletionJudged, WatchEvent, WatchedSession, WatchView } from './watch-event.js'

export function jsonView(output: Output): WatchView {
  return {
    emit: (event) => output.line(printableJson(JSON.stringify(event))),
    show: () => undefined,
  }
}

/** Prints lines: of what is past the list as `show` prints it with what is doubted, and then all that happens. */
export function linesView(output: Output): WatchView {
  const { columns, style } = output
  let isLive = false
  let owesList = false
  let left = 0
  /** The session that the lines are about. */
  let current: string | null = null
  /** The completions before, as they were judged last. */
  const judged = new Map<string, CompletionJudged>()
  /** The completions that were printed: they say what findings say of them. */
  const told = new Set<string>()

  const print = (event: Exclude<WatchEvent, { readonly reason: string }>): void => {
    const lines = linesOf(event)
    if (lines.length === 0) return
    if (event.session !== current) {
      if (current !== null) output.line()
      current = event.session
      output.lines(wrap(printable(current, 200), columns).map((line) => style('bold', line)))
    }
    output.lines(lines)
  }
  const linesOf = (event: Exclude<WatchEvent, { readonly reason: string }>): readonly string[] => {
    if (event.type === 'completion') {
      const { item, text, verdict, before, why, actor } = event
      told.add(nameOf(event))
      const { mark, style: styled } = verdictMarks[verdict]
      const who = actor === undefined ? '' : `[${actor.id.slice(0, 40)}] `
      const was = before === null ? '' : ` (was ${before})`
      const what = `${who}#${item.slice(0, 40)} ${printable(text, 300)}${was}${why === undefined ? '' : `: ${why}`}`
      return placedLines({ ...event, type: `${mark} ${verdict}`, styled }, printable(what, 900), output)
    }
    if (event.type !== 'finding') return eventLines(event, output)
    const { severity, rule, message } = event
    if (severity === 'info' || told.has(nameOf(event))) return []
    const place = { ...event, type: severity, styled: severityStyles[severity] }
    return placedLines(place, printable(`${message} [${rule}]`, 600), output)
  }

  return {
    emit(event) {
      if ('reason' in event) {
        if (event.type === 'caught-up') {
          owesList = !isLive
          isLive = true
          return
        }
        const what = event.type === 'waiting' ? 'waiting' : 'from its start'
        output.note(`${printable(event.source)}: ${event.reason}; ${what}`)
      } else if (isLive) print(event)
      else {
        left += 1
        if (event.type === 'completion') judged.set(`${event.call} ${nameOf(event)}`, event)
      }
    },
    show(sessions) {
      if (!owesList) return
      owesList = false
      const session = currentSession(sessions)
      if (session === null) return
      if (current !== null) output.line()
      current = session.state.session
      output.lines(checklistText(session.state, columns, style))
      const figures = [
        ...judgedSoFar(session.audit),
        ...(left === 0 ? [] : [`${count(left, 'event')} before`]),
      ]
      if (figures.length > 0) output.line(style('dim', figures.join(', ')))
      for (const event of judged.values()) {
        const isDoubted = event.verdict === 'unsupported' || event.verdict === 'weak'
        if (event.session === current && isDoubted) print(event)
      }
      output.line()
    },
  }
}

/** The item of a session that an event marks, or that a finding at the event is about. */
function nameOf({ session, seq, item }: { session: string; seq: number; item: string | null }): string {
  return JSON.stringify([session, seq, item])
}

/** The session that something happened in last; one that no other started, and that has a list, goes first. */
function currentSession(sessions: readonly WatchedSession[]): WatchedSession | null {
  const wanted = sessions.filter(({ isWanted }) => isWanted).toReversed()
  const own = wanted.filter(({ parent }) => parent === null)
  return own.find(({ state }) => state.items.length > 0) ?? own[0] ?? wanted[0] ?? null
}

/** How many of all completions so far have each verdict, and how much there is to look at. */
function judgedSoFar(audit: WatchedSession['audit']): readonly string[] {
  if (audit === null) return []
  const counts = verdicts.map((verdict) => `${audit.summary.verdicts[verdict]} ${verdict}`)
  const findings = audit.findings.filter(({ severity }) => severity !== 'info')
  const all = findings.length === 0 ? counts : [...counts, count(findings.length, 'finding')]
  return all.filter((each) => !each.startsWith('0 '))
}
