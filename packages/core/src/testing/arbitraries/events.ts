/** Events of every type with any content that their types allow, for properties. They need not make sense together. */

import fc, { type RecordValue } from 'fast-check'
import {
  type Change,
  type CompletionAnswer,
  type EventDataByType,
  type EventOf,
  type EventType,
  eventVersions,
  type TodoEvent,
  type TodoStatus,
  type Violation,
} from '../../events.js'
import { arbitraryJson, arbitraryPayload, arbitraryText } from './values.js'

/** Any event of any type. */
export function arbitraryEvent(): fc.Arbitrary<TodoEvent> {
  return fc.oneof(...Object.values(events))
}

/** A few events of one session that follow `expectedSeq`, each with an id of its own. */
export function arbitraryEvents(session: string, expectedSeq = 0): fc.Arbitrary<readonly TodoEvent[]> {
  return fc
    .uniqueArray(arbitraryEvent(), { selector: (event) => event.id, minLength: 1, maxLength: 6 })
    .map((few) => few.map((event, index) => ({ ...event, session, seq: expectedSeq + index + 1 })))
}

const text = arbitraryText()
const payload = arbitraryPayload()
const flag = fc.boolean()
const count = fc.nat()
const ordinal = fc.integer({ min: 1 })
const jsonValue = arbitraryJson()
const settings = fc.dictionary(text, jsonValue, { maxKeys: 3, noNullPrototype: true })
const textOrNull = fc.option(text)

const status: fc.Arbitrary<TodoStatus> = fc.constantFrom(
  'pending',
  'in_progress',
  'blocked',
  'completed',
  'cancelled',
)

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record(
    {
      type: fc.constant('added' as const),
      key: text,
      id: text,
      text,
      status,
      position: count,
      reason: textOrNull,
      before: fc.option(status),
      fields: fc.record(
        { priority: jsonValue, metadata: jsonValue },
        { noNullPrototype: true, requiredKeys: [] },
      ),
    },
    { noNullPrototype: true, requiredKeys: ['type', 'key', 'id', 'text', 'status', 'position'] },
  ),
  record({ type: fc.constant('removed' as const), key: text, id: text, text, status }),
  record({ type: fc.constant('reworded' as const), key: text, from: text, to: text }),
  record({ type: fc.constant('moved' as const), key: text, from: count, to: count }),
  record({
    type: fc.constant('status-set' as const),
    key: text,
    from: status,
    to: status,
    reason: textOrNull,
  }),
  record({
    type: fc.constant('field-set' as const),
    key: text,
    field: fc.constantFrom('owner' as const, 'notes' as const, 'dependencies' as const),
    from: jsonValue,
    to: jsonValue,
  }),
  record({ type: fc.constant('goal-set' as const), from: textOrNull, to: textOrNull }),
)
const changes = fc.array(change, { maxLength: 4 })

const violation: fc.Arbitrary<Violation> = record({
  rule: text,
  message: text,
  item: textOrNull,
  expected: jsonValue,
  received: jsonValue,
  fix: text,
})
const violations = fc.array(violation, { maxLength: 3 })

const rule = record({
  id: text,
  version: fc.integer({ min: 1, max: 9 }),
  mode: fc.constantFrom('reject' as const, 'flag' as const, 'off' as const),
  options: settings,
  lowered: flag,
})

/** A record with the prototype that object literals have: a prototype is nothing that a store keeps. */
function record<T>(
  fields: { [Key in keyof T]: fc.Arbitrary<T[Key]> },
): fc.Arbitrary<RecordValue<T, keyof T>> {
  return fc.record(fields, { noNullPrototype: true })
}

function eventOf<Type extends EventType>(
  type: Type,
  data: fc.Arbitrary<EventDataByType[Type]>,
): fc.Arbitrary<EventOf<Type>> {
  return fc.record(
    {
      id: text,
      session: text,
      seq: fc.integer({ min: 1 }),
      turn: count,
      at: fc.date({ noInvalidDate: true }),
      type: fc.constant(type),
      version: fc.constant(eventVersions[type]),
      data,
      source: fc.record({ line: count, call: text }, { noNullPrototype: true, requiredKeys: ['line'] }),
      actor: record({ kind: fc.constantFrom('agent', 'sub-agent', 'person', 'program'), id: text }),
    },
    {
      noNullPrototype: true,
      requiredKeys: ['id', 'session', 'seq', 'turn', 'at', 'type', 'version', 'data'],
    },
  )
}

const completionAnswer: fc.Arbitrary<CompletionAnswer> = record({
  verdict: fc.constantFrom('done', 'partly', 'not_done', 'cannot_tell'),
  p: fc.integer({ min: 0, max: 100 }),
  parts: fc.array(record({ part: text, done: flag, line: fc.option(ordinal) }), { maxLength: 2 }),
  line: fc.option(ordinal),
  quote: text,
  why: text,
})

const child = record({ child: text, call: textOrNull })

