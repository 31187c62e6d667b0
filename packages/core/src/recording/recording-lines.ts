/**
 * A log as the lines of a neutral recording. What was accepted, refused and reminded is recorded as the fact that it is,
 * so that whoever opens it sees what happened and not what today's rules would make of it.
 */

import type { EventOf, ItemAdded, TodoEvent, TodosUpdatedData } from '../events.js'
import type {
  DeclaredResult,
  ProfileDeclaration,
  RecordingCall,
  RecordingEntry,
  RecordingLine,
  SubagentLine,
  TurnLine,
} from './recording-line.js'

/** What a sub-agent did, as its parent's recording has it. */
export type SubagentWork = Pick<SubagentLine, 'text' | 'calls'>

/** A session whose profile is to be carried in its recording. */
export interface DeclaredSession {
  readonly profile: ProfileDeclaration
  /** The list that an update led to. */
  resultOf(event: EventOf<'todos.updated'>): DeclaredResult | undefined
}

/** A turn while its events come. */
interface OpenTurn {
  readonly turn: number
  readonly at: string
  readonly texts: string[]
  readonly calls: Map<string, RecordingCall>
  /** The calls whose updates stand. */
  readonly updates: Set<string>
  isParked: boolean
}

/**
 * Makes lines of the events of one session as they come. A turn's line is given when the next turn or run begins or
 * control goes back, for what is said after the turn and results that come late are still the turn's.
 */
export class RecordingLines {
  readonly #workOf: (child: string) => SubagentWork | undefined
  readonly #declared: DeclaredSession | null
  #turn: OpenTurn | null = null
  /** What came after the turn that is held. */
  #after: RecordingEntry[] = []
  #began = false

  /**
   * @param workOf what a sub-agent did; undefined where its log is not at hand
   * @param declared the profile where it is to be declared, and the list that an update led to
   */
  constructor(
    workOf: (child: string) => SubagentWork | undefined = () => undefined,
    declared: DeclaredSession | null = null,
  ) {
    this.#workOf = workOf
    this.#declared = declared
  }

  /** Takes the next event, from `session.opened` on, and gives the lines that it completes. */
  take(event: TodoEvent): readonly RecordingLine[] {
    const at = event.at.toISOString()
    switch (event.type) {
      case 'session.opened':
        this.#began = true
        return [headerOf(event, this.#declared)]
      case 'run.started': {
        const { text: input, trigger } = event.data
        return [...this.#release(), { input, trigger, at }]
      }
      case 'turn.started': {
        const lines = this.#release()
        const { turn } = event
        this.#turn = { turn, at, texts: [], calls: new Map(), updates: new Set(), isParked: false }
        return lines
      }
      case 'session.yielded':
        if (event.data.to === 'waiting' && this.#turn !== null) this.#turn.isParked = true
        return this.#release(at)
      case 'nag.issued':
        this.#after.push({ nag: event.data.text, at })
        return []
      case 'context.compacted': {
        const { summary } = event.data
        this.#after.push({ compacted: true, ...(summary === null ? {} : { summary }), at })
        return []
      }
      case 'subagent.started': {
        const { child, call } = event.data
        this.#after.push({
          subagent: child,
          ...(call === null ? {} : { call }),
          at,
          ...this.#workOf(child),
        })
        return []
      }
      default:
        this.#observe(event)
        return []
    }
  }

  /** What is still held, and the last line; nothing where nothing came. */
  finish(): readonly RecordingLine[] {
    return this.#began ? [...this.#release(), { end: true }] : []
  }

  /** What belongs to the turn that is open, or was last. */
  #observe(event: TodoEvent): void {
    const turn = this.#turn
    if (turn === null) return
    switch (event.type) {
      case 'todos.updated':
      case 'todos.rejected': {
        const { call: id, tool: name, input, reply: output } = event.data
        const details = event.type === 'todos.updated' ? this.#detailsOf(event) : undefined
        const beside = details === undefined ? {} : { details }
        turn.calls.set(id, { id, name, input, ok: event.type === 'todos.updated', output, ...beside })
        if (event.type === 'todos.updated' && !event.data.query) turn.updates.add(id)
        return
      }
      case 'todos.rolled-back':
        voidUpdates(turn)
        return
      case 'tool.called': {
        const { call: id, name, input } = event.data
        turn.calls.set(id, { id, name, input })
        return
      }
      case 'tool.returned': {
        const { call: id, ok, output } = event.data
        const call = turn.calls.get(id)
        if (call !== undefined) turn.calls.set(id, { ...call, ok, output })
        return
      }
      case 'message.recorded':
        if (event.data.role === 'assistant') turn.texts.push(event.data.text)
        return
      default:
        return
    }
  }

  #detailsOf(event: EventOf<'todos.updated'>): object | undefined {
    if (this.#declared === null) return carriedItemsOf(event.data)
    return event.data.query ? undefined : this.#declared.resultOf(event)
  }

  /** The turn that is held and what came after it. A parked run's line stands right behind its turn. */
  #release(yieldedAt = ''): RecordingLine[] {
    const after = this.#after
    const turn = this.#turn
    this.#after = []
    this.#turn = null
    if (turn === null) return after
    const parked: RecordingLine[] = turn.isParked ? [{ yield: 'waiting', at: yieldedAt }] : []
    return [turnLineOf(turn), ...parked, ...after]
  }
}

function headerOf(
  { session, data }: EventOf<'session.opened'>,
  declared: DeclaredSession | null,
): RecordingLine {
  const { profile, goal, parent } = data
  return {
    recording: 'todo-ledger/1',
    session,
    profile,
    ...(declared === null ? {} : { declares: declared.profile }),
    ...(goal === null ? {} : { goal }),
    ...(parent === null ? {} : { parent }),
  }
}

function turnLineOf({ turn, at, texts, calls }: OpenTurn): TurnLine {
  return {
    turn,
    at,
    ...(texts.length === 0 ? {} : { text: texts.join('\n') }),
    ...(calls.size === 0 ? {} : { calls: [...calls.values()] }),
  }
}

/** The form has no word for a roll-back: an update that was voided counts for nothing, as a refused one does. */
function voidUpdates({ calls, updates }: OpenTurn): void {
  for (const id of updates) {
    const call = calls.get(id)
    if (call !== undefined) calls.set(id, { ...call, ok: false })
  }
  updates.clear()
}

/**
 * The structured result: the list before of `TodoWrite`, the status before of `TaskUpdate`.
 * Undefined where all items are new.
 */
export function carriedItemsOf({ tool, changes }: TodosUpdatedData): object | undefined {
  const carried = changes.filter(
    (change): change is ItemAdded => change.type === 'added' && change.before !== undefined,
  )
  const [first] = carried
  if (first === undefined) return undefined
  if (tool === 'TaskUpdate') return { statusChange: { from: first.before, to: first.status } }
  return { oldTodos: carried.map(({ id, text, before }) => ({ id, content: text, status: before })) }
}
