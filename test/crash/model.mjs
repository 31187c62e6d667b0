/** What a ledger must hold: kept from the lines that writers told, in plain arrays. */

/**
 * @typedef {import('./told.mjs').Line} Line
 *
 * @typedef {object} Attempt an append that was begun and not yet answered
 * @property {string} session
 * @property {number} expectedSeq
 * @property {readonly string[]} events
 */

/** The model of one ledger over the lives of all its writers. */
export class Model {
  /** The texts of the events that must be there, by session, in order. @type {Map<string, string[]>} */
  settled = new Map()
  /** Begun and not acknowledged: each is there whole or not at all. @type {Map<string, Attempt>} */
  inFlight = new Map()
  /** What a live session's state was, by session and seq. @type {Map<string, string>} */
  states = new Map()
  /** Events acknowledged so far. */
  acknowledged = 0
  /** What was told that cannot be, such as a failed append. @type {string[]} */
  surprises = []

  /** Takes what a writer told. @param {string} writer @param {Line} line */
  take(writer, line) {
    if (line.is === 'try') {
      this.#resolve(writer, line)
      this.inFlight.set(`${writer} ${line.append}`, line)
    } else if (line.is === 'ack') this.#acknowledge(`${writer} ${line.append}`, line.lastSeq)
    else if (line.is === 'state') this.states.set(`${line.session} ${line.seq}`, line.state)
    else if (line.is === 'failed') this.surprises.push(line.message)
  }

  /** The events of a session that must be there. @param {string} session */
  eventsOf(session) {
    return this.settled.get(session) ?? []
  }

  /**
   * What a restart found is settled; what it did not find was never stored.
   * @param {ReadonlyMap<string, readonly string[]>} stored
   */
  settle(stored) {
    for (const [session, events] of stored) this.settled.set(session, [...events])
    this.inFlight.clear()
  }

  /** A model of a copy of the ledger, which goes its own way. */
  copy() {
    return Object.assign(new Model(), structuredClone({ ...this }))
  }

  /** A writer that goes on from a seq has seen what became of the attempts of those that died before it. @param {string} writer @param {Attempt} next */
  #resolve(writer, { session, expectedSeq }) {
    for (const [key, attempt] of this.inFlight) {
      if (attempt.session !== session || key.startsWith(`${writer} `)) continue
      this.inFlight.delete(key)
      if (expectedSeq === attempt.expectedSeq + attempt.events.length)
        this.settled.set(session, [...this.eventsOf(session), ...attempt.events])
    }
  }

  /** @param {string} key @param {number} lastSeq */
  #acknowledge(key, lastSeq) {
    const attempt = this.inFlight.get(key)
    this.inFlight.delete(key)
    if (attempt === undefined) return void this.surprises.push(`an acknowledgement of nothing: ${key}`)
    const { session, expectedSeq, events } = attempt
    const settled = this.eventsOf(session)
    const fresh = events.slice(Math.max(0, settled.length - expectedSeq))
    if (expectedSeq > settled.length || lastSeq !== settled.length + fresh.length)
      this.surprises.push(`session ${session}: acknowledged up to ${lastSeq} after ${settled.length}`)
    this.settled.set(session, [...settled, ...fresh])
    this.acknowledged += fresh.length
  }
}
