/** How one call of a todo tool becomes an event: read, decided, held against the rules, answered. */

import type { Intent } from '../decide/intent.js'
import { decide, restoringChanges } from '../decide.js'
import { IdConflictError } from '../errors.js'
import type {
  Change,
  RuleMode,
  TodoEvent,
  TodosRejectedData,
  TodosUpdatedData,
  Violation,
} from '../events.js'
import type { Evidence } from '../evidence.js'
import type {
  Adoption,
  ListToAdopt,
  Occurrence,
  RecordedOutcome,
  TodoCall,
  TodoReply,
} from '../host-input.js'
import type { Profile, Reading } from '../profiles/profile.js'
import type { Redactor } from '../redaction/redactor.js'
import type { Reducer } from '../reducer.js'
import { crowdedTurn, oneUpdatePerTurn } from '../rules/one-update-per-turn.js'
import { violationOf } from '../rules/rule.js'
import type { SessionState } from '../state.js'
import { frozenData } from '../store/frozen-data.js'
import { valueDifference } from '../store/same-body.js'
import type { Writable } from '../writable.js'
import type { EvidenceGate } from './evidence-gate.js'
import { type Judgement, throughGate } from './evidence-gate.js'
import type { SessionLog } from './session-log.js'
import { erasedAnswer } from './stored-call.js'
import type { EventBody, Transaction } from './transaction.js'

/** A call that has an id, the model's or the session's. */
export interface IdentifiedCall extends TodoCall {
  /** The id. */
  readonly call: string
}

/** What a call is decided with. */
export interface CallContext {
  /** The session's profile. */
  readonly profile: Profile
  /** The reducer over the ledger's rules. */
  readonly reducer: Reducer
  /** Says how well completions are supported, where the profile asks for that. */
  readonly gate: EvidenceGate
  /** Says what calls of other tools did; nothing is known of that when absent. */
  readonly evidence: Evidence | undefined
}

/** The id of the event that a call becomes: it comes from session and call, so asking again finds the same event. */
export function callEventId(session: string, call: string): string {
  return `${session}/${call}`
}

/** Decides a call, adds its event, and answers. The model's mistakes are answers, never exceptions. */
function decideTodoCall(
  context: CallContext,
  transaction: Transaction,
  call: IdentifiedCall,
  { together = 1, intent }: AnswerOptions,
): TodoReply {
  const { profile } = context
  const state = transaction.stateFor(call)
  const recorded = call.recorded ?? null
  if (recorded?.ok === false)
    return reject(context, transaction, call, { violations: [recordedRefusal(recorded)] })
  const reading =
    intent === undefined
      ? profile.read({ tool: call.name, input: call.input, state, recorded })
      : { intent, violations: [] }
  const candidate = updateData(transaction, call, reading)
  const at = transaction.timeOf(call)
  const timed = occurrenceAt(at, call)
  const attempt = judge(context, transaction, reading, { candidate, call: timed })
  if (recorded === null) {
    const rejecting = [...crowded(profile, attempt.violations, together), ...attempt.violations].filter(
      ({ rule }) => modeOf(state, rule, true) === 'reject',
    )
    if (rejecting.length > 0) return reject(context, transaction, call, { violations: rejecting }, at)
  }
  const gated = throughGate(context.gate, transaction, {
    candidate,
    attempt,
    judge: (supported) =>
      judge(context, transaction, reading, { candidate: supported, call: timed }).violations,
    refuses: (rule) => recorded === null && modeOf(state, rule, true) === 'reject',
  })
  if (gated.refusal !== null) return reject(context, transaction, call, gated.refusal, at)
  const flags = gated.violations.filter(({ rule }) => modeOf(state, rule, false) !== 'off')
  const notes = recorded?.ok === null ? [...gated.notes, unconfirmed(call.name)] : gated.notes
  const waivedRules = rejectedBy(state, flags)
  const text = replyTo(context, call, gated.candidate, attempt.next, namedKeys(reading))
  const added = {
    flags: [...flags, ...notes],
    reply: text,
    ...(waivedRules.length === 0 ? {} : { waivedRules }),
  }
  transaction.addTried(updated(transaction, gated.candidate, added), timed, attempt.next)
  return { ok: true, text }
}

