/** The list of a watched session as it stands, and how far it is. */

import { verdictMarks } from '../../session-view/words.js'
import { itemText } from '../../show/checklist-text.js'
import { printable } from '../../text/printable.js'
import { shortName } from '../../text/short-name.js'
import type { Style } from '../../text/style.js'
import { wrap } from '../../text/wrap.js'
import type { WatchedSession } from '../watch-view.js'
import { standingCompletions } from '../watched-session.js'
import { verdictCounts } from './verdict-counts.js'

/** The lines of the list, and one of figures under it. @param more further figures */
export function listLines(
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
    ...state.items.flatMap((item) => {
      const verdict = completions.get(item.key)?.verdict
      const mark = verdict === undefined ? null : verdictMarks[verdict]
      const before = mark === null ? ' ' : style(mark.style, mark.mark)
      return itemText(item, columns - 2, style).map((line, index) => `${index === 0 ? before : ' '} ${line}`)
    }),
    ...wrap(`turn ${state.turn.number}${where}: ${figures}`, columns).map((line) => style('dim', line)),
  ]
}
