/** Verifies a ledger: the file, the hashes, what was anchored, and what the events say. */

import { createReducer, DamagedLogError, type EventStore, LedgerError } from '@todo-ledger/core'
import {
  type Anchor,
  anchorLine,
  type BadPlace,
  type BadSnapshot,
  type ChainProblem,
  SnapshotChecker,
  wronglyListed,
} from '@todo-ledger/core/store'
import type { Output } from '../output.js'
import { isLedgerAddress } from '../sources/is-ledger-address.js'
import { ledgerFileProblems, openLedgerFile } from '../sources/ledger-file.js'
import { someOf } from '../text/count.js'
import type { Environment } from '../text/style.js'
import { verifyRemembered } from './remembered-anchor.js'

/** The first thing that is wrong; a part is null where it is not known. */
interface FirstBad {
  readonly position: number | null
  readonly session: string | null
  readonly seq: number | null
  /**
   * `impossible`: the log is whole and its events can't follow each other; `rule-broken`: they can, and a rule in force
   * disagrees.
   */
  readonly problem: ChainProblem | 'impossible' | 'rule-broken'
  readonly message: string
}

type Replayed = Awaited<ReturnType<typeof replaySessions>>

/** What was found, as `--json` prints it. Scripts rely on its keys. */
export type VerifyResult = Awaited<ReturnType<typeof verified>>

/** What says of a file that it was changed, before any of its events is read. */
const refusals: ReadonlySet<string> = new Set(['altered-schema', 'too-large'])

/**
 * Verifies a ledger. One whose schema is not ours, or with a value that no ledger holds, is not asked anything: that is
 * what is wrong with it.
 * @throws StoreError if it can't be opened as a ledger
 */
export async function verifyLedger(
  source: string,
  anchors: readonly Anchor[],
  output: Output,
  env: Environment,
): Promise<VerifyResult> {
  try {
    return await verified(source, anchors, output, env)
  } catch (error) {
    if (!(error instanceof LedgerError) || !refusals.has(error.code)) throw error
    const nothing = { events: 0, sessions: 0, firstBad: null, head: null, snapshots: null, replay: null }
    return { ok: false, source, ...nothing, file: [error.message], warnings: [], redacted: [], anchors: [] }
  }
}

async function verified(source: string, anchors: readonly Anchor[], output: Output, env: Environment) {
  const problems = [...(await ledgerFileProblems(source))]
  const store = await openLedgerFile(source, { readOnly: true })
  try {
    output.progress('checking the hashes')
    const chain = await verifyRemembered(store, source, env, anchors)
    let replayed: Replayed | null = null
    const warnings: string[] = []
    try {
      if (chain.firstBad === null) {
        replayed = await replaySessions(store, (text) => output.progress(text))
        // The list of sessions is made of the events, and no hash covers it.
        const wrong = await wronglyListed(store)
        if (wrong.length > 0)
          warnings.push(
            `the list of sessions says something else than the events of ${someOf(wrong)}; a copy, as the command copy makes it, has a right one`,
          )
      }
    } catch (error) {
      // Too damaged to say what its sessions are.
      if (!(error instanceof LedgerError) || error.code !== 'damaged-file') throw error
      problems.push(error.message)
    }
    const firstBad = chain.firstBad ?? (replayed === null ? null : firstBadOf(replayed))
    const ok = firstBad === null && problems.length === 0 && chain.ok
    if (ok) chain.remember()
    return {
      ok,
      source,
      events: chain.events,
      sessions: chain.sessions,
      firstBad,
      // What SQLite says of it. What a database stands in is its own affair; it is named where it could not be read.
      file: isLedgerAddress(source) && problems.length === 0 ? null : problems,
      warnings: [...warnings, ...(chain.behind === null ? [] : [chain.behind])],
      redacted: chain.redacted,
      anchors: chain.anchors.map(({ anchor, ...rest }) => ({ anchor: anchorLine(anchor), ...rest })),
      /** The anchor of the ledger as it is now. */
      head: ok && chain.head !== null ? anchorLine(chain.head) : null,
      /** Null where the log is damaged and was not replayed. */
      snapshots: replayed?.snapshots ?? null,
      replay: replayed?.replay ?? null,
    }
  } finally {
    await store.close()
  }
}

/** The first thing that is wrong with what the log says, with what was made of it, or with the rules. */
function firstBadOf({ replay, snapshots }: Replayed): FirstBad | BadPlace | null {
  const [impossible] = replay.impossible
  if (impossible !== undefined) return { position: null, problem: 'impossible', ...impossible }
  const [snapshot] = snapshots.bad
  if (snapshot !== undefined) {
    const { session, seq, message } = snapshot
    return { position: null, session, seq, problem: 'altered', message }
  }
  const [broken] = replay.brokenRules
  if (broken === undefined) return null
  const { session, seq, rule, message } = broken
  return { position: null, session, seq, problem: 'rule-broken', message: `${rule}: ${message}` }
}

/**
 * Replays every session: its events must be able to follow each other, and keep the rules in force; and compares the
 * snapshots with the states.
 * @throws StoreError where the store can't be read at all
 */
async function replaySessions(store: EventStore, progress: (text: string) => void) {
  /** The first impossible event of each session that has one; `seq` is null where it is not known. */
  const impossible: { session: string; seq: number | null; message: string }[] = []
  /** Updates that the log holds as accepted, and that break a rule which their session has in force. */
  const brokenRules: { session: string; seq: number; rule: string; message: string }[] = []
  /** Rules in force that are not known here: nothing is said of them. */
  const unknownRules: { session: string; rules: readonly string[] }[] = []
  const snapshots = { checked: 0, outdated: 0, bad: [] as BadSnapshot[] }
  const sessions = await store.sessions()
  const reducer = createReducer()
  for (const [done, { session }] of sessions.entries()) {
    progress(`replaying session ${done + 1} of ${sessions.length}`)
    const replay = reducer.replay()
    const checker = new SnapshotChecker(store, session, reducer)
    let seq = 0
    try {
      for await (const event of store.read(session)) {
        replay.apply(event)
        await checker.observe(event, replay.state)
        seq = event.seq
      }
      await checker.finish()
      snapshots.checked += checker.checked
      snapshots.outdated += checker.outdated
      snapshots.bad.push(...checker.bad)
      const { disagreements, skippedRules } = replay.finish()
      for (const { seq, violations } of disagreements)
        for (const { rule, message } of violations) brokenRules.push({ session, seq, rule, message })
      if (skippedRules.length > 0) unknownRules.push({ session, rules: skippedRules })
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
      const at = error instanceof DamagedLogError ? error.seq : seq + 1
      impossible.push({ session, seq: at, message: error.message })
    }
  }
  const replay = { sessions: sessions.length, impossible, brokenRules, unknownRules }
  return { replay, snapshots }
}