/**
 * Takes over a list that another host kept, where it breaks no rule but those that are let pass. What it says of the
 * work is a fact: the work stands in another log.
 */
export function takeOverList(
  context: CallContext,
  transaction: Transaction,
  { waivedRules, ...given }: ListToAdopt,
): Adoption {
  const { profile } = context
  const { state } = transaction
  const recorded = { ok: true, output: '' }
  const call = { ...given, call: `adopted-${state.seq + 1}`, recorded }
  const reading = profile.read({ tool: call.name, input: call.input, state, recorded })
  const carried = profile.carried(call.input)
  const candidate = updateData(transaction, call, reading)
  const at = transaction.timeOf(call)
  const attempt = judge(context, transaction, reading, { candidate, call: { ...call, at } })
  const broken = attempt.violations.filter(({ rule }) => modeOf(state, rule, false) !== 'off')
  const rejecting = broken.filter(({ rule }) => modeOf(state, rule, false) === 'reject')
  const refused = waivedRules === 'all' ? [] : rejecting.filter(({ rule }) => !waivedRules.includes(rule))
  if (refused.length > 0) {
    reject(context, transaction, call, { violations: refused }, at)
    return { ok: false, violations: refused }
  }
  const passed = rejectedBy(state, rejecting)
  const added = {
    flags: broken,
    ...(passed.length === 0 ? {} : { waivedRules: passed }),
    ...(carried === null ? {} : { carried }),
  }
  transaction.add(updated(transaction, candidate, added), { ...call, at })
  return { ok: true, waived: rejecting }
}

/**
 * The answer that a stored call was given.
 * @throws IdConflictError when the call was another one
 * @throws StoreError `forgotten` when it was erased
 */
function storedReply(event: TodoEvent, call: TodoCall): TodoReply {
  if (event.type === 'event.erased') throw erasedAnswer(event)
  if (event.type !== 'todos.updated' && event.type !== 'todos.rejected') {
    throw new IdConflictError(event, call, {
      place: 'type',
      first: JSON.stringify(event.type),
      second: 'a call of a todo tool',
    })
  }
  const { tool, input } = event.data
  // What was taken out of an input can't be compared any more.
  const given = { tool: call.name, input: event.redacted === true ? input : call.input }
  const difference = valueDifference({ data: { tool, input } }, { data: given })
  if (difference !== null) throw new IdConflictError(event, call, difference)
  return event.type === 'todos.updated'
    ? { ok: true, text: event.data.reply }
    : { ok: false, text: event.data.reply, violations: event.data.violations }
}

/** What the call does, without secrets: those of its input are out since it came. */
export function updateData(
  transaction: Transaction,
  call: IdentifiedCall,
  reading: Reading,
): TodosUpdatedData {
  const { changes, numbered, query } = decide(transaction.state, reading.intent)
  const clean = transaction.redactor.data({ call: call.call, tool: call.name, changes })
  return {
    call: clean.call,
    tool: clean.tool,
    input: call.input,
    changes: clean.changes,
    numbered,
    query,
    flags: [],
    reply: '',
  }
}

/** The event of an update. What is added to what it was judged by may hold secrets. */
export function updated(
  transaction: Transaction,
  judged: TodosUpdatedData,
  added: Partial<TodosUpdatedData>,
): EventBody {
  const id = callEventId(transaction.state.session, judged.call)
  return {
    type: 'todos.updated',
    id,
    data: { ...judged, ...transaction.redactor.data(added) },
    isRedacted: true,
  }
}

/**
 * What the update would lead to, and everything that is wrong, in the source's checking order: what it looks at
 * first, the input, then the list.
 */
export function judge(
  { profile, reducer }: CallContext,
  transaction: Transaction,
  reading: Reading,
  { candidate, call }: { readonly candidate: TodosUpdatedData; readonly call: Occurrence },
): Judgement {
  const id = callEventId(transaction.state.session, candidate.call)
  const event = transaction.prepare({ type: 'todos.updated', id, data: candidate, isRedacted: true }, call)
  const { violations, next } = reducer.attempt(transaction.state, event)
  return { event, violations: inOrder(profile, reading.violations, violations), next }
}

