/** A session as it is looked at: where things are in it is found once, so that a redraw looks only at what it shows. */

import type { CompletionAudit, Finding } from '@todo-ledger/audit'
import {
  type Concern,
  type Concerns,
  completionOf,
  concernsOf,
  countsElsewhere,
  groupedBy,
  isDoubted,
  turnOf,
} from './concerns.js'
import type { StepTexts } from './conversation.js'
import { type Match, matching, searchPlaces, wordsOf } from './search.js'
import type {
  ItemReplay,
  LifeReplay,
  ListedItem,
  ListVersion,
  ReplayEvent,
  ReplayEventKind,
  SessionReplay,
  TurnReplay,
} from './session-replay.js'
import { listEntries, turnSummary } from './turn-summary.js'
import { holderOf } from './who.js'

/** A finding with the key of the item that it is about. */
export interface PlacedFinding {
  readonly finding: Finding
  readonly key: string | null
}

/** One thing that happened, and its turn. */
export interface Step {
  readonly turn: number
  readonly event: ReplayEvent
}

/** The kinds of marks that are shown in lanes over the turns, the gravest first. */
export const laneNames = ['findings', 'refused', 'reminders', 'compacted', 'updates'] as const
export type LaneName = (typeof laneNames)[number]
/** The next of some turns in order behind a turn, or the one before it; undefined where there is none. */
export function neighbour(turns: readonly number[], turn: number, direction: 1 | -1): number | undefined {
  return direction === 1 ? turns.find((each) => each > turn) : turns.findLast((each) => each < turn)
}

/** A value that is worked out when it is first asked for. */
function once<Value>(work: () => Value): () => Value {
  let known: { readonly value: Value } | null = null
  return () => {
    known ??= { value: work() }
    return known.value
  }
}

