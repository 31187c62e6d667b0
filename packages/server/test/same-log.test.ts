/** Over HTTP the log is what it is for a host that embeds the ledger, whatever is asked in whatever order, and asked again. */

import { evidence } from '@todo-ledger/audit'
import {
  type EventStore,
  LedgerError,
  type ListEdit,
  memoryStore,
  openLedger,
  profiles,
  type RunTrigger,
  type Session,
  type TodoEvent,
} from '@todo-ledger/core'
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constantFrom,
  nat,
  oneof,
  option,
  record,
  string,
} from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { type Asking, testServer } from './http-client.js'

const triggers = ['user', 'external', 'continuation', 'reply', 'unknown'] as const satisfies RunTrigger[]

/** What a host does; numbers choose among the turns and calls that there are. */
type Step =
  | { readonly do: 'run'; readonly key: string | null; readonly trigger: RunTrigger; readonly text: string }
  | { readonly do: 'end-run'; readonly key: string | null; readonly text: string | null }
  | { readonly do: 'turn' | 'end-turn'; readonly key: string | null; readonly turn: number }
  | { readonly do: 'todo'; readonly call: number; readonly turn: number | null; readonly input: object }
  | { readonly do: 'tool'; readonly call: number; readonly turn: number }
  | { readonly do: 'result'; readonly call: number; readonly ok: boolean | null }
  | {
      readonly do: 'edit'
      readonly key: string | null
      readonly change: ListEdit
      readonly waivedRules: readonly string[]
    }
  | { readonly do: 'message'; readonly key: string | null; readonly text: string }

const key = option(constantFrom('a', 'b', 'c'), { freq: 3 })
const text = string({ maxLength: 8 })
const turn = constantFrom(1, 1, 1, 2, 2, 3)
const call = nat(8)
const itemKey = constantFrom('k1', 'k2', 'k3')
const items = array(
  record({
    content: constantFrom('Write the form', 'Test it', ''),
    status: constantFrom('pending', 'in_progress', 'completed', 'odd'),
  }),
  { maxLength: 3 },
)
const step: Arbitrary<Step> = oneof(
  record({ do: constantFrom('run' as const), key, trigger: constantFrom(...triggers), text }),
  record({ do: constantFrom('end-run' as const), key, text: option(text) }),
  { weight: 2, arbitrary: record({ do: constantFrom('turn' as const, 'end-turn' as const), key, turn }) },
  {
    weight: 3,
    arbitrary: record({
      do: constantFrom('todo' as const),
      call,
      turn: option(turn),
      input: record({ todos: items }),
    }),
  },
  record({ do: constantFrom('tool' as const), call, turn }),
  record({ do: constantFrom('result' as const), call, ok: constantFrom(true, false, null) }),
  record({ do: constantFrom('message' as const), key, text }),
  record({
    do: constantFrom('edit' as const),
    key,
    change: record(
      {
        add: array(record({ text: constantFrom('Write the form', 'Bake a cake') }), { maxLength: 2 }),
        edit: array(
          record({ key: itemKey, status: constantFrom('blocked' as const, 'completed' as const) }),
          {
            maxLength: 2,
          },
        ),
        remove: array(itemKey, { maxLength: 1 }),
        order: array(itemKey, { maxLength: 2 }),
        goal: constantFrom('Ship', null),
      },
      { requiredKeys: [] },
    ),
    waivedRules: constantFrom([], ['exactly-one-in-progress']),
  }),
)

/** A clock and ids that say the same in both. */
function counted() {
  let time = Date.UTC(2026, 0, 1)
  let id = 0
  return {
    clock: () => {
      time += 1000
      return new Date(time)
    },
    ids: () => {
      id += 1
      return `id-${id}`
    },
  }
}

async function logOf(store: EventStore): Promise<readonly object[]> {
  const events: object[] = []
  for await (const { hash: _, ...event } of store.read('plan')) events.push(withoutHolder(event))
  return events
}

/** Whose turn it was differs: the holder names this process and this one ledger of it. And what time it was, where one of them asked more often. */
function withoutHolder({ at: _, ...event }: Omit<TodoEvent, 'hash'>): object {
  return 'holder' in event.data ? { ...event, data: { ...event.data, holder: 'whoever' } } : event
}

