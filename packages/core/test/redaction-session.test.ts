import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { IdConflictError } from '../src/errors.js'
import { type LedgerOptions, openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { verifyChain } from '../src/store/chain/verify-chain.js'
import { encodeEvent } from '../src/store/codec.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { sqliteStore } from '../src/store/sqlite/sqlite-store.js'
import { madeUp } from './made-up-secrets.js'
import { readAll, steppingClock } from './open-session.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'todo-redaction-'))
  folders.push(folder)
  return folder
}

/** What the files of a folder hold, byte for byte. */
function bytesIn(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n')
}

let count = 0
/** A secret that stands nowhere else; each is found by its last characters. */
function canary(): string {
  count += 1
  return ['gh', 'p_', madeUp('base62', 36, count)].join('')
}

/** Drives a session in which every field that a host can fill holds a canary. Gives the canaries, and what failed. */
async function fillWithCanaries(options: Partial<LedgerOptions> & Pick<LedgerOptions, 'store'>) {
  const canaries: string[] = []
  const errors: string[] = []
  const next = (): string => {
    const made = canary()
    canaries.push(made)
    return made
  }
  const wrong = async (work: () => unknown): Promise<void> => {
    try {
      await work()
    } catch (error) {
      errors.push(error instanceof Error ? `${error.message} ${JSON.stringify(error)}` : String(error))
    }
  }
  const ledger = openLedger({ clock: steppingClock(), ...options })
  const id = `s ${next()}`
  const session = await ledger.session(id, {
    profile: profiles.todoManager,
    goal: next(),
    parent: next(),
  })
  await session.startRun({ trigger: 'user', text: `Use ${next()}`, source: { line: 1, call: next() } })
  const turn = await session.startTurn()
  const item = next()
  const call = next()
  const items = [{ id: next(), text: `Try ${item}`, status: 'pending', [next()]: { [next()]: [next()] } }]
  const reply = await turn.callTodoTool('todo', { items }, { call })
  const again = await turn.callTodoTool('todo', { items }, { call })
  expect(again).toEqual(reply)
  await turn.callTodoTool('todo', { items: [{ id: '1', text: next(), status: next() }] })
  await turn.callTodoTool('todo', next())
  await wrong(() => turn.callTodoTool('todo', { items: [] }, { call }))
  await wrong(() => turn.callTodoTool(next(), {}))
  const work = next()
  await turn.recordCall({
    call: work,
    name: next(),
    input: { command: `curl -u me:${next()}`, at: new Date(0), [next()]: 1 },
  })
  await turn.recordResult({
    call: work,
    ok: true,
    output: JSON.stringify({ stdout: Buffer.from(next()).toString('base64') }),
  })
  await turn.recordTool({ call: next(), name: 'Bash', input: [next()], ok: false, output: next() })
  await turn.recordMessage({ text: next() })
  await turn.end()
  await session.recordNag({ text: next() })
  await session.recordCompaction({ summary: next() })
  const child = next()
  await session.startSubagent({ child, call: work })
  await session.endSubagent({ child, call: work })
  await session.endRun({ text: next(), waitingFor: next() })
  const state = JSON.stringify(session.state)
  const exported = (await readAll(ledger.events(id))).map((event) => encodeEvent(event)).join('\n')
  await ledger.close()
  return { canaries, errors, state, exported, reply }
}

describe('secrets in every field of every event', () => {
  test('are in no file, state, reply, error or export', async () => {
    const folder = newFolder()
    const filled = await fillWithCanaries({ store: await sqliteStore(join(folder, 'todos.db')) })
    const kept = bytesIn(folder)
    expect(filled.canaries.length).toBeGreaterThan(25)
    expect(filled.errors.length).toBe(2)
    expect(kept).toContain('[redacted:github-token]')
    for (const secret of filled.canaries) {
      for (const form of [secret, Buffer.from(secret).toString('base64').slice(0, 40)]) {
        expect(kept.includes(form)).toBe(false)
        expect(filled.state.includes(form)).toBe(false)
        expect(filled.exported.includes(form)).toBe(false)
        expect(JSON.stringify(filled.reply).includes(form)).toBe(false)
        for (const error of filled.errors) expect(error.includes(form)).toBe(false)
      }
    }
  })

  test('are all there where redaction is off', async () => {
    const folder = newFolder()
    const filled = await fillWithCanaries({
      store: await sqliteStore(join(folder, 'todos.db')),
      redaction: false,
    })
    const stored = filled.canaries.filter((secret) => filled.exported.includes(secret))
    expect(stored.length).toBeGreaterThan(25)
  })
})

test('one call with two secrets in its ids is two calls', async () => {
  const ledger = openLedger({ store: memoryStore() })
  const session = await ledger.session('s1', { profile: profiles.todoManager })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  const turn = await session.startTurn()
  const [first, second] = [canary(), canary()]
  const one = await turn.callTodoTool(
    'todo',
    { items: [{ id: '1', text: 'a', status: 'pending' }] },
    { call: first },
  )
  await expect(turn.callTodoTool('todo', { items: [] }, { call: first })).rejects.toThrow(IdConflictError)
  const two = await turn.callTodoTool(
    'todo',
    { items: [{ id: '1', text: 'b', status: 'pending' }] },
    { call: second },
  )
  expect(one.text).not.toBe(two.text)
})

