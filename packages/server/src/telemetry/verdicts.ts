/** Verdicts on completions, told once each to whoever collects telemetry. */

import type { Context } from '@opentelemetry/api'
import type { SessionAudit } from '@todo-ledger/audit'
import { emitVerdict, wantsVerdicts } from './gen-ai.js'

/** Audits sessions behind the calls that complete something. Where nobody collects events, it does nothing. */
export class Verdicts {
  readonly #audit: (session: string) => Promise<SessionAudit>
  /** The calls of each session that were not looked at yet. */
  readonly #waiting = new Map<string, Map<string, Context>>()
  #working: Promise<void> = Promise.resolve()

  /** @param audit audits a session */
  constructor(audit: (session: string) => Promise<SessionAudit>) {
    this.#audit = audit
  }

  /** A call was accepted. Its session is audited once for all calls that came meanwhile. */
  called(session: string, call: string, within: Context): void {
    if (!wantsVerdicts()) return
    const calls = this.#waiting.get(session)
    if (calls !== undefined) {
      calls.set(call, within)
      return
    }
    this.#waiting.set(session, new Map([[call, within]]))
    this.#working = this.#working.then(() => this.#tell(session)).catch(() => undefined)
  }

  /** Once all that waits was told. */
  async settled(): Promise<void> {
    await this.#working
  }

  async #tell(session: string): Promise<void> {
    const calls = this.#waiting.get(session)
    this.#waiting.delete(session)
    const { completions } = await this.#audit(session)
    for (const completion of completions) {
      const within = calls?.get(completion.call)
      if (within !== undefined) emitVerdict(session, completion, within)
    }
  }
}
