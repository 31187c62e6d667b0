/** What a host says while its agent works: inputs, the model's responses, calls, what was said. */

import { randomUUID } from 'node:crypto'
import {
  boolean,
  description,
  exactOptional,
  literal,
  minLength,
  nullable,
  picklist,
  pipe,
  strictObject,
  string,
  unknown,
  variant,
} from 'valibot'
import type { Caller } from '../access/tokens.js'
import { type LedgerService, named, type ServiceCall } from '../service/ledger-service.js'
import { type Operation, operation } from './operation.js'
import { Problem } from './problem.js'
import { actor, clientId, flag, ordinal, text, texts, todoAnswer, trigger, yieldTarget } from './schemas.js'

/** Something that was recorded and has no answer. */
const recorded = strictObject({ recorded: literal(true) })
const isRecorded = { recorded: true } as const

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
      body: strictObject({
        trigger: exactOptional(trigger, 'user'),
        text: text('What was said.'),
        actor: exactOptional(pipe(actor, description('Who says it.'))),
        agent: exactOptional(
          pipe(actor, description('Whose run it begins, where several agents work on the list.')),
        ),
      }),
      answer: strictObject({ started: flag('False where the wake budget is spent: no run began.') }),
      handle: async ({ caller, id, body, key }) => {
        const session = await service.session(caller, id)
        const { started } = await session.startRun({ ...body, ...named(key) })
        return { started }
      },
    }),
    operation({
      method: 'post',
      path: '/v1/sessions/{id}/runs/end',
      summary: 'The agent has answered and the run is over: says what comes next.',
      body: strictObject({
        text: exactOptional(text("The model's last answer.")),
        complete: exactOptional(flag('False when the answer was cut off.')),
        waitingFor: exactOptional(text('What the session waits for, when it is parked.')),
        actor: exactOptional(actor),
      }),
      answer: variant('action', [
        pipe(
          strictObject({ action: literal('continue'), prompt: string(), watcher: nullable(string()) }),
          description('Start another run with the prompt.'),
        ),
        pipe(
          strictObject({ action: literal('stop'), yieldTo: yieldTarget, reason: nullable(string()) }),
          description('Give control back.'),
        ),
      ]),
      handle: async ({ caller, id, body, key }) => {
        const session = await service.session(caller, id)
        return await session.endRun({ ...body, ...named(key) })
      },
    }),
    operation({
      method: 'post',
      path: '/v1/sessions/{id}/turns',
      summary: 'A response of the model begins.',
      body: strictObject({ actor: exactOptional(actor) }),
      answer: strictObject({ turn: ordinal, reminders: texts('What the request of the turn is to carry.') }),
      handle: async ({ caller, id, body, key }) => await service.startTurn(caller, id, body, key),
    }),
    operation({
      method: 'post',
      path: '/v1/sessions/{id}/turns/{turn}/end',
      summary: 'A response and its calls are over.',
      body: strictObject({
        interrupted: exactOptional(flag('True when it was cut.'), false),
        actor: exactOptional(actor),
      }),
      answer: strictObject({
        reminders: texts('What is to be put first in the tool results.'),
        watcher: texts('Lines for the person who watches.'),
      }),
      handle: async ({ caller, id, turn, body, key }) => {
        const { reminders, watcher } = await service.endTurn(caller, id, { ...body, turn }, key)
        return { reminders, watcher }
      },
    }),
    operation({
      method: 'post',
      path: '/v1/sessions/{id}/calls',
      summary: 'Calls a todo tool and gives what the model is to read; records a call of another tool.',
      body: strictObject({
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
      answer: variant('kind', [
        pipe(
          strictObject({ kind: literal('todo'), call: string(), ...todoAnswer.entries }),
          description('A call of a todo tool, answered.'),
        ),
        pipe(
          strictObject({ kind: literal('recorded'), call: string() }),
          description('A call of another tool, recorded. What it gives back goes to `/results`.'),
        ),
      ]),
      handle: async ({ caller, id, body, key }) => {
        const call = { ...body, call: body.call ?? key ?? `call-${randomUUID()}` }
        const session = await service.session(caller, id)
        if (session.isTodoTool(call.name))
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
      body: strictObject({
        item: pipe(string(), minLength(1), description('The id of the item, as models see it.')),
        call: exactOptional(
          pipe(
            clientId,
            description('The same id again is the same claim. Absent: the Idempotency-Key, or a new one.'),
          ),
        ),
        actor: exactOptional(pipe(actor, description('Whose the item becomes.'))),
        turn: exactOptional(pipe(ordinal, description('As with a call.'))),
      }),
      answer: todoAnswer,
      handle: async ({ caller, id, body: { item, call = null, ...given }, key }) => {
        const { profile } = await service.read(caller, id)
        const name = profile?.capabilities?.claim
        if (name === undefined) {
          const message = `The todo system ${profile?.name ?? 'of this session'} has no tool that claims an item. The profile recommended has one.`
          throw new Problem(422, 'no-claims', message)
        }
        const claim = { ...given, name, input: { id: item }, call: call ?? key ?? `claim-${randomUUID()}` }
        return await answerTo(service, caller, id, claim)
      },
    }),
    operation({
      method: 'post',
      path: '/v1/sessions/{id}/results',
      summary: 'Records what another tool gave back.',
      body: strictObject({
        call: clientId,
        ok: pipe(nullable(boolean()), description('Whether it worked; null where nobody says.')),
        output: exactOptional(string()),
        actor: exactOptional(actor),
      }),
      answer: recorded,
      handle: async ({ caller, id, body }) => {
        const session = await service.session(caller, id)
        await session.recordResult(body)
        return isRecorded
      },
    }),
    operation({
      method: 'post',
      path: '/v1/sessions/{id}/messages',
      summary: 'Records something that was said.',
      body: strictObject({
        role: exactOptional(picklist(['assistant', 'user'])),
        text: string(),
        actor: exactOptional(actor),
      }),
      answer: recorded,
      handle: async ({ caller, id, body, key }) => {
        const session = await service.session(caller, id)
        await session.recordMessage({ ...body, ...named(key) })
        return isRecorded
      },
    }),
  ]
}
