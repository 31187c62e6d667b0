/** The steps of a recording as what its sessions are driven with, whether they are folded into events or imported. */

import type { Profile, RecordedEntry } from '@todo-ledger/core'
import { beside, declaredProfile } from '@todo-ledger/core/profiles'
import type { Agent } from './agents/agent.js'
import { HeldCalls, type OpenStep, type ReleasedStep } from './held-calls.js'
import { addNew } from './ids.js'
import { profileNamed, profilesOf } from './profiles.js'
import type { CallStep, RecordingStep, ResultStep, SessionStep } from './recording.js'
import { RecordingError } from './recording-error.js'
import { markdownList } from './todo-sources/profile.js'
import { SessionLists, type TodoSourceName } from './todo-sources/session-lists.js'
import type { TokenUsage } from './token-usage.js'

export interface SessionProfileOptions {
  /** The profile for every session of it; when absent each gets the one that its recording names. */
  readonly profile?: Profile | undefined
  /** Where todos are also looked for, outside the todo tools; nowhere when absent. */
  readonly todos?: readonly TodoSourceName[]
  /** The agents whose formats, profiles and tools are known; all that are built in when absent. */
  readonly agents?: readonly Agent[]
}

/** What a session is driven with; the end of a turn with what it cost. */
export type SessionEntry = RecordedEntry & { readonly usage?: TokenUsage }

/** That a session begins, what it is driven with, or that it is over. */
export type DrivenStep =
  | { readonly kind: 'begin'; readonly step: SessionStep; readonly profile: Profile }
  | { readonly kind: 'entry'; readonly session: string; readonly entry: SessionEntry }
  | { readonly kind: 'over'; readonly session: string }

export class RecordedEntries {
  readonly #file: string
  readonly #options: SessionProfileOptions
  readonly #begun = new Set<string>()
  /** Those that are not over. */
  readonly #open = new Map<string, SessionEntries>()

  constructor(file: string, options: SessionProfileOptions) {
    this.#file = file
    this.#options = options
  }

  /** Takes the next step. @throws RecordingError `unknown-profile` */
  take(step: RecordingStep): readonly DrivenStep[] {
    const { session } = step
    if (step.kind === 'session') {
      if (!addNew(this.#begun, session)) return []
      const profile = profileOf(step, this.#file, this.#options)
      const hasLists = (this.#options.todos ?? []).length > 0
      this.#open.set(session, new SessionEntries(profile, hasLists))
      return [{ kind: 'begin', step, profile }]
    }
    const open = this.#open.get(session)
    if (open === undefined) return []
    if (step.kind !== 'session-end') return drivenBy(session, open.take(step))
    this.#open.delete(session)
    return [...drivenBy(session, open.finish()), { kind: 'over', session }]
  }

  finish(): readonly DrivenStep[] {
    return [...this.#open].flatMap(([session, open]) => drivenBy(session, open.finish()))
  }
}

function drivenBy(session: string, entries: readonly SessionEntry[]): readonly DrivenStep[] {
  return entries.map((entry) => ({ kind: 'entry', session, entry }))
}

function profileOf(
  step: SessionStep,
  file: string,
  { profile, agents, todos = [] }: SessionProfileOptions,
): Profile {
  const declared = step.declares === undefined ? undefined : declaredProfile(step.profile, step.declares)
  // What a recording carries is what it ran under, also where its name is that of another.
  const named = profile ?? declared ?? profileNamed(step.profile, agents)
  if (named !== undefined) return todos.length === 0 ? named : beside(named, [markdownList])
  const known = profilesOf(agents)
    .map(({ name }) => name)
    .join(', ')
  const message = `profile ${JSON.stringify(step.profile.slice(0, 60))} is not known (known: ${known}); name another profile`
  throw new RecordingError('unknown-profile', file, message, step.source.line)
}

/** The steps of one session as entries. Todo calls wait for their results, for the recorded outcome wins. */
class SessionEntries {
  readonly #lists: SessionLists | null
  readonly #todoTools: ReadonlySet<string>
  readonly #held: HeldCalls
  /** Todo calls that happened: a result that comes after that is no other tool's. */
  readonly #todoCalls = new Set<string>()

  constructor({ tools }: Profile, hasLists: boolean) {
    this.#lists = hasLists ? new SessionLists() : null
    this.#todoTools = new Set(tools.map(({ name }) => name))
    this.#held = new HeldCalls(({ name }) => this.#todoTools.has(name))
  }

  take(step: OpenStep): readonly SessionEntry[] {
    if (this.#lists === null) return this.#entriesOf(this.#held.take(step))
    return [...this.#lists.take(step)].flatMap((each) => this.#entriesOf(this.#held.take(each)))
  }

  /** What still waits: the recording holds no result of those calls. */
  finish(): readonly SessionEntry[] {
    const last = [...(this.#lists?.finish() ?? [])].flatMap((each) => this.#held.take(each))
    return this.#entriesOf([...last, ...this.#held.finish()])
  }

  #entriesOf(released: readonly ReleasedStep[]): readonly SessionEntry[] {
    return released.flatMap((each): SessionEntry | readonly [] => {
      const step = each.call ?? each.step
      const isTodoCall = step.kind === 'call' && this.#todoTools.has(step.name)
      if (isTodoCall) this.#todoCalls.add(step.call)
      if (each.call !== null) return todoCall(each.call, each.result)
      if (isTodoCall) return { ...step, kind: 'todo-call' }
      return step.kind === 'result' && this.#todoCalls.has(step.call) ? [] : step
    })
  }
}

function todoCall(call: CallStep, result: ResultStep | null): SessionEntry {
  const { ok = null, output = '', details } = result ?? {}
  const recorded = { ok, output, ...(details === undefined ? {} : { details }) }
  return { ...call, kind: 'todo-call', at: (result ?? call).at, recorded }
}
