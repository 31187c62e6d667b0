/** The contract of the list of sessions: it says what a replay says, after every append and every redaction. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TodoEvent } from '../../events.js'
import { profileList } from '../../profiles/builtin-profiles.js'
import { reduce } from '../../reducer.js'
import { initialState, type SessionState } from '../../state.js'
import { type ChainedStore, isChainedStore } from '../../store/chained-store.js'
import type { EventStore } from '../../store/event-store.js'
import { wronglyListed } from '../../store/summaries/check-list.js'
import type { SessionSummary } from '../../store/summaries/session-summary.js'
import type { SessionsQuery } from '../../store/summaries/sessions-page.js'
import { arbitraryLog } from '../arbitraries/sessions.js'
import { hostileTexts } from '../arbitraries/values.js'
import { sampleEvents } from '../sample-events.js'
import { appendAll, type StoreUnderTest, withStore } from './store-under-test.js'

/** Declares the tests of the list of sessions. */
export function listContract(under: StoreUnderTest): void {
  describe('listSessions', () => {
    test('says of each session what a replay of it says', () =>
      withStore(under, async (store) => {
        let run = 0
        await fc.assert(
          fc.asyncProperty(
            fc.constantFrom(...profileList).chain((profile) => arbitraryLog(profile)),
            fc.array(fc.nat(6), { minLength: 1, maxLength: 5 }),
            async (driven, sizes) => {
              run += 1
              const session = `run ${run}`
              const events = renamed(await driven, session)
              let stored = 0
              for (let turn = 0; stored < events.length; turn += 1) {
                const size = (sizes[turn % sizes.length] ?? 0) ** 2 + 1
                await appendAll(store, events.slice(stored, stored + size))
                stored = Math.min(stored + size, events.length)
                expect(await summaryOf(store, session)).toEqual(expectedOf(events.slice(0, stored)))
              }
              expect(await wronglyListed(store)).toEqual([])
            },
          ),
          { numRuns: 5 },
        )
      }))

    test('says so of what is left after a redaction, too', (context) =>
      withStore(under, async (store) => {
        if (!isChainedStore(store)) return context.skip()
        await appendAll(store, begun('s1', 'Call hunter2 now.'))
        await appendAll(store, begun('s2', 'Call hunter2 now.'))
        await store.redact('s1', { id: 'r', at, reason: '', replace: withoutSecret }, { expectedSeq: 3 })
        expect(await summaryOf(store, 's1')).toMatchObject({
          lastSeq: 4,
          title: 'Call [gone] now.',
          updated: time(1),
        })
        expect(await summaryOf(store, 's2')).toMatchObject({ lastSeq: 3, title: 'Call hunter2 now.' })
        await forget(store, 's2', 3)
        expect(await summaryOf(store, 's2')).toMatchObject({
          lastSeq: 4,
          profile: null,
          title: null,
          counts: { pending: 0, in_progress: 0, blocked: 0, completed: 0, cancelled: 0 },
        })
        // The note of the redaction is erased, too, and stays one.
        await forget(store, 's1', 4)
        expect(await summaryOf(store, 's1')).toMatchObject({ lastSeq: 5, title: null, updated: time(1) })
        const data = { reason: '', erased: [], replaced: [] }
        const note = { id: 'n', session: 's3', seq: 1, turn: 0, at: time(1), version: 1 }
        await appendAll(store, [{ ...note, type: 'session.redacted', data }])
        expect(await summaryOf(store, 's3')).toMatchObject({ begun: time(1), updated: time(1) })
        expect(await wronglyListed(store)).toEqual([])
      }))

    test('takes the first words of the first request or the first item, on one line and cut', () =>
      withStore(under, async (store) => {
        const titles = new Map<string, readonly [...Parameters<typeof begun>]>([
          ['Add input validation', ['a', '  Add input\nvalidation ']],
          ['Write it', ['b', ' \n', 'Write it']],
          [`${'x'.repeat(120)}…`, ['c', 'x'.repeat(500)]],
        ])
        for (const [title, of] of titles) {
          await appendAll(store, begun(...of))
          expect(await summaryOf(store, of[0])).toMatchObject({ title })
        }
      }))

    test('gives texts back as they were', () =>
      withStore(under, async (store) => {
        for (const text of hostileTexts) {
          await appendAll(store, begun(`in ${text}`, `x${text}x`, '', { profile: text, parent: text }))
          expect(await summaryOf(store, `in ${text}`)).toMatchObject({ profile: text, parent: text })
          expect((await store.listSessions({ profile: text })).sessions).toHaveLength(1)
          expect((await store.listSessions({ prefix: `in ${text}` })).sessions).toContainEqual(
            await summaryOf(store, `in ${text}`),
          )
        }
      }))

    test('gives pages, those first that were updated last', () =>
      withStore(under, async (store) => {
        for (const [index, second] of [5, 3, 3, 3, 9, 1].entries()) {
          await appendAll(store, begun(`s${index}`, '', '', { second }))
        }
        const order = ['s4', 's0', 's3', 's2', 's1', 's5']
        for (let limit = 1; limit <= order.length; limit += 1) {
          expect(await allPages(store, { limit })).toEqual(order)
        }
        expect((await store.listSessions({ limit: order.length })).next).toBeNull()
        await appendAll(store, [{ ...answer('s1', 4), at: new Date(Date.UTC(2026, 0, 6)) }])
        expect((await store.listSessions({ limit: 1 })).sessions).toMatchObject([
          { session: 's1', lastSeq: 4 },
        ])
      }))

    test('gives those that are asked for', () =>
      withStore(under, async (store) => {
        await appendAll(store, begun('done', '', 'x', { second: 1, status: 'completed', profile: 'p' }))
        await appendAll(
          store,
          begun('under way', '', 'x', { second: 2, status: 'in_progress', profile: 'q' }),
        )
        await appendAll(store, begun('blocked', '', 'x', { second: 3, status: 'blocked', profile: 'p' }))
        await appendAll(store, begun('empty', '', '', { second: 4, profile: 'q' }))
        const asked: readonly (readonly [SessionsQuery, readonly string[]])[] = [
          [{}, ['empty', 'blocked', 'under way', 'done']],
          [{ open: true }, ['blocked', 'under way']],
          [{ open: false }, ['empty', 'done']],
          [{ profile: 'p' }, ['blocked', 'done']],
          [{ profile: 'p', open: true }, ['blocked']],
          [{ profile: 'none' }, []],
          [{ prefix: 'under way' }, ['under way']],
          [{ prefix: 'under way.' }, []],
          [{ prefix: 'E' }, []],
          [{ prefix: '', profile: 'q' }, ['empty', 'under way']],
          [{ updatedSince: time(3) }, ['empty', 'blocked']],
          [{ updatedSince: time(3), open: true }, ['blocked']],
          [{ updatedSince: new Date(time(4).getTime() + 1) }, []],
        ]
        for (const [query, sessions] of asked) {
          expect(await allPages(store, query), JSON.stringify(query)).toEqual(sessions)
          expect(await allPages(store, { ...query, limit: 1 }), JSON.stringify(query)).toEqual(sessions)
        }
      }))

    test.each<SessionsQuery>([
      { limit: 0 },
      { limit: 1001 },
      { limit: 1.5 },
      { updatedSince: new Date(Number.NaN) },
      { after: '' },
      { after: "1.1' OR 1" },
    ])('refuses the query %j', (query) =>
      withStore(under, async (store) => {
        await expect(store.listSessions(query)).rejects.toMatchObject({
          name: 'HostError',
          code: 'bad-query',
        })
      }),
    )

    test('a refused append changes nothing', () =>
      withStore(under, async (store) => {
        await appendAll(store, begun('s1', 'Begin.'))
        const before = await store.listSessions()
        await expect(appendAll(store, [answer('s1', 3, 'other')])).rejects.toThrow()
        await appendAll(store, begun('s1', 'Begin.'))
        expect(await store.listSessions()).toEqual(before)
      }))
  })

  const { reopen } = under
  if (reopen === undefined) return
  test('a reopened store lists the same sessions', async () => {
    const first = await under.open()
    await appendAll(first, begun('s1', 'Begin.', 'x'))
    const listed = await first.listSessions()
    await first.close()
    await withStore({ open: reopen }, async (second) => {
      expect(await second.listSessions()).toEqual(listed)
      await appendAll(second, [answer('s1', 4)])
      expect(await summaryOf(second, 's1')).toMatchObject({
        lastSeq: 4,
        title: 'Begin.',
        counts: { pending: 1 },
      })
    })
  })
}

