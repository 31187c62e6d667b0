/** The hash chains of a ledger, checked with nothing but SHA-256: what the store computes is computed anew here. */

import { createHash } from 'node:crypto'

/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex')

/**
 * What is wrong with the chains and positions of a ledger, in the order of its records.
 * @param {string} ledger its id
 * @param {AsyncIterable<import('@todo-ledger/core/store').StoredRecord | import('@todo-ledger/core/store').UnreadableRecord>} records
 * @param {number} count how many events its sessions hold
 * @returns {Promise<string[]>}
 */
export async function chainProblems(ledger, records, count) {
  const problems = []
  /** @type {Map<string, string>} */
  const hashes = new Map()
  let link = sha256(`todo-ledger/ledger/1\n${ledger}`)
  let position = 0
  for await (const record of records) {
    position += 1
    if (record.position !== position)
      problems.push(`position ${record.position} stands where ${position} must`)
    if ('unreadable' in record) {
      problems.push(`position ${record.position} cannot be read: ${record.unreadable}`)
      continue
    }
    const { session, seq, id, type, version, turn, at, source, actor, data, salt, digest } = record
    if (sha256(`todo-ledger/data/1\n${salt}\n${data}`) !== digest)
      problems.push(`position ${position}: digest`)
    const previous =
      hashes.get(session) ?? sha256(`todo-ledger/session/1\n${ledger}\n${JSON.stringify(session)}`)
    // Of whoever is named the hash is of its second version.
    const who = actor === null ? [] : [actor]
    const envelope = JSON.stringify([session, seq, id, type, version, turn, at, source, ...who])
    const hash = sha256(`todo-ledger/event/${1 + who.length}\n${previous}\n${envelope}\n${digest}`)
    if (hash !== record.hash) problems.push(`position ${position}: hash`)
    hashes.set(session, record.hash)
    link = sha256(`todo-ledger/link/1\n${link}\n${position}\n${record.hash}`)
    if (link !== record.link) problems.push(`position ${position}: link`)
  }
  if (position !== count) problems.push(`${position} records, and ${count} events in the sessions`)
  return problems
}
