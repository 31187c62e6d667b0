/** Which sessions of a source are wanted, and which there are. */

import { Failure } from '../failure.js'
import { someOf } from '../text/count.js'
import { didYouMean } from '../text/did-you-mean.js'
import type { ListenerFor, MomentWish, Reading } from './reading.js'
import { withoutSubagents } from './session-named.js'

/** Passes the sessions that are wanted on, and remembers which there are. */
export class WantedSessions {
  readonly #reading: Reading
  readonly #present: string[] = []
  #found = false
  #enough = false

  /** @param reading what is wanted */
  constructor(reading: Reading) {
    this.#reading = reading
  }

  /** True where the one session that is wanted was read as far as it is. */
  get isOver(): boolean {
    return this.#enough
  }

  /** What is done with a session. */
  readonly listenerFor: ListenerFor = (opened) => {
    const { session, listenerFor, besides = () => null } = this.#reading
    this.#present.push(opened.session)
    if (session !== undefined && session !== opened.session) return besides(opened)
    this.#found = true
    const listener = listenerFor(opened)
    if (listener === null || session === undefined) return listener
    const { moment } = listener
    return {
      passed: (event, state) => {
        if (listener.passed(event, state) === 'enough') this.#enough = true
        return this.#enough ? 'enough' : 'more'
      },
      finished: () => listener.finished(),
      ...(moment === undefined ? {} : { moment: { point: moment.point, took: this.#lastTook(moment) } }),
    }
  }

  #lastTook(moment: MomentWish): MomentWish['took'] {
    return (read, cameToIt) => {
      this.#enough = true
      moment.took(read, cameToIt)
    }
  }

  /**
   * Sees to it that there was what was asked for.
   * @throws Failure `no-session`, `unknown-session`
   */
  check(source: string): void {
    const { session } = this.#reading
    const present = [...new Set(this.#present)]
    if (present.length === 0) throw new Failure('no-session', `${source}: there is no session in it.`)
    if (session === undefined || this.#found) return
    throw new Failure(
      'unknown-session',
      `There is no session ${JSON.stringify(session)} in ${source}.${didYouMean(session, session.includes('/') ? present : withoutSubagents(present)) || ` It holds ${someOf(present)}.`}`,
    )
  }
}
