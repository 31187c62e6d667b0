/**
 * The other work of a session to which only todo calls came: it stands in the recording that the client itself keeps. Both
 * are told as one session, in the order in which they happened.
 */

import { realpath } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  createReducer,
  type EventWithState,
  initialState,
  type RedactionOptions,
  type TodoEvent,
} from '@todo-ledger/core'
import { createRedactor } from '@todo-ledger/core/redaction'
import type { UserHome } from './agents/agent.js'
import { agents } from './agents/index.js'
import { isOneOf, newestFirst } from './agents/session-files.js'
import { openRecording } from './open-recording.js'
import { recordedEvents } from './recorded-events.js'
import { RecordingError } from './recording-error.js'

/** A session of a recording that a session's calls were found in. */
export interface ClientRecording {
  readonly agent: string
  readonly file: string
  readonly session: string
}

/** A session with the work that its client recorded. */
export interface ClientWork {
  readonly recordings: readonly ClientRecording[]
  /** The ids of the todo calls that stand there. */
  readonly recordedCalls: ReadonlySet<string>
  /** The session's events, and the work between them, numbered anew; the session's own where nothing was found. */
  events(): AsyncIterable<EventWithState>
}

export interface ClientWorkOptions {
  readonly user: UserHome
  /** What is taken out of their recordings; what the built-in patterns find when absent. */
  readonly redaction?: RedactionOptions | false
}

/** Calls that stand in one session of a recording. */
interface Match extends ClientRecording {
  /** By the id of the call there, the seq of the event here. */
  readonly seqs: Map<string, number>
}

type Redaction = ClientWorkOptions['redaction']

/**
 * Looks for the client's own recording of a session, by its folder, its times and the very calls. Null where the session
 * is none to which only todo calls came.
 * @param events gives the session's events, as often as it is asked
 */
export async function clientWork(
  events: () => AsyncIterable<TodoEvent>,
  { user, redaction = {} }: ClientWorkOptions,
): Promise<ClientWork | null> {
  const unmatched: TodoCallEvent[] = []
  let opened: TodoEvent | null = null
  let folder: string | null = null
  for await (const event of events()) {
    if (event.type === 'session.opened') {
      if (event.data.todoCallsOnly === undefined) return null
      folder = event.data.todoCallsOnly.folder
      opened = event
    } else if (event.type === 'todos.updated' || event.type === 'todos.rejected') unmatched.push(event)
  }
  if (opened === null) return null
  const matches: Match[] = []
  const recordedCalls = new Set<string>()
  const files = folder === null ? [] : await recordingsOf(folder, opened.at.getTime(), user)
  for (const { agent, path: file } of files) {
    for await (const event of eventsOf(file, redaction)) {
      const index = unmatched.findIndex((stored) => isSameCall(stored, event))
      const [stored] = index < 0 ? [] : unmatched.splice(index, 1)
      if (stored === undefined || event.type !== 'tool.called') continue
      const { session } = event
      const known = matches.find((each) => each.file === file && each.session === session)
      const match = known ?? { agent, file, session, seqs: new Map<string, number>() }
      if (known === undefined) matches.push(match)
      match.seqs.set(event.data.call, stored.seq)
      recordedCalls.add(stored.data.call)
    }
  }
  return {
    recordings: matches.map(({ agent, file, session }) => ({ agent, file, session })),
    recordedCalls,
    events: () => withStates(matches.length === 0 ? events() : joined(events(), matches, redaction)),
  }
}

/** So many of an agent's newest recordings are looked at, and so many of all agents'. */
const mostRecordings = 50

/** The recordings of work in a folder, newest first. What can't be read counts as not there. @param since in milliseconds */
async function recordingsOf(folder: string, since: number, user: UserHome) {
  const names = [folder, await realpath(folder).catch(() => folder)]
  const found: { readonly agent: string; readonly path: string; readonly at: number }[] = []
  for (const { title: agent, home } of agents) {
    const kept = home?.(user)
    const files = ((await kept?.files()) ?? []).filter(({ at }) => at >= since)
    for (const { path, at } of newestFirst(files).slice(0, mostRecordings)) {
      const { all = null, each = [] } = (await kept?.projects(path, new Set(names))) ?? {}
      const folders = [all ?? [], each.map(({ folder: begun }) => begun)].flat()
      const isOf = await Promise.all(folders.map((begun) => isOneOf(names, begun)))
      if (isOf.includes(true)) found.push({ agent, path, at })
    }
  }
  return found.toSorted((one, other) => other.at - one.at).slice(0, mostRecordings)
}

