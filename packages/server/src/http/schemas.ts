/** What requests and answers are made of, where several hold it. `/openapi.json` is made of these schemas. */

import {
  type Actor,
  type Violation as CoreViolation,
  runTriggers,
  type SessionState,
  type TodoItem,
  type TodoStatus,
  type YieldTarget,
} from '@todo-ledger/core'
import {
  array,
  boolean,
  description,
  exactOptional,
  type GenericSchema,
  type InferInput,
  type InferOutput,
  integer,
  isoTimestamp,
  looseObject,
  maxLength,
  minLength,
  minValue,
  nullable,
  number,
  picklist,
  pipe,
  record,
  strictObject,
  string,
  toNumber,
  union,
  unknown,
} from 'valibot'
import type { Given } from './operation.js'

/** A schema, and what it says. */
export const said = <Schema extends GenericSchema>(schema: Schema, about: string) =>
  pipe(schema, description<InferOutput<Schema>, string>(about))
export const text = (about: string) => said(string(), about)
export const texts = (about: string) => said(array(string()), about)
export const flag = (about: string) => said(boolean(), about)

export const count = pipe(number(), integer(), minValue(0))
export const ordinal = pipe(number(), integer(), minValue(1))
export const time = pipe(string(), isoTimestamp())
/** A whole number in the address. */
export const whole = pipe(string(), toNumber(), integer(), minValue(0))

const statuses = ['pending', 'in_progress', 'blocked', 'completed', 'cancelled'] as const
export const status = picklist(statuses satisfies readonly TodoStatus[])
export const yieldTarget = picklist(['idle', 'dormant', 'waiting'] as const satisfies YieldTarget[])
export const trigger = picklist(runTriggers)

/** An id that a client gives: of a call, of a request. */
export const clientId = pipe(string(), minLength(1), maxLength(255))

const actorKinds = ['agent', 'sub-agent', 'person', 'program'] as const
export const actor = said(
  strictObject({ kind: picklist(actorKinds satisfies readonly Actor['kind'][]), id: clientId }),
  "Who does it, by a name of the client's. Absent: nobody is named, which is the session's one agent.",
)

export const violation = strictObject({
  rule: string(),
  message: string(),
  item: nullable(string()),
  expected: unknown(),
  received: unknown(),
  fix: string(),
}) satisfies GenericSchema<unknown, { readonly [Field in keyof CoreViolation]: unknown }>

/** What a call of a todo tool came to. */
export const todoAnswer = strictObject({
  ok: flag('False where the update was refused.'),
  text: text('What the model is to read.'),
  violations: array(violation),
  reminders: texts('What is to be put before the text, for a call that was a turn of its own.'),
})

const moment = strictObject({ turn: count, seq: ordinal, at: time })

export const item = strictObject({
  key: text('Never used again in its session.'),
  id: text('What people and models see.'),
  text: string(),
  status,
  reason: said(nullable(string()), 'Why it is blocked.'),
  parent: nullable(string()),
  dependencies: array(string()),
  activeForm: nullable(string()),
  priority: nullable(string()),
  owner: nullable(string()),
  notes: nullable(string()),
  estimate: unknown(),
  metadata: unknown(),
  added: moment,
  started: nullable(moment),
  closed: nullable(moment),
  blocked: nullable(moment),
  actor: said(nullable(actor), 'Who gave it its status; null where nobody is named.'),
})

const undelivered = strictObject({
  id: string(),
  kind: picklist(['nag', 'continuation', 'edit']),
  text: string(),
})

/** One who works on the list. */
const agent = strictObject({
  actor: said(nullable(actor), 'Who it is; null where nobody is named.'),
  run: strictObject({ number: count, trigger, open: boolean() }),
  turn: strictObject({ number: count, open: boolean() }),
  undelivered: said(
    array(undelivered),
    'Reminders, continuations and edits by others that the model has not read yet.',
  ),
  yielded: nullable(strictObject({ to: yieldTarget, waitingFor: nullable(string()) })),
})

/** A session's state at a moment. Its run and turn are those of whoever did something last. */
export const state = strictObject({
  session: string(),
  profile: string(),
  goal: nullable(string()),
  phase: picklist(['empty', 'planning', 'executing', 'continuing', 'reviewing', 'completed']),
  seq: said(count, 'The number of its last event: `/events?after=` goes on from it.'),
  at: time,
  items: array(item),
  rendered: said(
    nullable(string()),
    'The list as its todo system shows it; null where that is not known here.',
  ),
  ...agent.entries,
  otherActors: said(array(agent), 'The others who work on the list.'),
})

/** An event, as `todo-replay export` writes it too. */
export const event = union([
  said(
    looseObject({
      id: string(),
      session: string(),
      seq: ordinal,
      turn: count,
      at: time,
      type: text('What happened, such as `todos.updated`; more may come.'),
      version: ordinal,
      data: record(string(), unknown()),
    }),
    'An event.',
  ),
  said(
    strictObject({ json: record(string(), unknown()), meta: unknown() }),
    'An event with values that JSON does not have, as superjson writes it.',
  ),
])

const fieldProblem = strictObject({ pointer: string(), detail: string() })

/** Source: RFC 9457. */
export const problem = strictObject({
  type: string(),
  title: string(),
  status: count,
  code: text('A stable name of the kind of problem.'),
  detail: text('What happened, to what, and what to do.'),
  errors: exactOptional(said(array(fieldProblem), 'What is wrong with the request, field by field.')),
})

/** What is promised of a state, without the counters behind. */
export function stateView(then: SessionState, rendered: string | null): Given<InferInput<typeof state>> {
  const { session, profile, goal, phase, seq, at, items, otherActors } = then
  return {
    ...{ session, profile, goal, phase, seq, at: timeOf(at), rendered },
    items: items.map(itemView),
    ...agentView(then),
    otherActors: otherActors.map(agentView),
  }
}

function agentView({ actor, run, turn, undelivered, yielded }: SessionState['otherActors'][number]) {
  return {
    actor,
    run: { number: run.number, trigger: run.trigger, open: run.open },
    turn: { number: turn.number, open: turn.open },
    undelivered: undelivered.map(({ id, kind, text }) => ({ id, kind, text })),
    yielded: yielded === null ? null : { to: yielded.to, waitingFor: yielded.waitingFor },
  }
}

export function itemView({ added, started, closed, blocked, ...rest }: TodoItem) {
  const view = ({ turn, seq, at }: TodoItem['added']) => ({ turn, seq, at: timeOf(at) })
  return {
    ...rest,
    added: view(added),
    started: started && view(started),
    closed: closed && view(closed),
    blocked: blocked && view(blocked),
  }
}

const timeOf = (at: number): string => new Date(at).toISOString()
