/** What stands in the log where runs and turns begin and end, and what an agent is told there. */

import { someRunIsOpen, stateOf } from '../actors.js'
import { HostError } from '../errors.js'
import type { TodoEvent } from '../events.js'
import type {
  Compaction,
  Message,
  Occurrence,
  Reminder,
  RunEnding,
  RunInput,
  Subagent,
  ToolCall,
  ToolResult,
  TurnEnding,
} from '../host-input.js'
import type { Profile } from '../profiles/profile.js'
import type { SessionState } from '../state.js'
import { neverContinue } from '../supervisor/continuation.js'
import { callEventId, type Work } from './log-question.js'
import { recordOnce, replyOf, updateIn } from './recall.js'
import type { SessionLog } from './session-log.js'
import { addResult, addToolCall, answerTodoCall, cleanCall, type IdentifiedCall } from './todo-call.js'
import { seenIn, type Told, toldTogether } from './told-edits.js'
import type { EventBody, Transaction } from './transaction.js'

/**
 * Adds what an input comes to: a run, or none if the wake budget is spent.
 * @throws HostError `turn-open` while a turn is under way
 */
export function beginRun(transaction: Transaction, input: RunInput): void {
  const { trigger, text, agent } = input
  const { profile } = transaction.context
  const whose = transaction.actorOf(agent === undefined ? {} : { actor: agent })
  const state = stateOf(transaction.state, whose)
  mustBeBetweenTurns(state)
  const { actor: _said, ...when } = input
  const own = whose === null ? when : { ...when, actor: whose }
  // A dormant session is woken by a reply: a new activation begins. Source: docs/sources/wake-loop.md#yielding.
  const isAsleep = profile.wakeBudget !== null && !state.recorded && state.yielded?.to === 'dormant'
  if (isSpent(profile, state) && (trigger === 'subagent' || (trigger === 'reply' && !isAsleep))) {
    transaction.add({ type: 'continuation.stopped', data: { reason: 'budget' } }, own)
    return
  }
  const continues = trigger === 'continuation' || trigger === 'wake'
  if (continues && state.recorded) {
    // A continuation that a recording shows as an input was issued there: a fact.
    const used = state.continuations.used + 1
    const data = { cause: 'recorded', used, budget: null, prompt: text, watcher: null }
    transaction.add({ type: 'continuation.issued', data }, own)
  }
  const { undelivered } = stateOf(transaction.state, whose)
  const waiting = continues ? undelivered.filter((entry) => entry.kind === 'continuation') : []
  const data = {
    trigger,
    text,
    delivers: waiting.map(({ id }) => id),
    ...(trigger === 'reply' && isAsleep ? { woke: true } : {}),
    ...(whose === null ? {} : { agent: whose }),
    ...seenIn(
      transaction,
      state,
      waiting.map((entry) => entry.text),
    ),
  }
  transaction.add({ type: 'run.started', data }, input)
}

function isSpent({ wakeBudget }: Profile, { recorded, continuations }: SessionState): boolean {
  return !recorded && wakeBudget !== null && continuations.used >= wakeBudget
}

/**
 * Adds what the end of a run comes to: another run, or control that goes back.
 * @throws HostError `turn-open` while a turn is under way, `no-run` when no run is
 */
export function finishRun(transaction: Transaction, ending: RunEnding): void {
  mustBeBetweenTurns(transaction.stateFor(ending))
  mustBeInRun(transaction.stateFor(ending))
  const { redactor, profile } = transaction.context
  const { complete = true } = ending
  // Without secrets: it is held against the answer that is stored.
  const text = redactor.value(ending.text ?? null)
  const waitingFor = redactor.value(ending.waitingFor ?? null)
  if (text !== null) transaction.add({ type: 'message.recorded', data: { role: 'assistant', text } }, ending)
  const state = transaction.stateFor(ending)
  // In a recording the continuations that came are facts, and none comes anew.
  const policy = state.recorded ? neverContinue : profile.continuation
  const decision = policy(state, { text, complete, waitingFor })
  if (decision.action === 'continue') {
    const { cause, used, budget, prompt, watcher } = decision
    transaction.add({ type: 'continuation.issued', data: { cause, used, budget, prompt, watcher } }, ending)
    return
  }
  const { yieldTo: to, reason, stopped, blocked } = decision
  if (stopped !== null) {
    const data = { reason: stopped, ...(blocked === undefined ? {} : { blocked }) }
    transaction.add({ type: 'continuation.stopped', data }, ending)
  }
  transaction.add({ type: 'session.yielded', data: { to, waitingFor, reason } }, ending)
}

