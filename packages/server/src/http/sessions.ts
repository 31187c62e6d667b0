/** Sessions: created, listed, read, edited beside their agents, audited, forgotten; and their events. */

import { setImmediate } from 'node:timers/promises'
import { encodeEvent, type TodoEvent } from '@todo-ledger/core'
import { readyItems } from '@todo-ledger/core/plan'
import * as v from 'valibot'
import { person } from '../access/tokens.js'
import { type LedgerService, named } from '../service/ledger-service.js'
import { jsonAnswer, type Operation, operation } from './operation.js'
import { Problem } from './problem.js'
import {
  actor,
  count,
  event,
  flag,
  item,
  itemView,
  ordinal,
  said,
  state,
  stateView,
  status,
  text,
  texts,
  time,
  violation,
  whole,
} from './schemas.js'
import { eventStream, type ServerSentEvent } from './server-sent-events.js'

const newId = said(
  v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/)),
  'Printable ASCII without spaces; it begins with the name of the token and a dot. A new one when absent.',
)

/** The fields of an audit that are promised. docs/reference/audit.md#outputs-of-the-audit says what they mean. */
const audit = v.looseObject({
  session: v.string(),
  turns: count,
  profile: v.string(),
  completions: v.array(
    v.looseObject({
      item: v.string(),
      key: v.string(),
      text: v.string(),
      turn: count,
      seq: ordinal,
      verdict: v.string(),
      facts: v.array(
        v.looseObject({ kind: v.string(), says: v.string(), sentence: v.string(), seq: ordinal }),
      ),
      needs: v.array(v.string()),
    }),
  ),
  findings: v.array(
    v.looseObject({
      rule: v.string(),
      severity: v.picklist(['error', 'warning', 'info']),
      item: v.nullable(v.string()),
      turn: count,
      seq: count,
      message: v.string(),
      evidence: v.array(count),
    }),
  ),
  readable: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  summary: v.looseObject({}),
})

/** A session as a list shows it. */
const listedSession = v.strictObject({
  id: v.string(),
  lastSeq: ordinal,
  profile: said(v.nullable(v.string()), 'Null where its contents were erased.'),
  parent: said(v.nullable(v.string()), 'The session that started it as a sub-agent.'),
  title: said(v.nullable(v.string()), 'The first words of whoever began it.'),
  counts: v.strictObject(Object.fromEntries(status.options.map((each) => [each, count]))),
  turns: count,
  begun: time,
  updated: time,
})

/** A session with what a host needs to drive it. */
export const session = v.strictObject({
  id: v.string(),
  profile: v.string(),
  tools: said(
    v.array(
      v.strictObject({
        name: v.string(),
        description: v.string(),
        inputSchema: v.record(v.string(), v.unknown()),
      }),
    ),
    'The todo tools as the model is given them.',
  ),
  instructions: text('What to add to the system prompt; may be empty.'),
  openList: said(
    v.nullable(v.string()),
    'What a conversation that begins anew is to read first; null where nothing is open.',
  ),
  state,
})

const scalar = v.nullable(v.union([v.string(), v.number(), v.boolean()]))

const itemChange = {
  status: v.exactOptional(status),
  reason: v.exactOptional(said(v.nullable(v.string()), 'Why it is blocked.')),
  fields: v.exactOptional(
    said(
      v.strictObject({
        activeForm: v.exactOptional(v.nullable(v.string())),
        priority: v.exactOptional(v.nullable(v.string())),
        owner: v.exactOptional(v.nullable(v.string())),
        notes: v.exactOptional(v.nullable(v.string())),
        estimate: v.exactOptional(scalar),
        parent: v.exactOptional(v.nullable(v.string())),
        dependencies: v.exactOptional(v.array(v.string())),
        metadata: v.exactOptional(v.nullable(v.record(v.string(), scalar))),
      }),
      'What its todo system keeps beside text and status.',
    ),
  ),
}
const newItem = v.strictObject({ text: v.pipe(v.string(), v.minLength(1)), ...itemChange })
const changedItem = v.strictObject({ key: v.string(), text: v.exactOptional(v.string()), ...itemChange })

/** So many events are given at once where nobody says. */
const usualPage = 1_000
/** No page is larger, in characters, but by its last event: an event may have as many as a request. */
const largestPage = 4 * 1024 * 1024
/** So many characters are written between two looks at what else is asked. */
const unbroken = 128 * 1024

