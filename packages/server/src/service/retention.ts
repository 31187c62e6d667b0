/** Forgets the sessions in which nothing happened for long. */

import { faultFields, type Log } from '../telemetry/log.js'
import type { LedgerService } from './ledger-service.js'

const hour = 3_600_000
const day = 24 * hour

/** Looks at once and then every hour. Gives a function that stops it. */
export function startRetention(
  service: LedgerService,
  { days, clock, log }: { readonly days: number; readonly clock: () => Date; readonly log: Log },
): () => void {
  const look = async () => {
    try {
      const forgotten = await service.forgetBefore(new Date(clock().getTime() - days * day))
      if (forgotten.length > 0)
        log({ level: 'info', message: 'old sessions were forgotten', sessions: forgotten.length })
    } catch (error) {
      log({ level: 'error', message: 'old sessions could not be forgotten', ...faultFields(error) })
    }
  }
  void look()
  const timer = setInterval(() => void look(), hour).unref()
  return () => clearInterval(timer)
}
