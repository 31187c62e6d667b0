/**
 * The hash chains of a ledger, worked out anew from what the rows say. Written apart from core's own verification, so
 * that a fault in the one is not a fault in the other.
 */

import { createHash } from 'node:crypto'
import { must, shown } from './failure.js'

/** A row as a store gives it: the fields that the chains are made of. */
export interface ChainRow {
  readonly position: number
  readonly session: string
  readonly seq: number
  readonly id: string
  readonly type: string
  readonly version: number
  readonly turn: number
  readonly at: number
  readonly source: string | null
  readonly actor: string | null
  readonly data: string | null
  readonly salt: string | null
  readonly digest: string
  readonly hash: string
  readonly link: string
}

/** Fails unless the rows are a whole ledger: no place missing, both chains closed, no data without its digest. */
export function checkChain(
  ledger: string,
  rows: readonly ChainRow[],
  redacted: ReadonlyMap<string, number>,
): void {
  let link = sha256(`todo-ledger/ledger/1\n${ledger}`)
  const hashes = new Map<string, string>()
  const seqs = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const place = () => `the row at position ${row.position} (${shown(row.session)}, seq ${row.seq})`
    const { session, seq, id, type, version, turn, at, source, actor } = row
    must(row.position === index + 1, () => `${place()} stands at place ${index + 1}`)
    must(seq === (seqs.get(session) ?? 0) + 1, () => `${place()} follows seq ${seqs.get(session) ?? 0}`)
    seqs.set(session, seq)
    const kept = row.data !== null && row.salt !== null
    const untouched = kept && sha256(`todo-ledger/data/1\n${row.salt}\n${row.data}`) === row.digest
    must(untouched || redacted.has(session), () => `${place()} has other data than its digest says`)
    const previous =
      hashes.get(session) ?? sha256(`todo-ledger/session/1\n${ledger}\n${JSON.stringify(session)}`)
    // Of whoever is named the hash is of its second version.
    const who = actor === null ? [] : [actor]
    const envelope = JSON.stringify([session, seq, id, type, version, turn, at, source, ...who])
    const hash = sha256(`todo-ledger/event/${1 + who.length}\n${previous}\n${envelope}\n${row.digest}`)
    must(hash === row.hash, () => `${place()} has a hash that does not follow`)
    hashes.set(session, hash)
    link = sha256(`todo-ledger/link/1\n${link}\n${row.position}\n${hash}`)
    must(link === row.link, () => `${place()} has a link that does not follow`)
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