describe.each(['memory', 'SQLite'] as const)('a secret that was found later, %s', (kind) => {
  async function leakyLedger() {
    const folder = newFolder()
    const store = kind === 'memory' ? memoryStore() : await sqliteStore(join(folder, 'todos.db'))
    const ledger = openLedger({ store })
    for (const id of ['s1', 's2']) {
      const session = await ledger.session(id, { profile: profiles.todoManager })
      await session.startRun({ trigger: 'user', text: `The code word of ${id} is melon-Tarragon.` })
      const turn = await session.startTurn()
      await turn.callTodoTool(
        'todo',
        { items: [{ id: '1', text: 'Say melon-Tarragon', status: 'pending' }] },
        { call: 'c1' },
      )
      await turn.recordTool({
        call: 'c2',
        name: 'Bash',
        input: {},
        ok: true,
        output: Buffer.from('it is melon-Tarragon').toString('base64'),
      })
      await turn.end()
    }
    return { folder, store, ledger }
  }

  test('is taken out of one session and its files, and the log verifies', async () => {
    const { folder, store, ledger } = await leakyLedger()
    const session = await ledger.session('s1')
    expect(session.state.items[0]?.text).toBe('Say melon-Tarragon')
    const wouldBe = await ledger.redact('s1', { secret: 'melon-Tarragon', dryRun: true })
    expect(wouldBe.seq).toBeNull()
    const before = (await readAll(ledger.events('s1'))).length
    const redacted = await ledger.redact('s1', { secret: 'melon-Tarragon', reason: 'melon-Tarragon leaked' })
    expect(redacted.events).toEqual(wouldBe.events)
    expect(redacted).toMatchObject({ seq: before + 1, left: [], wiped: true })
    expect(redacted.events.map(({ type }) => type)).toEqual(['run.started', 'todos.updated', 'tool.returned'])
    expect(session.state.items[0]?.text).toBe('Say [redacted:secret]')
    const events = await readAll(ledger.events('s1'))
    expect(events.map(encodeEvent).join('\n')).not.toMatch(/melon-Tarragon|bWVsb24tVGFycmFnb2/)
    expect(events.filter((event) => event.redacted === true)).toHaveLength(3)
    expect((await readAll(ledger.events('s2'))).map(encodeEvent).join('\n')).toContain('melon-Tarragon')
    if (kind === 'SQLite') {
      await ledger.redact('s2', { pattern: /melon-\w+/ })
      expect(bytesIn(folder)).not.toMatch(/melon-Tarragon|bWVsb24tVGFycmFnb2/)
    }
    const verified = await verifyChain(store as Parameters<typeof verifyChain>[0])
    expect(verified.firstBad).toBeNull()

    // The session goes on, and a retry of what was redacted is the same call.
    await session.startRun({ trigger: 'user', text: 'Go on.' })
    const turn = await session.startTurn()
    const retried = await turn.callTodoTool(
      'todo',
      { items: [{ id: '1', text: 'Say melon-Tarragon', status: 'pending' }] },
      { call: 'c1' },
    )
    expect(retried.ok).toBe(true)
    const twice = await ledger.redact('s1', { secret: 'melon-Tarragon' })
    expect(twice).toMatchObject({ events: [], seq: null })
    await ledger.close()
  })

  test('is forgotten with its session', async () => {
    const { folder, store, ledger } = await leakyLedger()
    const forgotten = await ledger.forget('s1', { reason: 'asked for' })
    expect(forgotten).toMatchObject({ session: 's1', wiped: true })
    expect(forgotten.erased).toBeGreaterThan(5)
    const events = await readAll(ledger.events('s1'))
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['event.erased', 'session.redacted']))
    expect(bytesIn(folder)).not.toContain('code word of s1')
    await expect(ledger.session('s1', { profile: profiles.todoManager })).rejects.toMatchObject({
      code: 'forgotten',
    })
    expect(await ledger.forget('s1')).toMatchObject({ erased: 0, seq: null })
    const verified = await verifyChain(store as Parameters<typeof verifyChain>[0])
    expect(verified.firstBad).toBeNull()
    await ledger.close()
  })

  test('what can not be done says so', async () => {
    const { ledger } = await leakyLedger()
    await expect(ledger.redact('none', { secret: 'melon-Tarragon' })).rejects.toMatchObject({
      code: 'unknown-session',
    })
    await expect(ledger.redact('s1', { secret: 'ab' })).rejects.toMatchObject({ code: 'bad-secret' })
    await expect(ledger.redact('s1', { pattern: /x*/ })).rejects.toMatchObject({ code: 'bad-pattern' })
    expect(() => openLedger({ store: memoryStore(), redaction: { off: ['nothing-like-it'] } })).toThrow(
      /no built-in/,
    )
    await ledger.close()
  })
})
