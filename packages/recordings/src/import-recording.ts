/** The one importer: drives a session of the ledger with the steps of a recording. There is no second way to make events. */

import type { Ledger, Profile, Session, Turn } from '@todo-ledger/core'
import { declaredProfile } from '@todo-ledger/core/profiles'
import type { Agent } from './agents/agent.js'
import { endsWaiting, HeldCalls, type OpenStep, type WaitingStep } from './held-calls.js'
import { profileNamed, profilesOf } from './profiles.js'
import type { CallStep, RecordingStep, ResultStep, SessionStep } from './recording.js'
import { RecordingError } from './recording-error.js'
import { profileWithSources } from './todo-sources/profile-with-sources.js'
import type { TodoSourceName } from './todo-sources/todo-source.js'
import { withTodoSources } from './todo-sources/with-todo-sources.js'
import type { TokenUsage } from './token-usage.js'

/** What is imported, and how. */
export interface ImportOptions {
  /** The name of the recording's format. */
  readonly format: string
  /** The file as it was named. */
  readonly file: string
  /** The profile for every session of it; when absent each gets the one that its recording names. */
  readonly profile?: Profile
  /** The agents whose profiles are known by their names; all that are built in when absent. */
  readonly agents?: readonly Agent[]
  /** Where todos are also looked for, outside the todo tools; nowhere when absent. */
  readonly todos?: readonly TodoSourceName[]
  /** Is given each session when its first step comes, before anything is recorded in it. */
  readonly onSession?: (session: Session) => void
  /** Is given what a turn cost right before it ends, where the recording says it. */
  readonly onUsage?: (session: string, usage: TokenUsage) => void
}

/** What an import did. */
export interface ImportSummary {
  /** The sessions that were imported, in the order in which they appear. */
  readonly imported: readonly string[]
  /** The sessions that the ledger held already; they were left as they were. */
  readonly existing: readonly string[]
  /** How many steps were recorded. */
  readonly steps: number
}

/**
 * Imports a recording into a ledger. A session that the ledger holds already is left as it is: the same file twice is
 * the same session once.
 * @throws RecordingError where the recording can't be read, or names a profile that is not known (`unknown-profile`)
 */
export async function importRecording(
  steps: AsyncIterable<RecordingStep>,
  ledger: Ledger,
  options: ImportOptions,
): Promise<ImportSummary> {
  const importer = new RecordingImporter(ledger, options)
  for await (const step of importer.steps(steps)) await importer.take(step)
  return importer.finish()
}

/** Imports a recording step by step, for those who pull the steps themselves. */
export class RecordingImporter {
  readonly #ledger: Ledger
  readonly #options: ImportOptions
  /** Those that are not over. */
  readonly #open = new Map<string, SessionImport>()
  readonly #imported = new Set<string>()
  readonly #existing = new Set<string>()
  #steps = 0

  /** @param ledger where the sessions go; @param options what is imported, and how */
  constructor(ledger: Ledger, options: ImportOptions) {
    this.#ledger = ledger
    this.#options = options
  }

  /** The steps to take: those of the recording, and what they hold of todos outside the todo tools. */
  steps(recorded: AsyncIterable<RecordingStep>): AsyncIterable<RecordingStep> {
    const { todos = [] } = this.#options
    return todos.length === 0 ? recorded : withTodoSources(recorded, todos)
  }

  /**
   * Takes the next step.
   * @throws RecordingError `unknown-profile`
   */
  async take(step: RecordingStep): Promise<void> {
    if (step.kind === 'session') {
      await this.#begin(step)
    } else if (step.kind === 'session-end') {
      await this.#open.get(step.session)?.finish()
      this.#open.delete(step.session)
      this.#ledger.release(step.session)
    } else {
      await this.#open.get(step.session)?.record(step)
    }
    this.#steps += 1
  }

