/** This process, and whether another one of its machine runs. */

import { hash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** This process: its id, where that means it, and when it started. */
export function thisProcess(): {
  readonly pid: number
  readonly host: string
  readonly started: string | null
} {
  const { pid } = process
  return { pid, host: thisHost(), started: startOf(pid) }
}

/** Where a process id means one process: the machine, and in a container the container. */
export function thisHost(): string {
  const machine = machineOf(
    hostname(),
    textOf(() => readFileSync('/etc/machine-id', 'utf8')),
  )
  const space = textOf(() => readlinkSync('/proc/self/ns/pid'))
  return space === null || space === machinesOwnSpace ? machine : `${machine} ${space}`
}

/**
 * A machine: its name alone may be that of many, so a digest of its id stands beside it, where it has one. The id itself
 * is to be kept secret.
 */
export function machineOf(name: string, id: string | null): string {
  const own = id?.trim() ?? ''
  if (!/^[0-9a-f]{32}$/.test(own)) return name
  return `${name} ${hash('sha256', `todo-ledger/machine\n${own}`, 'hex').slice(0, 16)}`
}

/** What Linux calls the processes of no container. */
const machinesOwnSpace = 'pid:[4026531836]'

/** When a process started, so that a reused id is not taken for it; null where the system does not say. */
function startOf(pid: number): string | null {
  const boot = textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The name of the program, in brackets, may hold anything; the state and the time of the start stand behind it.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields?.[19]
  if (boot === null || ticks === undefined) return null
  return isOver.test(fields?.[0] ?? '') ? 'over' : `${boot.slice(0, 8)} ${ticks}`
}

/** The states of a process that has ended and that nobody has asked about yet. */
const isOver = /^[ZX]/

/** False where it is known that a process of this host is gone: it, or the one that started then. */
export function isRunning(pid: number, started: string | null): boolean {
  const found = started === null ? null : startOf(pid)
  if (found !== null) return found === started
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process is one, too.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

function textOf(read: () => string): string | null {
  try {
    return read()
  } catch {
    return null
  }
}
