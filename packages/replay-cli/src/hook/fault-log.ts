/** Where a hook logs what went wrong with itself: the agent sees nothing of it, and goes on. */

import { closeSync, constants, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stateFolder } from '../person-folders.js'
import { printable } from '../text/printable.js'
import type { Environment } from '../text/style.js'
import type { HookInput } from './hook-input.js'

/** A log that has grown to this many bytes makes room: the one before it is lost. */
const largestLog = 1024 * 1024
/** A pipe that nobody reads from would hold the hook for ever. */
const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK

/** The log where none is named. @throws Error `no-home` */
export function usualLog(env: Environment): string {
  return join(stateFolder(env), 'hook.log')
}

/** Adds a line to the log. Never throws: there is nobody left to report to. */
export function logFault(named: string | undefined, env: Environment, line: string): void {
  try {
    const file = named ?? usualLog(env)
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

/** The hook that something is said of. */
export function placeOf({ name, session, agent, event }: HookInput): string {
  const call = event.kind === 'call' ? event.call : event.kind === 'outcome' ? event.outcome : null
  const place = `${name} of session ${agent === null ? session : `${session}/${agent}`}`
  return call === null ? place : `${place}, ${call.name} ${call.call}`
}

/** What went wrong. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return `${code}: ${error.message}`
}
