/**
 * One change of the list: read by the profile, decided, reduced to a candidate, held against the rules and the gate, and
 * added as `todos.updated` or `todos.rejected`. A call that is stored already is answered as before.
 */

import { decide, type Intent, restoringChanges } from '../decide.js'
import { HostError, IdConflictError } from '../errors.js'
import type { RuleMode, TodoEvent, TodosRejectedData, TodosUpdatedData, Violation } from '../events.js'
import { frozenData } from '../frozen-data.js'
import type {
  ListEdit,
  ListEditing,
  RecordedOutcome,
  TodoCall,
  TodoReply,
  ToolCall,
  ToolResult,
} from '../host-input.js'
import { itemOfKey } from '../items.js'
import type { Profile, Reading } from '../profiles/profile.js'
import type { Redactor } from '../redaction/redactor.js'
import { violationOf } from '../rules/rule.js'
import type { SessionState, Undelivered } from '../state.js'
import { valueDifference } from '../store/body.js'
import { nothingHeld, weigh } from './evidence-gate.js'
import { callEventId, toolCallEventId, toolResultEventId, type Work } from './log-question.js'
import { erasedAnswer, replyOf, updateIn } from './recall.js'
import { editText, seenIn, toldTogether, unseenChange } from './told-edits.js'
import {
  type DecisionContext,
  type EventBody,
  givenId,
  type Judgement,
  type Transaction,
  withoutSecrets,
} from './transaction.js'

/** A call that has an id, the model's or the session's, and no secrets. */
export interface IdentifiedCall extends TodoCall {
  readonly call: string
}

/** The call without its secrets. The same call gives the same one, so that it is known again. */
export function cleanCall<Given extends TodoCall>(given: Given, redactor: Redactor): Given {
  const { input, call, recorded } = given
  return {
    ...withoutSecrets(given, redactor),
    // A copy, for the host goes on to use what it gave; shared from here on.
    input: frozenData(redactor.value(input)),
    ...(call === undefined ? {} : { call: givenId(call, 'The id of a call', redactor) }),
    ...(recorded === undefined ? {} : { recorded: redactor.value(recorded) }),
  }
}

/** @throws HostError `unknown-tool` if the profile has no tool of this name */
function mustBeTodoTool({ profile, redactor }: DecisionContext, name: string): void {
  const names = profile.tools.map((tool) => tool.name)
  if (names.includes(name)) return
  throw new HostError(
    'unknown-tool',
    `Profile ${profile.name} has no tool ${JSON.stringify(redactor.text(String(name)))}. It has: ${names.join(', ')}. Record other tools with recordTool.`,
  )
}

/** A call of one of the profile's tools, without its secrets. @throws HostError `unknown-tool` */
export function todoCallOf<Given extends TodoCall>(context: DecisionContext, given: Given): Given {
  mustBeTodoTool(context, given.name)
  return cleanCall(given, context.redactor)
}

/**
 * Answers a call without secrets. The model's mistakes are answers, never exceptions.
 * @param options.intent what the call wants, if that is known and need not be read in its input
 * @param options.edits changes of the list that the agent is told of together with the answer
 * @throws IdConflictError when the stored call of its id was another one
 */
export function* answerTodoCall(
  transaction: Transaction,
  given: TodoCall,
  { intent, edits = [] }: { readonly intent?: Intent; readonly edits?: readonly Undelivered[] } = {},
): Work<TodoReply> {
  const { session } = transaction
  const { profile } = transaction.context
  const stored =
    given.call === undefined ? undefined : yield* transaction.find(callEventId(session, given.call))
  if (stored !== undefined) return storedReply(stored, given)
  const call = { ...given, call: given.call ?? (yield* newCallId(transaction, given)) }
  const { name: tool, input, recorded = null } = call
  if (recorded?.ok === false) reject(transaction, call, { violations: [recordedRefusal(recorded)] })
  else {
    const state = transaction.stateFor(call)
    const reading =
      intent === undefined ? profile.read({ tool, input, state, recorded }) : { intent, violations: [] }
    yield* decideChange(transaction, call, {
      reading,
      isStrict: (rule) => recorded === null && modeOf(state, rule, true) === 'reject',
      asAgent: { edits },
      notes: recorded?.ok === null ? [unconfirmed(tool)] : [],
      said: (candidate, next) => ({
        reply: recorded?.output ?? replyTo(profile, call, reading, candidate, next),
      }),
    })
  }
  return replyOf(updateIn(transaction.events.filter(({ id }) => id === callEventId(session, call.call))))
}