/**
 * Adds the start of a turn, which delivers the nags and edits that wait.
 * @param isLone true where what it delivers is read with the answer to its call, and not before
 * @throws HostError `turn-open` while another is under way, `no-run` before a run was started
 */
export function beginTurn(transaction: Transaction, occurrence: Occurrence, isLone = false): void {
  const state = transaction.stateFor(occurrence)
  mustBeBetweenTurns(state)
  // A sub-agent works in the run of whoever sent it, and goes on where that is over.
  const isSent = transaction.actorOf(occurrence)?.kind === 'sub-agent'
  if (!isSent && !someRunIsOpen(transaction.state)) mustBeInRun(state)
  const { undelivered, recorded } = state
  const { lease } = transaction.context
  const waiting = undelivered.filter(({ kind }) => kind !== 'continuation')
  const data = {
    delivers: waiting.map(({ id }) => id),
    // A recording is no work that is under way.
    ...(lease === null || recorded ? {} : { holder: lease.holder }),
    ...(isLone ? {} : seenIn(transaction, state, toldTogether(waiting))),
  }
  transaction.add({ type: 'turn.started', data }, occurrence)
}

/** Adds the end of a turn. A reminder is issued in the same append: a crash between them can't be. */
export function endTurn(transaction: Transaction, ending: TurnEnding): void {
  transaction.add({ type: 'turn.ended', data: { interrupted: ending.interrupted === true } }, ending)
  const { state } = transaction
  const nag = state.recorded ? null : (transaction.context.profile.nag?.(state) ?? null)
  if (nag !== null) transaction.add({ type: 'nag.issued', data: nag }, ending)
}

/** What a turn delivered, as it stands in the log. */
export function* deliveredBy(
  transaction: Transaction,
  started: TodoEvent | undefined,
): Work<readonly Told[]> {
  const told: Told[] = []
  for (const id of started?.type === 'turn.started' ? started.data.delivers : []) {
    const event = yield* transaction.find(id)
    if (event?.type === 'nag.issued') told.push({ kind: 'nag', text: event.data.text })
    if (event?.type === 'todos.updated') told.push({ kind: 'edit', text: event.data.reply })
  }
  return told
}

/**
 * Answers a call, without secrets, in a turn of its own that is stored with it, or in the one that is under way.
 * @throws IdConflictError if the stored call of this id was another one
 */
export function* loneCall(transaction: Transaction, call: IdentifiedCall) {
  const stored = yield* transaction.find(callEventId(transaction.session, call.call))
  if (stored !== undefined || transaction.stateFor(call).turn.open) {
    const reply = yield* answerTodoCall(transaction, call)
    return { reply, reminders: stored === undefined ? [] : yield* remindersAround(transaction, stored.seq) }
  }
  const { at, actor } = call
  const when = at === undefined ? {} : { at }
  const occurrence = actor === undefined ? when : { ...when, actor }
  const agent = actor === undefined ? {} : { agent: actor }
  if (!someRunIsOpen(transaction.state))
    beginRun(transaction, { trigger: 'unknown', text: '', ...when, ...agent })
  const edits = transaction.stateFor(call).undelivered.filter(({ kind }) => kind === 'edit')
  beginTurn(transaction, occurrence, true)
  yield* answerTodoCall(transaction, call, { edits })
  const reply = replyOf(updateIn(transaction.events))
  endTurn(transaction, occurrence)
  return { reply, reminders: [...toldTogether(edits), ...nagIn(transaction.events.at(-1))] }
}

