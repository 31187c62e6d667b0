/**
 * One run of the hook: reads what the agent reports, records it, and answers. Whatever goes wrong here stays here: the
 * agent reads nothing of it and goes on; it stands in the log.
 */

import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EventStore } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import type { Host } from '../host.js'
import { printableJson } from '../text/printable.js'
import { type HookEvent, type HookInput, HookInputError, readHookInput, Transcript } from './adapter.js'
import { logFault } from './fault-log.js'
import { usualLedger, usualLog } from './hook-files.js'
import type { HookSettings } from './hook-settings.js'
import { type LiveSession, openLive } from './live-session.js'
import { untilFirst } from './races.js'
import {
  recordAgentStart,
  recordAgentStop,
  recordCompaction,
  recordCut,
  recordPrompt,
  recordStop,
} from './recorded-borders.js'
import { recordBatch, recordCall, recordOutcome } from './recorded-calls.js'
import { TimeLimit, timedStore } from './time-limit.js'

/** As much is read from standard input; what is longer is not recorded. */
const longestInput = 64 * 1024 * 1024

/**
 * Runs the hook. Never throws.
 * @param settings how it is set; @param host the process
 * @param since from when on its time counts, in milliseconds since the process started; from now on when absent
 */
export async function runHook(
  settings: HookSettings,
  host: Pick<Host, 'stdin' | 'stdout' | 'env'>,
  since: number = performance.now(),
): Promise<void> {
  const log = logOf(settings, host.env)
  const received: { input: HookInput | null } = { input: null }
  const limit = new TimeLimit(settings.limit, since)
  try {
    for (const mistake of settings.mistakes) log?.(`options: ${mistake}; it was passed over`)
    const answer = await limit.within(record(settings, host, limit, received))
    if (answer !== null) await write(host, answer)
  } catch (error) {
    log?.(`${placeOf(received.input)}: ${faultOf(error)}`)
  }
}

/** Logs what goes wrong; null where there is no place for a log. */
function logOf({ log }: HookSettings, env: Host['env']): ((line: string) => void) | null {
  try {
    const file = log ?? usualLog(env)
    return (line) => logFault(file, line)
  } catch {
    return null
  }
}

/** Records what standard input holds; gives what is to be answered, or null. */
async function record(
  settings: HookSettings,
  { stdin, env }: Pick<Host, 'stdin' | 'env'>,
  limit: TimeLimit,
  received: { input: HookInput | null },
): Promise<string | null> {
  const input = readHookInput(await textOf(stdin))
  received.input = input
  if (input.event.kind === 'nothing') return null
  const file = settings.ledger ?? usualLedger(env)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const base = sqliteStore(file, { busyTimeout: Math.ceil(limit.left) })
  const store = timedStore(base, limit)
  try {
    const refusal = await untilFirst(limit, () => recordOnce(settings, input, store))
    return refusal === null ? null : denial(refusal)
  } finally {
    await store.close()
  }
}

async function recordOnce(
  settings: HookSettings,
  input: HookInput,
  store: EventStore,
): Promise<string | null> {
  const { event, session: id, agent } = input
  if (!beginsSession(event) && !(await isStored(store, id))) return null
  const parent = await openSession(settings, input, store, null)
  const child = agent === null ? null : await openSession(settings, input, store, agent)
  const live = child ?? parent
  switch (event.kind) {
    case 'call':
      return recordCall(live, event.call)
    case 'outcome':
      await recordOutcome(live, event.outcome)
      break
    case 'batch':
      await recordBatch(live, event.outcomes)
      break
    case 'prompt':
      await recordPrompt(live, event.text, event.prompt)
      break
    case 'stop':
      await recordStop(live, event.text, event.complete)
      break
    case 'agent-start':
      if (child !== null) await recordAgentStart(parent, child)
      break
    case 'agent-stop':
      if (child !== null) await recordAgentStop(parent, child, event.text)
      break
    case 'compaction':
      await recordCompaction(live)
      break
    case 'session-start':
    case 'session-end':
      await recordCut(live)
      break
    case 'nothing':
      break
  }
  return null
}

/** True for what is worth a session of its own; a program that starts and ends is not. */
function beginsSession({ kind }: HookEvent): boolean {
  return (
    kind === 'call' || kind === 'outcome' || kind === 'batch' || kind === 'prompt' || kind === 'agent-start'
  )
}

async function isStored(store: EventStore, session: string): Promise<boolean> {
  for await (const _ of store.read(session, { from: 1, to: 1 })) return true
  return false
}

async function openSession(
  { gate, batches }: HookSettings,
  { session: parent, transcript }: HookInput,
  store: EventStore,
  agent: string | null,
): Promise<LiveSession> {
  const id = agent === null ? parent : `${parent}/${agent}`
  const session = await openLive(store, id, { gate, parent: agent === null ? null : parent })
  return { session, store, transcript: new Transcript(fileOf(transcript, agent)), batches }
}

/** A sub-agent is recorded in a file of its own beside that of its session. */
function fileOf(transcript: string | null, agent: string | null): string | null {
  if (transcript === null || agent === null) return transcript
  if (!/^[\w-]{1,100}$/.test(agent)) return null
  return join(transcript.replace(/\.jsonl$/, ''), 'subagents', `agent-${agent}.jsonl`)
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

async function textOf(stdin: Host['stdin']): Promise<string> {
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

function write({ stdout }: Pick<Host, 'stdout'>, answer: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.once('error', reject)
    stdout.write(`${answer}\n`, () => resolve())
  })
}

function placeOf(input: HookInput | null): string {
  if (input === null) return 'standard input'
  const { name, session, agent, event } = input
  const call = event.kind === 'call' ? event.call : event.kind === 'outcome' ? event.outcome : null
  const place = `${name} of session ${agent === null ? session : `${session}/${agent}`}`
  return call === null ? place : `${place}, ${call.name} ${call.call}`
}

function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return `${code}: ${error.message}`
}
