/**
 * One run of the hook: what the agent reports is put where it waits, and whoever is first records all that waits. Only a
 * call that may complete something is answered, and waits for that. Whatever goes wrong here stays here: the agent reads
 * nothing of it and goes on; it stands in the log.
 */

import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseJson } from '@todo-ledger/recordings/json'
import type { Host } from '../host.js'
import { dataFolder } from '../person-folders.js'
import { isLedgerAddress } from '../sources/is-ledger-address.js'
import { printableJson } from '../text/printable.js'
import type { Environment } from '../text/style.js'
import { agentName } from './claude-code.js'
import { faultOf, logFault, placeOf, usualLog } from './fault-log.js'
import { type HookInput, HookInputError, mayComplete, readHookInput } from './hook-input.js'
import { type HookSettings, lastLimit, noAddress } from './hook-settings.js'
import { Spool } from './spool.js'
import { TimeIsUp, TimeLimit, unlessIdle } from './time-limit.js'

/** As much is read from standard input; what is longer is not recorded. */
const longestInput = 64 * 1024 * 1024

/** So long may it take to record all that waits where a person asks for it, in seconds. */
const drainLimit = 600

/** So long may the agent take to send what it has to say, in seconds: it is late itself where it starts many hooks at once. */
const longestSending = 60

/** So long is waited for the end of an input that is whole, in seconds: an agent may leave it open. */
const longestOpen = 0.5

/** So long does a hook that is safe wait for a locked ledger, in seconds; another one may come soon, and records it. */
const patience = 0.2

/** So long one waits before it looks again whether it is the one that records, in milliseconds. */
const pause = 20

/** The ledger that hooks record into where none is named. @throws Error `no-home` */
export function usualLedger(env: Environment): string {
  return join(dataFolder(env), `${agentName}.db`)
}

/**
 * Runs the hook. Never throws.
 * @param settings how it is set; @param host the process
 * @param since from when on its time counts, in milliseconds since the process started; from now on when absent
 * @param inputLimit so long is its input waited for, in seconds
 */
export async function runHook(
  settings: HookSettings,
  host: Pick<Host, 'stdin' | 'stdout' | 'env'>,
  since: number = performance.now(),
  inputLimit: number = longestSending,
): Promise<void> {
  const log = logOf(settings.log, host.env)
  const received: { input: HookInput | null; hook: Hook | null } = { input: null, hook: null }
  try {
    for (const mistake of settings.mistakes) log?.(`options: ${mistake}; it was passed over`)
    const text = await textOf(host.stdin, inputLimit)
    const input = readHookInput(text)
    received.input = input
    if (input.event.kind === 'nothing') return
    const ledger = settings.ledger ?? usualLedger(host.env)
    if (isLedgerAddress(ledger)) {
      log?.(`${placeOf(input)}: bad-address: ${noAddress}`)
      return
    }
    mkdirSync(dirname(ledger), { recursive: true, mode: 0o700 })
    const seconds = isLast(input) ? Math.max(settings.limit, lastLimit) : settings.limit
    const hook = new Hook({ settings, ledger, text, input, limit: new TimeLimit(seconds, since), log })
    received.hook = hook
    const refusal = await hook.run()
    if (refusal !== null) await write(host, denial(refusal))
  } catch (error) {
    const { input, hook } = received
    const then = hook?.isSafe === true ? ' It waits for the next hook.' : ''
    log?.(`${placeOf(input)}: ${faultOf(error)}${then}`)
  }
}

/**
 * Records what hooks could not record when they ran.
 * @returns how many there were
 * @throws what is wrong with the ledger, and where it takes too long
 */
export async function drainSpool(
  settings: Pick<HookSettings, 'gate' | 'ledger' | 'log'>,
  env: Environment,
): Promise<number> {
  const { gate, ledger = usualLedger(env), log } = settings
  const spool = new Spool(ledger)
  if (spool.names.length === 0) return 0
  const limit = new TimeLimit(drainLimit, performance.now())
  while (!spool.take(Date.now() + limit.left)) {
    limit.check()
    await wait(pause)
  }
  try {
    const { HookRecorder } = await import('./record-hooks.js')
    const recorder = new HookRecorder({ gate, ledger, spool, limit, log: logOf(log, env) })
    try {
      return await recorder.takeIn()
    } finally {
      await recorder.close()
    }
  } finally {
    spool.letGo()
  }
}

