import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type EventStore, HostError, memoryStore } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { copyLedger } from '@todo-ledger/core/store'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { usualLimits } from '../src/access/limits.js'
import type { Caller } from '../src/access/tokens.js'
import { analysisThread } from '../src/analysis/analysis-thread.js'
import { fairQueue } from '../src/analysis/fair-queue.js'
import { ada, bob, testServer } from './http-client.js'
import { ownFolder } from './own-folder.js'

const profile = 'todo-list-middleware'
const eve: Caller = { name: 'eve', prefix: 'eve.' }

test('in the queue one works at a time, each in his order, and nobody twice while another waits', async () => {
  const mostWaiting = 3
  const step = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), owner: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ kind: fc.constant('finish' as const), fails: fc.boolean() }),
    fc.record({ kind: fc.constant('leave' as const), which: fc.nat(20) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const queue = fairQueue(mostWaiting)
      const all: Asked[] = []
      let waiting: Asked[] = []
      const working: { finish: ((fails: boolean) => void) | null } = { finish: null }
      let now = 0
      /** When each began last, and since when it is his turn: since then, or since something of his waits. */
      const lastBegun = new Map<string, number>()
      const readySince = new Map<string, number>()
      const begin = (asked: Asked) => {
        const { owner } = asked
        expect(working.finish).toBeNull()
        expect(waiting.find((each) => each.owner === owner)).toBe(asked)
        waiting = waiting.filter((each) => each !== asked)
        for (const other of waiting)
          if (other.owner !== owner)
            expect(lastBegun.get(owner) ?? 0).toBeLessThanOrEqual(readySince.get(other.owner) ?? 0)
        now += 1
        lastBegun.set(owner, now)
        readySince.set(owner, now)
      }
      const ask = (owner: string) => {
        const asked: Asked = { owner, gone: new AbortController(), outcome: '' }
        all.push(asked)
        const own = waiting.filter((each) => each.owner === owner)
        if (own.length < mostWaiting) waiting.push(asked)
        now += 1
        if (own.length === 0) readySince.set(owner, now)
        const work = () =>
          new Promise<string>((resolve, reject) => {
            begin(asked)
            working.finish = (fails) => {
              working.finish = null
              if (fails) reject(new Error('failed'))
              else resolve('done')
            }
          })
        queue.run(owner, work, asked.gone.signal).then(
          (outcome) => {
            asked.outcome = outcome
          },
          (error) => {
            asked.outcome = error.code ?? error.message
          },
        )
        return own.length < mostWaiting ? '' : 'too-much-work'
      }
      for (const each of steps) {
        if (each.kind === 'ask') {
          const expected = ask(each.owner)
          await setImmediate()
          if (expected !== '') expect(all.at(-1)?.outcome).toBe(expected)
        } else if (each.kind === 'finish') working.finish?.(each.fails)
        else {
          const asked = all[each.which % all.length]
          const isWaiting = asked !== undefined && waiting.includes(asked)
          waiting = waiting.filter((other) => other !== asked)
          const isLate = each.which % 2 === 0
          asked?.gone.abort(isLate ? new HostError('waited-too-long', 'Too late.') : undefined)
          await setImmediate()
          if (isWaiting) expect(asked.outcome).toBe(isLate ? 'waited-too-long' : 'client-gone')
        }
        await setImmediate()
        expect(working.finish === null && waiting.length > 0).toBe(false)
      }
      for (; working.finish !== null; await setImmediate()) working.finish(false)
      expect(
        all.filter(
          ({ outcome }) => !/^(done|failed|client-gone|waited-too-long|too-much-work)$/.test(outcome),
        ),
      ).toEqual([])
    }),
  )
})

interface Asked {
  readonly owner: string
  readonly gone: AbortController
  outcome: string
}

test('who asks for too much at once is told when to try again; others have their turn', async () => {
  const { as, service } = testServer(memoryStore(), { limits: { ...usualLimits, analyses: 1 } })
  const [byAda, byBob] = [as(ada), as(bob)]
  for (const [ask, id] of [
    [byAda, 'ada.plan'],
    [byBob, 'bob.plan'],
  ] as const)
    await ask('POST', '/v1/sessions', { id, profile })
  const asked = Array.from({ length: 3 }, () => byAda('GET', '/v1/sessions/ada.plan/audit'))
  const [working, waiting, refused] = await Promise.all([
    ...asked,
    byBob('GET', '/v1/sessions/bob.plan/audit').then((answer) => expect(answer.status).toBe(200)),
  ])
  expect([working?.status, waiting?.status]).toEqual([200, 200])
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-much-work' } })
  expect(refused?.headers.get('retry-after')).toBe('1')
  await service.close()
})

