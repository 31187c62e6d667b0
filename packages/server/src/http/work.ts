/** What a host says while its agent works: inputs, the model's responses, calls, what was said. */

import { randomUUID } from 'node:crypto'
import type { Caller } from '../access/tokens.js'
import type { LedgerService, ServiceCall } from '../service/ledger-service.js'
import { type Operation, operation } from './operation.js'
import { Problem } from './problem.js'
import {
  callAnswer,
  newCall,
  newClaim,
  newMessage,
  newResult,
  newRun,
  newTurn,
  recorded,
  runEnding,
  runOutcome,
  startedRun,
  startedTurn,
  todoAnswer,
  turnEnding,
  turnOutcome,
} from './schemas.js'

async function answerTo(service: LedgerService, caller: Caller, id: string, call: ServiceCall) {
  const { reply, reminders } = await service.callTodoTool(caller, id, call)
  const { ok, text, violations = [] } = reply
  return { ok, text, violations, reminders }
}

/** What can be recorded of a session's work. */
export function workOperations(service: LedgerService): readonly Operation[] {
  return [
    operation({
      method: 'post',
      path: '/v1/sessions/{id}/runs',
      summary: 'An input begins a run.',
      body: newRun,
      answer: startedRun,
      handle: async ({ caller, id, body, key }) => {
        const { started } = await service.startRun(caller, id, body, key)
        return { started }
      },
    }),
    operation({
      method: 'post',
      path: '/v1/sessions/{id}/runs/end',
      summary: 'The agent has answered and the run is over: says what comes next.',
      body: runEnding,
      answer: runOutcome,
      handle: async ({ caller, id, body, key }) => await service.endRun(caller, id, body, key),
    }),
    operation({
      method: 'post',
      path: '/v1/sessions/{id}/turns',
      summary: 'A response of the model begins.',
      body: newTurn,
      answer: startedTurn,
      handle: async ({ caller, id, body, key }) => {
        const { turn, reminders } = await service.startTurn(caller, id, body, key)
        return { turn, reminders }
      },
    }),
    operation({
      method: 'post',
      path: '/v1/sessions/{id}/turns/{turn}/end',
      summary: 'A response and its calls are over.',
      body: turnEnding,
      answer: turnOutcome,
      handle: async ({ caller, id, turn, body, key }) => {
        const { reminders, watcher } = await service.endTurn(caller, id, { ...body, turn }, key)
        return { reminders, watcher }
      },
    }),
    operation({
      method: 'post',
      path: '/v1/sessions/{id}/calls',
      summary: 'Calls a todo tool and gives what the model is to read; records a call of another tool.',
      body: newCall,
      answer: callAnswer,
      handle: async ({ caller, id, body, key }) => {
        const call = { ...body, call: body.call ?? key ?? `call-${randomUUID()}` }
        if (await service.isTodoTool(caller, id, call.name))
          return { kind: 'todo', call: call.call, ...(await answerTo(service, caller, id, call)) } as const
        const { turn } = call
        if (turn === undefined) {
          throw new Problem(
            422,
            'turn-required',
            'Calls of other tools belong to a turn: start one with POST /v1/sessions/{id}/turns and give its number.',
          )
        }
        await service.recordCall(caller, id, { ...call, turn })
        return { kind: 'recorded', call: call.call } as const
      },
    }),
    operation({
      method: 'post',
      path: '/v1/sessions/{id}/claims',
      summary:
        'Takes an open item for whoever asks and puts it in progress, or says whose it is: of several who ask at once one gets it.',
      body: newClaim,
      answer: todoAnswer,
      handle: async ({ caller, id, body: { item, call = null, ...given }, key }) => {
        const { profile } = await service.read(caller, id)
        const name = profile?.capabilities?.claim
        if (name === undefined) {
          const message = `The todo system ${profile?.name ?? 'of this session'} has no tool that claims an item. The profile recommended has one.`
          throw new Problem(422, 'no-claims', message)
        }
        const named = { ...given, name, input: { id: item }, call: call ?? key ?? `claim-${randomUUID()}` }
        return await answerTo(service, caller, id, named)
      },
    }),
    operation({
      method: 'post',
      path: '/v1/sessions/{id}/results',
      summary: 'Records what another tool gave back.',
      body: newResult,
      answer: recorded,
      handle: async ({ caller, id, body }) => {
        await service.recordResult(caller, id, body)
        return { recorded: true } as const
      },
    }),
    operation({
      method: 'post',
      path: '/v1/sessions/{id}/messages',
      summary: 'Records something that was said.',
      body: newMessage,
      answer: recorded,
      handle: async ({ caller, id, body, key }) => {
        await service.recordMessage(caller, id, body, key)
        return { recorded: true } as const
      },
    }),
  ]
}
