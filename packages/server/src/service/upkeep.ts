/** What the server does beside requests, at once and then every hour: it checks its log, and forgets what is old. */

import { setImmediate } from 'node:timers/promises'
import type { EventStore } from '@todo-ledger/core'
import { verifyRemembered } from 'todo-replay/reading'
import { faultFields, type Log } from '../telemetry/log.js'
import type { LedgerService } from './ledger-service.js'

/** `behind`: it was cut or rewritten since it verified here; `damaged`: its hashes do not hold. */
export type LogStanding = 'unchecked' | 'verified' | 'behind' | 'damaged'

const hour = 3_600_000
const day = 24 * hour

/** Checked together before others get their turn. */
const eventsAtOnce = 64

/** Does it now and every hour. Gives a function that stops it. */
export function hourly(work: () => Promise<void>): () => void {
  void work()
  const timer = setInterval(() => void work(), hour).unref()
  return () => clearInterval(timer)
}

interface LogCheckOptions {
  readonly store: EventStore
  /** Its file or address. */
  readonly place: string
  readonly env: { readonly [variable: string]: string | undefined }
  readonly log: Log
  readonly isStopping?: () => boolean
}

/** Checks the hashes of the log, and the log against what verified here before. */
export function logCheck({ store, place, env, log, isStopping = () => false }: LogCheckOptions) {
  let standing: LogStanding = 'unchecked'
  let checked: number | null = null

  async function* inTurns() {
    let read = 0
    for await (const entry of store.readAll()) {
      read += 1
      if (read % eventsAtOnce === 0) await setImmediate()
      if (isStopping()) throw new Error('The server is shutting down.')
      yield entry
    }
  }

  /** Never throws: what is wrong stands in the log. */
  const check = async () => {
    try {
      const last = await store.lastPosition()
      if (last === checked) return
      const source = { ledger: () => store.ledger(), readAll: inTurns }
      const { ok, behind, firstBad, events, remember } = await verifyRemembered(source, place, env)
      standing = ok ? 'verified' : behind === null ? 'damaged' : 'behind'
      checked = last
      if (ok) {
        remember()
        log({ level: 'info', message: 'the log verified', events })
        return
      }
      const message = `the log is ${standing}: run todo-replay verify`
      log({ level: 'error', message, events, position: firstBad?.position ?? null })
    } catch (error) {
      if (!isStopping())
        log({ level: 'error', message: 'the log could not be checked', ...faultFields(error) })
    }
  }
  return { check, standing: () => standing }
}

/** Forgets the sessions in which nothing happened for so many days. */
export async function forgetOld(service: LedgerService, days: number, now: Date, log: Log): Promise<void> {
  try {
    const forgotten = await service.forgetBefore(new Date(now.getTime() - days * day))
    if (forgotten.length > 0)
      log({ level: 'info', message: 'old sessions were forgotten', sessions: forgotten.length })
  } catch (error) {
    log({ level: 'error', message: 'old sessions could not be forgotten', ...faultFields(error) })
  }
}