test('one that waits has its turn before the second of others, though theirs take all the time that they may', async () => {
  const store = memoryStore()
  const { as, service } = testServer(store)
  for (const caller of [ada, bob, eve])
    await as(caller)('POST', '/v1/sessions', { id: `${caller.name}.plan`, profile })
  await service.createSession(eve, { id: 'eve.other', profile })
  const limits = { ...usualLimits, analysisTime: 30_000 }
  // Theirs are read for ever.
  const read: EventStore['read'] = (session, range) =>
    session.startsWith('eve.') ? store.read(session, range) : endless()
  const thread = analysisThread({
    store: Object.assign(Object.create(store), { read }),
    place: null,
    user: null,
    limits,
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const order: string[] = []
    const ask = async ({ name, prefix }: Caller) => {
      const by = { prefix, isOwner: false }
      const session = `${name}.plan`
      const outcome = await thread.ask(name, { kind: 'audit', session, by }).then(
        () => 'answered',
        (error: HostError) => error.code,
      )
      order.push(`${name} ${outcome}`)
    }
    const all = [ask(ada), ask(ada), ask(bob), ask(bob), ask(eve)]
    await vi.advanceTimersByTimeAsync(60_000)
    await all[4]
    // What waits on can't begin within the time of three others.
    await vi.advanceTimersByTimeAsync(30_000)
    await Promise.all([vi.advanceTimersByTimeAsync(30_000), ...all])
    expect(order).toEqual([
      'ada took-too-long',
      'bob took-too-long',
      'eve answered',
      'bob waited-too-long',
      'ada took-too-long',
    ])
  } finally {
    vi.useRealTimers()
    await thread.close()
    await service.close()
  }
})

async function* endless(): AsyncGenerator<never, void> {
  await new Promise(() => {})
}

test('what a client waits for that went away is not made', async () => {
  const { app, tokens, ask, service } = testServer()
  await ask('POST', '/v1/sessions', { id: 'plan', profile })
  const gone = new AbortController()
  const headers = { authorization: `Bearer ${tokens.issue(ada)}` }
  await ask('POST', '/v1/sessions', { id: 'ada.plan', profile })
  const first = ask('GET', '/v1/sessions/plan/audit')
  const second = app.request('/v1/sessions/ada.plan/audit', { headers, signal: gone.signal })
  gone.abort()
  expect((await second).status).toBe(499)
  expect((await first).status).toBe(200)
  await service.close()
})

test('what takes too long is ended, and says so', async () => {
  const { ask, service } = testServer(memoryStore(), { limits: { ...usualLimits, analysisTime: 1 } })
  await ask('POST', '/v1/sessions', { id: 'plan', profile })
  // A thread takes longer to begin.
  for (const path of ['/v1/sessions/plan/audit', '/v1/live/sessions/plan'])
    expect(await ask('GET', path)).toMatchObject({ status: 504, body: { code: 'took-too-long' } })
  expect((await ask('GET', '/v1/sessions/plan')).status).toBe(200)
  await service.close()
})

test('what a thread says too late is given to nobody', async () => {
  const folder = ownFolder()
  const place = join(folder, 'todos.db')
  const store = sqliteStore(place)
  const { as, service } = testServer(store, { place })
  for (const [caller, id] of [
    [ada, 'ada.plan'],
    [bob, 'bob.plan'],
  ] as const)
    await as(caller)('POST', '/v1/sessions', { id, profile })
  const analysisTime = 700
  const limits = { ...usualLimits, analysisTime }
  const thread = analysisThread({ store, place, user: null, limits })
  const pageOf = async (name: string) => {
    const session = `${name}.plan`
    const by = { prefix: `${name}.`, isOwner: false }
    const page = thread.ask(name, { kind: 'page', session, by })
    return await page.then(
      (bytes) => new TextDecoder().decode(bytes ?? undefined),
      (error: unknown) => String(error),
    )
  }
  await pageOf('bob')
  const pages = [pageOf('ada'), pageOf('bob')] as const
  await setImmediate()
  // Here is no time until both are due: the answer of the thread, and its end.
  for (const until = Date.now() + analysisTime + 100; Date.now() < until; );
  const [adas, bobs] = await Promise.all(pages)
  expect(adas).not.toContain('bob.plan')
  expect(bobs).not.toContain('ada.plan')
  await thread.close()
  await service.close()
})

test('a thread that dies is told to who asked, and another takes its place', async () => {
  const folder = ownFolder()
  const store = memoryStore()
  const place = join(folder, 'todos.db')
  const { ask, service } = testServer(store, { place })
  await ask('POST', '/v1/sessions', { id: 'plan', profile })
  const audit = () => ask('GET', '/v1/sessions/plan/audit')
  // There is no store yet.
  expect(await audit()).toMatchObject({ status: 503, body: { code: 'analysis-failed' } })
  await copyLedger(store, (ledger) => sqliteStore(place, { ledger }))
  expect(await audit()).toMatchObject({ status: 200, body: { session: 'plan' } })
  await service.close()
})
