/** Makes of a session's events, in one pass, what can be stepped through. */

import { isCarriedOn, type SessionAudit } from '@todo-ledger/audit'
import {
  calledBy,
  type EventOf,
  isSameActor,
  type SessionState,
  type TodoEvent,
  type TodoItem,
  titleOf,
} from '@todo-ledger/core'
import { type ItemLife, ItemLives } from '@todo-ledger/core/history'
import type { SessionEvent } from '@todo-ledger/recordings'
import { ownPart } from '../audit/audit-report.js'
import type { AuditedSession } from '../audit/followed-session.js'
import { callSummary, eventSummary } from '../log/event-summary.js'
import { concernsOf, decisiveSeq } from '../session-view/concerns.js'
import type { StepTexts } from '../session-view/conversation.js'
import type {
  ItemReplay,
  ListedItem,
  ListVersion,
  ReplayEvent,
  ReplayEventKind,
  SessionReplay,
  TurnReplay,
} from '../session-view/session-replay.js'
import { SessionView } from '../session-view/session-view.js'
import { shortened } from '../text/cut.js'
import { type ConversationChoice, ConversationRecorder, textsOf } from './conversation-recorder.js'
import { UsageLog } from './usage-log.js'

/** As many UTF-16 units are kept of what is said of an event, and of a text that the audit may name. */
const saidLimit = 400
const textLimit = 1500

/** What is put together property by property. */
type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

interface OpenTurn extends Omit<Writable<TurnReplay>, 'events'> {
  readonly events: Writable<ReplayEvent>[]
}

/** One session as it is read. */
export class RecordedReplay {
  readonly opened: EventOf<'session.opened'>
  readonly #turns: OpenTurn[] = []
  readonly #listed: ListedItem[] = []
  readonly #lists: ListVersion[] = [{ goal: null, phase: 'empty', items: [] }]
  /** The items of the last version of the list, with their places in `#listed`. */
  #latest = new Map<TodoItem, number>()
  #items: readonly TodoItem[] = []
  readonly #open = new Map<string, Writable<ReplayEvent>>()
  readonly #texts = new Map<number, Writable<StepTexts>>()
  readonly #lives = new ItemLives(isCarriedOn)
  readonly #usage = new UsageLog()
  readonly #conversation: ConversationRecorder | null
  #title: string | null = null
  #ended: Date

  /** @param conversation how its whole texts are kept; they are not when absent */
  constructor(opened: EventOf<'session.opened'>, conversation?: ConversationChoice) {
    this.opened = opened
    this.#conversation = conversation === undefined ? null : new ConversationRecorder(conversation)
    this.#ended = opened.at
  }

