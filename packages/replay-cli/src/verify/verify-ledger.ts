/** Verifies a ledger: the file, the hashes, what was anchored, and what the events say. */

import { type EventStore, LedgerError } from '@todo-ledger/core'
import {
  type Anchor,
  anchorLine,
  type BadPlace,
  type ChainProblem,
  wronglyListed,
} from '@todo-ledger/core/store'
import type { Output } from '../output.js'
import { isLedgerAddress } from '../sources/is-ledger-address.js'
import { ledgerFileProblems, openLedgerFile } from '../sources/ledger-file.js'
import { someOf } from '../text/count.js'
import type { Environment } from '../text/style.js'
import { verifyRemembered } from './remembered-anchor.js'
import { replaySessions } from './replay-sessions.js'

/** The first thing that is wrong; a part is null where it is not known. */
export interface FirstBad {
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
    const { replay = null, snapshots = null } =
      (chain.firstBad === null ? await replayOf(store, problems, output) : null) ?? {}
    const firstBad = firstBadOf(chain.firstBad, replay, snapshots)
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
      warnings: [
        ...(firstBad === null ? await listWarnings(store) : []),
        ...(chain.behind === null ? [] : [chain.behind]),
      ],
      redacted: chain.redacted,
      anchors: chain.anchors.map(({ anchor, ...rest }) => ({ anchor: anchorLine(anchor), ...rest })),
      /** The anchor of the ledger as it is now. */
      head: ok && chain.head !== null ? anchorLine(chain.head) : null,
      /** Null where the log is damaged and was not replayed. */
      snapshots,
      replay,
    }
  } finally {
    await store.close()
  }
}

/** The list of sessions is made of the events, and no hash covers it. */
async function listWarnings(store: EventStore): Promise<readonly string[]> {
  const wrong = await wronglyListed(store).catch((error: unknown) => {
    // What can't be read is said elsewhere.
    if (error instanceof LedgerError) return []
    throw error
  })
  if (wrong.length === 0) return []
  return [
    `the list of sessions says something else than the events of ${someOf(wrong)}; a copy, as the command copy makes it, has a right one`,
  ]
}

/** Null where the file is too damaged to say what its sessions are. */
async function replayOf(store: EventStore, problems: string[], output: Output): Promise<Replayed | null> {
  try {
    return await replaySessions(store, (done, of) =>
      output.progress(`replaying session ${done + 1} of ${of}`),
    )
  } catch (error) {
    if (!(error instanceof LedgerError) || error.code !== 'damaged-file') throw error
    problems.push(error.message)
    return null
  }
}

/** The first thing that is wrong: with the log, with what it says, with what was made of it, or with the rules. */
function firstBadOf(
  chain: BadPlace | null,
  replay: Replayed['replay'] | null,
  snapshots: Replayed['snapshots'] | null,
): FirstBad | null {
  if (chain !== null) return chain
  const [impossible] = replay?.impossible ?? []
  if (impossible !== undefined) return { position: null, problem: 'impossible', ...impossible }
  const [snapshot] = snapshots?.bad ?? []
  if (snapshot !== undefined) {
    const { session, seq, message } = snapshot
    return { position: null, session, seq, problem: 'altered', message }
  }
  const [broken] = replay?.brokenRules ?? []
  if (broken === undefined) return null
  const { session, seq, rule, message } = broken
  return { position: null, session, seq, problem: 'rule-broken', message: `${rule}: ${message}` }
}
