/** What the data of each event type must look like, so that what is read from a store can be trusted inside. */

import {
  type AnsweredPart,
  type BlockedGuard,
  type CarriedCounters,
  type Change,
  type CompletionAnswer,
  type EventDataByType,
  type EventType,
  type ForkOrigin,
  type ItemField,
  itemFields,
  type JsonValue,
  type RecordingSource,
  type RuleInForce,
  type SeqRange,
  type TodoCallsOnly,
  type TodoStatus,
  type TurnOwner,
  type UnsupportedItem,
  type Violation,
} from '../events.js'
import {
  type Check,
  firstBadField,
  isActor,
  isAnything,
  isCount,
  isFlag,
  isJsonValue,
  isNumber,
  isOrdinal,
  isRecord,
  isText,
  listOf,
  oneOf,
  orAbsent,
  orNull,
  recordOf,
  type Shape,
  shaped,
} from './shape.js'

const isStatus: Check<TodoStatus> = oneOf('pending', 'in_progress', 'blocked', 'completed', 'cancelled')

const isField: Check<ItemField> = oneOf(...itemFields)

const isYieldTarget = oneOf('idle', 'dormant', 'waiting')

const isFieldValues = shaped<{ readonly [field in ItemField]?: JsonValue }>({
  id: orAbsent(isJsonValue),
  activeForm: orAbsent(isJsonValue),
  priority: orAbsent(isJsonValue),
  owner: orAbsent(isJsonValue),
  notes: orAbsent(isJsonValue),
  estimate: orAbsent(isJsonValue),
  parent: orAbsent(isJsonValue),
  dependencies: orAbsent(isJsonValue),
  metadata: orAbsent(isJsonValue),
})

const changeShapes: { readonly [Type in Change['type']]: Shape<Extract<Change, { readonly type: Type }>> } = {
  added: {
    type: oneOf('added'),
    key: isText,
    id: isText,
    text: isText,
    status: isStatus,
    position: isCount,
    reason: orAbsent(orNull(isText)),
    before: orAbsent(orNull(isStatus)),
    fields: orAbsent(isFieldValues),
  },
  removed: { type: oneOf('removed'), key: isText, id: isText, text: isText, status: isStatus },
  reworded: { type: oneOf('reworded'), key: isText, from: isText, to: isText },
  moved: { type: oneOf('moved'), key: isText, from: isCount, to: isCount },
  'status-set': {
    type: oneOf('status-set'),
    key: isText,
    from: isStatus,
    to: isStatus,
    reason: orNull(isText),
  },
  'field-set': { type: oneOf('field-set'), key: isText, field: isField, from: isJsonValue, to: isJsonValue },
  'goal-set': { type: oneOf('goal-set'), from: orNull(isText), to: orNull(isText) },
}

type FieldChecks = { readonly [field: string]: Check<unknown> }

const changeShapesByType: ReadonlyMap<unknown, FieldChecks> = new Map(
  Object.entries<FieldChecks>(changeShapes),
)

function isChange(value: unknown): value is Change {
  if (!isRecord(value)) return false
  const { type } = value
  const shape = changeShapesByType.get(type)
  return shape !== undefined && firstBadField(shape, value) === null
}

const isViolation = shaped<Violation>({
  rule: isText,
  message: isText,
  item: orNull(isText),
  expected: isJsonValue,
  received: isJsonValue,
  fix: isText,
})

const isUnsupportedItem = shaped<UnsupportedItem>({ key: orNull(isText), text: isText, support: isNumber })

const isRuleInForce = shaped<RuleInForce>({
  id: isText,
  version: isOrdinal,
  mode: oneOf('reject', 'flag', 'off'),
  options: recordOf(isJsonValue),
  lowered: isFlag,
})

const isRecordingSource = shaped<RecordingSource>({ format: isText, file: isText })

const isForkOrigin = shaped<ForkOrigin>({ session: isText, seq: isOrdinal })

const isTodoCallsOnly = shaped<TodoCallsOnly>({ folder: orNull(isText) })

const isTurnOwner = shaped<TurnOwner>({
  id: isText,
  pid: isCount,
  host: isText,
  started: orNull(isText),
  beats: orAbsent(isFlag),
})

const isCompletionAnswer = shaped<CompletionAnswer>({
  verdict: oneOf('done', 'partly', 'not_done', 'cannot_tell'),
  p: isNumber,
  parts: listOf(shaped<AnsweredPart>({ part: isText, done: isFlag, line: orNull(isNumber) })),
  line: orNull(isNumber),
  quote: isText,
  why: isText,
})

