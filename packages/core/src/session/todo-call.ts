/**
 * One call of a todo tool: answered as before if it is stored already; else read by the profile, decided, reduced to a
 * candidate, held against the rules and the gate, and added as `todos.updated` or `todos.rejected`.
 */

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
import type { Occurrence, RecordedOutcome, TodoCall, TodoReply } from '../host-input.js'
import type { Profile, Reading } from '../profiles/profile.js'
import type { Redactor } from '../redaction/redactor.js'
import { crowdedTurn, oneUpdatePerTurn } from '../rules/one-update-per-turn.js'
import { violationOf } from '../rules/rule.js'
import type { SessionState } from '../state.js'
import { valueDifference } from '../store/body.js'
import { frozenData } from '../store/frozen-data.js'
import { callEventId } from './call-ids.js'
import { type EvidenceGate, throughGate } from './evidence-gate.js'
import { erasedAnswer } from './recall.js'
import type { SessionLog } from './session-log.js'
import { type EventBody, type Judgement, type Transaction, withoutSecrets } from './transaction.js'

/** What calls of a session are decided with. */
export interface CallContext {
  readonly log: SessionLog
  readonly profile: Profile
  /** Says what contradicts completions, if the profile asks for that. */
  readonly gate: EvidenceGate
  /** Says what calls of other tools did; nothing is known of that when absent. */
  readonly evidence: Evidence | undefined
}

/** A call that has an id, the model's or the session's, and no secrets. */
export interface IdentifiedCall extends TodoCall {
  readonly call: string
}

/** How a call is decided. */
interface AnswerOptions {
  /** How many todo calls of the response are decided together, 1 when absent: where a turn has room for one, none passes. */
  readonly together?: number
  /** What the call wants, if that is known and need not be read in its input. */
  readonly intent?: Intent | undefined
}

/** The call without its secrets. The same call gives the same one, so that it is known again. */
export function cleanCall(given: IdentifiedCall, redactor: Redactor): IdentifiedCall
export function cleanCall(given: TodoCall, redactor: Redactor): TodoCall
export function cleanCall(given: TodoCall, redactor: Redactor): TodoCall {
  const { name, input, call, recorded } = given
  return {
    ...withoutSecrets(given, redactor),
    name,
    // A copy, for the host goes on to use what it gave; shared from here on.
    input: frozenData(redactor.value(input)),
    ...(call === undefined ? {} : { call: redactor.id(call) }),
    ...(recorded === undefined ? {} : { recorded: redactor.value(recorded) }),
  }
}

/**
 * Answers a call without secrets. The model's mistakes are answers, never exceptions.
 * @throws IdConflictError when the stored call of its id was another one
 */
export function answerTodoCall(
  context: CallContext,
  transaction: Transaction,
  given: TodoCall,
  options: AnswerOptions = {},
): TodoReply | Promise<TodoReply> {
  const { log, gate } = context
  // The usual call is answered at once: a promise for each costs a twelfth of an update.
  if (isIdentified(given) && !gate.isBehind(log.state) && isNew(log, transaction, given.call))
    return decideTodoCall(context, transaction, given, options)
  return answerOnce(context, transaction, given, options)
}

function isIdentified(call: TodoCall): call is IdentifiedCall {
  return call.call !== undefined
}

function isNew(log: SessionLog, { steps }: Transaction, call: string): boolean {
  const id = callEventId(log.session, call)
  return log.isNew(id) && steps.every(({ event }) => event.id !== id)
}

async function answerOnce(
  context: CallContext,
  transaction: Transaction,
  given: TodoCall,
  options: AnswerOptions,
): Promise<TodoReply> {
  const { log, gate } = context
  const storedOf = async (call: string) => {
    const id = callEventId(log.session, call)
    return transaction.steps.find(({ event }) => event.id === id)?.event ?? (await log.find(id))
  }
  if (isIdentified(given)) {
    const stored = await storedOf(given.call)
    if (stored !== undefined) return storedReply(stored, given)
  }
  const call = isIdentified(given) ? given : { ...given, call: await newCallId(transaction, given, storedOf) }
  await gate.catchUp(log.state)
  return decideTodoCall(context, transaction, call, options)
}

