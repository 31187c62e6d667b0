/** The range of a session that a person gives: `3..9`, `..9`, `seq:40..end`. */

import type { Point } from '@todo-ledger/core'
import { Failure } from '../failure.js'
import { momentNamed } from '../show/moment.js'

/** Two moments of a session, the earlier first. */
export interface Range {
  readonly from: Point
  readonly to: Point
}

export const wholeSession: Range = { from: { turn: 0 }, to: 'end' }

const moment = /^(?:\d{1,15}|seq:\d{1,15}|start|end|\d{4}-\d\d-\d\d.*)$/

/** True for a word that can only be a range: a path such as `../file` is none. */
export function looksLikeRange(word: string): boolean {
  return (sidesOf(word) ?? [word]).every((side) => side === '' || moment.test(side)) && word !== ''
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
  const from = sides[0] === '' ? wholeSession.from : momentNamed(sides[0])
  const to = sides[1] === '' ? wholeSession.to : momentNamed(sides[1])
  if (from === null || to === null) throw notRange(word)
  return { from, to }
}

function sidesOf(word: string): readonly [string, string] | null {
  const place = word.indexOf('..')
  return place < 0 ? null : [word.slice(0, place), word.slice(place + 2)]
}

function notRange(word: string): Failure {
  return new Failure(
    'usage',
    `${JSON.stringify(word)} is not a range. Give two turns such as 3..9, ..9 or 3.., one turn such as 9, or other moments: seq:40..seq:90, 2026-01-05T10:00..2026-01-05T11:00.`,
  )
}
