/** The two lines at the top: which session, where in it, and a map of all its turns. */

import { printable } from '../../text/printable.js'
import type { DebuggerState } from '../model/debugger-state.js'
import type { SessionIndex } from '../model/session-index.js'
import { filled, type Line, type Span, sides, span } from './lines.js'
import { gravestSign } from './marks.js'

/** The session's name and how far it is at the cursor. */
export function headLine(state: DebuggerState, index: SessionIndex, several: number): Line {
  const { session, profile } = index.replay
  const place = several > 1 ? `  session ${state.session + 1} of ${several}` : ''
  const name: Line = [
    span(` ${printable(session, 200)}`, 'bold'),
    span(`  ${printable(profile, 40)}${place}`, 'dim'),
  ]
  return sides(name, progressSpans(state, index), state.size.columns)
}

function progressSpans({ turn }: DebuggerState, index: SessionIndex): Line {
  const { items } = index.listAt(turn)
  const done = items.filter(({ status }) => status === 'completed').length
  const progress = index.progressAt(turn)
  const time = clock(index.turn(turn)?.at ?? '')
  const doubted = progress === undefined ? 0 : progress.claimed - progress.supported
  return [
    span('  turn ', 'dim'),
    span(`${turn}`, 'bold'),
    span(` of ${index.lastTurn}`, 'dim'),
    ...(time === '' ? [] : [span(`  ${time}`, 'dim')]),
    ...(items.length === 0
      ? [span('  no list', 'dim')]
      : [span('  '), span(`${done}/${items.length} done`, 'bold')]),
    ...(doubted <= 0 ? [] : [span('  '), span(`${doubted} not supported`, 'red')]),
    span(' '),
  ]
}

/** All turns in one line, each sign the gravest of as many turns as fit into a column; ◆ is the cursor. */
export function mapLine({ turn, size }: DebuggerState, index: SessionIndex): Line {
  const columns = size.columns - 2
  const turns = index.lastTurn - index.firstTurn + 1
  const places = Math.min(columns, turns)
  const here = placeOf(turn, index, places)
  const spans: Span[] = [span(' ')]
  for (let place = 0; place < places; place += 1)
    spans.push(place === here ? span('◆', 'bold', 'cyan') : signAt(place, index, places))
  return filled(spans, size.columns)
}

function placeOf(turn: number, { firstTurn, lastTurn }: SessionIndex, places: number): number {
  return Math.floor(((turn - firstTurn) * places) / (lastTurn - firstTurn + 1))
}

/** The map of a session does not change: it is drawn once for a width. */
const maps = new WeakMap<SessionIndex, { readonly places: number; readonly signs: readonly Span[] }>()

function signAt(place: number, index: SessionIndex, places: number): Span {
  let map = maps.get(index)
  if (map === undefined || map.places !== places) {
    map = { places, signs: signsOf(index, places) }
    maps.set(index, map)
  }
  return map.signs[place] ?? span(' ')
}

/** Of the turns of one column the sign that stands first in this order. */
const gravity = '✗~⊘↶!↻≡●'

function signsOf(index: SessionIndex, places: number): readonly Span[] {
  const signs: Span[] = Array.from({ length: places }, () => span('·', 'dim'))
  for (let turn = index.firstTurn; turn <= index.lastTurn; turn += 1) {
    const sign = gravestSign(index.marksOf(turn))
    const place = placeOf(turn, index, places)
    const known = signs[place]
    if (known !== undefined && rank(sign) < rank(known)) signs[place] = sign
  }
  return signs
}

function rank({ text }: Span): number {
  const place = gravity.indexOf(text)
  return place === -1 ? gravity.length : place
}

/** The time of day of an ISO time; nothing for a recording without times. */
export function clock(at: string): string {
  return at === '' || at.startsWith('1970-01-01T00:00:00') ? '' : at.slice(11, 19)
}
