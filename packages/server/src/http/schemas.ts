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
import * as v from 'valibot'

/** A schema, and what it says. */
export const said = <Schema extends v.GenericSchema>(schema: Schema, about: string) =>
  v.pipe(schema, v.description<v.InferOutput<Schema>, string>(about))
export const text = (about: string) => said(v.string(), about)
export const texts = (about: string) => said(v.array(v.string()), about)
export const flag = (about: string) => said(v.boolean(), about)

export const count = v.pipe(v.number(), v.integer(), v.minValue(0))
export const ordinal = v.pipe(v.number(), v.integer(), v.minValue(1))
export const time = v.pipe(v.string(), v.isoTimestamp())
/** A whole number in the address. */
export const whole = v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0))

const statuses = ['pending', 'in_progress', 'blocked', 'completed', 'cancelled'] as const
export const status = v.picklist(statuses satisfies readonly TodoStatus[])
export const yieldTarget = v.picklist(['idle', 'dormant', 'waiting'] as const satisfies YieldTarget[])
export const trigger = v.picklist(runTriggers)

/** An id that a client gives: of a call, of a request. */
export const clientId = v.pipe(v.string(), v.minLength(1), v.maxLength(255))

const actorKinds = ['agent', 'sub-agent', 'person', 'program'] as const
export const actor = said(
  v.strictObject({ kind: v.picklist(actorKinds satisfies readonly Actor['kind'][]), id: clientId }),
  "Who does it, by a name of the client's. Absent: nobody is named, which is the session's one agent.",
)

export const violation = v.strictObject({
  rule: v.string(),
  message: v.string(),
  item: v.nullable(v.string()),
  expected: v.unknown(),
  received: v.unknown(),
  fix: v.string(),
}) satisfies v.GenericSchema<unknown, { readonly [Field in keyof CoreViolation]: unknown }>

/** What a call of a todo tool came to. */
export const todoAnswer = v.strictObject({
  ok: flag('False where the update was refused.'),
  text: text('What the model is to read.'),
  violations: v.array(violation),
  reminders: texts('What is to be put before the text, for a call that was a turn of its own.'),
})

const moment = v.strictObject({ turn: count, seq: ordinal, at: time })

export const item = v.strictObject({
  key: text('Never used again in its session.'),
  id: text('What people and models see.'),
  text: v.string(),
  status,
  reason: said(v.nullable(v.string()), 'Why it is blocked.'),
  parent: v.nullable(v.string()),
  dependencies: v.array(v.string()),
  activeForm: v.nullable(v.string()),
  priority: v.nullable(v.string()),
  owner: v.nullable(v.string()),
  notes: v.nullable(v.string()),
  estimate: v.unknown(),
  metadata: v.unknown(),
  added: moment,
  started: v.nullable(moment),
  closed: v.nullable(moment),
  blocked: v.nullable(moment),
  actor: said(v.nullable(actor), 'Who gave it its status; null where nobody is named.'),
})

const undelivered = v.strictObject({
  id: v.string(),
  kind: v.picklist(['nag', 'continuation', 'edit']),
  text: v.string(),
})

/** One who works on the list. */
const agent = v.strictObject({
  actor: said(v.nullable(actor), 'Who it is; null where nobody is named.'),
  run: v.strictObject({ number: count, trigger, open: v.boolean() }),
  turn: v.strictObject({ number: count, open: v.boolean() }),
  undelivered: said(
    v.array(undelivered),
    'Reminders, continuations and edits by others that the model has not read yet.',
  ),
  yielded: v.nullable(v.strictObject({ to: yieldTarget, waitingFor: v.nullable(v.string()) })),
})

/** A session's state at a moment. Its run and turn are those of whoever did something last. */
export const state = v.strictObject({
  session: v.string(),
  profile: v.string(),
  goal: v.nullable(v.string()),
  phase: v.picklist(['empty', 'planning', 'executing', 'continuing', 'reviewing', 'completed']),
  seq: said(count, 'The number of its last event: `/events?after=` goes on from it.'),
  at: time,
  items: v.array(item),
  rendered: said(
    v.nullable(v.string()),
    'The list as its todo system shows it; null where that is not known here.',
  ),
  ...agent.entries,
  otherActors: said(v.array(agent), 'The others who work on the list.'),
})

/** An event, as `todo-replay export` writes it too. */
export const event = v.union([
  said(
    v.looseObject({
      id: v.string(),
      session: v.string(),
      seq: ordinal,
      turn: count,
      at: time,
      type: text('What happened, such as `todos.updated`; more may come.'),
      version: ordinal,
      data: v.record(v.string(), v.unknown()),
    }),
    'An event.',
  ),
  said(
    v.strictObject({ json: v.record(v.string(), v.unknown()), meta: v.unknown() }),
    'An event with values that JSON does not have, as superjson writes it.',
  ),
])

const fieldProblem = v.strictObject({ pointer: v.string(), detail: v.string() })

/** Source: RFC 9457. */
export const problem = v.strictObject({
  type: v.string(),
  title: v.string(),
  status: count,
  code: text('A stable name of the kind of problem.'),
  detail: text('What happened, to what, and what to do.'),
  errors: v.exactOptional(said(v.array(fieldProblem), 'What is wrong with the request, field by field.')),
})

/** What is given to be answered: nothing of it is changed. */
export type Given<T> = T extends readonly (infer Element)[]
  ? readonly Given<Element>[]
  : T extends object
    ? { readonly [Key in keyof T]: Given<T[Key]> }
    : T

/** What is promised of a state, without the counters behind. */
export function stateView(then: SessionState, rendered: string | null): Given<v.InferInput<typeof state>> {
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
