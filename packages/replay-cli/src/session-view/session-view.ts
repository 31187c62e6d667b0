/** A session as it is looked at: where things are in it, found once, so that a redraw looks only at what it shows. */

import type { CompletionAudit, Finding } from '@todo-ledger/audit'
import { type Concern, type Concerns, concernsOf, turnOf } from './concerns.js'
import type { EventTexts } from './conversation.js'
import { type ListEntry, listEntries, ownEntries } from './item-changes.js'
import { type Match, SessionSearch } from './search.js'
import type {
  CallReplay,
  ItemReplay,
  LifeReplay,
  ListedItemReplay,
  ListVersion,
  ReplayEvent,
  ReplayEventKind,
  SessionReplay,
  TurnReplay,
} from './session-replay.js'
import { type Step, stepsAround, stepsOf } from './steps.js'
import { type Lanes, type TurnMarks, turnMarks, turnSummary } from './turn-summary.js'
import { holderOf } from './who.js'

/** A row of the timeline: a turn, or the input that came behind one. */
export type TimelineRow =
  | {
      /** A turn. */
      readonly kind: 'turn'
      /** Its number. */
      readonly turn: number
    }
  | {
      /** An input. */
      readonly kind: 'input'
      /** The turn that it is recorded in: it came at its end. */
      readonly turn: number
      /** The input. */
      readonly event: ReplayEvent
    }

/** A finding with the item that it is about. */
export interface PlacedFinding {
  /** The finding. */
  readonly finding: Finding
  /** The key of its item, or null. */
  readonly key: string | null
  /** Its place among the session's findings. */
  readonly place: number
}

const emptyList: ListVersion = { goal: null, phase: 'empty', items: [] }

function longer(one: ListVersion, other: ListVersion): ListVersion {
  return other.items.length > one.items.length ? other : one
}

function hasSeveral({ turns, items }: SessionReplay): boolean {
  const names = new Set<string>()
  const add = (actor: ReplayEvent['actor']) =>
    names.add(actor === undefined ? '' : `${actor.kind} ${actor.id}`)
  for (const { turn, actor } of turns) if (turn > 0) add(actor)
  for (const { life } of items) for (const { actor } of life) add(actor)
  return names.size > 1
}

/** A session with all that is looked up in it again and again. */
export class SessionView {
  /** The session. */
  readonly replay: SessionReplay
  /** The number of the first turn that is shown: turn 0 only where it holds more than the first input. */
  readonly firstTurn: number
  /** The number of the last turn. */
  readonly lastTurn: number
  /** True where it says when things happened: a recording without times is read as one of 1970. */
  readonly hasTimes: boolean
  /** The rows of the timeline. */
  readonly rows: readonly TimelineRow[]
  /** The findings, in the order of their places; those that count in another session are left out. */
  readonly findings: readonly PlacedFinding[]
  /** The items of the version of the list that has most. */
  readonly longestList: ListVersion['items']
  /** True where more than one had a part in the list: only there somebody is named. */
  readonly isShared: boolean
  readonly #rowOfTurn = new Map<number, number>()
  readonly #summaries = new Map<number, string>()
  readonly #items: ReadonlyMap<string, ItemReplay>
  readonly #calls: ReadonlyMap<number, CallReplay>
  readonly #completions = new Map<string, CompletionAudit[]>()
  readonly #findingsByTurn = new Map<number, PlacedFinding[]>()
  readonly #search: SessionSearch
  #concerns: Concerns | null = null
  #lanes: Lanes | null = null
  #steps: readonly Step[] | null = null

