/** The last anchor of a ledger that verified here, kept by itself: a cut shows without anybody having asked for an anchor. */

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Anchor, anchorLine, type ChainSource, parseAnchor, verifyChain } from '@todo-ledger/core/store'
import { namedStateFolder } from '../person-folders.js'
import { isLedgerAddress } from '../sources/is-ledger-address.js'
import type { Environment } from '../text/style.js'

/**
 * Checks the hashes of a ledger, anchors, and the anchor that is remembered of it. `behind` says, where that one fails, what
 * to do about it; `remember` keeps the new one.
 * @param place the ledger's file or address
 */
export async function verifyRemembered(
  ledger: ChainSource,
  place: string,
  env: Environment,
  anchors: readonly Anchor[] = [],
) {
  const file = anchorFile(env, place, ledger.ledger())
  const remembered = rememberedAnchor(file)
  const chain = await verifyChain(ledger, remembered === null ? anchors : [...anchors, remembered])
  const isBehind = chain.anchors.some(({ anchor, ok }) => anchor === remembered && !ok)
  return {
    ...chain,
    anchors: chain.anchors.filter(({ anchor, ok }) => anchor !== remembered || !ok),
    behind: isBehind
      ? `it verified here before as something else; if you put another in its place yourself, remove ${file}`
      : null,
    remember: () => {
      if (file !== null && chain.ok && chain.head !== null) rememberAnchor(file, chain.head)
    },
  }
}

/** Its file, whose name says nothing of the ledger; null where no folder is set for what is remembered. */
function anchorFile(env: Environment, ledger: string, id: string): string | null {
  const state = namedStateFolder(env)
  if (state === null) return null
  // A copy elsewhere has the same id, and may rightly be behind.
  const place = isLedgerAddress(ledger) ? ledger : realpathSync(ledger)
  return join(state, 'anchors', createHash('sha256').update(`${id}\n${place}`).digest('hex'))
}

/** The anchor in such a file; null where there is none that can be read. */
function rememberedAnchor(file: string | null): Anchor | null {
  try {
    return file === null ? null : parseAnchor(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Keeps an anchor, whole or not at all. Where nothing can be written the ledger has verified all the same. */
function rememberAnchor(file: string, anchor: Anchor): void {
  // Another process may have verified more meanwhile.
  if ((rememberedAnchor(file)?.position ?? 0) > anchor.position) return
  const partial = `${file}.${process.pid}.partial`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(partial, `${anchorLine(anchor)}\n`, { mode: 0o600, flush: true })
    renameSync(partial, file)
  } catch {
    // A home that can't be written is no fault of the ledger.
  }
}