const at = time(60)

function time(second: number): Date {
  return new Date(Date.UTC(2026, 0, 5, 10, 0, second))
}

interface Beginning {
  readonly profile?: string
  readonly parent?: string
  readonly second?: number
  readonly status?: 'pending' | 'in_progress' | 'blocked' | 'completed'
}

/** A session of three events: it is opened, a run is started, and an item added where there is a text for one. */
function begun(session: string, text: string, item = '', beginning: Beginning = {}): readonly TodoEvent[] {
  const { profile = 'p', parent = null, second = 1, status = 'pending' } = beginning
  const envelope = (seq: number) => ({ id: `${session}/${seq}`, session, seq, turn: 0, at: time(second) })
  const changes = [{ type: 'added' as const, key: 'k', id: '1', text: item, status, position: 0 }]
  return [
    {
      ...envelope(1),
      type: 'session.opened',
      version: 3,
      data: { profile, settings: {}, rules: [], goal: null, source: null, parent },
    },
    { ...envelope(2), type: 'run.started', version: 1, data: { trigger: 'user', text, delivers: [] } },
    {
      ...envelope(3),
      type: 'todos.updated',
      version: 2,
      data: {
        call: 'c',
        tool: 't',
        input: {},
        changes: item === '' ? [] : changes,
        numbered: false,
        query: false,
        flags: [],
        reply: '',
      },
    },
  ]
}