async function* eventsOf(path: string, redaction: Redaction): AsyncGenerator<TodoEvent, void> {
  try {
    for await (const { event } of recordedEvents(await openRecording(path), { redaction })) yield event
  } catch (error) {
    // A recording that is damaged, or is being written, says as much as could be read of it.
    if (!(error instanceof RecordingError)) throw error
  }
}

type TodoCallEvent = Extract<TodoEvent, { readonly type: 'todos.updated' | 'todos.rejected' }>

/** The ledger may have taken secrets out, and the recording has not: both are compared without. */
const redactor = createRedactor()
/** A recording tells when the model asked; the call may have come before it was written, or have waited for a person. */
const earliest = 5_000
const latest = 3_600_000

/** True where a call that stands in a recording is a todo call of the session: the same one at the same time. */
function isSameCall({ data: { tool, input }, at }: TodoCallEvent, recorded: TodoEvent): boolean {
  if (recorded.type !== 'tool.called') return false
  const { name } = recorded.data
  // `mcp__todo-ledger__write_todos` is the tool `write_todos` of a server.
  const isNamed = name === tool || (name.endsWith(tool) && /[^A-Za-z0-9]$/.test(name.slice(0, -tool.length)))
  const later = at.getTime() - recorded.at.getTime()
  return (
    isNamed &&
    later >= -earliest &&
    later <= latest &&
    isDeepStrictEqual(redactor.value(input), redactor.value(withoutList(recorded.data.input)))
  )
}

/** The name of the list is the server's, and no part of what the tool is given. */
function withoutList(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'session'))
}

/** What of a recording is other work. Its own lists are not: there are others. */
const work =
  /^(run\.started|turn\.(started|ended)|tool\.(called|returned)|message\.recorded|context\.compacted|subagent\.(started|ended)|session\.yielded)$/

/** The session's changes of its list, in their order, each at the place where a recording has its call, or by its time. */
async function* joined(
  own: AsyncIterable<TodoEvent>,
  matches: readonly Match[],
  redaction: Redaction,
): AsyncGenerator<TodoEvent, void> {
  const changes: TodoEvent[] = []
  const matched = new Set(matches.flatMap(({ seqs }) => [...seqs.values()]))
  for await (const event of own) {
    if (event.type === 'session.opened') yield event
    else if (event.type.startsWith('todos.')) changes.push(event)
  }
  const upTo = (seq: number): readonly TodoEvent[] => {
    const later = changes.findIndex((change) => change.seq > seq)
    return changes.splice(0, later < 0 ? changes.length : later)
  }
  for (const { events, match } of await turnsOf(matches, redaction))
    for (const event of events) {
      // What nobody's recording shows, a person's change or another client's call, comes when it happened.
      const waiting = changes.findIndex(
        ({ seq, at }) => matched.has(seq) || at.getTime() > event.at.getTime(),
      )
      yield* changes.splice(0, waiting < 0 ? changes.length : waiting)
      const call = event.type === 'tool.called' || event.type === 'tool.returned' ? event.data.call : ''
      const seq = match.seqs.get(call)
      if (seq === undefined) yield withoutDeliveries(event)
      else if (event.type === 'tool.called') yield* upTo(seq)
    }
  yield* changes
}

/** The work in the sessions of recordings, turn by turn in the order in which they began. */
async function turnsOf(matches: readonly Match[], redaction: Redaction) {
  const turns: { readonly match: Match; readonly events: TodoEvent[]; readonly at: number }[] = []
  for (const match of matches) {
    let isOpen = false
    for await (const event of eventsOf(match.file, redaction)) {
      if (event.session !== match.session || !work.test(event.type)) continue
      if (isOpen) turns.at(-1)?.events.push(event)
      else turns.push({ match, events: [event], at: event.at.getTime() })
      isOpen = event.type === 'turn.started' || (isOpen && event.type !== 'turn.ended')
    }
  }
  return turns.toSorted((one, other) => one.at - other.at)
}

/** Reminders are the recording's own, and are left out with its lists. */
function withoutDeliveries(event: TodoEvent): TodoEvent {
  if (event.type === 'run.started') return { ...event, data: { ...event.data, delivers: [] } }
  return event.type === 'turn.started' ? { ...event, data: { ...event.data, delivers: [] } } : event
}

/** The events as one session's, numbered anew, each with the state after it. */
async function* withStates(events: AsyncIterable<TodoEvent>): AsyncGenerator<EventWithState, void> {
  const reducer = createReducer()
  let [state, session, turn] = [initialState, '', 0]
  for await (const event of events) {
    if (session === '') session = event.session
    if (event.type === 'turn.started') turn += 1
    // Where a piece of it stands is told of one file, and this is of several.
    const { source: _, ...told } = event
    const next: TodoEvent = { ...told, session, seq: state.seq + 1, turn }
    state = reducer.accept(state, next)
    yield { event: next, state }
  }
}
