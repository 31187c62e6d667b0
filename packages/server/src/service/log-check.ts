/** Checks the hashes of the log while the server runs, and the log against what verified here before. */

import { setImmediate } from 'node:timers/promises'
import type { EventStore } from '@todo-ledger/core'
import { verifyRemembered } from 'todo-replay/reading'
import { faultFields, type Log } from '../telemetry/log.js'

/** `behind`: it was cut or rewritten since it verified here; `damaged`: its hashes do not hold. */
export type LogStanding = 'unchecked' | 'verified' | 'behind' | 'damaged'

/** So often it is checked again where something was added, in milliseconds. */
const hour = 3_600_000

/** Checked together before others get their turn. */
const eventsAtOnce = 64

interface LogCheckOptions {
  readonly store: EventStore
  /** Its file or address. */
  readonly place: string
  readonly env: { readonly [variable: string]: string | undefined }
  readonly log: Log
}

export class LogCheck {
  #standing: LogStanding = 'unchecked'
  #checked: number | null = null
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(readonly given: LogCheckOptions) {}

  get standing(): LogStanding {
    return this.#standing
  }

  /** Checks now and every hour, until it is stopped. */
  start(): void {
    void this.check()
    this.#timer = setInterval(() => void this.check(), hour).unref()
  }

  stop(): void {
    this.#isStopped = true
    clearInterval(this.#timer)
  }

  /** Never throws: what is wrong stands in the log. */
  async check(): Promise<void> {
    const { store, place, env, log } = this.given
    try {
      const last = await store.lastPosition()
      if (last === this.#checked) return
      const { ok, behind, firstBad, events, remember } = await verifyRemembered(this.#inTurns(), place, env)
      this.#standing = ok ? 'verified' : behind === null ? 'damaged' : 'behind'
      this.#checked = last
      if (ok) {
        remember()
        log({ level: 'info', message: 'the log verified', events })
      } else {
        const position = firstBad?.position ?? null
        log({
          level: 'error',
          message: `the log is ${this.#standing}: run todo-replay verify`,
          events,
          position,
        })
      }
    } catch (error) {
      if (!this.#isStopped)
        log({ level: 'error', message: 'the log could not be checked', ...faultFields(error) })
    }
  }

  #inTurns() {
    const { store } = this.given
    const entries = async function* (isStopped: () => boolean) {
      let read = 0
      for await (const entry of store.readAll()) {
        read += 1
        if (read % eventsAtOnce === 0) await setImmediate()
        if (isStopped()) throw new Error('The server is about to stop.')
        yield entry
      }
    }
    return { ledger: () => store.ledger(), readAll: () => entries(() => this.#isStopped) }
  }
}