/** Of every type that is stored; what is left of an erased event never is. */
const events: { readonly [Type in Exclude<EventType, 'event.erased'>]: fc.Arbitrary<EventOf<Type>> } = {
  'session.opened': eventOf(
    'session.opened',
    fc.record(
      {
        profile: text,
        settings,
        rules: fc.array(rule, { maxLength: 3 }),
        goal: textOrNull,
        source: fc.option(record({ format: text, file: text })),
        parent: textOrNull,
        forkedFrom: record({ session: text, seq: ordinal }),
        todoCallsOnly: record({ folder: textOrNull }),
      },
      {
        noNullPrototype: true,
        requiredKeys: ['profile', 'settings', 'rules', 'goal', 'source', 'parent'],
      },
    ),
  ),
  'run.started': eventOf(
    'run.started',
    fc.record(
      {
        trigger: fc.constantFrom('user', 'external', 'continuation', 'wake', 'reply', 'subagent', 'unknown'),
        text,
        delivers: fc.array(text, { maxLength: 3 }),
      },
      { noNullPrototype: true, requiredKeys: ['trigger', 'text', 'delivers'] },
    ),
  ),
  'turn.started': eventOf(
    'turn.started',
    fc.record(
      {
        delivers: fc.array(text, { maxLength: 3 }),
        owner: record({ id: text, pid: fc.nat(), host: text, started: fc.option(text) }),
      },
      { requiredKeys: ['delivers'], noNullPrototype: true },
    ),
  ),
  'turn.ended': eventOf('turn.ended', record({ interrupted: flag })),
  'todos.updated': eventOf(
    'todos.updated',
    fc.record(
      {
        call: text,
        tool: text,
        input: payload,
        changes,
        numbered: flag,
        query: flag,
        flags: violations,
        reply: text,
        letPass: fc.array(text, { maxLength: 2 }),
        support: fc.dictionary(text, fc.double({ min: 0, max: 1 }), { maxKeys: 3, noNullPrototype: true }),
      },
      {
        noNullPrototype: true,
        requiredKeys: ['call', 'tool', 'input', 'changes', 'numbered', 'query', 'flags', 'reply'],
      },
    ),
  ),
  'todos.rejected': eventOf(
    'todos.rejected',
    fc.record(
      {
        call: text,
        tool: text,
        input: payload,
        violations,
        reply: text,
        unsupported: fc.array(
          record({ key: fc.option(text), text, support: fc.double({ min: 0, max: 1, noNaN: true }) }),
          { maxLength: 2 },
        ),
      },
      { noNullPrototype: true, requiredKeys: ['call', 'tool', 'input', 'violations', 'reply'] },
    ),
  ),
  'todos.rolled-back': eventOf('todos.rolled-back', record({ update: text, changes, numbered: flag })),
  'tool.called': eventOf('tool.called', record({ call: text, name: text, input: payload })),
  'tool.returned': eventOf(
    'tool.returned',
    record({
      call: text,
      ok: fc.option(flag),
      output: text,
      effect: fc.constantFrom('read', 'write', 'execute', 'delegate', 'communicate', 'think', 'unknown'),
      verify: flag,
    }),
  ),
  'message.recorded': eventOf(
    'message.recorded',
    record({ role: fc.constantFrom('assistant', 'user'), text }),
  ),
  'nag.issued': eventOf(
    'nag.issued',
    record({ policy: text, level: count, text, turnsSinceUpdate: count, watcher: textOrNull }),
  ),
  'continuation.issued': eventOf(
    'continuation.issued',
    record({ cause: text, used: count, budget: fc.option(count), prompt: text, watcher: textOrNull }),
  ),
  'continuation.stopped': eventOf('continuation.stopped', record({ reason: text })),
  'context.compacted': eventOf('context.compacted', record({ summary: textOrNull })),
  'subagent.started': eventOf('subagent.started', child),
  'subagent.ended': eventOf('subagent.ended', child),
  'session.yielded': eventOf(
    'session.yielded',
    record({
      to: fc.constantFrom('idle', 'dormant', 'waiting'),
      waitingFor: textOrNull,
      reason: textOrNull,
    }),
  ),
  'session.redacted': eventOf(
    'session.redacted',
    record({
      reason: text,
      erased: fc.array(record({ from: ordinal, to: ordinal }), { maxLength: 2 }),
      replaced: fc.array(record({ seq: ordinal, digest: text }), { maxLength: 2 }),
    }),
  ),
  'conversation.changed': eventOf(
    'conversation.changed',
    record({ conversation: text, removed: fc.nat({ max: 9 }), added: fc.array(payload, { maxLength: 2 }) }),
  ),
  'completion.read': eventOf(
    'completion.read',
    record({
      item: text,
      call: text,
      page: text,
      digest: text,
      question: ordinal,
      reader: text,
      model: text,
      asked: textOrNull,
      cost: fc.option(fc.double({ min: 0, max: 9, noNaN: true })),
      answer: fc.option(completionAnswer),
    }),
  ),
}