export function sessionOperations(service: LedgerService): readonly Operation[] {
  return [
    operation({
      at: 'POST /v1/sessions',
      summary: 'Creates a session, or gives the one that has the id and the profile.',
      body: v.strictObject({
        id: v.exactOptional(newId),
        profile: text('The name of its todo system, such as `todo-list-middleware`.'),
        goal: v.exactOptional(v.nullable(v.string())),
        parent: v.exactOptional(v.nullable(v.string())),
        todoCallsOnly: v.exactOptional(
          flag(
            'True where no other work of the agent will be reported: what it completes is then `unknown` to the audit, which sees no work.',
          ),
        ),
      }),
      answer: v.strictObject({ id: v.string(), created: flag('False where it was there already.') }),
      creates: true,
      handle: async ({ caller, body: { todoCallsOnly = false, ...given }, key }) => {
        const only = todoCallsOnly ? { todoCallsOnly: { folder: null } } : {}
        const { id, isNew } = await service.createSession(caller, { ...given, ...only }, key)
        return Response.json({ id, created: isNew }, { status: isNew ? 201 : 200 })
      },
    }),
    operation({
      at: 'GET /v1/sessions',
      summary:
        'Lists the sessions of the token, the one that was updated last first; with `q` those whose id or title contains it.',
      query: v.strictObject({
        q: v.exactOptional(v.string()),
        profile: v.exactOptional(v.string()),
        updatedSince: v.exactOptional(v.pipe(time, v.toDate())),
        open: v.exactOptional(
          v.pipe(
            v.picklist(['true', 'false']),
            v.transform((word) => word === 'true'),
          ),
        ),
        limit: v.exactOptional(v.pipe(whole, v.minValue(1), v.maxValue(1_000))),
        after: v.exactOptional(v.string()),
      }),
      answer: v.strictObject({
        sessions: v.array(listedSession),
        next: said(v.nullable(v.string()), 'The `after` of the next page; null where there is none.'),
      }),
      handle: async ({ caller, query: { q, ...query } }) => {
        const page = await service.sessions(caller, { ...query, ...(q === undefined ? {} : { text: q }) })
        const sessions = page.sessions.map(({ session: id, begun, updated, ...fields }) => {
          return { id, ...fields, begun: begun.toISOString(), updated: updated.toISOString() }
        })
        return { sessions, next: page.next }
      },
    }),
    operation({
      at: 'GET /v1/sessions/{id}',
      summary:
        'Gives a session with its tools, its instructions for the model, and its state. Nothing is written.',
      answer: session,
      handle: async ({ caller, id }) => {
        const { profile, state: now, ...reading } = await service.read(caller, id)
        return {
          id,
          profile: now.profile,
          tools: (profile?.tools ?? []).map(({ name, description, inputSchema }) => {
            return { name, description, inputSchema }
          }),
          instructions: profile?.instructions ?? '',
          openList: reading.openList(),
          state: stateView(now, reading.rendered(now)),
        }
      },
    }),
    operation({
      at: 'DELETE /v1/sessions/{id}',
      summary:
        'Forgets a session: the contents of all its events are erased. That they were, when and in which order, stays, so that the log verifies.',
      answer: v.strictObject({ id: v.string(), erased: said(count, 'How many events held something.') }),
      handle: async ({ caller, id }) => ({ id, erased: (await service.forget(caller, id)).erased }),
    }),
    operation({
      at: 'GET /v1/sessions/{id}/ready',
      summary: 'Gives the items that can be begun: what an agent claims next. Nothing is written.',
      answer: v.strictObject({
        items: said(v.array(item), 'Pending, with nothing open that they wait for; due first.'),
      }),
      handle: async ({ caller, id }) => {
        const { state: now } = await service.read(caller, id)
        return { items: readyItems(now.items).map(itemView) }
      },
    }),
    operation({
      at: 'GET /v1/sessions/{id}/state',
      summary: 'Gives the state of a session now, at the end of a turn, or just after an event.',
      query: v.strictObject({ turn: v.exactOptional(whole), seq: v.exactOptional(whole) }),
      answer: state,
      handle: async ({ caller, id, query: { turn, seq } }) => {
        const { state: now, rendered, stateAt } = await service.read(caller, id)
        if (turn !== undefined && seq !== undefined)
          throw new Problem(422, 'bad-request', 'Give a turn or a seq, not both.')
        const point = turn !== undefined ? { turn } : seq !== undefined ? { seq } : null
        const then = point === null ? now : await stateAt(point)
        if (then !== null) return stateView(then, rendered(then))
        throw new Problem(404, 'no-such-moment', `Session ${JSON.stringify(id)} has no such moment.`)
      },
    }),
    operation({
      at: 'GET /v1/sessions/{id}/audit',
      summary:
        'Says of each completion how well the log supports it, and what is wrong. The whole session is read: others have their turns first, and it may take only so long.',
      answer: audit,
      handle: async ({ caller, id, context }) =>
        jsonAnswer(await service.analysis(caller, { kind: 'audit', session: id }, context.req.raw.signal)),
    }),
    operation({
      at: 'POST /v1/sessions/{id}/edits',
      summary:
        "Changes the list for a person or a program, all of it or nothing, by its todo system's rules; the agent reads of it with its next turn.",
      body: v.strictObject({
        add: v.exactOptional(said(v.array(newItem), "Items to add at the list's end.")),
        edit: v.exactOptional(
          said(v.array(changedItem), 'Items to change, each by its key: to reword, to block, to close.'),
        ),
        remove: v.exactOptional(texts('Keys of items to remove.')),
        order: v.exactOptional(texts('Keys in their new order; those that are not named stand behind them.')),
        goal: v.exactOptional(v.nullable(v.string())),
        waivedRules: v.exactOptional(
          said(
            v.union([v.literal('all'), v.array(v.string())]),
            'The rules that it may break, by id; the log names those that it does.',
          ),
        ),
        actor: v.exactOptional(said(actor, 'A person or a program; whoever the token names, when absent.')),
      }),
      answer: v.union([
        said(
          v.strictObject({
            ok: v.literal(true),
            added: texts('The keys of the items that it added.'),
            waived: said(v.array(violation), 'The breaches that were let pass.'),
            flags: said(v.array(violation), 'The breaches of rules that refuse nothing.'),
          }),
          'The list has it.',
        ),
        said(
          v.strictObject({ ok: v.literal(false), violations: v.array(violation) }),
          'It was refused; the list is as it was.',
        ),
      ]),
      handle: async ({ caller, id, body: { actor: by, waivedRules, ...change }, key }) => {
        const open = await service.session(caller, id)
        const kind = caller.prefix === person.prefix ? 'person' : 'program'
        return await open.edit(change, {
          actor: by ?? { kind, id: caller.name },
          ...(waivedRules === undefined ? {} : { waivedRules }),
          ...named(key),
        })
      },
    }),
    operation({
      at: 'GET /v1/sessions/{id}/events',
      summary:
        'Gives the events behind a number, at most some 4 MB of them. Asked for text/event-stream it goes on with those that come; Last-Event-ID goes on where a stream broke.',
      query: v.strictObject({
        after: v.exactOptional(whole),
        limit: v.exactOptional(v.pipe(whole, v.minValue(1), v.maxValue(10_000))),
      }),
      answer: v.strictObject({
        events: v.array(event),
        last: said(count, 'The number of the last event of this page: the next `after`.'),
        more: flag('True where there were more when this page was read.'),
      }),
      stream: 'text/event-stream',
      handle: async ({ caller, id, query: { after = 0, limit = usualPage }, context }) => {
        if (!context.req.header('accept')?.includes('text/event-stream'))
          return jsonAnswer(await pageOf(await service.events(caller, id, after), after, limit))
        const lastId = context.req.header('last-event-id') ?? ''
        const from = /^\d{1,15}$/.test(lastId) ? Number(lastId) : after
        return eventStream(toldEvents(await service.follow(caller, id, from, context.get('ended').signal)))
      },
    }),
  ]
}

async function pageOf(events: AsyncIterable<TodoEvent>, after: number, limit: number): Promise<string> {
  const page: string[] = []
  let last = after
  let size = 0
  const answer = (more: boolean) => `{"events":[${page.join()}],"last":${last},"more":${more}}`
  for await (const next of events) {
    if (page.length === limit || size >= largestPage) return answer(true)
    const encoded = encodeEvent(next)
    if (Math.floor((size + encoded.length) / unbroken) > Math.floor(size / unbroken)) await setImmediate()
    size += encoded.length
    page.push(encoded)
    last = next.seq
  }
  return answer(false)
}

async function* toldEvents(events: AsyncIterable<TodoEvent>): AsyncGenerator<ServerSentEvent, void> {
  for await (const each of events) yield { id: String(each.seq), data: encodeEvent(each) }
}
