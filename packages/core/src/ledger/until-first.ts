/** Work on a stored session beside the one who drives it, who may be faster. */

import { ConcurrencyError, HostError } from '../errors.js'

/** Another writer may be faster so often. */
const mostAttempts = 20

/** Does it again, on what the session is by then, when another writer was faster. */
export async function untilFirst<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ConcurrencyError) || attempt === mostAttempts) throw error
    }
  }
}

/** The error of a session that is not there. */
export function unknownSession(session: string): HostError {
  return new HostError('unknown-session', `There is no session ${JSON.stringify(session)} in the ledger.`)
}