function answer(session: string, seq: number, id = `${session}/${seq}`): TodoEvent {
  const [event] = sampleEvents(seq, seq, session)
  if (event === undefined) throw new Error('There is no sample event.')
  return { ...event, id }
}

async function forget(store: ChainedStore, session: string, lastSeq: number): Promise<void> {
  const erase = [{ from: 1, to: lastSeq }]
  await store.redact(session, { id: 'gone', at, reason: '', erase }, { expectedSeq: lastSeq })
}

function withoutSecret(data: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } {
  const { text } = data
  return typeof text === 'string' ? { ...data, text: text.replace('hunter2', '[gone]') } : data
}

/** The log of a session under another id. */
function renamed(events: readonly TodoEvent[], session: string): readonly TodoEvent[] {
  return events.map((event) => ({ ...event, session }))
}

async function summaryOf(store: EventStore, session: string): Promise<SessionSummary | undefined> {
  for (let after: string | undefined; ; ) {
    const page = await store.listSessions(after === undefined ? {} : { after })
    const found = page.sessions.find((each) => each.session === session)
    if (found !== undefined || page.next === null) return found
    after = page.next
  }
}

async function allPages(store: EventStore, query: SessionsQuery): Promise<readonly string[]> {
  const sessions: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await store.listSessions(after === undefined ? query : { ...query, after })
    sessions.push(...page.sessions.map(({ session }) => session))
    if (page.next === null) return sessions
    after = page.next
  }
}

/** What a replay of the events says of the session. */
function expectedOf(events: readonly TodoEvent[]): SessionSummary {
  let title: string | null = null
  let state: SessionState = initialState
  for (const event of events) {
    state = reduce(state, event)
    if (event.type === 'run.started') title ??= event.data.text
    title ??= state.items[0]?.text ?? null
  }
  const having = (status: string) => state.items.filter((item) => item.status === status).length
  return {
    session: state.session,
    lastSeq: state.seq,
    profile: state.profile,
    parent: null,
    title,
    counts: {
      pending: having('pending'),
      in_progress: having('in_progress'),
      blocked: having('blocked'),
      completed: having('completed'),
      cancelled: having('cancelled'),
    },
    turns: state.turn.number,
    begun: events[0]?.at ?? new Date(Number.NaN),
    updated: new Date(state.at),
  }
}
