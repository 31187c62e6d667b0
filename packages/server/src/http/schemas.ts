/** What requests and answers look like. They are checked by these schemas, and `/openapi.json` is made of them. */

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
  literal,
  looseObject,
  maxLength,
  maxValue,
  minLength,
  minValue,
  nullable,
  number,
  picklist,
  pipe,
  record,
  regex,
  strictObject,
  string,
  union,
  unknown,
  variant,
} from 'valibot'

const count = pipe(number(), integer(), minValue(0))
const ordinal = pipe(number(), integer(), minValue(1))
const time = pipe(string(), isoTimestamp())

const statuses = [
  'pending',
  'in_progress',
  'blocked',
  'completed',
  'cancelled',
] as const satisfies TodoStatus[]
const actorKinds = ['agent', 'sub-agent', 'person', 'program'] as const satisfies Actor['kind'][]
const yieldTargets = ['idle', 'dormant', 'waiting'] as const satisfies YieldTarget[]

/** A session's id, as new ones may be. */
const sessionId = pipe(
  string(),
  regex(/^[\x21-\x7e]{1,200}$/),
  description('Printable ASCII without spaces; it begins with the name of the token and a dot.'),
)

/** An id that a client gives: of a call, of a request. */
export const clientId = pipe(string(), minLength(1), maxLength(255))

/** Who does something. */
const actor = pipe(
  strictObject({ kind: picklist(actorKinds), id: clientId }),
  description(
    "Who does it, by a name of the client's. Absent: nobody is named, which is the session's one agent.",
  ),
)

/** A session that is to be. */
export const newSession = pipe(
  strictObject({
    id: exactOptional(sessionId),
    profile: pipe(string(), description('The name of its todo system, such as `todo-list-middleware`.')),
    goal: exactOptional(nullable(string())),
    parent: exactOptional(nullable(string())),
    todoCallsOnly: exactOptional(
      pipe(
        boolean(),
        description(
          'True where no other work of the agent will be reported: what it completes is then `unknown` to the audit, which sees no work.',
        ),
      ),
    ),
  }),
  description('A session that is to be. Without an id it gets one.'),
)

/** An input that begins a run. */
export const newRun = pipe(
  strictObject({
    trigger: exactOptional(picklist(runTriggers), 'user'),
    text: pipe(string(), description('What was said.')),
    actor: exactOptional(pipe(actor, description('Who says it.'))),
    agent: exactOptional(
      pipe(actor, description('Whose run it begins, where several agents work on the list.')),
    ),
  }),
  description('An input that begins a run.'),
)

/** The end of a run. */
export const runEnding = strictObject({
  text: exactOptional(pipe(string(), description("The model's last answer."))),
  complete: exactOptional(pipe(boolean(), description('False when the answer was cut off.'))),
  waitingFor: exactOptional(pipe(string(), description('What the session waits for, when it is parked.'))),
  actor: exactOptional(actor),
})

/** The start of a turn. */
export const newTurn = strictObject({ actor: exactOptional(actor) })

/** The end of a turn. */
export const turnEnding = strictObject({
  interrupted: exactOptional(pipe(boolean(), description('True when it was cut.')), false),
  actor: exactOptional(actor),
})

/** A call of a tool. */
export const newCall = pipe(
  strictObject({
    call: exactOptional(
      pipe(
        clientId,
        description(
          "The model's id of the call: the same id again is the same call and gets the same answer. Absent: the Idempotency-Key, or a new one.",
        ),
      ),
    ),
    name: pipe(string(), minLength(1), description("The tool's name.")),
    input: pipe(unknown(), description("The tool's input as the model gave it.")),
    actor: exactOptional(actor),
    turn: exactOptional(
      pipe(
        ordinal,
        description(
          'The turn that it belongs to. Absent, for a todo tool: the call is a turn of its own, in the run that is under way or in one that it begins.',
        ),
      ),
    ),
  }),
  description('A call of one of the todo tools, or of another tool, which is recorded.'),
)

/** A claim of an item. */
export const newClaim = strictObject({
  item: pipe(string(), minLength(1), description('The id of the item, as models see it.')),
  call: exactOptional(
    pipe(
      clientId,
      description('The same id again is the same claim. Absent: the Idempotency-Key, or a new one.'),
    ),
  ),
  actor: exactOptional(pipe(actor, description('Whose the item becomes.'))),
  turn: exactOptional(pipe(ordinal, description('As with a call.'))),
})

