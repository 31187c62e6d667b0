/** What requests and answers are made of, where several hold it. `/openapi.json` is made of these schemas. */

import {
  type Actor,
  type Violation as CoreViolation,
  runTriggers,
  type TodoStatus,
  type YieldTarget,
} from '@todo-ledger/core'
import {
  array,
  boolean,
  description,
  exactOptional,
  type GenericSchema,
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

/** A text, and what it says. */
export const text = (about: string) => pipe(string(), description(about))
export const texts = (about: string) => pipe(array(string()), description(about))
export const flag = (about: string) => pipe(boolean(), description(about))

export const count = pipe(number(), integer(), minValue(0))
export const ordinal = pipe(number(), integer(), minValue(1))
export const time = pipe(string(), isoTimestamp())
/** A whole number in the address. */
export const whole = pipe(string(), toNumber(), integer(), minValue(0))

export const status = picklist([
  'pending',
  'in_progress',
  'blocked',
  'completed',
  'cancelled',
] as const satisfies TodoStatus[])
export const yieldTarget = picklist(['idle', 'dormant', 'waiting'] as const satisfies YieldTarget[])
export const trigger = picklist(runTriggers)

/** An id that a client gives: of a call, of a request. */
export const clientId = pipe(string(), minLength(1), maxLength(255))

export const actor = pipe(
  strictObject({
    kind: picklist(['agent', 'sub-agent', 'person', 'program'] as const satisfies Actor['kind'][]),
    id: clientId,
  }),
  description(
    "Who does it, by a name of the client's. Absent: nobody is named, which is the session's one agent.",
  ),
)

/** One thing that is wrong with an update. */
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

/** One line of a checklist. */
export const item = strictObject({
  key: text('Never used again in its session.'),
  id: text('What people and models see.'),
  text: string(),
  status,
  reason: pipe(nullable(string()), description('Why it is blocked.')),
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
  actor: pipe(nullable(actor), description('Who gave it its status; null where nobody is named.')),
})

/** One who works on the list. */
export const agent = strictObject({
  actor: pipe(nullable(actor), description('Who it is; null where nobody is named.')),
  run: strictObject({ number: count, trigger, open: boolean() }),
  turn: strictObject({ number: count, open: boolean() }),
  undelivered: pipe(
    array(strictObject({ id: string(), kind: picklist(['nag', 'continuation', 'edit']), text: string() })),
    description('Reminders, continuations and edits by others that the model has not read yet.'),
  ),
  yielded: nullable(strictObject({ to: yieldTarget, waitingFor: nullable(string()) })),
})

/** A session's state at a moment. Its run and turn are those of whoever did something last. */
export const state = strictObject({
  session: string(),
  profile: string(),
  goal: nullable(string()),
  phase: picklist(['empty', 'planning', 'executing', 'continuing', 'reviewing', 'completed']),
  seq: pipe(count, description('The number of its last event: `/events?after=` goes on from it.')),
  at: time,
  items: array(item),
  rendered: pipe(
    nullable(string()),
    description('The list as its todo system shows it; null where that is not known here.'),
  ),
  ...agent.entries,
  otherActors: pipe(array(agent), description('The others who work on the list.')),
})

/** A session with what a host needs to drive it. */
export const session = strictObject({
  id: string(),
  profile: string(),
  tools: pipe(
    array(strictObject({ name: string(), description: string(), inputSchema: record(string(), unknown()) })),
    description('The todo tools as the model is given them.'),
  ),
  instructions: text('What to add to the system prompt; may be empty.'),
  openList: pipe(
    nullable(string()),
    description('What a conversation that begins anew is to read first; null where nothing is open.'),
  ),
  state,
})

/** An event, as `todo-replay export` writes it too. */
export const event = union([
  pipe(
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
    description('An event.'),
  ),
  pipe(
    strictObject({ json: record(string(), unknown()), meta: unknown() }),
    description('An event with values that JSON does not have, as superjson writes it.'),
  ),
])

/** A problem. Source: RFC 9457. */
export const problem = strictObject({
  type: string(),
  title: string(),
  status: count,
  code: text('A stable name of the kind of problem.'),
  detail: text('What happened, to what, and what to do.'),
  errors: exactOptional(
    pipe(
      array(strictObject({ pointer: string(), detail: string() })),
      description('What is wrong with the request, field by field.'),
    ),
  ),
})
