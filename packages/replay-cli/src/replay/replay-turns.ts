/** A session's turns as its events pass: what happened in each, and the list at its end. */

import {
  type Actor,
  calledBy,
  type EventOf,
  isSameActor,
  type SessionState,
  type TodoEvent,
  type TodoItem,
} from '@todo-ledger/core'
import type { TokenUsage } from '@todo-ledger/recordings'
import { callSummary } from '../log/call-summary.js'
import { eventSummary } from '../log/event-summary.js'
import type {
  ListedItemReplay,
  ListVersion,
  ReplayEvent,
  ReplayEventKind,
  TurnReplay,
} from '../session-view/session-replay.js'
import { shortened } from '../text/cut.js'

/** As many UTF-16 units are kept of what is said of an event. */
const textLimit = 400

/** What is put together property by property. */
export type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** A turn while its events come. */
interface OpenTurn extends Omit<TurnReplay, 'events' | 'seqs' | 'list' | 'actor' | 'before' | 'usage'> {
  readonly events: Writable<ReplayEvent>[]
  readonly seqs: [number, number]
  list: number
  actor?: Actor
  before?: number
  usage?: TokenUsage
}

/** Follows a session and keeps its turns and the versions of its list. */
export class ReplayTurns {
  readonly #turns: OpenTurn[] = []
  /** The list at the start of each turn. */
  readonly #starts: number[] = []
  readonly #lists: ListVersion[] = [{ goal: null, phase: 'empty', items: [] }]
  readonly #calls = new Map<string, Writable<ReplayEvent>>()
  #items: readonly TodoItem[] = []
  #goal: string | null = null

  /** The turns so far. */
  get turns(): readonly TurnReplay[] {
    return this.#turns
  }

  /** The versions of the list so far. */
  get lists(): readonly ListVersion[] {
    return this.#lists
  }

  /** Takes in one event. @param state the state after it; @param usage what the turn cost that it ends */
  observe(event: TodoEvent, state: SessionState, usage?: TokenUsage): void {
    const turn = this.#turnOf(event)
    if (usage !== undefined) turn.usage = usage
    if (event.type === 'turn.started') this.#begin(event, turn, state)
    turn.seqs[1] = event.seq
    this.#keepList(state)
    turn.list = this.#lists.length - 1
    if (event.type === 'tool.returned') this.#return(event)
    else if (event.type === 'tool.called') this.#call(event, turn)
    else this.#other(event, state, turn)
  }

  /** The turn of an event. A turn that has none of its own is filled in, so that places and numbers agree. */
  #turnOf(event: TodoEvent): OpenTurn {
    const list = this.#lists.length - 1
    for (let turn = this.#turns.length; turn <= event.turn; turn += 1) {
      this.#starts.push(list)
      this.#turns.push({ turn, at: event.at.toISOString(), seqs: [event.seq, event.seq], list, events: [] })
    }
    const open = this.#turns[event.turn]
    if (open === undefined) throw new RangeError(`event ${event.seq} has no turn`)
    return open
  }

  /** Turns that are under way together see each other's changes: each keeps the list that it began with. */
  #begin({ actor }: EventOf<'turn.started'>, turn: OpenTurn, { otherActors }: SessionState): void {
    if (actor !== undefined) turn.actor = actor
    const open = otherActors.flatMap((other) => (other.turn.open ? other.turn.number : []))
    if (open.length === 0) return
    for (const number of [...open, turn.turn]) {
      const each = this.#turns[number]
      if (each !== undefined) each.before ??= this.#starts[number] ?? 0
    }
  }

  #keepList({ items, goal, phase }: SessionState): void {
    if (items === this.#items && goal === this.#goal) return
    const before = this.#lists.at(-1)?.items ?? []
    const same = new Map(before.map((item) => [item.key, item]))
    const next = items.map((item) => listed(item, same.get(item.key)))
    const isSame = next.length === before.length && next.every((item, place) => item === before[place])
    if (!isSame || goal !== this.#goal) this.#lists.push({ goal, phase, items: next })
    this.#items = items
    this.#goal = goal
  }

  #call(event: EventOf<'tool.called'>, turn: OpenTurn): void {
    const { call, name, input } = event.data
    const entry: Writable<ReplayEvent> = {
      kind: 'call',
      ...placeOf(event, turn),
      text: shortened(callSummary(input), textLimit),
      tool: name,
      ok: null,
    }
    this.#calls.set(call, entry)
    turn.events.push(entry)
  }

  #return({ data }: EventOf<'tool.returned'>): void {
    const entry = this.#calls.get(data.call)
    if (entry === undefined) return
    entry.ok = data.ok
    entry.effect = data.effect
    if (data.verify) entry.verify = true
    this.#calls.delete(data.call)
  }

  #other(event: TodoEvent, state: SessionState, turn: OpenTurn): void {
    const kind = kindOf(event)
    if (kind === null) return
    const text = shortened(eventSummary(event, state), textLimit)
    turn.events.push({ kind, ...placeOf(event, turn), text, ...detailsOf(event) })
  }
}

function placeOf(
  { type, seq, source, actor }: TodoEvent,
  turn: OpenTurn,
): Pick<ReplayEvent, 'seq' | 'source' | 'actor'> {
  // Of an input and of a turn's own events it is said where they stand.
  const isOther = actor !== undefined && type !== 'run.started' && !isSameActor(actor, turn.actor)
  return { seq, ...(source === undefined ? {} : { source }), ...(isOther ? { actor } : {}) }
}

function listed(item: TodoItem, before: ListedItemReplay | undefined): ListedItemReplay {
  const { key, id, text, status, reason, parent, actor } = item
  const isSame =
    before !== undefined &&
    before.id === id &&
    before.text === text &&
    before.status === status &&
    before.reason === reason &&
    before.parent === parent &&
    isSameActor(before.actor, actor)
  if (isSame) return before
  const next = { key, id, text, status, reason, parent }
  return actor === null ? next : { ...next, actor }
}

/** The kind that the timeline marks an event as; null for what it does not show, queries of the list among it. */
function kindOf(event: TodoEvent): ReplayEventKind | null {
  switch (event.type) {
    case 'run.started':
      return 'input'
    case 'message.recorded':
      return 'message'
    case 'todos.updated':
      return event.data.query ? null : 'update'
    case 'todos.rejected':
      return 'rejection'
    case 'todos.rolled-back':
      return 'roll-back'
    case 'nag.issued':
      return 'nag'
    case 'continuation.issued':
    case 'continuation.stopped':
      return 'continuation'
    case 'context.compacted':
      return 'compaction'
    case 'subagent.started':
    case 'subagent.ended':
      return 'subagent'
    case 'session.yielded':
      return 'yield'
    case 'session.redacted':
    case 'event.erased':
      return 'redaction'
    default:
      return null
  }
}

function detailsOf(event: TodoEvent): Pick<ReplayEvent, 'tool' | 'changes' | 'violations'> {
  switch (event.type) {
    case 'todos.updated': {
      const { changes, flags } = event.data
      return { tool: calledBy(event), changes, ...(flags.length === 0 ? {} : { violations: flags }) }
    }
    case 'todos.rejected':
      return { tool: calledBy(event), violations: event.data.violations }
    case 'todos.rolled-back':
      return { changes: event.data.changes }
    default:
      return {}
  }
}
