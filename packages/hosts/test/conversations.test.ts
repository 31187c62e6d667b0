import type { SessionStoreEntry } from '@anthropic-ai/claude-agent-sdk'
import { Agent, type AgentInputItem, MemorySession, OpenAIProvider, Runner } from '@openai/agents'
import { type Ledger, memoryStore, openLedger, profiles } from '@todo-ledger/core'
import { verifyChain } from '@todo-ledger/core/store'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { scriptedModel } from '../../../examples/hosts/scripted-model.mjs'
import { LedgerSessionStore } from '../src/claude-agent-sdk.js'
import { LedgerSession } from '../src/openai-agents.js'

const profile = profiles.todoListMiddleware

async function opened(store = memoryStore()) {
  const ledger = openLedger({ store })
  return { store, ledger, session: await ledger.session('s', { profile }) }
}

const said = (text: string): AgentInputItem => ({ role: 'user', content: text })
const called = (callId: string, text: string): Extract<AgentInputItem, { type: 'function_call' }> => ({
  type: 'function_call',
  callId,
  name: 'write_file',
  arguments: text,
})

/** What an agent's loop asks of its `Session`. */
const arbitraryStep = fc.oneof(
  fc.record({
    do: fc.constant('add' as const),
    items: fc.array(
      fc.oneof(
        fc.string().map(said),
        fc.tuple(fc.constantFrom('a', 'b'), fc.string()).map(([id, text]) => called(id, text)),
      ),
    ),
  }),
  fc.record({ do: fc.constantFrom('pop' as const, 'clear' as const, 'resume' as const) }),
  fc.record({
    do: fc.constant('get' as const),
    limit: fc.option(fc.integer({ min: -1, max: 5 }), { nil: undefined }),
  }),
  fc.record({ do: fc.constant('rewrite' as const), callId: fc.constantFrom('a', 'b') }),
)

test("the Session of the OpenAI Agents SDK is what the SDK's own is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryStep, { maxLength: 12 }), async (steps) => {
      const { store, ledger, session } = await opened()
      const theirs = new MemorySession()
      let ours = new LedgerSession(ledger, session)
      for (const step of steps) {
        if (step.do === 'add') await Promise.all([ours.addItems(step.items), theirs.addItems(step.items)])
        else if (step.do === 'pop') expect(await ours.popItem()).toEqual(await theirs.popItem())
        else if (step.do === 'clear') await Promise.all([ours.clearSession(), theirs.clearSession()])
        else if (step.do === 'get')
          expect(await ours.getItems(step.limit)).toEqual(await theirs.getItems(step.limit))
        else if (step.do === 'rewrite') {
          const replacement = called(step.callId, 'another')
          const mutations = [{ type: 'replace_function_call' as const, callId: step.callId, replacement }]
          await Promise.all([
            ours.applyHistoryMutations({ mutations }),
            theirs.applyHistoryMutations({ mutations }),
          ])
        } else {
          const again = openLedger({ store })
          ours = new LedgerSession(again, await again.session('s', { profile }))
        }
        expect(await ours.getItems()).toEqual(await theirs.getItems())
      }
      expect(await ours.getSessionId()).toBe('s')
    }),
  )
})

test('an agent of the OpenAI Agents SDK goes on with the conversation, in another process too', async () => {
  const model = await scriptedModel([{ text: 'Hello Ann.' }, { text: 'You are Ann.' }])
  onTestFinished(() => {
    model.close()
  })
  const modelProvider = new OpenAIProvider({ apiKey: 'none', baseURL: model.url, useResponses: false })
  const runner = new Runner({ modelProvider, tracingDisabled: true })
  const agent = new Agent({ name: 'Builder', model: 'scripted' })
  const { store, ledger, session } = await opened()
  await runner.run(agent, 'I am Ann.', { session: new LedgerSession(ledger, session) })
  const later = openLedger({ store })
  const resumed = new LedgerSession(later, await later.session('s', { profile }))
  await runner.run(agent, 'Who am I?', { session: resumed })
  const asked = (number: number) =>
    model.requests[number]?.map(({ role, content }) => [role, JSON.stringify(content)])
  expect(asked(1)).toHaveLength(3)
  expect(
    asked(1)?.map(([role, text]) => `${role}: ${/I am Ann|Hello Ann|Who am I/.exec(text ?? '')?.[0]}`),
  ).toEqual(['user: I am Ann', 'assistant: Hello Ann', 'user: Who am I'])
  expect(await resumed.getItems()).toHaveLength(4)
  expect(await verifyChain(store)).toMatchObject({ ok: true })
})

const main = { projectKey: '-work', sessionId: 'c1' }
const entry = (uuid: string | undefined, type = 'user'): SessionStoreEntry => ({
  type,
  ...(uuid === undefined ? {} : { uuid }),
  message: { content: ['x', 1, null, { deep: true }] },
})

test('the SessionStore of the Claude Agent SDK keeps transcripts in order, and no entry twice', async () => {
  const { store, ledger, session } = await opened()
  const kept = new LedgerSessionStore(ledger, session)
  expect(await kept.load(main)).toBeNull()
  await Promise.all([
    kept.append(main, [entry('u1'), entry(undefined, 'title')]),
    kept.append(main, [entry('u1'), entry('u2'), entry(undefined, 'title')]),
    kept.append({ ...main, subpath: 'subagents/agent-1' }, [entry('u3')]),
    kept.append({ ...main, sessionId: 'c2' }, [entry('u1')]),
    kept.append({ ...main, projectKey: '-work2' }, [entry('u1')]),
  ])
  const asked = async (from: LedgerSessionStore) => ({
    loaded: await from.load(main),
    sessions: (await from.listSessions('-work')).map(({ sessionId }) => sessionId),
    subkeys: await from.listSubkeys(main),
  })
  const expected = {
    loaded: [entry('u1'), entry(undefined, 'title'), entry('u2'), entry(undefined, 'title')],
    sessions: ['c1', 'c2'],
    subkeys: ['subagents/agent-1'],
  }
  expect(await asked(kept)).toEqual(expected)
  const later: Ledger = openLedger({ store })
  const resumed = new LedgerSessionStore(later, await later.session('s', { profile }))
  expect(await asked(resumed)).toEqual(expected)
  await resumed.delete(main)
  expect(await asked(kept)).toEqual({ loaded: null, sessions: ['c2'], subkeys: [] })
  const [{ mtime = 0 } = {}] = await kept.listSessions('-work')
  expect(Number.isInteger(mtime)).toBe(true)
})

test('what is taken out of the log is in no conversation any more', async () => {
  const { ledger, session } = await opened()
  const kept = new LedgerSession(ledger, session)
  await kept.addItems([said('My name is Rumpelstilzchen.'), said('Good.')])
  expect(JSON.stringify(await kept.getItems())).toContain('Rumpelstilzchen')
  await ledger.redact('s', { secret: 'Rumpelstilzchen', reason: 'asked for' })
  expect(await kept.getItems()).toEqual([said('My name is [redacted:secret].'), said('Good.')])
})