export class SessionView {
  readonly replay: SessionReplay
  /** The first turn that is shown: turn 0 only where it holds more than the first input. */
  readonly firstTurn: number
  readonly lastTurn: number
  /** False for a recording without times, which is read as one of 1970. */
  readonly hasTimes: boolean
  /** The findings in their order, but for those that count in another session. */
  readonly findings: readonly PlacedFinding[]
  /** True where more than one had a part in the list: only there somebody is named. */
  readonly isShared: boolean
  readonly #items: ReadonlyMap<string, ItemReplay>
  readonly #completions: ReadonlyMap<string, readonly CompletionAudit[]>
  readonly #findings: ReadonlyMap<number, readonly PlacedFinding[]>
  readonly #summaries = new Map<number, string>()
  readonly #calls = once(() => new Map(this.replay.calls.map((call) => [call.seq, call])))
  readonly #places = once(() => searchPlaces(this.replay))
  readonly #concerns = once(() => concernsOf(this.replay.audit))
  readonly #lanes = once(() => this.#lanesOf())
  readonly #steps = once(() =>
    this.replay.turns
      .flatMap(({ turn, events }) => events.map((event): Step => ({ turn, event })))
      .filter(({ event }) => event.kind !== 'yield') // that a session fell silent is no step
      .toSorted((one, other) => one.event.seq - other.event.seq),
  )
  readonly #longest = once(() => {
    const { lists } = this.replay
    return this.#shown(
      lists.reduce(
        (longest, list) => (list.items.length > (longest?.items.length ?? 0) ? list : longest),
        lists[0],
      ),
    ).items
  })

  constructor(replay: SessionReplay) {
    const { turns, audit, items, began } = replay
    this.replay = replay
    this.isShared = hasSeveral(replay)
    const [zero] = turns
    const isBare =
      zero === undefined || (zero.list === 0 && zero.events.every(({ kind }) => kind === 'input'))
    this.lastTurn = Math.max(0, turns.length - 1)
    this.firstTurn = isBare ? Math.min(1, this.lastTurn) : 0
    this.hasTimes = !began.startsWith('1970-')
    this.#items = new Map(items.map((item) => [item.key, item]))
    this.#completions = groupedBy(audit.completions, ({ key }) => key)
    this.findings = audit.findings
      .filter((finding) => !countsElsewhere(finding))
      .map((finding) => ({ finding, key: this.#keyOf(finding) }))
    this.#findings = groupedBy(this.findings, ({ finding }) => finding.turn)
  }

  turn(number: number): TurnReplay | undefined {
    return this.replay.turns[number]
  }

  listAt(turn: number) {
    return this.#shown(this.replay.lists[this.turn(turn)?.list ?? 0])
  }

  /** The items of the version of the list that has most. */
  get longestList(): readonly ListedItem[] {
    return this.#longest()
  }

  /** The items at the end of a turn with what it did to each, those that it removed last. */
  entriesAt(turn: number) {
    const changes = this.turn(turn)?.events.flatMap((event) => event.changes ?? []) ?? []
    return listEntries(this.listAt(turn).items, changes)
  }

  get concerns(): Concerns {
    return this.#concerns()
  }

  /** For each kind of mark the turns that have one; what a baseline accepts, or is mere bookkeeping, has none. */
  get lanes(): { readonly [L in LaneName]: readonly number[] } {
    return this.#lanes()
  }

  /** The places whose text has every word of a question: items, findings, what happened. */
  find(question: string): readonly Match[] {
    return matching(this.#places(), wordsOf(question))
  }

  /** What kinds of things happened in a turn; an update that changed nothing is none. */
  kindsIn(turn: number): ReadonlySet<ReplayEventKind> {
    const happened = this.turn(turn)?.events.filter(
      ({ kind, changes }) => kind !== 'update' || changes?.length !== 0,
    )
    return new Set(happened?.map(({ kind }) => kind))
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
  holderOf(item: Pick<ListedItem, 'status' | 'actor'>): string | null {
    return this.isShared ? holderOf(item) : null
  }

  /** What happened in a turn, in a few words; text from outside may stand in it. */
  summaryOf(turn: number): string {
    const known = this.#summaries.get(turn)
    if (known !== undefined) return known
    const { events = [] } = this.turn(turn) ?? {}
    const { items } = this.listAt(turn)
    // What the turn's own agent did, and then what each other one did meanwhile, by name.
    const parts = [...groupedBy(events, ({ actor }) => actor?.id)]
      .toSorted(([one], [other]) => Number(one !== undefined) - Number(other !== undefined))
      .map(([name, own]) => {
        const changes = own.flatMap((event) => event.changes ?? [])
        const summary = turnSummary(own, listEntries(items, changes))
        return name === undefined || summary === '' ? summary : `[${name}] ${summary}`
      })
    const summary = parts.filter((part) => part !== '').join(' · ')
    this.#summaries.set(turn, summary)
    return summary
  }

  item(key: string): ItemReplay | undefined {
    return this.#items.get(key)
  }

  /** The whole texts of a step, or their beginnings where no more is kept; null where it has none. */
  textsOf(seq: number): StepTexts | null {
    const { conversation } = this.replay
    const said = conversation?.textsOf(seq) ?? null
    if (said === null) return this.#calls().get(seq) ?? null
    const { returned } = this.#stepAt(seq)?.event ?? {}
    const result = returned === undefined ? null : conversation?.textsOf(returned)
    return result == null ? said : { ...said, output: result.output }
  }

  /** The step at an event, with the one before it and the one after it; where it is none itself, the last before it. */
  stepsAround(seq: number): readonly Step[] {
    const steps = this.#steps()
    const at = Math.max(0, lastUpTo(steps, seq))
    return steps.slice(Math.max(0, at - 1), at + 2)
  }

  concernsIn(turn: number): readonly Concern[] {
    return this.concerns.grave.filter((concern) => turnOf(concern) === turn)
  }

  findingsIn(turn: number): readonly PlacedFinding[] {
    return this.#findings.get(turn) ?? []
  }

  completionsOf(key: string): readonly CompletionAudit[] {
    return this.#completions.get(key) ?? []
  }

  /** The last completion of an item up to a turn. */
  completionAt(key: string, turn: number): CompletionAudit | undefined {
    return this.completionsOf(key).findLast((completion) => completion.turn <= turn)
  }

  /** The completion that a listed item's status claims at a turn; undefined where it is not completed. */
  claimAt({ key, status }: Pick<ListedItem, 'key' | 'status'>, turn: number): CompletionAudit | undefined {
    return status === 'completed' ? this.completionAt(key, turn) : undefined
  }

  /** The key of the item that an id means at a turn: the one on the list, else the last that had it. */
  keyOf(id: string, turn: number): string | undefined {
    const listed = this.listAt(turn).items.find((item) => item.id === id)
    return listed?.key ?? this.replay.items.findLast((item) => item.id === id)?.key
  }

  /** An item as it stood at the end of a turn, else before it, else as it was last. */
  itemAt(key: string, turn: number): Pick<ListedItem, 'id' | 'text' | 'status'> | undefined {
    return this.#near(turn).find((item) => item.key === key) ?? this.item(key)
  }

  #near(turn: number): readonly ListedItem[] {
    return [...this.listAt(turn).items, ...(turn === 0 ? [] : this.listAt(turn - 1).items)]
  }

  #shown(version: ListVersion | undefined) {
    const { goal = null, phase = 'empty', items = [] } = version ?? {}
    return { goal, phase, items: items.flatMap((place) => this.replay.listed[place] ?? []) }
  }

  #stepAt(seq: number): Step | undefined {
    const step = this.#steps()[lastUpTo(this.#steps(), seq)]
    return step?.event.seq === seq ? step : undefined
  }

  #lanesOf() {
    const { findings, completions } = this.replay.audit
    const marked = new Set(
      [
        ...findings.filter(
          (each) => each.severity !== 'info' && each.known !== true && !countsElsewhere(each),
        ),
        ...completions.filter((each) => isDoubted(each) && !countsElsewhere(each)),
      ].map(({ turn }) => turn),
    )
    const turns = this.replay.turns.map(({ turn }) => ({ turn, kinds: this.kindsIn(turn) }))
    const turnsWith = (...wanted: readonly ReplayEventKind[]): readonly number[] =>
      turns.flatMap(({ turn, kinds }) => (wanted.some((kind) => kinds.has(kind)) ? [turn] : []))
    return {
      findings: [...marked].toSorted((one, other) => one - other),
      refused: turnsWith('rejection', 'roll-back'),
      reminders: turnsWith('nag', 'continuation'),
      compacted: turnsWith('compaction'),
      updates: turnsWith('update'),
    }
  }

  /** A finding names an item by its id at the place; where ids are positions only the place says which item that was. */
  #keyOf(finding: Finding): string | null {
    const { item, turn, text } = finding
    if (item === null) return null
    const completed = completionOf(finding, this.replay.audit)
    if (completed !== undefined) return completed.key
    const near = this.#near(turn)
    const isSame = (each: Pick<ListedItem, 'id' | 'text'>) =>
      each.id === item && (text === undefined || each.text === text)
    const found = near.find(isSame) ?? near.find(({ id }) => id === item) ?? this.replay.items.find(isSame)
    return found?.key ?? this.replay.items.find(({ id }) => id === item)?.key ?? null
  }
}

/** The place of the last step up to a seq; -1 where there is none. */
function lastUpTo(steps: readonly Step[], seq: number): number {
  let low = 0
  let high = steps.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((steps[middle]?.event.seq ?? 0) <= seq) low = middle + 1
    else high = middle
  }
  return low - 1
}

function hasSeveral({ turns, items }: SessionReplay): boolean {
  const actors = [
    ...turns.filter(({ turn }) => turn > 0).map(({ actor }) => actor),
    ...items.flatMap(({ life }) => life.map(({ actor }) => actor)),
  ]
  return new Set(actors.map((actor) => (actor === undefined ? '' : `${actor.kind} ${actor.id}`))).size > 1
}
