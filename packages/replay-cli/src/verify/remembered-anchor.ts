/** The last anchor of a ledger that verified here, kept by itself: a cut shows without anybody having asked for an anchor. */

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { type Anchor, anchorLine, parseAnchor } from '@todo-ledger/core/store'
import { isLedgerAddress } from '../sources/ledger-address.js'
import type { Environment } from '../text/style.js'

/** Its file, whose name says nothing of the ledger; null where no folder is set for what is remembered. */
export function anchorFile(env: Environment, ledger: string, id: string): string | null {
  const state = env['XDG_STATE_HOME'] ?? (env['HOME'] === undefined ? '' : join(env['HOME'], '.local/state'))
  if (!isAbsolute(state)) return null
  // A copy elsewhere has the same id, and may rightly be behind.
  const place = isLedgerAddress(ledger) ? ledger : realpathSync(ledger)
  const name = createHash('sha256').update(`${id}\n${place}`).digest('hex')
  return join(state, 'todo-ledger', 'anchors', name)
}

/** The anchor in such a file; null where there is none that can be read. */
export function rememberedAnchor(file: string | null): Anchor | null {
  try {
    return file === null ? null : parseAnchor(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Keeps an anchor, whole or not at all. Where nothing can be written the ledger has verified all the same. */
export function rememberAnchor(file: string | null, anchor: Anchor): void {
  // Another process may have verified more meanwhile.
  if (file === null || (rememberedAnchor(file)?.position ?? 0) > anchor.position) return
  const partial = `${file}.${process.pid}.partial`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(partial, `${anchorLine(anchor)}\n`, { mode: 0o600, flush: true })
    renameSync(partial, file)
  } catch {
    // A home that can't be written is no fault of the ledger.
  }
}