async function overHttp(ask: Asking, given: Step): Promise<unknown> {
  const at = '/v1/sessions/plan'
  const headers = 'key' in given && given.key !== null ? { 'idempotency-key': given.key } : {}
  const post = async (path: string, body: object) => {
    const answer = await ask('POST', `${at}${path}`, body, headers)
    return answer.status === 200 ? answer.body : answer.body.code
  }
  switch (given.do) {
    case 'run':
      return await post('/runs', { trigger: given.trigger, text: given.text })
    case 'end-run':
      return await post('/runs/end', given.text === null ? {} : { text: given.text })
    case 'turn':
      return await post('/turns', {})
    case 'end-turn':
      return await post(`/turns/${given.turn}/end`, {})
    case 'todo': {
      const its = given.turn === null ? {} : { turn: given.turn }
      return await post('/calls', { call: `c${given.call}`, name: 'write_todos', input: given.input, ...its })
    }
    case 'tool':
      return await post('/calls', {
        call: `c${given.call}`,
        name: 'write_file',
        input: { path: 'a' },
        turn: given.turn,
      })
    case 'result':
      return await post('/results', { call: `c${given.call}`, ok: given.ok, output: 'done' })
    case 'message':
      return await post('/messages', { text: given.text })
    case 'edit':
      return await post('/edits', { ...given.change, waivedRules: given.waivedRules })
  }
}

async function embedded(session: Session, given: Step): Promise<unknown> {
  const named = 'key' in given && given.key !== null ? { id: given.key } : {}
  switch (given.do) {
    case 'run': {
      const { started } = await session.startRun({ trigger: given.trigger, text: given.text, ...named })
      return { started }
    }
    case 'end-run':
      return await session.endRun({ ...(given.text === null ? {} : { text: given.text }), ...named })
    case 'turn': {
      const { number, reminders } = await session.startTurn(named)
      return { turn: number, reminders }
    }
    case 'end-turn':
      return await turnOf(session, given.turn).end(named)
    case 'todo': {
      const asked = { call: `c${given.call}`, name: 'write_todos', input: given.input }
      const { call: id, name, input } = asked
      const lone = given.turn === null ? await session.callTodoTool(asked) : null
      const reply =
        lone?.reply ?? (await turnOf(session, given.turn ?? 0).callTodoTool(name, input, { call: id }))
      const { ok, text: said, violations = [] } = reply
      return { kind: 'todo', call: id, ok, text: said, violations, reminders: lone?.reminders ?? [] }
    }
    case 'tool': {
      const asked = { call: `c${given.call}`, name: 'write_file', input: { path: 'a' } }
      await turnOf(session, given.turn).recordCall(asked)
      return { kind: 'recorded', call: asked.call }
    }
    case 'result':
      await session.recordResult({ call: `c${given.call}`, ok: given.ok, output: 'done' })
      return { recorded: true }
    case 'edit':
      return await session.edit(given.change, {
        actor: { kind: 'person', id: 'person' },
        waivedRules: given.waivedRules,
        ...named,
      })
    case 'message':
      await session.recordMessage({ text: given.text, ...named })
      return { recorded: true }
  }
}

function turnOf(session: Session, number: number) {
  const found = session.turn()
  if (found?.number === number) return found
  throw new LedgerError('turn-over', 'No such turn.')
}

const profile = profiles.todoListMiddleware

test('a random sequence of requests gives the log of the same calls embedded', async () => {
  await assert(
    asyncProperty(array(step, { maxLength: 25 }), async (steps) => {
      const [here, there] = [memoryStore(), memoryStore()]
      const { ask, service } = testServer(there, counted())
      await ask('POST', '/v1/sessions', { id: 'plan', profile: profile.name })
      const ledger = openLedger({ store: here, evidence: evidence(), ...counted() })
      const session = await ledger.session('plan', { profile })
      for (const given of steps) {
        const expected = await embedded(session, given).catch((error: unknown) => {
          if (error instanceof LedgerError) return error.code
          throw error
        })
        const answered = await overHttp(ask, given)
        // Of what is over, the service still knows what it answered; embedded, the number of a turn is no turn.
        if (expected === 'turn-over' && (typeof answered === 'object' || answered === 'id-conflict')) continue
        expect(answered, JSON.stringify(given)).toEqual(expected)
      }
      expect(await logOf(there)).toEqual(await logOf(here))
      await service.close()
      await ledger.close()
    }),
    { numRuns: runs(60) },
  )
})

test('each request made again gets the same answer and stores nothing, also after a restart', async () => {
  await assert(
    asyncProperty(array(step, { maxLength: 20 }), async (steps) => {
      const store = memoryStore()
      const first = testServer(store)
      await first.ask('POST', '/v1/sessions', { id: 'plan', profile: profile.name })
      const done: [Step, unknown][] = []
      for (const [place, given] of steps.entries()) {
        // Each has a name of its own, as clients give them.
        const own = { ...given, ...('key' in given ? { key: `k${place}` } : { call: place }) }
        const answer = await overHttp(first.ask, own)
        // What is refused is stored nowhere: made again, it is decided again.
        if (typeof answer === 'object' && own.do !== 'result') done.push([own, answer])
      }
      const before = await logOf(store)
      const again = testServer(store)
      for (const [given, answer] of done) {
        expect(await overHttp(again.ask, given), JSON.stringify(given)).toEqual(answer)
      }
      expect(await logOf(store)).toEqual(before)
      await again.service.close()
    }),
    { numRuns: runs(60) },
  )
})
