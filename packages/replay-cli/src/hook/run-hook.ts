/**
 * One run of the hook: what the agent reports is recorded before it ends, and a call that may complete something is
 * answered. Whatever goes wrong here stays here: the agent reads nothing of it and goes on; it stands in the log.
 */

import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import type { Host } from '../host.js'
import { dataFolder } from '../person-folders.js'
import { isLedgerAddress } from '../sources/is-ledger-address.js'
import { printableJson } from '../text/printable.js'
import type { Environment } from '../text/style.js'
import { agentName, type HookSettings, longest } from './claude-code.js'
import { faultOf, logFault, placeOf } from './fault-log.js'
import { HookInputError, readHookInput } from './hook-input.js'
import { recordHook } from './recorded.js'

/** As much is read from standard input; what is longer is not recorded. */
const longestInput = 64 * 1024 * 1024
/** The agent is late itself where it starts many hooks at once: so long may it take to send what it has to say, in seconds. */
const longestSending = 60

/** Why hooks don't record into a database with an address: connecting takes as long as many hooks. */
export const noAddress =
  '--ledger is the address of a database, and hooks record into files only. Name a file; todo-replay import FILE --ledger ADDRESS copies what it holds.'

/** The hook has taken as long as it may. */
class TimeIsUp extends Error {
  readonly code = 'too-slow'
}

/** The ledger that hooks record into where none is named. @throws Error `no-home` */
export function usualLedger(env: Environment): string {
  return join(dataFolder(env), `${agentName}.db`)
}

/** How one hook is run. */
interface HookRun {
  /** What was passed over of the command line, in words. */
  readonly mistakes?: readonly string[]
  /** How long it may take once its input is there, and how long that is waited for, in seconds. */
  readonly limit?: number
  readonly inputLimit?: number
}

/** Runs the hook. Never throws. @param host the process */
export async function runHook(
  settings: HookSettings,
  host: Pick<Host, 'stdin' | 'stdout' | 'env'>,
  { mistakes = [], limit = longest, inputLimit = longestSending }: HookRun = {},
): Promise<void> {
  const at = new Date()
  const log = (line: string): void => logFault(settings.log, host.env, line)
  let place = 'standard input'
  try {
    for (const mistake of mistakes) log(`options: ${mistake}; it was passed over`)
    const input = readHookInput(
      await within(inputLimit, sent(host.stdin), `The input did not end within ${inputLimit} s.`),
    )
    place = placeOf(input)
    if (input.event.kind === 'nothing') return
    const ledger = settings.ledger ?? usualLedger(host.env)
    if (isLedgerAddress(ledger)) throw Object.assign(new Error(noAddress), { code: 'bad-address' })
    mkdirSync(dirname(ledger), { recursive: true, mode: 0o700 })
    const until = performance.now() + limit * 1000
    const store = sqliteStore(ledger, { busyTimeout: Math.ceil(limit * 1000) })
    try {
      const hook = { store, gate: settings.gate, at, name: randomUUID(), until }
      // Opening it may have waited for another program already.
      const left = Math.max(0, (until - performance.now()) / 1000)
      const late = `It took longer than ${limit} s, so it is not recorded. The ledger ${ledger} may be in use by another program.`
      const refusal = await within(left, recordHook(hook, input), late)
      if (refusal !== null) await write(host, denial(refusal))
    } finally {
      await store.close()
    }
  } catch (error) {
    log(`${place}: ${faultOf(error)}`)
  }
}

/** What a promise gives, unless that takes longer. */
async function within<T>(seconds: number, work: Promise<T>, late: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    const error = new TimeIsUp(late)
    timer = setTimeout(() => reject(error), seconds * 1000)
  })
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}

/** What is sent. @throws HookInputError */
async function sent(stdin: Host['stdin']): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of stdin) {
    const bytes = Buffer.from(part)
    length += bytes.length
    if (length > longestInput) throw new HookInputError(`The input is longer than ${longestInput} bytes.`)
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** What the agent reads of a call that is refused; the model reads the reason. */
function denial(reason: string): string {
  const answer = {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  }
  return printableJson(JSON.stringify(answer))
}

function write({ stdout }: Pick<Host, 'stdout'>, answer: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.once('error', reject)
    stdout.write(`${answer}\n`, () => resolve())
  })
}