const scalar = nullable(union([string(), number(), boolean()]))

/** What is said of an item beside its text and status. */
const fields = pipe(
  strictObject({
    activeForm: exactOptional(nullable(string())),
    priority: exactOptional(nullable(string())),
    owner: exactOptional(nullable(string())),
    notes: exactOptional(nullable(string())),
    estimate: exactOptional(scalar),
    parent: exactOptional(nullable(string())),
    dependencies: exactOptional(array(string())),
    metadata: exactOptional(nullable(record(string(), scalar))),
  }),
  description('What its todo system keeps beside text and status.'),
)

const itemChange = {
  status: exactOptional(picklist(statuses)),
  reason: exactOptional(pipe(nullable(string()), description('Why it is blocked.'))),
  fields: exactOptional(fields),
}

/** What somebody changes in the list. */
export const newEdit = pipe(
  strictObject({
    add: exactOptional(
      pipe(
        array(strictObject({ text: pipe(string(), minLength(1)), ...itemChange })),
        description("Items to add at the list's end."),
      ),
    ),
    edit: exactOptional(
      pipe(
        array(strictObject({ key: string(), text: exactOptional(string()), ...itemChange })),
        description('Items to change, each by its key: to reword, to block, to close.'),
      ),
    ),
    remove: exactOptional(pipe(array(string()), description('Keys of items to remove.'))),
    order: exactOptional(
      pipe(
        array(string()),
        description('Keys in their new order; those that are not named stand behind them.'),
      ),
    ),
    goal: exactOptional(nullable(string())),
    waivedRules: exactOptional(
      pipe(
        union([literal('all'), array(string())]),
        description('The rules that it may break, by id; the log names those that it does.'),
      ),
    ),
    actor: exactOptional(
      pipe(actor, description('A person or a program; whoever the token names, when absent.')),
    ),
  }),
  description('A change of the list by a person or a program, all of it or nothing.'),
)

/** What another tool gave back. */
export const newResult = strictObject({
  call: clientId,
  ok: pipe(nullable(boolean()), description('Whether it worked; null where nobody says.')),
  output: exactOptional(string()),
  actor: exactOptional(actor),
})

/** Something that was said. */
export const newMessage = strictObject({
  role: exactOptional(picklist(['assistant', 'user'])),
  text: string(),
  actor: exactOptional(actor),
})

/** One thing that is wrong with an update. */
export const violation = strictObject({
  rule: string(),
  message: string(),
  item: nullable(string()),
  expected: unknown(),
  received: unknown(),
  fix: string(),
}) satisfies GenericSchema<unknown, { readonly [Field in keyof CoreViolation]: unknown }>

/** A session that was created. */
export const createdSession = strictObject({
  id: string(),
  created: pipe(boolean(), description('False where it was there already.')),
})

/** What an input came to. */
export const startedRun = strictObject({
  started: pipe(boolean(), description('False where the wake budget is spent: no run began.')),
})

/** What the host does after a run. */
export const runOutcome = variant('action', [
  pipe(
    strictObject({ action: literal('continue'), prompt: string(), watcher: nullable(string()) }),
    description('Start another run with the prompt.'),
  ),
  pipe(
    strictObject({ action: literal('stop'), yieldTo: picklist(yieldTargets), reason: nullable(string()) }),
    description('Give control back.'),
  ),
])

/** A turn that began. */
export const startedTurn = strictObject({
  turn: ordinal,
  reminders: pipe(array(string()), description('What the request of the turn is to carry.')),
})

/** What the host does after a turn. */
export const turnOutcome = strictObject({
  reminders: pipe(array(string()), description('What is to be put first in the tool results.')),
  watcher: pipe(array(string()), description('Lines for the person who watches.')),
})

/** What a call of a todo tool came to. */
export const todoAnswer = strictObject({
  ok: pipe(boolean(), description('False where the update was refused.')),
  text: pipe(string(), description('What the model is to read.')),
  violations: array(violation),
  reminders: pipe(
    array(string()),
    description('What is to be put before the text, for a call that was a turn of its own.'),
  ),
})

/** What a call came to. */
export const callAnswer = variant('kind', [
  pipe(
    strictObject({ kind: literal('todo'), call: string(), ...todoAnswer.entries }),
    description('A call of a todo tool, answered.'),
  ),
  pipe(
    strictObject({ kind: literal('recorded'), call: string() }),
    description('A call of another tool, recorded. What it gives back goes to `/results`.'),
  ),
])