  /** @param replay the session */
  constructor(replay: SessionReplay) {
    this.replay = replay
    this.#search = new SessionSearch(replay)
    this.isShared = hasSeveral(replay)
    const [zero] = replay.turns
    const isBare =
      zero === undefined || (zero.list === 0 && zero.events.every(({ kind }) => kind === 'input'))
    this.lastTurn = Math.max(0, replay.turns.length - 1)
    this.hasTimes = !replay.began.startsWith('1970-')
    this.firstTurn = isBare ? Math.min(1, this.lastTurn) : 0
    this.#items = new Map(replay.items.map((item) => [item.key, item]))
    this.#calls = new Map(replay.calls.map((call) => [call.seq, call]))
    for (const completion of replay.audit.completions) {
      const known = this.#completions.get(completion.key)
      if (known === undefined) this.#completions.set(completion.key, [completion])
      else known.push(completion)
    }
    this.rows = this.#timeline(replay.turns)
    this.longestList = replay.lists.reduce(longer, emptyList).items
    this.findings = replay.audit.findings
      .filter(({ copied }) => copied === undefined)
      .map((finding, place) => ({ finding, key: this.#itemOf(finding), place }))
    for (const placed of this.findings) {
      const known = this.#findingsByTurn.get(placed.finding.turn)
      if (known === undefined) this.#findingsByTurn.set(placed.finding.turn, [placed])
      else known.push(placed)
    }
  }

  /** A turn, or undefined where there is none of that number. */
  turn(number: number): TurnReplay | undefined {
    return this.replay.turns[number]
  }

  /** The place of a turn in the timeline. */
  rowOf(turn: number): number {
    return this.#rowOfTurn.get(turn) ?? 0
  }

  /** The list at the end of a turn. */
  listAt(turn: number): ListVersion {
    return this.replay.lists[this.turn(turn)?.list ?? 0] ?? emptyList
  }

  /** The list before a turn. */
  listBefore(turn: number): ListVersion {
    const before = this.turn(turn)?.before
    if (turn === 0 || before !== undefined) return this.replay.lists[before ?? 0] ?? emptyList
    return this.listAt(turn - 1)
  }

  /** The items at the end of a turn with what it did to each, those that it removed last. */
  entriesAt(turn: number): readonly ListEntry[] {
    const changes = this.turn(turn)?.events.flatMap((event) => event.changes ?? []) ?? []
    if (this.turn(turn)?.before !== undefined) return ownEntries(changes, this.listAt(turn))
    const moved = changes.flatMap((change) => (change.type === 'moved' ? [change.key] : []))
    return listEntries(this.listBefore(turn), this.listAt(turn), new Set(moved))
  }

  /** What there is to look at, worst first. */
  get concerns(): Concerns {
    this.#concerns ??= concernsOf(this.replay.audit)
    return this.#concerns
  }

  /** For each kind of mark the turns that have one. Findings that a baseline accepts, or that are mere bookkeeping, have none. */
  get lanes(): Lanes {
    this.#lanes ??= this.#lanesOf()
    return this.#lanes
  }

  /** The places whose text has every word of a question. */
  find(question: string): readonly Match[] {
    return this.#search.find(question)
  }

  /** The turns in which something of a kind happened; an update that changed nothing is none. */
  turnsWith(...kinds: readonly ReplayEventKind[]): readonly number[] {
    return this.replay.turns
      .filter(({ turn }) => kinds.some((kind) => this.marksOf(turn).kinds.has(kind)))
      .map(({ turn }) => turn)
  }

  /** The id of whose turn it is, where several work on the list; else null. */
  whoseTurn(turn: number): string | null {
    return this.isShared ? (this.turn(turn)?.actor?.id ?? null) : null
  }

  /** The id of who did something in a turn, where that is somebody else than whose turn it is; else null. */
  whoElse({ actor, tool }: Pick<ReplayEvent | LifeReplay, 'actor' | 'tool'>): string | null {
    // Of who is no agent the name stands where the tool does.
    return this.isShared && actor !== undefined && actor.id !== tool ? actor.id : null
  }

  /** The id of who has an item, where several work on the list; null where nobody took it up. */
  holderOf(item: Pick<ListedItemReplay, 'status' | 'actor'>): string | null {
    return this.isShared ? holderOf(item) : null
  }

  /** What is marked of a turn. */
  marksOf(turn: number): TurnMarks {
    const found = this.findingsIn(turn).map(({ finding }) => finding.severity)
    return turnMarks(this.turn(turn)?.events ?? [], found)
  }

  /** What happened in a turn, in a few words; text from outside may stand in it. */
  summaryOf(turn: number): string {
    const known = this.#summaries.get(turn)
    if (known !== undefined) return known
    const events = this.turn(turn)?.events ?? []
    const summary = events.some(({ actor }) => actor !== undefined)
      ? this.#summaryByActor(turn, events)
      : turnSummary(events, this.entriesAt(turn))
    this.#summaries.set(turn, summary)
    return summary
  }

  /** An item by its key. */
  item(key: string): ItemReplay | undefined {
    return this.#items.get(key)
  }

  /** A call or message that evidence names. */
  call(seq: number): CallReplay | undefined {
    return this.#calls.get(seq)
  }

  /** The whole texts of an event; null where it has none, or they are not kept. */
  textsOf(seq: number): EventTexts | null {
    return this.replay.conversation?.textsOf(seq) ?? null
  }

  /** The step at an event, with the one before it and the one after it. */
  stepsAround(seq: number): readonly Step[] {
    this.#steps ??= stepsOf(this.replay.turns)
    return stepsAround(this.#steps, seq)
  }

  /** What there is to look at in a turn, worst first. */
  concernsIn(turn: number): readonly Concern[] {
    return this.concerns.grave.filter((concern) => turnOf(concern) === turn)
  }

  /** The findings of a turn. */
  findingsIn(turn: number): readonly PlacedFinding[] {
    return this.#findingsByTurn.get(turn) ?? []
  }

  /** The completions of an item, in order. */
  completionsOf(key: string): readonly CompletionAudit[] {
    return this.#completions.get(key) ?? []
  }

  /** The last completion of an item up to a turn; undefined where there is none. */
  completionAt(key: string, turn: number): CompletionAudit | undefined {
    return this.completionsOf(key).findLast((completion) => completion.turn <= turn)
  }

  /** The completion that a listed item's status claims at a turn; undefined where it is not completed. */
  claimAt(
    { key, status }: Pick<ListedItemReplay, 'key' | 'status'>,
    turn: number,
  ): CompletionAudit | undefined {
    return status === 'completed' ? this.completionAt(key, turn) : undefined
  }

  /** The key of the item that an id means at a turn: the one on the list, else the last that had it. */
  keyOf(id: string, turn: number): string | undefined {
    const listed = this.listAt(turn).items.find((item) => item.id === id)
    return listed?.key ?? this.replay.items.findLast((item) => item.id === id)?.key
  }

  /** An item as it stood at the end of a turn, else before it, else as it was last. */
  itemAt(key: string, turn: number): Pick<ListedItemReplay, 'id' | 'text' | 'status'> | undefined {
    const listed = [...this.listAt(turn).items, ...this.listBefore(turn).items]
    return listed.find((item) => item.key === key) ?? this.item(key)
  }

  #lanesOf(): Lanes {
    const { findings, completions } = this.replay.audit
    const marked = new Set([
      ...findings.flatMap(({ severity, known, copied, turn }) =>
        severity === 'info' || known === true || copied !== undefined ? [] : [turn],
      ),
      ...completions.flatMap(({ verdict, copied, turn }) =>
        verdict === 'supported' || verdict === 'undecided' || copied !== undefined ? [] : [turn],
      ),
    ])
    return {
      findings: [...marked].toSorted((one, other) => one - other),
      refused: this.turnsWith('rejection', 'roll-back'),
      reminders: this.turnsWith('nag', 'continuation'),
      compacted: this.turnsWith('compaction'),
      updates: this.turnsWith('update'),
    }
  }

  /** What the turn's own agent did, and then what each other one did meanwhile, by name. */
  #summaryByActor(turn: number, events: readonly ReplayEvent[]): string {
    const names = new Set([undefined, ...events.map(({ actor }) => actor?.id)])
    const parts = [...names].map((name) => {
      const own = events.filter(({ actor }) => actor?.id === name)
      const changes = own.flatMap((event) => event.changes ?? [])
      const summary = turnSummary(own, ownEntries(changes, this.listAt(turn)))
      return name === undefined || summary === '' ? summary : `[${name}] ${summary}`
    })
    return parts.filter((part) => part !== '').join(' · ')
  }

  #timeline(turns: readonly TurnReplay[]): readonly TimelineRow[] {
    const rows: TimelineRow[] = []
    for (const { turn, events } of turns) {
      if (turn >= this.firstTurn) {
        this.#rowOfTurn.set(turn, rows.length)
        rows.push({ kind: 'turn', turn })
      }
      for (const event of events) if (event.kind === 'input') rows.push({ kind: 'input', turn, event })
    }
    return rows
  }

  /** A finding names an item by its id at the place; where ids are positions only the place says which item that was. */
  #itemOf({ item, turn, seq, text }: Finding): string | null {
    if (item === null) return null
    const completed = this.replay.audit.completions.find((each) => each.seq === seq && each.item === item)
    if (completed !== undefined) return completed.key
    const near = [...this.listAt(turn).items, ...this.listBefore(turn).items]
    const same = (each: { readonly id: string; readonly text: string }) =>
      each.id === item && (text === undefined || each.text === text)
    const found = near.find(same) ?? near.find(({ id }) => id === item)
    return (
      (found ?? this.replay.items.find(same) ?? this.replay.items.find(({ id }) => id === item))?.key ?? null
    )
  }
}