/** Logs what goes wrong; null where there is no place for a log. */
function logOf(log: string | undefined, env: Environment): ((line: string) => void) | null {
  try {
    const file = log ?? usualLog(env)
    return (line) => logFault(file, line)
  } catch {
    return null
  }
}

/** True where no other hook of the agent may come for long. */
function isLast({ event: { kind } }: HookInput): boolean {
  return kind === 'stop' || kind === 'session-end'
}

/** What one hook is given. */
interface GivenHook {
  readonly settings: HookSettings
  readonly ledger: string
  readonly text: string
  readonly input: HookInput
  readonly limit: TimeLimit
  readonly log: ((line: string) => void) | null
}

/** One hook on its way into the ledger. */
class Hook {
  readonly #given: GivenHook
  readonly #spool: Spool
  readonly #at = new Date()
  #isSafe = false

  constructor(given: GivenHook) {
    this.#given = given
    this.#spool = new Spool(given.ledger)
  }

  /** True once nothing of it is lost: it is recorded, or waits where the next one finds it. */
  get isSafe(): boolean {
    return this.#isSafe
  }

  /** Sees to it that it is recorded, here or by another one. @returns why the call is refused, or null */
  async run(): Promise<string | null> {
    const { event } = this.#given.input
    const isAsked = event.kind === 'call' && mayComplete(event.call)
    if (!isAsked) this.#keep()
    try {
      // What this one added may have come behind the last look of the one that recorded.
      while (await this.#isFirst()) {
        const refusal = await this.#given.limit.within(this.#record(isAsked))
        if (refusal !== null || this.#spool.names.length === 0) return refusal
      }
      return null
    } finally {
      // Time was up before it could be answered: the agent goes on, and the call is recorded later.
      if (!this.#isSafe) this.#keep()
      this.#spool.letGo()
    }
  }

  /** Puts it where it waits. A disk that has no room for it may still have some for the ledger. */
  #keep(): void {
    const { text, input, log } = this.#given
    try {
      this.#spool.add(text, this.#at)
      this.#isSafe = true
    } catch (error) {
      log?.(`${placeOf(input)}: it can't wait: ${faultOf(error)}`)
    }
  }

  /** True where this one records now. Who needs no answer leaves that to the one that is at it. */
  async #isFirst(): Promise<boolean> {
    const { limit, input } = this.#given
    for (;;) {
      // Without any time left the next one does it.
      if (this.#isSafe && (limit.left === 0 || this.#spool.names.length === 0)) return false
      if (this.#spool.take(Date.now() + limit.left + pause)) return true
      if (this.#isSafe && !isLast(input)) return false
      limit.check()
      await wait(pause)
    }
  }

  async #record(isAsked: boolean): Promise<string | null> {
    const { settings, ledger, text, input, limit, log } = this.#given
    const { HookRecorder } = await import('./record-hooks.js')
    try {
      // After the last one nobody may come for long, so it waits as long as any may.
      const waits = !this.#isSafe ? {} : { patience: isLast(input) ? settings.limit : patience }
      const recorder = new HookRecorder({
        gate: settings.gate,
        ledger,
        spool: this.#spool,
        limit,
        log,
        ...waits,
      })
      try {
        await recorder.takeIn()
        if (this.#isSafe) return null
        const hook = { name: randomUUID(), at: this.#at, input: text }
        const refusal = await recorder.answer(hook, input)
        this.#isSafe = true
        return isAsked ? refusal : null
      } finally {
        await recorder.close()
      }
    } finally {
      this.#spool.letGo()
    }
  }
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

/** What is sent, once it ends, or is whole and does not end. @throws TimeIsUp, HookInputError */
async function textOf(stdin: Host['stdin'], limit: number): Promise<string> {
  const parts: Buffer[] = []
  const text = (): string => Buffer.concat(parts).toString('utf8')
  const end = gather(stdin, parts)
  try {
    await unlessIdle(end, Math.min(longestOpen, limit))
  } catch (error) {
    if (!(error instanceof TimeIsUp)) throw error
    if ('problem' in parseJson(text())) await unlessIdle(end, limit)
  }
  return text()
}

async function gather(stdin: Host['stdin'], parts: Buffer[]): Promise<void> {
  let length = 0
  for await (const part of stdin) {
    const bytes = Buffer.from(part)
    length += bytes.length
    if (length > longestInput) throw new HookInputError(`The input is longer than ${longestInput} bytes.`)
    parts.push(bytes)
  }
}

function write({ stdout }: Pick<Host, 'stdout'>, answer: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.once('error', reject)
    stdout.write(`${answer}\n`, () => resolve())
  })
}
