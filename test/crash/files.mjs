/** The files of a ledger: removed, copied, and let go of by this process. */

import { copyFileSync, existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What stands beside a ledger and belongs to it. The shared memory is rebuilt from the log. */
const parts = ['', '-wal', '-journal']

/** @param {string} file @param {string} copy */
export function copyLedgerFiles(file, copy) {
  for (const part of parts) if (existsSync(file + part)) copyFileSync(file + part, copy + part)
}

/** @param {string} file */
export function removeLedger(file) {
  for (const part of [...parts, '-shm']) rmSync(file + part, { force: true })
}

setFlagsFromString('--expose-gc')
/** @type {() => void} */
const collectGarbage = runInNewContext('gc')

/**
 * Waits until this process holds a ledger's files no more. The driver lets go of them only when its objects are
 * collected; until then the next writer would not be the first to open the file, and would not have to recover it.
 * @param {string} file
 */
export async function trulyClosed(file) {
  for (let time = 0; time < 100; time += 1) {
    collectGarbage()
    await nextTurn()
    if (!isHeld(file)) return
  }
  throw new Error(`${file} is still open.`)
}

/** Whether this process has a file open; where that cannot be seen, false. @param {string} file */
function isHeld(file) {
  if (!existsSync('/proc/self/fd')) return false
  return readdirSync('/proc/self/fd').some((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(file)
    } catch {
      return false
    }
  })
}