/** An id for a call that came without one. */
function* newCallId(transaction: Transaction, given: TodoCall): Work<string> {
  // Where several are at work, others may decide on the same number at the same time: they have other turns.
  const isNamed = transaction.actorOf(given) !== null
  const suffix = isNamed ? `-of-${transaction.stateFor(given).turn.number}` : ''
  // One that the model gave another call is not taken: this call would be taken for that one.
  for (let number = transaction.state.seq + 1; ; number += 1) {
    const call = `call-${number}${suffix}`
    if ((yield* transaction.find(callEventId(transaction.session, call))) === undefined) return call
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
  return replyOf(event)
}

/** A change of the list, and what decides about it beside the rules. */
interface ListChange {
  readonly reading: Reading
  /** What its event says beside what is decided. */
  readonly extra?: Pick<Partial<TodosUpdatedData>, 'edit' | 'numbered'>
  /** True for a rule that refuses the change if it is broken, unless it is waived. */
  readonly isStrict: (rule: string) => boolean
  readonly waivedRules?: readonly string[] | 'all'
  /**
   * Given where an agent makes it: what others changed unseen, and what tools stated of its completions, is held against
   * it. `edits`: changes that the agent is told of together with the answer.
   */
  readonly asAgent?: { readonly edits: readonly Undelivered[] }
  readonly notes?: readonly Violation[]
  /** What its event answers, once it is known what the change leads to. */
  readonly said: (candidate: TodosUpdatedData, next: SessionState) => Partial<TodosUpdatedData>
}

/** Decides a change, and adds its update or its refusal. */
function* decideChange(transaction: Transaction, given: IdentifiedCall, change: ListChange): Work<void> {
  const { reading, extra = {}, isStrict, waivedRules = [], notes = [], asAgent } = change
  const { profile, gate } = transaction.context
  const state = transaction.stateFor(given)
  const { call: id, name: tool, input } = given
  const decided = { ...decide(state, reading.intent), ...extra }
  const candidate = { call: id, tool, input, ...decided, flags: [], reply: '' }
  const attempt = judged(profile, transaction, given, reading, candidate)
  // The clock is asked once.
  const call = { ...given, at: attempt.event.at }
  const told = toldTogether(asAgent?.edits ?? [])
  const refuses = ({ rule }: Violation) =>
    isStrict(rule) && waivedRules !== 'all' && !waivedRules.includes(rule)
  const refused = attempt.violations.filter(refuses)
  if (refused.length > 0) {
    const edit = extra.edit === undefined ? {} : { edit: extra.edit }
    return reject(transaction, call, { violations: refused, ...edit }, told)
  }
  const { kind } = reading.intent
  const unseen =
    asAgent === undefined || given.recorded !== undefined
      ? null
      : yield* unseenChange(transaction, state, kind, decided.changes, asAgent.edits)
  if (unseen !== null)
    return reject(transaction, call, { violations: [unseen.violation] }, told, unseen.difference)
  let data: TodosUpdatedData = candidate
  let { violations } = attempt
  const gated =
    asAgent === undefined
      ? nothingHeld
      : yield* gate.ask(attempt.event, attempt.next, transaction.stored.seq, transaction.steps)
  if (gated.claims.length > 0) {
    const contradictions = Object.fromEntries(gated.claims.map(({ key, facts }) => [key, facts]))
    data = { ...candidate, contradictions }
    const weighed = weigh(judged(profile, transaction, call, reading, data).violations, gated.claims, refuses)
    if ('refusal' in weighed) return reject(transaction, call, weighed.refusal, told)
    violations = weighed
  }
  const flags = violations.filter(({ rule }) => modeOf(state, rule, false) !== 'off')
  const broken = flags.map(({ rule }) => rule)
  const inForce = state.rules.filter(({ id: rule, mode }) => mode === 'reject' && broken.includes(rule))
  const waived = [...new Set([...inForce.map(({ id: rule }) => rule), ...broken.filter(isStrict)])]
  const answer = change.said(candidate, attempt.next)
  const texts = answer.reply === undefined || asAgent === undefined ? told : [...told, answer.reply]
  const said = {
    ...data,
    flags: [...flags, ...gated.notes, ...notes],
    ...(waived.length === 0 ? {} : { waivedRules: waived }),
    ...answer,
    // A whole list that takes nothing back was written by somebody who knows the list.
    ...(kind === 'replace' && state.unshown !== null && !state.recorded
      ? { seen: true }
      : seenIn(transaction, state, texts, [state, attempt.next])),
  }
  // The state depends on what these say.
  if ('edit' in said || 'seen' in said) transaction.addClean(updated(transaction, said), call)
  else transaction.addAttempted(attempt, said)
}

function updated({ session }: Transaction, data: TodosUpdatedData): EventBody {
  return { type: 'todos.updated', id: callEventId(session, data.call), data }
}

/**
 * What an update would lead to, and everything that is wrong, in the source's checking order: what it looks at
 * first, the input, then the list.
 */
function judged(
  { rules }: Profile,
  transaction: Transaction,
  call: IdentifiedCall,
  { violations: ofInput }: Reading,
  data: TodosUpdatedData,
): Judgement {
  const attempt = transaction.attempt(updated(transaction, data), call)
  if (attempt.violations.length === 0) return { ...attempt, violations: ofInput }
  const early = new Set(rules.filter((rule) => rule.early === true).map((rule) => rule.id))
  const reported = new Set(ofInput.map(({ rule, item }) => JSON.stringify([rule, item])))
  const ofList = attempt.violations.filter(({ rule, item }) => !reported.has(JSON.stringify([rule, item])))
  const first = ofList.filter(({ rule }) => early.has(rule))
  return { ...attempt, violations: [...first, ...ofInput, ...ofList.filter(({ rule }) => !early.has(rule))] }
}

/** What a rule does in a session. If a recording lowered it, `decidesAnew` gives the profile's own mode. */
function modeOf(state: SessionState, rule: string, decidesAnew: boolean): RuleMode {
  const inForce = state.rules.find(({ id }) => id === rule)
  return inForce === undefined || (decidesAnew && inForce.lowered) ? 'reject' : inForce.mode
}

function replyTo(
  profile: Profile,
  { name: tool, input }: IdentifiedCall,
  { intent }: Reading,
  { changes, query }: TodosUpdatedData,
  state: SessionState,
): string {
  // Also those that the call names and leaves as they are.
  const named = intent.kind === 'edit' ? (intent.edit ?? []).map(({ key }) => key) : []
  const changed = changes.flatMap((each) => (each.type === 'goal-set' ? [] : [each.key]))
  const touched = [...new Set([...named, ...changed])]
  return profile.reply({ tool, input, state, query, touched, violations: [] })
}

/**
 * Adds a refusal, and voids what was accepted in the turn so far if the profile says so.
 * @param told what the agent reads beside the answer; @param difference what it reads behind it
 */
function reject(
  transaction: Transaction,
  call: IdentifiedCall,
  refusal: Pick<TodosRejectedData, 'violations' | 'contradicted' | 'edit'>,
  told: readonly string[] = [],
  difference = '',
): void {
  const { profile } = transaction.context
  const state = transaction.stateFor(call)
  const { violations } = refusal
  const { name: tool, input, recorded } = call
  const isVoid = violations.some(({ rule }) => profile.rollsBackOn.includes(rule))
  const before = isVoid ? state.turn.before : null
  let reply = recorded?.output
  if (reply === undefined) {
    reply = profile.reply({ tool, input, state, query: false, touched: [], violations })
    if (difference !== '') reply += `\n\n${difference}`
    if (before !== null)
      reply += `\n\nThe update that came before it in this response was rolled back. The todo list is now:\n${profile.render(before.items, before.goal)}`
  }
  // This refusal shows the list, whatever the list looks like: so it comes once.
  const isShown = violations.some(({ rule }) => rule === 'unseen-change')
  const seen =
    refusal.edit === true ? {} : isShown ? { seen: true } : seenIn(transaction, state, [...told, reply])
  const data = { call: call.call, tool, input, ...refusal, reply, ...seen }
  transaction.addClean({ type: 'todos.rejected', id: callEventId(state.session, call.call), data }, call)
  if (before === null) return
  const undone = { update: before.update, changes: restoringChanges(state, before), numbered: false }
  transaction.addClean({ type: 'todos.rolled-back', data: undone }, call)
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

/**
 * Changes the list if that breaks no rule but those that are waived. The agent is told with its next request.
 * @param change the edit without secrets
 */
export function* editList(
  transaction: Transaction,
  change: ListEdit,
  { waivedRules = [], ...occurrence }: ListEditing,
): Work<void> {
  const { profile } = transaction.context
  const { state } = transaction
  const at = transaction.timeOf(occurrence)
  const call = { ...occurrence, at, call: `edit-${state.seq + 1}`, name: 'edit', input: change }
  const strangers = unknownKeys(state, change)
  // There is nothing that could be changed, whatever is waived.
  if (strangers.length > 0) return reject(transaction, call, { violations: strangers, edit: true })
  const { capabilities } = profile
  // An item's place may be its id.
  const numbered = capabilities?.replace?.ids === 'position' && capabilities.add === undefined
  yield* decideChange(transaction, call, {
    reading: { intent: intentOf(profile, state, change), violations: unknownStatuses(profile, change) },
    extra: { numbered, edit: true },
    isStrict: (rule) => modeOf(state, rule, true) === 'reject',
    waivedRules,
    said: ({ changes }, { items, goal }) => ({
      reply: editText(occurrence.actor, changes, state.items, profile.render(items, goal)),
    }),
  })
}

function unknownKeys(
  { items }: SessionState,
  { edit = [], remove = [], order = [] }: ListEdit,
): readonly Violation[] {
  const kept = [...edit.map(({ key }) => key), ...order]
  const unknown = [...new Set([...kept, ...remove])].filter((key) => itemOfKey(items, key) === undefined)
  const keptAndRemoved = kept.filter((key) => remove.includes(key))
  return [...unknown, ...keptAndRemoved].map((key) =>
    violationOf('id-known', {
      message: `No item of the list has the key ${JSON.stringify(key)}`,
      expected: 'the key of an item',
      received: key,
      fix: 'Read the list again: somebody may have removed it meanwhile.',
    }),
  )
}

/** The tools of a system may not know every status that there is. */
function unknownStatuses(
  { name, capabilities }: Profile,
  { add = [], edit = [] }: ListEdit,
): readonly Violation[] {
  const known = capabilities?.statuses
  if (known === undefined) return []
  const given = [...add, ...edit].flatMap(({ status }) => status ?? [])
  return [...new Set(given.filter((status) => !known.includes(status)))].map((status) =>
    violationOf('status-valid', {
      message: `The tools of ${name} know no status ${status}`,
      expected: [...known],
      received: status,
      fix: `Use one of ${known.join(', ')}.`,
    }),
  )
}

function intentOf(profile: Profile, state: SessionState, { add = [], ...others }: ListEdit): Intent {
  const wanted = add.map(({ text, status = 'pending', ...rest }, index) => {
    const id = nextId(profile, state, index)
    return { id, ownId: true, text, status, ...rest }
  })
  return { kind: 'edit', ...others, add: wanted }
}

function nextId({ capabilities }: Profile, state: SessionState, index: number): string {
  const next = capabilities?.add?.nextId(state, index)
  if (next !== undefined && !state.items.some(({ id }) => id === next)) return next
  const numbers = state.items.map(({ id }) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0))
  return String(Math.max(state.idsUsed, ...numbers) + 1 + index)
}

/**
 * Adds the event of a call, unless it is there.
 * @throws IdConflictError if the call of this id was another one
 */
export function* addToolCall(transaction: Transaction, given: ToolCall): Work<void> {
  const call = givenId(given.call, 'The id of a call', transaction.context.redactor)
  const { name, input } = given
  const id = toolCallEventId(transaction.session, call)
  const body = { type: 'tool.called', id, data: { call, name, input } } as const
  if (!(yield* isRecorded(transaction, body))) transaction.add(body, given)
}

/**
 * Adds the event of a result, unless it is there; what the call did is decided here and kept.
 * @throws IdConflictError if the call gave back something else
 */
export function* addResult(transaction: Transaction, { actor, ...result }: ToolResult): Work<void> {
  const { session, context } = transaction
  const call = givenId(result.call, 'The id of a call', context.redactor)
  const called = yield* transaction.find(toolCallEventId(session, call))
  const did =
    called?.type === 'tool.called'
      ? context.evidence?.describeCall(called.data.name, called.data.input)
      : undefined
  const { effect, verify } = did ?? { effect: 'unknown', verify: false }
  const data = { call, ok: result.ok, output: result.output ?? '', effect, verify }
  const body = { type: 'tool.returned', id: toolResultEventId(session, call), data } as const
  if (yield* isRecorded(transaction, body)) return
  // What a call gave back is that of whoever made it.
  const whose = actor ?? called?.actor
  transaction.add(body, whose === undefined ? result : { ...result, actor: whose })
}

function* isRecorded(transaction: Transaction, body: EventBody & { readonly id: string }): Work<boolean> {
  const stored = yield* transaction.find(body.id)
  if (stored === undefined) return false
  // A recording may tell a thing twice, in other words; and what was erased or taken out can't be compared.
  if (transaction.state.recorded || stored.redacted === true || stored.type !== body.type) return true
  const given = transaction.prepare(body, {})
  const difference = valueDifference({ data: toldBy(stored) }, { data: frozenData(toldBy(given)) })
  if (difference !== null) throw new IdConflictError(stored, given, difference)
  return true
}

/** What a call did is no word of the host's. */
function toldBy({ data }: TodoEvent): object {
  const { effect: _effect, verify: _verify, ...told } = { effect: null, verify: null, ...data }
  return told
}