/** What is wrong with the input, and what the rules say of the list beside that. */
function inOrder(
  { rules }: Profile,
  ofInput: readonly Violation[],
  ofList: readonly Violation[],
): readonly Violation[] {
  if (ofList.length === 0) return ofInput
  const early = new Set(rules.filter((rule) => rule.early === true).map((rule) => rule.id))
  const reported = new Set(ofInput.map(({ rule, item }) => JSON.stringify([rule, item])))
  const others = ofList.filter(({ rule, item }) => !reported.has(JSON.stringify([rule, item])))
  return [
    ...others.filter(({ rule }) => early.has(rule)),
    ...ofInput,
    ...others.filter(({ rule }) => !early.has(rule)),
  ]
}

/** What a rule does in a session. Where a recording lowered it, `decidesAnew` gives the profile's own mode. */
export function modeOf(state: SessionState, rule: string, decidesAnew: boolean): RuleMode {
  const inForce = state.rules.find((candidate) => candidate.id === rule)
  if (inForce === undefined || (decidesAnew && inForce.lowered)) return 'reject'
  return inForce.mode
}

/** The rules in force set to `reject` among those that were broken. */
export function rejectedBy({ rules }: SessionState, broken: readonly Violation[]): readonly string[] {
  if (broken.length === 0) return []
  const names = new Set(broken.map(({ rule }) => rule))
  return rules.filter(({ id, mode }) => mode === 'reject' && names.has(id)).map(({ id }) => id)
}

/** What the model reads of an update. */
function replyTo(
  { profile }: CallContext,
  call: IdentifiedCall,
  { changes, query }: TodosUpdatedData,
  state: SessionState,
  named: readonly string[],
): string {
  if (call.recorded !== undefined) return call.recorded.output
  return profile.reply({
    tool: call.name,
    input: call.input,
    state,
    query,
    touched: changes.length + named.length === 0 ? [] : [...new Set([...named, ...touchedKeys(changes)])],
    violations: [],
  })
}

export function reject(
  { profile }: CallContext,
  transaction: Transaction,
  call: IdentifiedCall,
  refusal: Pick<TodosRejectedData, 'violations' | 'unsupported' | 'edit'>,
  at: Date = transaction.timeOf(call),
): TodoReply {
  const state = transaction.stateFor(call)
  const { violations } = refusal
  const answer = { tool: call.name, input: call.input, state, query: false, touched: [], violations }
  const text = call.recorded === undefined ? profile.reply(answer) : call.recorded.output
  const data = { call: call.call, tool: call.name, input: call.input, ...refusal, reply: text }
  transaction.add(
    { type: 'todos.rejected', id: callEventId(state.session, call.call), data },
    { ...call, at },
  )
  if (violations.some(({ rule }) => profile.rollsBackOn.includes(rule))) rollBack(transaction, call)
  return { ok: false, text, violations }
}

/** Calls that come together break the rule of one update a turn each by themselves: none of them is the first. */
function crowded(profile: Profile, violations: readonly Violation[], together: number): readonly Violation[] {
  const { id } = oneUpdatePerTurn
  if (together < 2 || !profile.rollsBackOn.includes(id) || violations.some(({ rule }) => rule === id))
    return []
  return [violationOf(id, crowdedTurn(together))]
}

/** Voids what was accepted in the turn so far. */
function rollBack(transaction: Transaction, occurrence: Occurrence): void {
  const { turn, items, goal } = transaction.stateFor(occurrence)
  if (turn.before === null) return
  const { update, items: before, goal: goalBefore } = turn.before
  const changes = restoringChanges({ items, goal }, { items: before, goal: goalBefore })
  transaction.add({ type: 'todos.rolled-back', data: { update, changes, numbered: false } }, occurrence)
}

function touchedKeys(changes: readonly Change[]): readonly string[] {
  return changes.flatMap((change) => (change.type === 'goal-set' ? [] : [change.key]))
}

/** The items that a call names, also where it leaves them as they are. */
function namedKeys({ intent }: Reading): readonly string[] {
  return intent.kind === 'edit' ? (intent.edit ?? []).map(({ key }) => key) : []
}

/** A message in a violation is a sentence, not a page. */
const longestRefusal = 500

