/** Sessions: created, listed, read. */

import { readyItems } from '@todo-ledger/core/plan'
import {
  exactOptional,
  integer,
  isoTimestamp,
  maxValue,
  minValue,
  picklist,
  pipe,
  strictObject,
  string,
  toDate,
  toNumber,
  transform,
} from 'valibot'
import type { LedgerService } from '../service/ledger-service.js'
import { type Operation, operation } from './operation.js'
import { Problem } from './problem.js'
import {
  createdSession,
  forgottenSession,
  newSession,
  readyItems as ready,
  session,
  sessionList,
  state,
} from './schemas.js'
import { itemView, stateView } from './state-view.js'

const whole = pipe(string(), toNumber(), integer(), minValue(0))

/** What can be asked of sessions. */
export function sessionOperations(service: LedgerService): readonly Operation[] {
  return [
    operation({
      method: 'post',
      path: '/v1/sessions',
      summary: 'Creates a session, or gives the one that has the id and the profile.',
      body: newSession,
      answer: createdSession,
      isCreated: ({ created }) => created,
      handle: async ({ caller, body, key }) => {
        const { todoCallsOnly = false, ...given } = body
        const only = todoCallsOnly ? { todoCallsOnly: { folder: null } } : {}
        const { id, isNew } = await service.createSession(caller, { ...given, ...only }, key)
        return { id, created: isNew }
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
        updatedSince: exactOptional(pipe(string(), isoTimestamp(), toDate())),
        open: exactOptional(
          pipe(
            picklist(['true', 'false']),
            transform((text) => text === 'true'),
          ),
        ),
        limit: exactOptional(pipe(whole, minValue(1), maxValue(1_000))),
        after: exactOptional(string()),
      }),
      answer: sessionList,
      handle: async ({ caller, query: { q, ...query } }) => {
        const { sessions, next } = await service.sessions(caller, {
          ...query,
          ...(q === undefined ? {} : { text: q }),
        })
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
      answer: forgottenSession,
      handle: async ({ caller, id }) => {
        const { erased } = await service.forget(caller, id)
        return { id, erased }
      },
    }),
    operation({
      method: 'get',
      path: '/v1/sessions/{id}/ready',
      summary: 'Gives the items that can be begun: what an agent claims next. Nothing is written.',
      answer: ready,
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
  ]
}