/** An id for a call that came without one. */
async function newCallId(
  transaction: Transaction,
  given: TodoCall,
  storedOf: (call: string) => Promise<TodoEvent | undefined>,
): Promise<string> {
  // Where several are at work, others may decide on the same number at the same time: they have other turns.
  const isNamed = transaction.actorOf(given) !== null
  const suffix = isNamed ? `-of-${transaction.stateFor(given).turn.number}` : ''
  // One that the model gave another call is not taken: this call would be taken for that one.
  for (let number = transaction.state.seq + 1; ; number += 1) {
    const call = `call-${number}${suffix}`
    if ((await storedOf(call)) === undefined) return call
  }
}

/**
 * The answer that a stored call was given.
 * @throws IdConflictError if the call was another one
 * @throws StoreError `forgotten` if it was erased
 */
function storedReply(event: TodoEvent, call: TodoCall): TodoReply {
  if (event.type === 'event.erased') throw erasedAnswer(event)
  if (event.type !== 'todos.updated' && event.type !== 'todos.rejected') {
    const [first, second] = [JSON.stringify(event.type), 'a call of a todo tool']
    throw new IdConflictError(event, call, { place: 'type', first, second })
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

/** Decides a call that is not stored yet, adds its event, and answers. */
function decideTodoCall(
  context: CallContext,
  transaction: Transaction,
  given: IdentifiedCall,
  { together = 1, intent }: AnswerOptions,
): TodoReply {
  const { profile, gate } = context
  const { name: tool, input, recorded = null } = given
  if (recorded?.ok === false)
    return reject(context, transaction, given, { violations: [recordedRefusal(recorded)] })
  const state = transaction.stateFor(given)
  const reading: Reading =
    intent === undefined ? profile.read({ tool, input, state, recorded }) : { intent, violations: [] }
  const candidate = updateOf(transaction, given, reading)
  const attempt = judged(profile, transaction, given, { reading, data: candidate })
  // The clock is asked once.
  const call = { ...given, at: attempt.event.at }
  const refuses = (rule: string) => recorded === null && modeOf(state, rule, true) === 'reject'
  const broken = [...crowded(profile, attempt.violations, together), ...attempt.violations]
  const rejecting = broken.filter(({ rule }) => refuses(rule))
  if (rejecting.length > 0) return reject(context, transaction, call, { violations: rejecting })
  const gated = throughGate(gate, transaction, {
    candidate,
    attempt,
    judge: (data) => judged(profile, transaction, call, { reading, data }).violations,
    refuses,
  })
  if (gated.refusal !== null) return reject(context, transaction, call, gated.refusal)
  const flags = gated.violations.filter(({ rule }) => modeOf(state, rule, false) !== 'off')
  const notes = recorded?.ok === null ? [...gated.notes, unconfirmed(tool)] : gated.notes
  const text = recorded?.output ?? replyTo(profile, call, { candidate, reading, state: attempt.next })
  transaction.addAttempted(attempt, {
    ...gated.candidate,
    flags: [...flags, ...notes],
    reply: text,
    ...waived(rejectedBy(state, flags)),
  })
  return { ok: true, text }
}

/** What a call does to the list. */
export function updateOf(
  { state }: Transaction,
  { call, name: tool, input }: IdentifiedCall,
  { intent }: Reading,
): TodosUpdatedData {
  return { call, tool, input, ...decide(state, intent), flags: [], reply: '' }
}

/** The event of an update. */
export function updated({ state }: Transaction, data: TodosUpdatedData): EventBody {
  return { type: 'todos.updated', id: callEventId(state.session, data.call), data }
}

/** The rules that an update broke and that were not held against it, as part of its data. */
export function waived(rules: readonly string[]): Pick<TodosUpdatedData, 'waivedRules'> {
  return rules.length === 0 ? {} : { waivedRules: rules }
}

/**
 * What an update would lead to, and everything that is wrong, in the source's checking order: what it looks at
 * first, the input, then the list.
 */
export function judged(
  { rules }: Profile,
  transaction: Transaction,
  call: Occurrence,
  { reading, data }: { readonly reading: Reading; readonly data: TodosUpdatedData },
): Judgement {
  const attempt = transaction.attempt(updated(transaction, data), call)
  const ofInput = reading.violations
  if (attempt.violations.length === 0) return { ...attempt, violations: ofInput }
  const early = new Set(rules.filter((rule) => rule.early === true).map((rule) => rule.id))
  const reported = new Set(ofInput.map(({ rule, item }) => JSON.stringify([rule, item])))
  const ofList = attempt.violations.filter(({ rule, item }) => !reported.has(JSON.stringify([rule, item])))
  const violations = [
    ...ofList.filter(({ rule }) => early.has(rule)),
    ...ofInput,
    ...ofList.filter(({ rule }) => !early.has(rule)),
  ]
  return { ...attempt, violations }
}

/** What a rule does in a session. If a recording lowered it, `decidesAnew` gives the profile's own mode. */
export function modeOf(state: SessionState, rule: string, decidesAnew: boolean): RuleMode {
  const inForce = state.rules.find(({ id }) => id === rule)
  return inForce === undefined || (decidesAnew && inForce.lowered) ? 'reject' : inForce.mode
}

/** The rules in force set to `reject` among those that were broken. */
export function rejectedBy({ rules }: SessionState, broken: readonly Violation[]): readonly string[] {
  const isBroken = (id: string) => broken.some(({ rule }) => rule === id)
  return rules.filter(({ id, mode }) => mode === 'reject' && isBroken(id)).map(({ id }) => id)
}

/** Calls that come together break the rule of one update a turn each by themselves: none of them is the first. */
function crowded(profile: Profile, violations: readonly Violation[], together: number): readonly Violation[] {
  const { id } = oneUpdatePerTurn
  if (together < 2 || !profile.rollsBackOn.includes(id) || violations.some(({ rule }) => rule === id))
    return []
  return [violationOf(id, crowdedTurn(together))]
}

/** What the model reads of an update. */
function replyTo(
  profile: Profile,
  { name: tool, input }: IdentifiedCall,
  {
    candidate,
    reading,
    state,
  }: { readonly candidate: TodosUpdatedData; readonly reading: Reading; readonly state: SessionState },
): string {
  const { changes, query } = candidate
  const { intent } = reading
  // Also those that the call names and leaves as they are.
  const named = intent.kind === 'edit' ? (intent.edit ?? []).map(({ key }) => key) : []
  const touched = [...new Set([...named, ...changes.flatMap(keysOf)])]
  return profile.reply({ tool, input, state, query, touched, violations: [] })
}

function keysOf(change: Change): readonly string[] {
  return change.type === 'goal-set' ? [] : [change.key]
}

/** Adds a refusal, and voids what was accepted in the turn so far if the profile says so. */
export function reject(
  { profile }: Pick<CallContext, 'profile'>,
  transaction: Transaction,
  call: IdentifiedCall,
  refusal: Pick<TodosRejectedData, 'violations' | 'contradicted' | 'edit'>,
): TodoReply {
  const state = transaction.stateFor(call)
  const { violations } = refusal
  const { name: tool, input } = call
  const isVoid = violations.some(({ rule }) => profile.rollsBackOn.includes(rule))
  const before = isVoid ? state.turn.before : null
  const reply = () => {
    const text = profile.reply({ tool, input, state, query: false, touched: [], violations })
    return before === null
      ? text
      : `${text}\n\nThe update that came before it in this response was rolled back. The todo list is now:\n${profile.render(before.items, before.goal)}`
  }
  const text = call.recorded?.output ?? reply()
  const data = { call: call.call, tool, input, ...refusal, reply: text }
  transaction.addClean({ type: 'todos.rejected', id: callEventId(state.session, call.call), data }, call)
  if (before !== null) {
    const { update, items, goal } = before
    const changes = restoringChanges(state, { items, goal })
    transaction.addClean({ type: 'todos.rolled-back', data: { update, changes, numbered: false } }, call)
  }
  return { ok: false, text, violations }
}

/** A message in a violation is a sentence, not a page. In characters. */
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
