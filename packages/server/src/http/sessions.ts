/** Sessions: created, listed, read. */

import { integer, exactOptional, minValue, pipe, strictObject, string, toNumber } from 'valibot'
import type { LedgerService } from '../service/ledger-service.js'
import { type Operation, operation } from './operation.js'
import { Problem } from './problem.js'
import { createdSession, newSession, session, sessionList, state } from './schemas.js'
import { stateView } from './state-view.js'

const whole = pipe(string(), toNumber(), integer(), minValue(0))

/** What can be asked of sessions. */
export function sessionOperations(service: LedgerService): readonly Operation[] {
  return [
    operation({
      method: 'post',
      path: '/v1/sessions',
      summary: 'Creates a session, or gives the one that has the id and the profile.',
      body: newSession,
      answers: { 200: createdSession, 201: createdSession },
      answer: async ({ caller, body, key }) => {
        const created = await service.createSession(caller, body, key)
        return { status: created.isNew ? 201 : 200, body: { id: created.id } } as const
      },
    }),
    operation({
      method: 'get',
      path: '/v1/sessions',
      summary: 'Lists the sessions of the token.',
      answers: { 200: sessionList },
      answer: async ({ caller }) => ({
        status: 200,
        body: { sessions: [...(await service.sessions(caller))] },
      }),
    }),
    operation({
      method: 'get',
      path: '/v1/sessions/{id}',
      summary: 'Gives a session with its tools, its instructions for the model, and its state. Nothing is written.',
      answers: { 200: session },
      answer: async ({ caller, id }) => {
        const reading = await service.read(caller, id)
        const { profile } = reading
        return {
          status: 200,
          body: {
            id,
            profile: reading.state.profile,
            tools: (profile?.tools ?? []).map(({ name, description, inputSchema }) => ({
              name,
              description,
              inputSchema,
            })),
            instructions: profile?.instructions ?? '',
            state: stateView(reading, reading.state),
          },
        }
      },
    }),
    operation({
      method: 'get',
      path: '/v1/sessions/{id}/state',
      summary: 'Gives the state of a session now, at the end of a turn, or just after an event.',
      query: strictObject({ turn: exactOptional(whole), seq: exactOptional(whole) }),
      answers: { 200: state },
      answer: async ({ caller, id, query: { turn, seq } }) => {
        const reading = await service.read(caller, id)
        if (turn !== undefined && seq !== undefined)
          throw new Problem(422, 'bad-request', 'Give a turn or a seq, not both.')
        const point = turn !== undefined ? { turn } : seq !== undefined ? { seq } : 'end'
        const then = point === 'end' ? reading.state : await reading.stateAt(point)
        if (then !== null) return { status: 200, body: stateView(reading, then) }
        throw new Problem(404, 'no-such-moment', `Session ${JSON.stringify(id)} never came to this moment.`)
      },
    }),
  ]
}
