/** Says why a session has no such moment. */

import type { SessionMoment } from '@todo-ledger/core/history'
import { Failure } from '../failure.js'
import { count } from '../text/count.js'
import { happeningWord } from './moment.js'

/** What is known of a session that never came to a moment. */
export interface SeenSession {
  /** Its id. */
  readonly session: string
  /** When it began. */
  readonly began: Date
  /** Its last turn; 0 where it has none. */
  readonly turns: number
  /** Its last event. */
  readonly seq: number
  /** How many events there are of the type that the moment stands before. */
  readonly happened: number
}

/** The failure that says so. */
export function missingMoment(moment: SessionMoment, seen: SeenSession): Failure {
  const name = `Session ${JSON.stringify(seen.session)}`
  if (moment !== 'end' && 'turn' in moment) {
    const its = seen.turns === 0 ? 'it has no turns' : `its last is turn ${seen.turns}`
    return new Failure('unknown-turn', `${name} has no turn ${moment.turn}: ${its}.`)
  }
  if (moment !== 'end' && 'seq' in moment) {
    return new Failure('unknown-seq', `${name} has no event ${moment.seq}: its events are 1 to ${seen.seq}.`)
  }
  if (moment !== 'end' && 'before' in moment) {
    const word = happeningWord(moment)
    const there = seen.happened === 0 ? `there is no ${word} in it` : `it has ${count(seen.happened, word)}`
    const which = moment.nth === 1 ? word : `${word} ${moment.nth}`
    return new Failure('unknown-moment', `${name} never came to ${which}: ${there}.`)
  }
  const began = seen.began.toISOString()
  return new Failure('unknown-time', `${name} had not begun at that time: it began at ${began}.`)
}
