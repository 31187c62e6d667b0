/** The range of a session that a person gives: `3..9`, `..9`, `compaction..end`. */

import type { SessionMoment } from '@todo-ledger/core/history'
import { Failure } from '../failure.js'
import { happeningNamed, happeningWords, momentNamed } from '../show/moment.js'

/** Two moments of a session. */
export interface Range {
  /** The earlier. */
  readonly from: SessionMoment
  /** The later. */
  readonly to: SessionMoment
}

/** The whole session. */
export const wholeSession: Range = { from: { turn: 0 }, to: 'end' }

const time = /^\d{4}-\d\d-\d\d/
const happening = new RegExp(`^(?:${happeningWords.join('|')})(?::\\d+)?$`)
const moment = new RegExp(
  `^(?:\\d{1,15}|seq:\\d{1,15}|start|end|${time.source.slice(1)}.*|${happening.source.slice(1, -1)})$`,
)

/** True for a word that can only be a range: a path such as `../file` is none. */
export function looksLikeRange(word: string): boolean {
  const sides = sidesOf(word)
  if (sides === null) return moment.test(word)
  return sides.every((side) => side === '' || moment.test(side))
}

/**
 * Reads a range. A single turn stands for what changed in it.
 * @throws Failure `usage`
 */
export function rangeOf(word: string): Range {
  const sides = sidesOf(word)
  if (sides === null) {
    if (!/^\d{1,15}$/.test(word) || Number(word) === 0) throw notRange(word)
    return { from: { turn: Number(word) - 1 }, to: { turn: Number(word) } }
  }
  const [from, to] = sides
  const range = {
    from: from === '' ? wholeSession.from : momentOf(from, word),
    to: to === '' ? wholeSession.to : momentOf(to, word),
  }
  if (isBackwards(range)) {
    throw new Failure(
      'usage',
      `The range ${JSON.stringify(word)} runs backwards: give the earlier moment first.`,
    )
  }
  return range
}

/** True for a range whose end is known to come before its beginning, whatever the session. */
function isBackwards({ from, to }: Range): boolean {
  if (from === 'end') return to !== 'end'
  if (to === 'end') return false
  if ('turn' in from && 'turn' in to) return from.turn > to.turn
  if ('seq' in from && 'seq' in to) return from.seq > to.seq
  return 'at' in from && 'at' in to && from.at.getTime() > to.at.getTime()
}

function sidesOf(word: string): readonly [string, string] | null {
  const place = word.indexOf('..')
  return place < 0 ? null : [word.slice(0, place), word.slice(place + 2)]
}

function momentOf(side: string, whole: string): SessionMoment {
  const named = happening.test(side) ? happeningNamed(side) : momentNamed(side)
  if (named === null) throw notRange(whole)
  return named
}

function notRange(word: string): Failure {
  return new Failure(
    'usage',
    `${JSON.stringify(word)} is not a range. Give two turns such as 3..9, ..9 or 3.., one turn such as 9, or other moments: seq:40..seq:90, compaction..end, 2026-01-05T10:00..2026-01-05T11:00.`,
  )
}
