/** Moments of a session: as `--at` names them, and what the session was at one. */

import type { Point, SessionState } from '@todo-ledger/core'
import type { SessionEvent } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import { headOf, type SessionHead } from '../items/place.js'
import { isoDate, type OptionDeclaration, type OptionValues, text } from '../options.js'
import { type SessionFollower, type SourceSession, stateFollower } from '../sources/source-session.js'

/** `--at`, read by `momentOf`. */
export const momentOption: { readonly at: OptionDeclaration<string | undefined> } = {
  at: text('--at <moment>', 'after a turn (12), an event (seq:40) or a time'),
}

/**
 * The moment that `--at` names; the end where it was not given.
 * @throws Failure `usage`
 */
export function momentOf({ at = 'end' }: OptionValues<typeof momentOption>): Point {
  const moment = momentNamed(at.trim())
  if (moment !== null) return moment
  throw new Failure(
    'usage',
    `There is no moment ${JSON.stringify(at)}. Give a turn (12), an event (seq:40), a time (2026-01-05T10:00:00Z), start or end.`,
  )
}

/** The moment that a word names; null where it names none. */
export function momentNamed(word: string): Point | null {
  if (/^\d{1,15}$/.test(word)) return { turn: Number(word) }
  if (/^seq:\d{1,15}$/.test(word)) return { seq: Number(word.slice(4)) }
  if (word === 'start') return { turn: 0 }
  if (word === 'end') return 'end'
  try {
    return /^\d{4}-\d\d-\d\d/.test(word) ? { at: isoDate(word) } : null
  } catch {
    return null
  }
}

/** What a moment is called, as it is given on the command line. */
export function momentName(moment: Point): string {
  if (moment === 'end') return 'the end'
  if ('turn' in moment) return moment.turn === 0 ? 'the start' : `turn ${moment.turn}`
  return 'seq' in moment ? `event ${moment.seq}` : moment.at.toISOString()
}

/** A session's state at a moment. */
export interface Snapshot {
  readonly head: SessionHead
  /** Null where the session never came to the moment. */
  readonly state: SessionState | null
  readonly turns: number
  /** Says why there is no such moment in the session. */
  readonly missing: () => Failure
}

/**
 * Takes the state of a session at a moment.
 * @param observe gets the events up to it; without it, only as much is read as the state needs
 */
export function snapshotAt(session: SourceSession, moment: Point, observe?: (passed: SessionEvent) => void) {
  const followed = stateFollower(session, moment, observe)
  return {
    ...followed,
    async finish() {
      const { state, reached } = await followed.finish()
      const { seq, turn } = state
      return {
        head: headOf(session.opened),
        state: reached ? state : null,
        turns: turn.number,
        missing: () => missingMoment(session, moment, { turn: turn.number, seq }),
      }
    },
  } satisfies SessionFollower<Promise<Snapshot>>
}

/** The failure that says why a session has no such moment. @param last the last turn and event that were seen */
export function missingMoment(
  { id, opened }: SourceSession,
  moment: Point,
  last: { readonly turn: number; readonly seq: number },
): Failure {
  const name = `Session ${JSON.stringify(id)}`
  if (moment !== 'end' && 'turn' in moment) {
    const its = last.turn === 0 ? 'it has no turns' : `its last is turn ${last.turn}`
    return new Failure('unknown-turn', `${name} has no turn ${moment.turn}: ${its}.`)
  }
  if (moment !== 'end' && 'seq' in moment)
    return new Failure('unknown-seq', `${name} has no event ${moment.seq}: its events are 1 to ${last.seq}.`)
  const began = opened.at.toISOString()
  return new Failure('unknown-time', `${name} had not begun at that time: it began at ${began}.`)
}