/** The reminders that were given with the answer of a stored call: edits that its turn delivered, and the nag behind it. */
function* remindersAround(transaction: Transaction, seq: number): Work<readonly string[]> {
  const [started, , ended, nag] = yield { from: seq - 1, to: seq + 2 }
  if (started?.type !== 'turn.started' || ended?.type !== 'turn.ended') return []
  const edits = (yield* deliveredBy(transaction, started)).filter(({ kind }) => kind === 'edit')
  return [...toldTogether(edits), ...nagIn(nag)]
}

function mustBeBetweenTurns({ session, turn }: SessionState): void {
  if (!turn.open) return
  throw new HostError(
    'turn-open',
    `Turn ${turn.number} of session ${session} is still open. Call turn.end() first; session.turn() gives the turn.`,
  )
}

function mustBeInRun({ session, run }: SessionState): void {
  if (run.open) return
  throw new HostError('no-run', `Session ${session} has no run under way. Call startRun first.`)
}

function nagIn(event: TodoEvent | undefined): readonly string[] {
  return event?.type === 'nag.issued' ? [event.data.text] : []
}

/** What is one event and has no answer. */
type Note =
  | ({ readonly kind: 'message' } & Message)
  | ({ readonly kind: 'nag' } & Reminder)
  | ({ readonly kind: 'compaction' } & Compaction)
  | ({ readonly kind: 'subagent-start' | 'subagent-end' } & Subagent)

/** One thing that happened in a recorded session. What belongs to a turn is passed over where none is under way. */
export type RecordedEntry =
  | ({ readonly kind: 'input' } & RunInput)
  | ({ readonly kind: 'turn' } & Occurrence)
  | ({ readonly kind: 'todo-call' } & IdentifiedCall)
  | ({ readonly kind: 'call' } & ToolCall)
  | ({ readonly kind: 'result' } & ToolResult)
  | ({ readonly kind: 'turn-end' } & TurnEnding)
  | ({ readonly kind: 'run-end' } & RunEnding)
  | Note

/**
 * Adds what an entry comes to.
 * @throws HostError `turn-open`, `no-run` where it can't come now
 */
export function* recordEntry(transaction: Transaction, entry: RecordedEntry): Work<void> {
  const isInTurn = transaction.state.turn.open
  switch (entry.kind) {
    case 'input':
      return beginRun(transaction, entry)
    case 'turn':
      return beginTurn(transaction, entry)
    case 'todo-call':
      if (isInTurn) yield* answerTodoCall(transaction, cleanCall(entry, transaction.context.redactor))
      return
    case 'call':
      if (isInTurn) yield* addToolCall(transaction, entry)
      return
    case 'result':
      return yield* addResult(transaction, entry)
    case 'turn-end':
      if (isInTurn) endTurn(transaction, entry)
      return
    case 'run-end':
      return finishRun(transaction, entry)
    default:
      transaction.add(noteOf(entry, transaction.state), entry)
  }
}

/** Records what is one event and has no answer. */
export async function recordNote(log: SessionLog, note: Note): Promise<void> {
  const { type, data } = noteOf(note, log.state)
  await recordOnce(log, note, {
    what: JSON.stringify(type),
    types: new RegExp(`^${type.replaceAll('.', '\\.')}$`),
    // How many turns went by before a reminder is not the host's word.
    said: type === 'nag.issued' ? { text: data.text } : data,
    record: (transaction) => transaction.add(noteOf(note, transaction.state), note),
  })
}

function noteOf(note: Note, { turnsSinceUpdate }: SessionState): EventBody {
  switch (note.kind) {
    case 'message': {
      const { role = 'assistant', text } = note
      return { type: 'message.recorded', data: { role, text } }
    }
    case 'nag': {
      const { text, policy = 'recorded' } = note
      return { type: 'nag.issued', data: { policy, level: 1, text, turnsSinceUpdate, watcher: null } }
    }
    case 'compaction':
      return { type: 'context.compacted', data: { summary: note.summary ?? null } }
    default: {
      const type = note.kind === 'subagent-start' ? 'subagent.started' : 'subagent.ended'
      return { type, data: { child: note.child, call: note.call ?? null } }
    }
  }
}
