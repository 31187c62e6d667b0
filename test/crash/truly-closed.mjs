/** Waits until a process holds the files of a ledger no more. */

import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

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
