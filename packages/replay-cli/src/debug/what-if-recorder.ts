/** Drives a session under another profile as it is read, and keeps the list that it would have had at each turn. */

import { type Profile, profileNamed } from '@todo-ledger/core'
import { WhatIfSession } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import type { Reading } from '../sources/reading.js'
import { type WhatIfItems, WhatIfReplay } from './what-if-replay.js'

/** Drives one session of a source. */
export class WhatIfRecorder {
  readonly #profile: Profile
  readonly #session: string
  readonly #lists: { readonly turn: number; readonly items: WhatIfItems }[] = []
  #driven: WhatIfSession | null = null
  #replay: WhatIfReplay | null = null

  /** @param session the session's id; @param profile what it is driven under */
  constructor(session: string, profile: Profile) {
    this.#session = session
    this.#profile = profile
  }

  /** What is read of the source. */
  get reading(): Pick<Reading, 'listenerFor' | 'session' | 'coming' | 'settle'> {
    return {
      session: this.#session,
      listenerFor: ({ session, data: { profile: from } }) => {
        const reader = profileNamed(from)
        const driven = new WhatIfSession({
          session,
          recordedProfile: from,
          reader,
          profile: this.#profile,
          onList: (turn, items) => this.#lists.push({ turn, items }),
        })
        this.#driven = driven
        return {
          passed: (event, state) => {
            driven.passed(event, state)
            return 'more'
          },
          finished: async () => {
            this.#replay = new WhatIfReplay(await driven.finish(), this.#lists)
          },
        }
      },
      coming: (step) => {
        if (step.session === this.#session) this.#driven?.coming(step)
      },
      settle: async () => this.#driven?.settle(),
    }
  }

  /**
   * What became of the session.
   * @throws Failure `no-session`
   */
  get replay(): WhatIfReplay {
    if (this.#replay === null)
      throw new Failure('no-session', `The session ${JSON.stringify(this.#session)} is not there any more.`)
    return this.#replay
  }
}
