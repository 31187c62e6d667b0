/** Where a hook logs what went wrong with itself: the agent sees nothing of it, and goes on. */

import { closeSync, constants, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { printable } from '../text/printable.js'

/** A log that has grown to this many bytes makes room: the one before it is lost. */
const largestLog = 1024 * 1024
/** A pipe that nobody reads from would hold the hook for ever. */
const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK

/** Adds a line to the log. Never throws: there is nobody left to report to. @param file the log; @param line what happened */
export function logFault(file: string, line: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size > largestLog) renameSync(file, `${file}.1`)
    const log = openSync(file, appending, 0o600)
    try {
      writeSync(log, `${new Date().toISOString()} ${printable(line)}\n`)
    } finally {
      closeSync(log)
    }
  } catch {
    // A full disk, or a folder that can't be written.
  }
}
