/**
 * One session that hooks record while it runs: a process for each event, several at once. The session's log decides who
 * was first. A hook is given calls, not the model's responses: the first call begins a turn, and the report that all
 * calls of a response are done ends it.
 */

import {
  ConcurrencyError,
  type EventOf,
  type EventStore,
  HostError,
  IdConflictError,
  openLedger,
  type Session,
  type Turn,
} from '@todo-ledger/core'
import { claudeCode } from '@todo-ledger/recordings/agents/claude-code/profile'
import { tools } from '@todo-ledger/recordings/agents/claude-code/tools'
import type { Transcript } from './transcript.js'

/** A session as one hook finds it. */
export interface LiveSession {
  /** Other processes drive it too. */
  readonly session: Session
  readonly store: EventStore
  readonly transcript: Transcript
  /** When the hook ran that is recorded. */
  readonly at: Date
}

/** Claude Code reminds its model by itself. */
const silentProfile = claudeCode.with({ nagAfter: Number.MAX_SAFE_INTEGER })
const gatedProfile = silentProfile.with({ evidenceRequired: true })

/**
 * Opens a session over a store, or begins it.
 * @param settings `judges`: results and completions may come; what says something of them takes long to load
 */
export async function openLive(
  store: EventStore,
  id: string,
  settings: {
    readonly gate: boolean
    readonly judges: boolean
    readonly parent: string | null
    readonly at: Date
  },
): Promise<Session> {
  const { gate, judges, parent, at } = settings
  // A hook's process ends with the call that it records: the turn is not its own.
  const live = { store, clock: () => at, turnLeases: false }
  const ledger = openLedger(judges || gate ? { ...live, evidence: await hookEvidence() } : live)
  return ledger.session(id, { profile: gate ? gatedProfile : silentProfile, parent, openTurn: 'join' })
}

/** What is known of the agent's own tools. */
async function hookEvidence() {
  const { evidence, KnownTools } = await import('@todo-ledger/audit')
  return evidence({ tools: new KnownTools([tools]) })
}

/** True where completions of a session need evidence. */
export function hasGate({ state }: Session): boolean {
  return state.rules.some(({ id, mode }) => id === 'evidence-required' && mode !== 'off')
}

/** As many events back are looked at. */
const recentEvents = 400

/** What the last events of a session say of its calls. */
export async function recentCalls({ session, store }: LiveSession) {
  const { seq, turn } = session.state
  const known = new Set<string>()
  const ofTurn: string[] = []
  const open = new Map<string, EventOf<'tool.called'>>()
  const agents = new Map<string, string | null>()
  for await (const event of store.read(session.id, { from: Math.max(1, seq - recentEvents) })) {
    if (event.type === 'subagent.started') agents.set(event.data.child, event.data.call)
    else if (event.type === 'tool.returned') open.delete(event.data.call)
    else if (
      event.type === 'tool.called' ||
      event.type === 'todos.updated' ||
      event.type === 'todos.rejected'
    ) {
      const { call } = event.data
      known.add(call)
      if (event.turn === turn.number) ofTurn.push(call)
      if (event.turn === turn.number && event.type === 'tool.called') open.set(call, event)
    }
  }
  return {
    /** The calls that were recorded, of todo tools and others. */
    known,
    /** Those of the turn under way, or of the last one. */
    ofTurn,
    /** Those of it whose result was not recorded. */
    unanswered: [...open.values()],
    /** The calls that a sub-agent was recorded for, by its session; null where the call is not known. */
    agents,
  }
}

/** The turn under way, or a new one. */
export async function turnOf(session: Session): Promise<Turn> {
  const open = session.turn()
  if (open !== null) return open
  if (!session.state.run.open) await session.startRun({ trigger: 'unknown', text: '' })
  return session.startTurn()
}

/** Ends the turn under way, if there is one: `interrupted` where a result is missing. */
export async function endTurn(live: LiveSession): Promise<void> {
  const { session, transcript } = live
  const turn = session.turn()
  if (turn === null) return
  const { ofTurn, unanswered } = await recentCalls(live)
  let interrupted = false
  for (const { data } of unanswered) {
    // The transcript has results that no hook reported.
    const outcome = transcript.outcomeOf(data.call)
    if (outcome === null) interrupted = true
    else await unlessTold(session.recordResult({ call: data.call, ...outcome }))
  }
  for (const { id, text } of transcript.saidWith(ofTurn))
    await session.recordMessage({ text, id: `said ${id}` })
  await turn.end({ interrupted })
}

/** How often something is tried again that another process can only seldom have caused. */
const mostOddRaces = 5

/**
 * Does something to a session again and again while other processes are faster. What is done must be safe to repeat:
 * calls have ids, and the rest asks the state first.
 * @param until the moment of the process from which on it is not tried again, in milliseconds
 */
export async function untilFirst<T>(until: number, work: () => Promise<T>): Promise<T> {
  for (let odd = 0; ; ) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() >= until) throw error
      if (isOddRace(error) && odd < mostOddRaces) odd += 1
      else if (!(error instanceof ConcurrencyError)) throw error
      await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 20))
    }
  }
}

/** Another process ended the turn or began a run in between, or stored the same call at the same moment. */
function isOddRace(error: unknown): boolean {
  if (error instanceof IdConflictError) return true
  return error instanceof HostError && ['turn-open', 'turn-over', 'no-run'].includes(error.code)
}

/** Hooks and the transcript may tell one call in other words: what was told first stays. @param otherwise what is done then */
export async function unlessTold(
  telling: Promise<void>,
  otherwise: () => Promise<void> = async () => undefined,
): Promise<void> {
  try {
    await telling
  } catch (error) {
    if (!(error instanceof IdConflictError)) throw error
    await otherwise()
  }
}
