/**
 * The other work of a session to which only todo calls came: it stands in the recording that the client itself keeps. Both
 * are told as one session, in the order in which they happened.
 */

import {
  createReducer,
  type EventWithState,
  initialState,
  type RedactionOptions,
  type SessionState,
  type TodoEvent,
} from '@todo-ledger/core'
import type { Agent, UserHome } from '../agents/agent.js'
import { agents as builtinAgents } from '../agents/index.js'
import { openRecording } from '../open-recording.js'
import { recordedEvents } from '../recorded-events.js'
import { findRecordings } from './find-recordings.js'
import { UnmatchedCalls } from './match-calls.js'

/** A recording that a session's calls were found in. */
export interface ClientRecording {
  /** What people call the agent. */
  readonly agent: string
  /** The file. */
  readonly file: string
  /** The session in it. */
  readonly session: string
}

/** A session with the work that its client recorded. */
export interface ClientWork {
  /** Where it was found; empty where nothing was. */
  readonly recordings: readonly ClientRecording[]
  /** The ids of the todo calls that stand there. */
  readonly recordedCalls: ReadonlySet<string>
  /** The session's events, and the work between them, numbered anew; the session's own where nothing was found. */
  events(): AsyncIterable<EventWithState>
}

/** Where it is looked for. */
export interface ClientWorkOptions {
  /** Whose agents. */
  readonly user: UserHome
  /** The agents; all that are built in when absent. */
  readonly agents?: readonly Agent[]
  /** What is taken out of their recordings; what the built-in patterns find when absent. */
  readonly redaction?: RedactionOptions | false
}

/** What is known of all recordings that are read. */
type Reading = Required<Pick<ClientWorkOptions, 'agents' | 'redaction'>>

/** Calls that stand in one session of a recording: which call of the list each is. */
interface Match extends ClientRecording {
  /** By the id of the call there, the seq of the event here. */
  readonly seqs: ReadonlyMap<string, number>
}

/**
 * Looks for the client's own recording of a session, by its folder, its times and the very calls. Null where the session
 * is none to which only todo calls came.
 * @param events gives the session's events, as often as it is asked
 */
export async function clientWork(
  events: () => AsyncIterable<TodoEvent>,
  { user, agents = builtinAgents, redaction = {} }: ClientWorkOptions,
): Promise<ClientWork | null> {
  const reading = { agents, redaction }
  const unmatched = new UnmatchedCalls()
  let folder: string | null = null
  let since: number | null = null
  for await (const event of events()) {
    if (event.type === 'session.opened') {
      if (event.data.todoCallsOnly === undefined) return null
      folder = event.data.todoCallsOnly.folder
      since = event.at.getTime()
    }
    unmatched.add(event)
  }
  if (since === null) return null
  const matches: Match[] = []
  const recordedCalls = new Set<string>()
  if (folder !== null) {
    for (const { agent, path } of await findRecordings(folder, since, { user, agents })) {
      for (const [session, seqs] of await matchesIn(path, unmatched, reading, recordedCalls))
        matches.push({ agent, file: path, session, seqs })
    }
  }
  return {
    recordings: matches.map(({ agent, file, session }) => ({ agent, file, session })),
    recordedCalls,
    events: () => withStates(matches.length === 0 ? events() : joined(events(), matches, reading)),
  }
}

/** The calls of each session of a file that are calls of the list. */
async function matchesIn(
  path: string,
  unmatched: UnmatchedCalls,
  reading: Reading,
  found: Set<string>,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const sessions = new Map<string, Map<string, number>>()
  for await (const event of eventsOf(path, reading)) {
    if (event.type !== 'tool.called') continue
    const { call, name, input } = event.data
    const stored = unmatched.take({ call, name, input, at: event.at.getTime() })
    if (stored === null) continue
    found.add(stored.call)
    const seqs = sessions.get(event.session) ?? new Map<string, number>()
    sessions.set(event.session, seqs.set(call, stored.seq))
  }
  return sessions
}

/** The events of a recording, as far as it can be read. */
async function* eventsOf(path: string, { agents, redaction }: Reading): AsyncGenerator<TodoEvent, void> {
  try {
    const recording = await openRecording(path, { agents })
    for await (const { event } of recordedEvents(recording, { agents, redaction })) yield event
  } catch {
    // A recording that is damaged, or is being written, says as much as could be read of it.
  }
}

