/** The signs of trouble, the nags and continuations that were ignored, the updates that were refused, each by its place. */

import { count, grouped } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { ListLayout } from '../text/style.js'
import { fit, hang } from '../text/wrap.js'
import type { ReminderStats, SessionStats } from './stats-result.js'

/** One place, and what is said of it. */
interface Place extends Pick<ReminderStats, 'turn' | 'seq' | 'source'> {
  readonly text: string
}

/** As many are shown of each kind where not all are asked for. */
const fewPlaces = 10

/** A reminder is named by its first line, up to here. */
const namedBy = 60

/** The lines on what was ignored, with a heading; none where nothing was. */
export function ignoredText(sessions: readonly SessionStats[], layout: ListLayout): readonly string[] {
  return placesText('Ignored', sessions, layout, ({ reminders }) =>
    reminders
      .filter(({ ignored }) => ignored)
      .map((reminder) => ({
        ...reminder,
        text: `${reminder.kind} “${firstLine(reminder.text)}”, then ${afterwards(reminder)}`,
      })),
  )
}

/** The lines on what was refused, with a heading; none where nothing was. */
export function refusedText(sessions: readonly SessionStats[], layout: ListLayout): readonly string[] {
  return placesText('Refused', sessions, layout, ({ refusals }) =>
    refusals.map((refusal) => ({ ...refusal, text: `${refusal.rules.join(', ')}: ${refusal.message}` })),
  )
}

/** The lines on signs of trouble, with a heading; none where all is well. */
export function signsText(sessions: readonly SessionStats[], layout: ListLayout): readonly string[] {
  return placesText('Signs of trouble', sessions, layout, ({ signs }) =>
    signs.map((sign) => ({ ...sign, text: `${sign.message} ${sign.advice}` })),
  )
}

/** Session by session where there are several. */
function placesText(
  heading: string,
  sessions: readonly SessionStats[],
  { columns, style, all }: ListLayout,
  placesOf: (session: SessionStats) => readonly Place[],
): readonly string[] {
  const found = sessions.map((session) => ({ session, places: placesOf(session) }))
  const number = found.reduce((sum, { places }) => sum + places.length, 0)
  if (number === 0) return []
  let room = all ? number : fewPlaces
  const lines = ['', `  ${style('bold', heading)}`]
  for (const { session, places } of found) {
    const shown = places.slice(0, room)
    if (shown.length === 0) continue
    room -= shown.length
    if (sessions.length > 1) lines.push(`  ${style('dim', printable(session.file ?? session.session, 300))}`)
    for (const { turn, seq, source, text } of shown) {
      const where = source === null ? `seq ${seq}` : `line ${source.line}`
      lines.push(...hang('  - ', printable(`turn ${turn}, ${where}: ${text}`, 500), columns))
    }
  }
  const left = number - (all ? number : fewPlaces)
  return left <= 0 ? lines : [...lines, `    and ${grouped(left)} more: --all shows them`]
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const shown = fit(line.trim(), namedBy)
  return shown === line.trim() && text.length > line.length ? `${shown}…` : shown
}

function afterwards({ calls, response }: ReminderStats): string {
  if (calls > 0) return `${count(calls, 'call')} of other tools and no update`
  return response === 'text' ? 'words alone' : 'nothing'
}
