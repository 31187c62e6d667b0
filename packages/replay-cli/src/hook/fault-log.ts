/** Where a hook logs what went wrong with itself: the agent sees nothing of it, and goes on. */

import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { printable } from '../text/printable.js'

/** A log that has grown to this many bytes makes room: the one before it is lost. */
const largestLog = 1024 * 1024

/** Adds a line to the log. Never throws: there is nobody left to report to. @param file the log; @param line what happened */
export function logFault(file: string, line: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size > largestLog) renameSync(file, `${file}.1`)
    appendFileSync(file, `${new Date().toISOString()} ${printable(line)}\n`, { mode: 0o600 })
  } catch {
    // A full disk, or a folder that can't be written.
  }
}