function recordedRefusal({ output }: RecordedOutcome): Violation {
  return violationOf('recorded-refusal', {
    message:
      output.trim() === '' ? 'The recording says that the call was refused' : output.slice(0, longestRefusal),
    expected: 'accepted',
    received: 'refused',
    fix: 'Nothing to mend: the recording is a fact.',
  })
}

function unconfirmed(tool: string): Violation {
  return violationOf('unconfirmed', {
    message: `The recording holds no result of this call of ${tool}`,
    expected: 'a result',
    received: null,
    fix: 'Nothing to mend: the recording ends or is cut here.',
  })
}

/** What a call is answered with. */
export interface AnsweringSession {
  /** The session's log. */
  readonly log: SessionLog
  /** What it is decided with. */
  readonly context: CallContext
}

/** How a call is decided. */
interface AnswerOptions {
  /** How many todo calls of the response are decided together, 1 when absent: where a turn has room for one, none passes. */
  readonly together?: number
  /** What the call wants, where that is known and need not be read in its input. */
  readonly intent?: Intent | undefined
}

/**
 * Answers a call: as it was answered before, where its id is that of a stored one, else by what is decided now.
 * @throws IdConflictError when the stored call was another one
 */
export function answerTodoCall(
  session: AnsweringSession,
  transaction: Transaction,
  given: TodoCall,
  options: AnswerOptions = {},
): TodoReply | Promise<TodoReply> {
  const { log, context } = session
  // The usual call is answered at once: to wait for what is known takes a twelfth of the time of an update.
  if (hasId(given) && !context.gate.isBehind(log.state)) {
    const id = callEventId(log.session, given.call)
    if (log.isNew(id) && transaction.steps.every((step) => step.event.id !== id))
      return decideTodoCall(context, transaction, given, options)
  }
  return answerOnce(session, transaction, given, options)
}

async function answerOnce(
  { log, context }: AnsweringSession,
  transaction: Transaction,
  given: TodoCall,
  options: AnswerOptions,
): Promise<TodoReply> {
  const storedOf = async (call: string) => {
    const id = callEventId(log.session, call)
    return transaction.steps.find((step) => step.event.id === id)?.event ?? (await log.find(id))
  }
  let number = transaction.state.seq + 1
  // Where several are at work, others may decide on the same number at the same time: they have other turns.
  const isNamed = transaction.actorOf(given) !== null
  const suffix = isNamed ? `-of-${transaction.stateFor(given).turn.number}` : ''
  // One that the model gave another call is not taken: this call would be taken for that one.
  while (given.call === undefined && (await storedOf(`call-${number}${suffix}`)) !== undefined) number += 1
  const call = hasId(given) ? given : { ...given, call: `call-${number}${suffix}` }
  const stored = given.call === undefined ? undefined : await storedOf(given.call)
  if (stored !== undefined) return storedReply(stored, call)
  await context.gate.catchUp(log.state)
  return decideTodoCall(context, transaction, call, options)
}

function hasId(call: TodoCall): call is IdentifiedCall {
  return call.call !== undefined
}

/** The place of a call at a time. Part by part, as what follows. */
function occurrenceAt(at: Date, { source, actor }: Occurrence): Occurrence {
  const occurrence: Writable<Occurrence> = { at }
  if (source !== undefined) occurrence.source = source
  if (actor !== undefined) occurrence.actor = actor
  return occurrence
}

/** The call without its secrets. The same call gives the same one, so that it is known again. */
export function withoutSecrets(call: IdentifiedCall, redactor: Redactor): IdentifiedCall
export function withoutSecrets(call: TodoCall, redactor: Redactor): TodoCall
export function withoutSecrets(
  { name, input, call, recorded, at, source, actor }: TodoCall,
  redactor: Redactor,
): TodoCall {
  // The input is copied, for the host goes on to use what it gave; shared from here on.
  const clean: Writable<TodoCall> = { name, input: frozenData(redactor.value(input)) }
  if (call !== undefined) clean.call = redactor.id(call)
  if (recorded !== undefined) clean.recorded = redactor.value(recorded)
  if (at !== undefined) clean.at = at
  if (source !== undefined) clean.source = source
  if (actor !== undefined) clean.actor = actor
  return clean
}