  take({ event, state, usage }: SessionEvent): void {
    const turn = this.#turnOf(event)
    turn.seqs = [turn.seqs[0], event.seq]
    if (event.type === 'turn.started' && event.actor !== undefined) turn.actor = event.actor
    if (usage !== undefined) turn.usage = usage
    this.#keepList(state)
    turn.list = this.#lists.length - 1
    if (event.type === 'tool.returned') this.#return(event)
    else this.#add(event, state, turn)
    this.#conversation?.observe(event)
    this.#usage.observe(event, state, usage)
    this.#lives.observe(event, state)
    if (event.type === 'run.started') this.#title ??= titleOf(event.data.text)
    // The times of a recording need not grow.
    if (event.at > this.#ended && event.type !== 'session.redacted') this.#ended = event.at
  }

  /** The session as far as it was read. @param marked its audit */
  replay(marked: AuditedSession): SessionReplay {
    const { audit: own, copied } = ownPart(marked)
    const audit = { ...marked.audit, summary: own.summary }
    const { session, at, data } = this.opened
    const replay: SessionReplay = {
      session,
      title: this.#title,
      profile: data.profile,
      file: data.source?.file ?? null,
      format: data.source?.format ?? null,
      parent: data.parent,
      began: at.toISOString(),
      ended: this.#ended.toISOString(),
      turns: [...this.#turns],
      listed: [...this.#listed],
      lists: [...this.#lists],
      items: this.#lives.lives.map(itemReplay),
      calls: [],
      audit,
      ...(copied === undefined ? {} : { copied }),
      ...(this.#usage.usage === null ? {} : { usage: this.#usage.usage }),
      ...(this.#conversation === null ? {} : { conversation: this.#conversation.conversation }),
    }
    const named = seqsNamed(audit, new SessionView(replay))
    return { ...replay, calls: [...this.#texts.values()].filter(({ seq }) => named.has(seq)) }
  }

  /** The turn of an event. A turn that has none of its own is filled in, so that places and numbers agree. */
  #turnOf({ turn: number, at, seq }: TodoEvent): OpenTurn {
    const list = this.#lists.length - 1
    for (let turn = this.#turns.length; turn <= number; turn += 1)
      this.#turns.push({ turn, at: at.toISOString(), seqs: [seq, seq], list, events: [] })
    const open = this.#turns[number]
    if (open === undefined) throw new RangeError(`event ${seq} has no turn`)
    return open
  }

  #keepList({ items, goal, phase }: SessionState): void {
    const last = this.#lists.at(-1)
    if (items === this.#items && goal === last?.goal) return
    const before = new Map([...this.#latest].map(([{ key }, place]) => [key, place]))
    const latest = new Map(items.map((item) => [item, this.#placeOf(item, before.get(item.key))]))
    const places = [...latest.values()]
    const isSame =
      places.length === last?.items.length && places.every((place, at) => place === last.items[at])
    if (!isSame || goal !== last.goal) this.#lists.push({ goal, phase, items: places })
    this.#latest = latest
    this.#items = items
  }

  #placeOf(item: TodoItem, before: number | undefined): number {
    const known = this.#latest.get(item)
    if (known !== undefined) return known
    const { key, id, text, status, reason, parent, actor } = item
    const was = before === undefined ? undefined : this.#listed[before]
    const isSame =
      was?.id === id &&
      was.text === text &&
      was.status === status &&
      was.reason === reason &&
      was.parent === parent &&
      isSameActor(was.actor, actor)
    if (before !== undefined && isSame) return before
    return this.#listed.push({ key, id, text, status, reason, parent, actor }) - 1
  }

  #add(event: TodoEvent, state: SessionState, turn: OpenTurn): void {
    const kind = kindOf(event)
    if (kind === null) return
    const { seq, source, actor } = event
    const said = event.type === 'tool.called' ? callSummary(event.data.input) : eventSummary(event, state)
    const entry: Writable<ReplayEvent> = { kind, seq, text: shortened(said, saidLimit), ...detailsOf(event) }
    if (source !== undefined) entry.source = source
    // Of an input and of a turn's own events it is said where they stand.
    if (actor !== undefined && kind !== 'input' && !isSameActor(actor, turn.actor)) entry.actor = actor
    turn.events.push(entry)
    if (kind !== 'call' && kind !== 'message' && kind !== 'input') return
    const [input, output] = (textsOf(event) ?? []).map((text) => text && shortened(text, textLimit))
    this.#texts.set(seq, { seq, input: input ?? null, output: output ?? null })
    if (event.type === 'tool.called') this.#open.set(event.data.call, entry)
  }

  #return({ seq, data: { call, ok, effect, verify, output } }: EventOf<'tool.returned'>): void {
    const entry = this.#open.get(call)
    if (entry === undefined) return
    this.#open.delete(call)
    Object.assign(entry, { ok, effect, returned: seq }, verify ? { verify } : {})
    const texts = this.#texts.get(entry.seq)
    if (texts !== undefined) texts.output = shortened(output, textLimit)
  }
}

/** The steps that an audit's facts or findings name, and those around the step that decides a doubt. */
function seqsNamed(audit: SessionAudit, view: SessionView): ReadonlySet<number> {
  const decisive = concernsOf(audit).grave.map(decisiveSeq)
  return new Set([
    ...decisive.flatMap((seq) => view.stepsAround(seq).map(({ event }) => event.seq)),
    ...audit.completions.flatMap(({ facts }) => facts.map(({ seq }) => seq)),
    ...audit.findings.flatMap(({ evidence }) => evidence),
  ])
}

/** As the timeline marks an event; null for what it does not show, queries of the list among it. */
function kindOf(event: TodoEvent): ReplayEventKind | null {
  if (event.type === 'todos.updated' && event.data.query) return null
  return kinds[event.type] ?? null
}

const kinds: { readonly [T in TodoEvent['type']]?: ReplayEventKind } = {
  'run.started': 'input',
  'message.recorded': 'message',
  'tool.called': 'call',
  'todos.updated': 'update',
  'todos.rejected': 'rejection',
  'todos.rolled-back': 'roll-back',
  'nag.issued': 'nag',
  'continuation.issued': 'continuation',
  'continuation.stopped': 'continuation',
  'context.compacted': 'compaction',
  'subagent.started': 'subagent',
  'subagent.ended': 'subagent',
  'session.yielded': 'yield',
  'session.redacted': 'redaction',
  'event.erased': 'redaction',
}

function detailsOf(event: TodoEvent): Pick<ReplayEvent, 'tool' | 'ok' | 'changes' | 'violations'> {
  switch (event.type) {
    case 'tool.called':
      return { tool: event.data.name, ok: null }
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

function itemReplay({ key, id, text, status, before, changes, left }: ItemLife): ItemReplay {
  return {
    key,
    id,
    text,
    status,
    ...(before === undefined ? {} : { before }),
    life: changes.map((change) => ({ ...change, at: change.at.toISOString() })),
    left: left === null ? null : { turn: left.turn, seq: left.seq, silently: left.silently },
  }
}