/** What became of an edit. */
export const editAnswer = union([
  pipe(
    strictObject({
      ok: literal(true),
      added: pipe(array(string()), description('The keys of the items that it added.')),
      waived: pipe(array(violation), description('The breaches that were let pass.')),
      flags: pipe(array(violation), description('The breaches of rules that refuse nothing.')),
    }),
    description('The list has it.'),
  ),
  pipe(
    strictObject({ ok: literal(false), violations: array(violation) }),
    description('It was refused; the list is as it was.'),
  ),
])

/** Something that was recorded and has no answer. */
export const recorded = strictObject({ recorded: literal(true) })

const moment = strictObject({ turn: count, seq: ordinal, at: time })

/** One line of a checklist. */
export const item = strictObject({
  key: pipe(string(), description('Never used again in its session.')),
  id: pipe(string(), description('What people and models see.')),
  text: string(),
  status: picklist(statuses),
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

/** Items that can be begun. */
export const readyItems = strictObject({
  items: pipe(array(item), description('Pending, with nothing open that they wait for; due first.')),
})

/** What is known of one who works on the list. */
const agentEntries = {
  actor: pipe(nullable(actor), description('Who it is; null where nobody is named.')),
  run: strictObject({ number: count, trigger: picklist(runTriggers), open: boolean() }),
  turn: strictObject({ number: count, open: boolean() }),
  undelivered: pipe(
    array(strictObject({ id: string(), kind: picklist(['nag', 'continuation', 'edit']), text: string() })),
    description('Reminders, continuations and edits by others that the model has not read yet.'),
  ),
  yielded: nullable(strictObject({ to: picklist(yieldTargets), waitingFor: nullable(string()) })),
}

/** One who works on the list. */
export const agent = strictObject(agentEntries)

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
  ...agentEntries,
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
  instructions: pipe(string(), description('What to add to the system prompt; may be empty.')),
  openList: pipe(
    nullable(string()),
    description('What a conversation that begins anew is to read first; null where nothing is open.'),
  ),
  state,
})

/** A session whose contents were erased. */
export const forgottenSession = strictObject({
  id: string(),
  erased: pipe(count, description('How many events held something.')),
})

/** A session as a list shows it. */
const listedSession = strictObject({
  id: string(),
  lastSeq: ordinal,
  profile: pipe(nullable(string()), description('Null where its contents were erased.')),
  parent: pipe(nullable(string()), description('The session that started it as a sub-agent.')),
  title: pipe(nullable(string()), description('The first words of whoever began it.')),
  counts: strictObject({
    pending: count,
    in_progress: count,
    blocked: count,
    completed: count,
    cancelled: count,
  }),
  turns: count,
  begun: time,
  updated: time,
})

/** Sessions, as a list shows them. */
export const sessionList = strictObject({
  sessions: array(listedSession),
  next: pipe(nullable(string()), description('The `after` of the next page; null where there is none.')),
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
      type: pipe(string(), description('What happened, such as `todos.updated`; more may come.')),
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

/** Events of a session. */
export const eventPage = strictObject({
  events: array(event),
  last: pipe(count, description('The number of the last event of this page: the next `after`.')),
  more: pipe(boolean(), description('True where there were more when this page was read.')),
})

/** What the audit says of a session: the fields that are promised. docs/reference/audit-output.md says what they mean. */
export const audit = looseObject({
  session: string(),
  turns: count,
  profile: string(),
  completions: array(
    looseObject({
      item: string(),
      key: string(),
      text: string(),
      turn: count,
      seq: ordinal,
      verdict: string(),
      facts: array(looseObject({ kind: string(), says: string(), sentence: string(), seq: ordinal })),
      needs: array(string()),
    }),
  ),
  findings: array(
    looseObject({
      rule: string(),
      severity: picklist(['error', 'warning', 'info']),
      item: nullable(string()),
      turn: count,
      seq: count,
      message: string(),
      evidence: array(count),
    }),
  ),
  readable: pipe(number(), minValue(0), maxValue(1)),
  summary: looseObject({}),
})

/** A problem. Source: RFC 9457. */
export const problem = strictObject({
  type: string(),
  title: string(),
  status: count,
  code: pipe(string(), description('A stable name of the kind of problem.')),
  detail: pipe(string(), description('What happened, to what, and what to do.')),
  errors: exactOptional(
    pipe(
      array(strictObject({ pointer: string(), detail: string() })),
      description('What is wrong with the request, field by field.'),
    ),
  ),
})