const isBlockedGuard = shaped<BlockedGuard>({ guard: isText, message: isText })

const isCarried = shaped<CarriedCounters>({
  turnsSinceCall: isCount,
  turnsSinceNag: orNull(isCount),
  unheeded: recordOf(isCount),
  blocked: orNull(isBlockedGuard),
  suppressed: isFlag,
  continuing: orNull(isText),
})

const eventShapes: { readonly [Type in EventType]: Shape<EventDataByType[Type]> } = {
  'session.opened': {
    profile: isText,
    settings: recordOf(isJsonValue),
    rules: listOf(isRuleInForce),
    goal: orNull(isText),
    source: orNull(isRecordingSource),
    parent: orNull(isText),
    phases: orAbsent(oneOf('review', 'completion')),
    forkedFrom: orAbsent(isForkOrigin),
    todoCallsOnly: orAbsent(isTodoCallsOnly),
  },
  'run.started': {
    trigger: oneOf('user', 'external', 'continuation', 'wake', 'reply', 'subagent', 'unknown'),
    text: isText,
    delivers: listOf(isText),
    woke: orAbsent(isFlag),
    agent: orAbsent(isActor),
  },
  'turn.started': { delivers: listOf(isText), owner: orAbsent(isTurnOwner) },
  'turn.ended': { interrupted: isFlag },
  'todos.updated': {
    call: isText,
    tool: isText,
    input: isAnything,
    changes: listOf(isChange),
    numbered: isFlag,
    query: isFlag,
    flags: listOf(isViolation),
    reply: isText,
    letPass: orAbsent(listOf(isText)),
    support: orAbsent(recordOf(isNumber)),
    carried: orAbsent(isCarried),
    edit: orAbsent(isFlag),
  },
  'todos.rejected': {
    call: isText,
    tool: isText,
    input: isAnything,
    violations: listOf(isViolation),
    reply: isText,
    unsupported: orAbsent(listOf(isUnsupportedItem)),
    edit: orAbsent(isFlag),
  },
  'todos.rolled-back': { update: isText, changes: listOf(isChange), numbered: isFlag },
  'tool.called': { call: isText, name: isText, input: isAnything },
  'tool.returned': {
    call: isText,
    ok: orNull(isFlag),
    output: isText,
    effect: oneOf('read', 'write', 'execute', 'delegate', 'communicate', 'think', 'unknown'),
    verify: isFlag,
  },
  'message.recorded': { role: oneOf('assistant', 'user'), text: isText },
  'conversation.changed': { conversation: isText, removed: isCount, added: listOf(isAnything) },
  'nag.issued': {
    policy: isText,
    level: isCount,
    text: isText,
    turnsSinceUpdate: isCount,
    threshold: orAbsent(isCount),
    watcher: orNull(isText),
  },
  'continuation.issued': {
    cause: isText,
    used: isCount,
    budget: orNull(isNumber),
    prompt: isText,
    watcher: orNull(isText),
  },
  'continuation.stopped': { reason: isText, blocked: orAbsent(isBlockedGuard) },
  'context.compacted': { summary: orNull(isText) },
  'subagent.started': { child: isText, call: orNull(isText) },
  'subagent.ended': { child: isText, call: orNull(isText) },
  'session.yielded': { to: isYieldTarget, waitingFor: orNull(isText), reason: orNull(isText) },
  'session.redacted': {
    reason: isText,
    erased: listOf(shaped<SeqRange>({ from: isOrdinal, to: isOrdinal })),
    replaced: listOf(shaped<{ seq: number; digest: string }>({ seq: isOrdinal, digest: isText })),
  },
  'completion.read': {
    item: isText,
    call: isText,
    page: isText,
    digest: isText,
    question: isOrdinal,
    reader: isText,
    model: isText,
    asked: orNull(isText),
    cost: orNull(isNumber),
    answer: orNull(isCompletionAnswer),
  },
  'event.erased': { type: isText, version: isOrdinal },
}

const eventShapesByType: ReadonlyMap<string, FieldChecks> = new Map(Object.entries<FieldChecks>(eventShapes))

/** True where a text names an event type of this version of the program. */
export function isEventType(type: string): type is EventType {
  return eventShapesByType.has(type)
}

/** The first field of an event's data that is not what its type says, or null where all are right. */
export function firstBadDataField(type: EventType, data: object): string | null {
  // A property by the name that a text just gave is looked up slower than an entry of a Map.
  return firstBadField(eventShapesByType.get(type) ?? eventShapes[type], data)
}
