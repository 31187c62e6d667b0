/** What a host says while its agent works: inputs, the model's responses, calls, what was said. */

import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { type LedgerService, named } from '../service/ledger-service.js'
import { type Operation, operation } from './operation.js'
import { Problem } from './problem.js'
import {
  actor,
  clientId,
  flag,
  ordinal,
  said,
  text,
  texts,
  todoAnswer,
  trigger,
  yieldTarget,
} from './schemas.js'

/** Something that was recorded and has no answer. */
const recorded = v.strictObject({ recorded: v.literal(true) })
const isRecorded = { recorded: true } as const

const continued = v.strictObject({
  action: v.literal('continue'),
  prompt: v.string(),
  watcher: v.nullable(v.string()),
})
const stopped = v.strictObject({
  action: v.literal('stop'),
  yieldTo: yieldTarget,
  reason: v.nullable(v.string()),
})

export function workOperations(service: LedgerService): readonly Operation[] {
  return [
    operation({
      at: 'POST /v1/sessions/{id}/runs',
      summary: 'An input begins a run.',
      body: v.strictObject({
        trigger: v.exactOptional(trigger, 'user'),
        text: text('What was said.'),
        actor: v.exactOptional(said(actor, 'Who says it.')),
        agent: v.exactOptional(said(actor, 'Whose run it begins, where several agents work on the list.')),
      }),
      answer: v.strictObject({ started: flag('False where the wake budget is spent: no run began.') }),
      handle: async ({ caller, id, body, key }) => {
        const session = await service.session(caller, id)
        const { started } = await session.startRun({ ...body, ...named(key) })
        return { started }
      },
    }),
    operation({
      at: 'POST /v1/sessions/{id}/runs/end',
      summary: 'The agent has answered and the run is over: says what comes next.',
      body: v.strictObject({
        text: v.exactOptional(text("The model's last answer.")),
        complete: v.exactOptional(flag('False when the answer was cut off.')),
        waitingFor: v.exactOptional(text('What the session waits for, when it is parked.')),
        actor: v.exactOptional(actor),
      }),
      answer: v.variant('action', [
        said(continued, 'Start another run with the prompt.'),
        said(stopped, 'Give control back.'),
      ]),
      handle: async ({ caller, id, body, key }) => {
        const session = await service.session(caller, id)
        return await session.endRun({ ...body, ...named(key) })
      },
    }),
    operation({
      at: 'POST /v1/sessions/{id}/turns',
      summary: 'A response of the model begins.',
      body: v.strictObject({ actor: v.exactOptional(actor) }),
      answer: v.strictObject({
        turn: ordinal,
        reminders: texts('What the request of the turn is to carry.'),
      }),
      handle: ({ caller, id, body, key }) => service.startTurn(caller, id, body, key),
    }),
    operation({
      at: 'POST /v1/sessions/{id}/turns/{turn}/end',
      summary: 'A response and its calls are over.',
      body: v.strictObject({
        interrupted: v.exactOptional(flag('True when it was cut.'), false),
        actor: v.exactOptional(actor),
      }),
      answer: v.strictObject({
        reminders: texts('What is to be put first in the tool results.'),
        watcher: texts('Lines for the person who watches.'),
      }),
      handle: async ({ caller, id, turn, body, key }) => {
        const { reminders, watcher } = await service.endTurn(caller, id, { ...body, turn }, key)
        return { reminders, watcher }
      },
    }),
    operation({
      at: 'POST /v1/sessions/{id}/calls',
      summary: 'Calls a todo tool and gives what the model is to read; records a call of another tool.',
      body: v.strictObject({
        call: v.exactOptional(
          said(
            clientId,
            "The model's id of the call: the same id again is the same call and gets the same answer. Absent: the Idempotency-Key, or a new one.",
          ),
        ),
        name: said(v.pipe(v.string(), v.minLength(1)), "The tool's name."),
        input: said(v.unknown(), "The tool's input as the model gave it."),
        actor: v.exactOptional(actor),
        turn: v.exactOptional(
          said(
            ordinal,
            'The turn that it belongs to. Absent, for a todo tool: the call is a turn of its own, in the run that is under way or in one that it begins.',
          ),
        ),
      }),
      answer: v.variant('kind', [
        said(
          v.strictObject({ kind: v.literal('todo'), call: v.string(), ...todoAnswer.entries }),
          'A call of a todo tool, answered.',
        ),
        said(
          v.strictObject({ kind: v.literal('recorded'), call: v.string() }),
          'A call of another tool, recorded. What it gives back goes to `/results`.',
        ),
      ]),
      handle: async ({ caller, id, body: { turn, ...given }, key }) => {
        const call = { ...given, call: given.call ?? key ?? `call-${randomUUID()}` }
        const session = await service.session(caller, id)
        if (session.isTodoTool(call.name)) {
          const answer = await (turn === undefined
            ? service.callAlone(caller, id, call)
            : service.callTodoTool(caller, id, call, turn))
          return { kind: 'todo' as const, call: call.call, ...answer }
        }
        if (turn === undefined) {
          const detail =
            'Calls of other tools belong to a turn: start one with POST /v1/sessions/{id}/turns and give its number.'
          throw new Problem(422, 'turn-required', detail)
        }
        await service.recordCall(caller, id, call, turn)
        return { kind: 'recorded' as const, call: call.call }
      },
    }),
    operation({
      at: 'POST /v1/sessions/{id}/claims',
      summary:
        'Takes an open item for whoever asks and puts it in progress, or says whose it is: of several who ask at once one gets it.',
      body: v.strictObject({
        item: said(v.pipe(v.string(), v.minLength(1)), 'The id of the item, as models see it.'),
        call: v.exactOptional(
          said(clientId, 'The same id again is the same claim. Absent: the Idempotency-Key, or a new one.'),
        ),
        actor: v.exactOptional(said(actor, 'Whose the item becomes.')),
        turn: v.exactOptional(said(ordinal, 'As with a call.')),
      }),
      answer: todoAnswer,
      handle: async ({ caller, id, body: { item, call, turn, ...given }, key }) => {
        const { profile } = await service.read(caller, id)
        const name = profile?.capabilities?.claim
        if (name === undefined) {
          const detail = `The todo system ${profile?.name ?? 'of this session'} has no tool that claims an item. The profile recommended has one.`
          throw new Problem(422, 'no-claims', detail)
        }
        const claim = { ...given, name, input: { id: item }, call: call ?? key ?? `claim-${randomUUID()}` }
        return await service.callTodoTool(caller, id, claim, turn)
      },
    }),
    operation({
      at: 'POST /v1/sessions/{id}/results',
      summary: 'Records what another tool gave back.',
      body: v.strictObject({
        call: clientId,
        ok: said(v.nullable(v.boolean()), 'Whether it worked; null where nobody says.'),
        output: v.exactOptional(v.string()),
        actor: v.exactOptional(actor),
      }),
      answer: recorded,
      handle: async ({ caller, id, body }) => {
        const session = await service.session(caller, id)
        await session.recordResult(body)
        return isRecorded
      },
    }),
    operation({
      at: 'POST /v1/sessions/{id}/messages',
      summary: 'Records something that was said.',
      body: v.strictObject({
        role: v.exactOptional(v.picklist(['assistant', 'user'])),
        text: v.string(),
        actor: v.exactOptional(actor),
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