/** What of a recording is other work. Its own lists are not: there are others. */
const work: ReadonlySet<TodoEvent['type']> = new Set<TodoEvent['type']>([
  'run.started',
  'turn.started',
  'turn.ended',
  'tool.called',
  'tool.returned',
  'message.recorded',
  'context.compacted',
  'subagent.started',
  'subagent.ended',
  'session.yielded',
])

/** The session's changes of its list, in their order, each at the place where a recording has its call, or by its time. */
async function* joined(
  own: AsyncIterable<TodoEvent>,
  matches: readonly Match[],
  reading: Reading,
): AsyncGenerator<TodoEvent, void> {
  const changes: TodoEvent[] = []
  const matched = new Set(matches.flatMap(({ seqs }) => [...seqs.values()]))
  for await (const event of own) {
    if (event.type === 'session.opened') yield event
    else if (event.type.startsWith('todos.')) changes.push(event)
  }
  const upTo = function* (seq: number): Generator<TodoEvent, void> {
    for (let next = changes[0]; next !== undefined && next.seq <= seq; next = changes[0]) {
      changes.shift()
      yield next
    }
  }
  for await (const { event, match } of byTime(matches, reading)) {
    // What nobody's recording shows, a person's change or another client's call, comes when it happened.
    const waiting = changes.findIndex(({ seq, at }) => matched.has(seq) || at.getTime() > event.at.getTime())
    const before = waiting < 0 ? changes.at(-1) : changes[waiting - 1]
    if (before !== undefined) yield* upTo(before.seq)
    const call = event.type === 'tool.called' || event.type === 'tool.returned' ? event.data.call : null
    const seq = call === null ? undefined : match.seqs.get(call)
    if (seq === undefined) yield withoutDeliveries(event)
    else if (event.type === 'tool.called') yield* upTo(seq)
  }
  yield* changes
}

/** The work of several recordings, turn by turn in the order in which they began. */
async function* byTime(
  matches: readonly Match[],
  reading: Reading,
): AsyncGenerator<{ readonly event: TodoEvent; readonly match: Match }, void> {
  const streams = matches.map((match): Stream => ({ match, turns: turnsOf(match, reading), next: null }))
  const advance = async (stream: Stream) => {
    stream.next = (await stream.turns.next()).value ?? null
  }
  await Promise.all(streams.map(advance))
  for (;;) {
    const open = streams.flatMap((stream) => (stream.next === null ? [] : [{ stream, turn: stream.next }]))
    const [first] = open.toSorted((one, other) => timeOf(one.turn) - timeOf(other.turn))
    if (first === undefined) return
    for (const event of first.turn) yield { event, match: first.stream.match }
    await advance(first.stream)
  }
}

/** One recording on its way. */
interface Stream {
  readonly match: Match
  readonly turns: AsyncIterator<readonly TodoEvent[], void>
  next: readonly TodoEvent[] | null
}

function timeOf([first]: readonly TodoEvent[]): number {
  return first?.at.getTime() ?? 0
}

/** The work in one session of a recording: whole turns, and what stands between them. */
async function* turnsOf(
  { file, session }: Match,
  reading: Reading,
): AsyncGenerator<readonly TodoEvent[], void> {
  let turn: TodoEvent[] | null = null
  for await (const event of eventsOf(file, reading)) {
    if (event.session !== session || !work.has(event.type)) continue
    if (event.type === 'turn.started') turn = []
    turn?.push(event)
    if (turn === null) yield [event]
    else if (event.type === 'turn.ended') {
      yield turn
      turn = null
    }
  }
  if (turn !== null) yield turn
}

/** Reminders are the recording's own, and are left out with its lists. */
function withoutDeliveries(event: TodoEvent): TodoEvent {
  if (event.type === 'run.started') return { ...event, data: { ...event.data, delivers: [] } }
  if (event.type === 'turn.started') return { ...event, data: { ...event.data, delivers: [] } }
  return event
}

/** The events as one session's, numbered anew, each with the state after it. */
async function* withStates(events: AsyncIterable<TodoEvent>): AsyncGenerator<EventWithState, void> {
  const reducer = createReducer()
  let state: SessionState = initialState
  let session: string | null = null
  let turn = 0
  for await (const event of events) {
    session ??= event.session
    if (event.type === 'turn.started') turn += 1
    // Where a piece of it stands is told of one file, and this is of several.
    const { source: _, ...told } = event
    const next: TodoEvent = { ...told, session, seq: state.seq + 1, turn }
    state = reducer.accept(state, next)
    yield { event: next, state }
  }
}
