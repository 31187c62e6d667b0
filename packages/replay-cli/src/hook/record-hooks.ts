/** Records what hooks were given: those that wait, in their order, and then one that is answered. */

import { join } from 'node:path'
import { type EventStore, LedgerError, StoreError } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { faultOf, placeOf } from './fault-log.js'
import { gateRefusal } from './gate.js'
import { type HookEvent, type HookInput, HookInputError, readHookInput } from './hook-input.js'
import { type LiveSession, openLive, untilFirst } from './live-session.js'
import {
  recordAgentStart,
  recordAgentStop,
  recordCompaction,
  recordCut,
  recordPrompt,
  recordStop,
} from './recorded-borders.js'
import { recordBatch, recordCall, recordOutcome } from './recorded-calls.js'
import type { Spool, SpooledHook } from './spool.js'
import { TimeIsUp, type TimeLimit, timedStore } from './time-limit.js'
import { Transcript } from './transcript.js'

/** How hooks are recorded. */
export interface HookRecording {
  /** True: new sessions have the gate. */
  readonly gate: boolean
  readonly ledger: string
  readonly spool: Spool
  readonly limit: TimeLimit
  /** So long is another process waited for that writes to the ledger, in seconds; as long as it may take, when absent. */
  readonly patience?: number
  /** Gets what went wrong with one of those that waited. */
  readonly log: ((line: string) => void) | null
}

/** Hooks that are recorded, over one open ledger. */
export class HookRecorder {
  readonly #recording: HookRecording
  readonly #store: EventStore

  /** @throws StoreError where the ledger can't be opened */
  constructor(recording: HookRecording) {
    const { ledger, limit, patience = Number.POSITIVE_INFINITY } = recording
    this.#recording = recording
    const busyTimeout = Math.ceil(Math.min(limit.left, patience * 1000))
    this.#store = timedStore(sqliteStore(ledger, { busyTimeout }), limit)
  }

  /**
   * Records those that wait. One of which nothing can be recorded is passed over, and logged.
   * @returns how many there were
   * @throws TimeIsUp, and what is wrong with the ledger or its disk: then what is left waits on
   */
  async takeIn(): Promise<number> {
    const { spool, limit, log } = this.#recording
    let taken = 0
    for (let { names } = spool; names.length > 0; { names } = spool) {
      for (const name of names) {
        limit.check()
        const hook = spool.read(name)
        try {
          if (hook !== null) await this.#record(hook, readHookInput(hook.input), false)
        } catch (error) {
          if (isForLater(error)) throw error
          log?.(`${hook === null ? name : placeIn(hook)}: ${faultOf(error)}`)
        }
        spool.remove(name)
        taken += 1
      }
    }
    return taken
  }

  /** Records one that waits for its answer. @returns why the call is refused, or null */
  answer(hook: SpooledHook, input: HookInput): Promise<string | null> {
    return this.#record(hook, input, true)
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  #record(hook: SpooledHook, input: HookInput, answers: boolean): Promise<string | null> {
    return untilFirst(this.#recording.limit, () => this.#recordOnce(hook, input, answers))
  }

  async #recordOnce(hook: SpooledHook, input: HookInput, answers: boolean): Promise<string | null> {
    const { event, session: id, agent } = input
    if (!beginsSession(event) && !(await isStored(this.#store, id))) return null
    const parent = await this.#openSession(hook, input, null)
    const child = agent === null ? null : await this.#openSession(hook, input, agent)
    const live = child ?? parent
    switch (event.kind) {
      case 'call':
        if (!live.session.isTodoTool(event.call.name)) await recordCall(live, event.call)
        // Who waited was not asked: the agent has made the call.
        else if (answers) return gateRefusal(live, event.call)
        break
      case 'outcome':
        await recordOutcome(live, event.outcome)
        break
      case 'batch':
        await recordBatch(live, event.outcomes)
        break
      case 'prompt':
        await recordPrompt(live, event.text, event.prompt ?? hook.name)
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
        await recordCompaction(live, hook.name)
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

  async #openSession(
    { at }: SpooledHook,
    { session: parent, transcript }: HookInput,
    agent: string | null,
  ): Promise<LiveSession> {
    const store = this.#store
    const { gate } = this.#recording
    const id = agent === null ? parent : `${parent}/${agent}`
    const session = await openLive(store, id, { gate, parent: agent === null ? null : parent, at })
    return { session, store, transcript: new Transcript(fileOf(transcript, agent)), at }
  }
}

/** True for what is worth a session of its own; a program that starts and ends is not. */
function beginsSession({ kind }: HookEvent): boolean {
  return ['call', 'outcome', 'batch', 'prompt', 'agent-start'].includes(kind)
}

async function isStored(store: EventStore, session: string): Promise<boolean> {
  for await (const _ of store.read(session, { from: 1, to: 1 })) return true
  return false
}

/** A sub-agent is recorded in a file of its own beside that of its session. */
function fileOf(transcript: string | null, agent: string | null): string | null {
  if (transcript === null || agent === null) return transcript
  if (!/^[\w-]{1,100}$/.test(agent)) return null
  return join(transcript.replace(/\.jsonl$/, ''), 'subagents', `agent-${agent}.jsonl`)
}

/** True for what is wrong with the ledger, its disk or the time, not with the hook. */
function isForLater(error: unknown): boolean {
  if (error instanceof TimeIsUp) return true
  if (error instanceof LedgerError) return error instanceof StoreError && !ofOneHook.has(error.code)
  return error instanceof Error && !(error instanceof HookInputError) && 'syscall' in error
}

/** What a store has against an event or its session, not against itself. */
const ofOneHook: ReadonlySet<string> = new Set(['forgotten', 'bad-event', 'too-large'])

function placeIn({ name, input }: SpooledHook): string {
  try {
    return placeOf(readHookInput(input))
  } catch {
    return name
  }
}
