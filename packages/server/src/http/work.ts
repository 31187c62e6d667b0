/** What a host says while its agent works: inputs, the model's responses, calls, what was said. */

import { randomUUID } from 'node:crypto'
import type { LedgerService } from '../service/ledger-service.js'
import { type Operation, operation } from './operation.js'
import { Problem } from './problem.js'
import {
  callAnswer,
  newCall,
  newMessage,
  newResult,
  newRun,
  newTurn,
  recorded,
  runEnding,
  runOutcome,
  startedRun,
  startedTurn,
  turnEnding,
  turnOutcome,
} from './schemas.js'

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
        if (await service.isTodoTool(caller, id, call.name)) {
          const { reply, reminders } = await service.callTodoTool(caller, id, call)
          const { ok, text, violations = [] } = reply
          return { kind: 'todo', call: call.call, ok, text, violations, reminders } as const
        }
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
