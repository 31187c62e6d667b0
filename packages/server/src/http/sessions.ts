/** Sessions: created, listed, read, audited, forgotten. */

import { readyItems } from '@todo-ledger/core/plan'
import {
  array,
  description,
  exactOptional,
  looseObject,
  maxValue,
  minValue,
  nullable,
  number,
  picklist,
  pipe,
  regex,
  strictObject,
  string,
  toDate,
  transform,
} from 'valibot'
import type { LedgerService } from '../service/ledger-service.js'
import { jsonAnswer, type Operation, operation } from './operation.js'
import { Problem } from './problem.js'
import { count, flag, item, ordinal, session, state, status, text, time, whole } from './schemas.js'
import { itemView, stateView } from './state-view.js'

const id = pipe(
  string(),
  regex(/^[\x21-\x7e]{1,200}$/),
  description(
    'Printable ASCII without spaces; it begins with the name of the token and a dot. A new one when absent.',
  ),
)

/** The fields of an audit that are promised. docs/reference/audit-output.md says what they mean. */
const audit = looseObject({
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

/** A session as a list shows it. */
const listedSession = strictObject({
  id: string(),
  lastSeq: ordinal,
  profile: pipe(nullable(string()), description('Null where its contents were erased.')),
  parent: pipe(nullable(string()), description('The session that started it as a sub-agent.')),
  title: pipe(nullable(string()), description('The first words of whoever began it.')),
  counts: strictObject(Object.fromEntries(status.options.map((each) => [each, count]))),
  turns: count,
  begun: time,
  updated: time,
})

/** What can be asked of sessions. */
export function sessionOperations(service: LedgerService): readonly Operation[] {
  return [
    operation({
      method: 'post',
      path: '/v1/sessions',
      summary: 'Creates a session, or gives the one that has the id and the profile.',
      body: strictObject({
        id: exactOptional(id),
        profile: text('The name of its todo system, such as `todo-list-middleware`.'),
        goal: exactOptional(nullable(string())),
        parent: exactOptional(nullable(string())),
        todoCallsOnly: exactOptional(
          flag(
            'True where no other work of the agent will be reported: what it completes is then `unknown` to the audit, which sees no work.',
          ),
        ),
      }),
      answer: strictObject({ id: string(), created: flag('False where it was there already.') }),
      creates: true,
      handle: async ({ caller, body: { todoCallsOnly = false, ...given }, key }) => {
        const only = todoCallsOnly ? { todoCallsOnly: { folder: null } } : {}
        const { id, isNew } = await service.createSession(caller, { ...given, ...only }, key)
        return Response.json({ id, created: isNew }, { status: isNew ? 201 : 200 })
      },
    }),
    operation({
      method: 'get',
      path: '/v1/sessions',
      summary:
        'Lists the sessions of the token, the one that was updated last first; with `q` those whose id or title contains it.',
      query: strictObject({
        q: exactOptional(string()),
        profile: exactOptional(string()),
        updatedSince: exactOptional(pipe(time, toDate())),
        open: exactOptional(
          pipe(
            picklist(['true', 'false']),
            transform((text) => text === 'true'),
          ),
        ),
        limit: exactOptional(pipe(whole, minValue(1), maxValue(1_000))),
        after: exactOptional(string()),
      }),
      answer: strictObject({
        sessions: array(listedSession),
        next: pipe(
          nullable(string()),
          description('The `after` of the next page; null where there is none.'),
        ),
      }),
      handle: async ({ caller, query: { q, ...query } }) => {
        const text = q === undefined ? {} : { text: q }
        const { sessions, next } = await service.sessions(caller, { ...query, ...text })
        return {
          sessions: sessions.map(({ session, begun, updated, ...fields }) => ({
            id: session,
            ...fields,
            begun: begun.toISOString(),
            updated: updated.toISOString(),
          })),
          next,
        }
      },
    }),
    operation({
      method: 'get',
      path: '/v1/sessions/{id}',
      summary:
        'Gives a session with its tools, its instructions for the model, and its state. Nothing is written.',
      answer: session,
      handle: async ({ caller, id }) => {
        const reading = await service.read(caller, id)
        const { profile } = reading
        const tools = profile?.tools ?? []
        return {
          id,
          profile: reading.state.profile,
          tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
          instructions: profile?.instructions ?? '',
          openList: profile === null ? null : reading.openList(),
          state: stateView(reading, reading.state),
        }
      },
    }),
    operation({
      method: 'delete',
      path: '/v1/sessions/{id}',
      summary:
        'Forgets a session: the contents of all its events are erased. That they were, when and in which order, stays, so that the log verifies.',
      answer: strictObject({
        id: string(),
        erased: pipe(count, description('How many events held something.')),
      }),
      handle: async ({ caller, id }) => {
        const { erased } = await service.forget(caller, id)
        return { id, erased }
      },
    }),
    operation({
      method: 'get',
      path: '/v1/sessions/{id}/ready',
      summary: 'Gives the items that can be begun: what an agent claims next. Nothing is written.',
      answer: strictObject({
        items: pipe(array(item), description('Pending, with nothing open that they wait for; due first.')),
      }),
      handle: async ({ caller, id }) => {
        const { state: now } = await service.read(caller, id)
        return { items: readyItems(now.items).map(itemView) }
      },
    }),
    operation({
      method: 'get',
      path: '/v1/sessions/{id}/state',
      summary: 'Gives the state of a session now, at the end of a turn, or just after an event.',
      query: strictObject({ turn: exactOptional(whole), seq: exactOptional(whole) }),
      answer: state,
      handle: async ({ caller, id, query: { turn, seq } }) => {
        const reading = await service.read(caller, id)
        if (turn !== undefined && seq !== undefined)
          throw new Problem(422, 'bad-request', 'Give a turn or a seq, not both.')
        const point = turn !== undefined ? { turn } : seq !== undefined ? { seq } : 'end'
        const then = point === 'end' ? reading.state : await reading.stateAt(point)
        if (then !== null) return stateView(reading, then)
        throw new Problem(404, 'no-such-moment', `Session ${JSON.stringify(id)} has no such moment.`)
      },
    }),
    operation({
      method: 'get',
      path: '/v1/sessions/{id}/audit',
      summary:
        'Says of each completion how well the log supports it, and what is wrong. The whole session is read: others have their turns first, and it may take only so long.',
      answer: audit,
      handle: async ({ caller, id: session, signal }) => {
        const { prefix, isOwner = false } = caller
        return jsonAnswer(await service.analysis(caller, { kind: 'audit', session, prefix, isOwner }, signal))
      },
    }),
  ]
}
