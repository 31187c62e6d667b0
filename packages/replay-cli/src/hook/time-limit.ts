/** The time that a hook may take: the agent waits for it. */

import { setTimeout as wait } from 'node:timers/promises'
import type { EventStore } from '@todo-ledger/core'

/** The hook has taken as long as it may. */
export class TimeIsUp extends Error {
  readonly code = 'too-slow'

  /** @param seconds the limit */
  constructor(seconds: number) {
    super(`It took longer than ${seconds} s and was let go.`)
  }
}

/** How much time is left. */
export class TimeLimit {
  readonly seconds: number
  readonly #end: number

  /** @param seconds how long; @param since from when on, in milliseconds since the process started */
  constructor(seconds: number, since: number) {
    this.seconds = seconds
    this.#end = since + seconds * 1000
  }

  /** Milliseconds that are left; 0 where none are. */
  get left(): number {
    return Math.max(0, this.#end - performance.now())
  }

  /** @throws TimeIsUp when no time is left */
  check(): void {
    if (this.left === 0) throw new TimeIsUp(this.seconds)
  }

  /** What a promise gives, unless time is up before. @throws TimeIsUp, and what the promise is rejected with */
  async within<T>(work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const over = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new TimeIsUp(this.seconds)), this.left)
    })
    try {
      return await Promise.race([work, over])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** In so many parts is waited for something that may be there already, and has only not been looked at. */
const parts = 20

/**
 * What a promise gives, unless it takes longer than that while this process runs: where many run at once most of the time
 * is that of others, and what was sent long since is not lost for it.
 * @throws TimeIsUp, and what the promise is rejected with
 */
export function unlessIdle<T>(work: Promise<T>, seconds: number): Promise<T> {
  const over = async (): Promise<never> => {
    for (let part = 0; part < parts; part += 1) {
      await wait((seconds * 1000) / parts, undefined, { ref: false })
    }
    throw new TimeIsUp(seconds)
  }
  return Promise.race([work, over()])
}

/** A store with functions of its own in front of those of another one. */
export function storeOver(base: EventStore, own: Partial<EventStore>): EventStore {
  const { side } = base
  return {
    ...(side === undefined ? {} : { side }),
    append: (session, events, options) => base.append(session, events, options),
    read: (session, range) => base.read(session, range),
    ledger: () => base.ledger(),
    readAll: (range) => base.readAll(range),
    lastPosition: () => base.lastPosition(),
    sessions: (only) => base.sessions(only),
    redact: (session, redaction, options) => base.redact(session, redaction, options),
    close: () => base.close(),
    ...own,
  }
}

/** A store whose reading ends when time is up: a long log is read without a pause in which a timer could ring. */
export function timedStore(base: EventStore, limit: TimeLimit): EventStore {
  return storeOver(base, {
    append: (session, events, options) => {
      limit.check()
      return base.append(session, events, options)
    },
    async *read(session, range) {
      for await (const event of base.read(session, range)) {
        limit.check()
        yield event
      }
    },
  })
}
