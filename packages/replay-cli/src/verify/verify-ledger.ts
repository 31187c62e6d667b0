/** Verifies a ledger file: the file, the hashes, what was anchored, and what the events say. */

import { type EventStore, LedgerError } from '@todo-ledger/core'
import { type Anchor, anchorLine, verifyChain, wronglyListed } from '@todo-ledger/core/store'
import type { Output } from '../output.js'
import { isLedgerAddress } from '../sources/ledger-address.js'
import { ledgerFileProblems, openLedgerFile } from '../sources/ledger-file.js'
import { someOf } from '../text/count.js'
import type { Environment } from '../text/style.js'
import { anchorFile, rememberAnchor, rememberedAnchor } from './remembered-anchor.js'
import { replaySessions } from './replay-sessions.js'
import { firstBadOf, type VerifyResult } from './verify-result.js'

/**
 * Verifies a ledger file. One whose schema is not ours, or with a value that no ledger holds, is not asked anything: that is
 * what is wrong with it.
 * @throws StoreError if it can't be opened as a ledger
 */
export async function verifyLedger(
  file: string,
  anchors: readonly Anchor[],
  output: Output,
  env: Environment,
): Promise<VerifyResult> {
  try {
    return await verified(file, anchors, output, env)
  } catch (error) {
    if (error instanceof LedgerError && refusals.has(error.code)) return refused(file, error.message)
    throw error
  }
}

/** What says of a file that it was changed, before any of its events is read. */
const refusals: ReadonlySet<string> = new Set(['altered-schema', 'too-large'])

function refused(source: string, problem: string): VerifyResult {
  return {
    ok: false,
    source,
    kind: 'ledger',
    events: 0,
    sessions: 0,
    firstBad: null,
    file: [problem],
    warnings: [],
    hashed: true,
    redacted: [],
    anchors: [],
    head: null,
    snapshots: null,
    replay: null,
  }
}

async function verified(
  file: string,
  anchors: readonly Anchor[],
  output: Output,
  env: Environment,
): Promise<VerifyResult> {
  const problems = [...(await ledgerFileProblems(file))]
  const hasFile = !isLedgerAddress(file)
  const store = await openLedgerFile(file, { readOnly: true })
  try {
    output.progress('checking the hashes')
    const kept = anchorFile(env, file, store.ledger())
    const remembered = rememberedAnchor(kept)
    const chain = await verifyChain(store, remembered === null ? anchors : [...anchors, remembered])
    const replayed = chain.firstBad === null ? await replayOf(store, problems, output) : null
    const { replay = null, snapshots = null } = replayed ?? {}
    const firstBad = firstBadOf(chain.firstBad, replay, snapshots)
    const ok = firstBad === null && problems.length === 0 && chain.ok
    if (ok && chain.head !== null && kept !== null) rememberAnchor(kept, chain.head)
    const behind = chain.anchors.find(({ anchor, ok }) => anchor === remembered && !ok)
    return {
      ok,
      source: file,
      kind: 'ledger',
      events: chain.events,
      sessions: chain.sessions,
      firstBad,
      // What a database stands in is its own affair; it is named where it could not be read.
      file: hasFile || problems.length > 0 ? problems : null,
      warnings: [
        ...(firstBad === null ? await listWarnings(store) : []),
        ...(behind === undefined
          ? []
          : [
              `it verified here before as something else; if you put another in its place yourself, remove ${kept}`,
            ]),
      ],
      hashed: true,
      redacted: chain.redacted,
      anchors: chain.anchors
        .filter(({ anchor, ok }) => anchor !== remembered || !ok)
        .map(({ anchor, ...rest }) => ({ anchor: anchorLine(anchor), ...rest })),
      head: ok && chain.head !== null ? anchorLine(chain.head) : null,
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
async function replayOf(
  store: EventStore,
  problems: string[],
  output: Output,
): Promise<Awaited<ReturnType<typeof replaySessions>> | null> {
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