  /** Takes what still waits, for no more steps come. */
  async finish(): Promise<ImportSummary> {
    for (const each of this.#open.values()) await each.finish()
    return { imported: [...this.#imported], existing: [...this.#existing], steps: this.#steps }
  }

  async #begin(step: SessionStep): Promise<void> {
    const { session } = step
    if (this.#imported.has(session)) return
    const begun = await begin(step, this.#ledger, this.#options)
    if (begun === null) this.#existing.add(session)
    else {
      this.#imported.add(session)
      this.#open.set(session, begun)
    }
  }
}

/** Opens a session; null where the ledger holds it already. */
async function begin(
  step: SessionStep,
  ledger: Ledger,
  options: ImportOptions,
): Promise<SessionImport | null> {
  const { format, file } = options
  const declared = step.declares === undefined ? undefined : declaredProfile(step.profile, step.declares)
  // What a recording carries is what it ran under, also where its name is that of another.
  const named = options.profile ?? declared ?? profileNamed(step.profile, options.agents)
  if (named === undefined) {
    const known = profilesOf(options.agents)
      .map(({ name }) => name)
      .join(', ')
    const message = `profile ${JSON.stringify(step.profile.slice(0, 60))} is not known (known: ${known}); name another profile`
    throw new RecordingError('unknown-profile', file, message, step.source.line)
  }
  const profile = profileWithSources(named, options.todos ?? [])
  for await (const _ of ledger.events(step.session)) return null
  const { at, source, goal, parent } = step
  const session = await ledger.session(step.session, {
    profile,
    goal,
    parent,
    at,
    source,
    recorded: { format, file },
  })
  if (session.state.seq > 1) return null
  options.onSession?.(session)
  return new SessionImport(session, options.onUsage)
}

/** Records in one session what happened in it. */
class SessionImport {
  readonly #session: Session
  readonly #onUsage: ImportOptions['onUsage']
  readonly #held = new HeldCalls()
  /** Todo calls that were recorded: a result that comes after that is no other tool's. */
  readonly #todoCalls = new Set<string>()
  #turn: Turn | null = null

  constructor(session: Session, onUsage: ImportOptions['onUsage']) {
    this.#session = session
    this.#onUsage = onUsage
  }

  /** Todo calls wait for their results, for the recorded outcome wins; what comes after them waits behind. */
  async record(step: OpenStep): Promise<void> {
    if (step.kind === 'call' && step.undecided !== true && this.#session.isTodoTool(step.name)) {
      this.#todoCalls.add(step.call)
      this.#held.hold(step)
    } else if (step.kind === 'result' && this.#todoCalls.has(step.call)) {
      const call = this.#held.answer(step)
      if (call !== null) {
        await this.#callTodoTool(call, step)
      }
      await this.#tellAll(this.#held.free())
    } else if (this.#held.isEmpty || this.#held.isFull || endsWaiting(step)) {
      await this.finish()
      await this.#tellNow(step)
    } else {
      this.#held.queue(step)
    }
  }

  /** Records what still waits: the recording holds no result of those calls. */
  async finish(): Promise<void> {
    await this.#tellAll(this.#held.all())
  }

  async #tellAll(waiting: readonly WaitingStep[]): Promise<void> {
    for (const { step, result } of waiting) {
      const isHeldCall =
        step.kind === 'call' && step.undecided !== true && this.#session.isTodoTool(step.name)
      await (isHeldCall ? this.#callTodoTool(step, result) : this.#tellNow(step))
    }
  }

  async #callTodoTool(call: CallStep, result: ResultStep | null): Promise<void> {
    const { ok = null, output = '', details } = result ?? {}
    const recorded = { ok, output, ...(details === undefined ? {} : { details }) }
    const { at } = result ?? call
    await this.#turn?.callTodoTool(call.name, call.input, {
      call: call.call,
      at,
      source: call.source,
      recorded,
    })
  }

  async #tellNow(step: OpenStep): Promise<void> {
    const session = this.#session
    const { at, source } = step
    switch (step.kind) {
      case 'input':
        await session.startRun({ trigger: step.trigger, text: step.text, at, source })
        return
      case 'turn':
        this.#turn = await session.startTurn({ at, source })
        return
      case 'message':
        return session.recordMessage({ role: step.role, text: step.text, at, source })
      case 'call':
        return this.#recordCall(step)
      case 'result':
        return session.recordResult({ call: step.call, ok: step.ok, output: step.output, at, source })
      case 'turn-end':
        if (step.usage !== undefined) this.#onUsage?.(session.id, step.usage)
        await this.#turn?.end({ interrupted: step.interrupted, at, source })
        this.#turn = null
        return
      case 'run-end': {
        const waits = step.waitingFor === null ? {} : { waitingFor: step.waitingFor }
        await session.endRun({ complete: step.complete, ...waits, at, source })
        return
      }
      case 'nag':
        return session.recordNag({ text: step.text, at, source })
      case 'compaction':
        return session.recordCompaction({ summary: step.summary, at, source })
      case 'subagent-start':
        return session.startSubagent({ child: step.child, call: step.call, at, source })
      case 'subagent-end':
        return session.endSubagent({ child: step.child, call: step.call, at, source })
    }
  }

  /** A call of another tool; or of a todo tool whose outcome the recording leaves to the profile. */
  async #recordCall(step: CallStep): Promise<void> {
    const { call, name, input, at, source } = step
    if (this.#session.isTodoTool(name)) {
      this.#todoCalls.add(call)
      await this.#turn?.callTodoTool(name, input, { call, at, source })
    } else {
      await this.#turn?.recordCall({ call, name, input, at, source })
    }
  }
}
