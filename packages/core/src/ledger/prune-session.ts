/** Takes the contents of a session's first turns out of the log, and leaves how it stood after them. */

import { HostError } from '../errors.js'
import type { PrunedPast, TodoEvent } from '../events.js'
import { createRedactor } from '../redaction/redactor.js'
import type { Reducer } from '../reducer.js'
import type { EventContents } from '../store/chained-store.js'
import { mergedSummary, type SummaryFields, summaryOf } from '../store/summaries/session-summary.js'
import { carryOut, type RedactionContext, redactableStore } from './redact-session.js'
import { unknownSession, untilFirst } from './until-first.js'

/** Which turns of sessions are pruned; at least one of `olderThan` and `keepTurns`. */
export interface PruneOptions {
  /** Only this session; all of the ledger when absent. */
  readonly session?: string
  /** Only turns that were over before this time. */
  readonly olderThan?: Date
  /** So many of the last turns stay, at the least. */
  readonly keepTurns?: number
  /** Why, as it is stored; a plain sentence when absent. */
  readonly reason?: string
  /** True to say what would be pruned, and change nothing. */
  readonly dryRun?: boolean
  /** Is told of each session before it is pruned; what it throws keeps that from being done. To archive it, say. */
  readonly before?: (pruning: SessionPruning) => Promise<void>
}

/** What was pruned of a session. */
export interface SessionPruning {
  /** The session's id. */
  readonly session: string
  /** How many events lost their contents; of a dry run: would. */
  readonly events: number
  /** The last of them. */
  readonly lastSeq: number
  /** The last turn that was pruned: of it is known how the session stood once all that were pruned were over. */
  readonly turn: number
  /** How many turns stay whole. */
  readonly turnsLeft: number
  /** The seq of the event that says so; null in a dry run. */
  readonly seq: number | null
  /** False where another reader of the file keeps the old contents in its log for now. */
  readonly wiped: boolean
}

/**
 * Prunes a session; null where nothing of it is to be.
 * @throws HostError `unknown-session`, `not-redactable`, `bad-option`
 */
export async function pruneSession(
  context: RedactionContext & { readonly reducer: Reducer },
  options: PruneOptions,
): Promise<SessionPruning | null> {
  const { keepTurns, olderThan, dryRun = false, before } = options
  if (keepTurns === undefined && olderThan === undefined) {
    throw new HostError('bad-option', 'Say what to prune: olderThan, keepTurns, or both.')
  }
  if (keepTurns !== undefined && !(Number.isSafeInteger(keepTurns) && keepTurns >= 0)) {
    throw new HostError('bad-option', `keepTurns is a whole number of 0 or more, not ${String(keepTurns)}.`)
  }
  if (olderThan !== undefined && Number.isNaN(olderThan.getTime())) {
    throw new HostError('bad-option', 'olderThan is no valid Date.')
  }
  const store = redactableStore(context.store)
  const { session } = context
  const id = context.newId()
  const at = context.clock()
  const reason = createRedactor().text(options.reason ?? 'Its first turns were pruned.')
  return untilFirst(async () => {
    const { cut, lastSeq } = await findCut(store.read(session), options)
    if (lastSeq === 0) throw unknownSession(session)
    if (cut === null) return null
    const { seq, turn, turnsLeft, events, notes } = cut
    const pruning = { session, events, lastSeq: seq, turn, turnsLeft, seq: null, wiped: true }
    await before?.(pruning)
    if (dryRun) return pruning
    const pruned = await pastAt(store.read(session, { to: seq }), context.reducer, cut)
    const erase = rangesWithout(2, seq, notes)
    const replace = (data: EventContents, of: { readonly seq: number }) =>
      of.seq === 1 ? { ...data, pruned } : data
    const { event, wiped } = await carryOut(store, session, { id, at, reason, erase, replace }, lastSeq)
    return { ...pruning, seq: event?.seq ?? null, wiped }
  })
}

/** A place at which a session can be cut: no turn is under way. */
interface Cut {
  /** The last event before it. */
  readonly seq: number
  /** The last turn that began before it. */
  readonly turn: number
  /** The turns that begin after it. */
  readonly turnsLeft: number
  /** The events before it that hold contents, but for the first and for notes of what was taken out. */
  readonly events: number
  /** The seqs of these notes, which stay. */
  readonly notes: readonly number[]
}

/** The last place that the options allow; null where there is none, or nothing before it to prune. */
async function findCut(
  events: AsyncIterable<TodoEvent>,
  { keepTurns = 0, olderThan }: PruneOptions,
): Promise<{ readonly cut: Cut | null; readonly lastSeq: number }> {
  const limit = olderThan?.getTime() ?? Number.POSITIVE_INFINITY
  const places: {
    readonly seq: number
    readonly turn: number
    readonly turns: number
    readonly whole: number
  }[] = []
  const open = new Set<number>()
  const notes: number[] = []
  let whole = 0
  let turns = 0
  let latestAt = Number.NEGATIVE_INFINITY
  let last = { seq: 0, turn: 0 }
  for await (const event of events) {
    const { type, seq, turn } = event
    const begins = type === 'run.started' || type === 'turn.started'
    if (begins && open.size === 0 && latestAt < limit) places.push({ ...last, turns, whole })
    if (type === 'turn.started') {
      open.add(turn)
      turns += 1
    } else if (type === 'turn.ended') open.delete(turn)
    if (type === 'session.redacted') notes.push(seq)
    else if (type !== 'event.erased' && seq > 1) whole += 1
    latestAt = Math.max(latestAt, event.at.getTime())
    // Of turns side by side the last to end may be an earlier one.
    last = { seq, turn: Math.max(last.turn, turn) }
  }
  if (open.size === 0 && latestAt < limit) places.push({ ...last, turns, whole })
  const place = places.findLast((each) => turns - each.turns >= keepTurns)
  const cut =
    place === undefined || place.turns === 0 || place.whole === 0
      ? null
      : {
          seq: place.seq,
          turn: place.turn,
          turnsLeft: turns - place.turns,
          events: place.whole,
          notes: notes.filter((seq) => seq <= place.seq),
        }
  return { cut, lastSeq: last.seq }
}

/** What the events up to a cut come to. */
async function pastAt(
  events: AsyncIterable<TodoEvent>,
  reducer: Reducer,
  { seq, turn }: Cut,
): Promise<PrunedPast> {
  const replay = reducer.replay()
  let summary: SummaryFields | null = null
  for await (const event of events) {
    replay.apply(event)
    const said = summaryOf([event])
    summary = summary === null ? said : mergedSummary(summary, said)
  }
  const state = { ...replay.finish(), pruned: null }
  return { seq, turn, at: state.at, title: summary?.title ?? null, state }
}

/** The seqs from one to another without some. */
function rangesWithout(
  first: number,
  last: number,
  without: readonly number[],
): readonly { readonly from: number; readonly to: number }[] {
  const ends = [...without, last + 1]
  return ends.flatMap((end, index) => {
    const from = index === 0 ? first : (ends[index - 1] ?? 0) + 1
    return from < end ? [{ from, to: end - 1 }] : []
  })
}
