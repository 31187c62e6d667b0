/** What is read of a session while it goes on is what a report reads of it afterwards. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evidence } from '@todo-ledger/audit'
import { type Ledger, openLedger, type TodoEvent } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { profileNamed } from '@todo-ledger/recordings'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordReaderOf } from '../src/reader/page-reader.js'
import { LedgerReplays } from '../src/reading/index.js'
import { readReplays } from '../src/replay/read-replays.js'
import type { SessionReplay } from '../src/session-view/index.js'
import { ReadReport } from '../src/sources/read-report.js'
import { quietOutput } from './memory-host.js'

const quiet = quietOutput()

let folder: string
let file: string
let ledger: Ledger

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'todo-replay-live-'))
  file = join(folder, 'todos.db')
  let time = Date.parse('2026-01-05T10:00:00Z')
  const clock = () => {
    time += 1000
    return new Date(time)
  }
  ledger = openLedger({ store: sqliteStore(file), evidence: evidence(), profileNamed, clock })
  await play()
})
afterEach(async () => {
  await ledger.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A parent that ticks an item whose file it wrote while a sub-agent was at work, and one whose run failed. */
async function play(): Promise<void> {
  const child = await ledger.session('child', { profile: 'claude-code', parent: 'parent' })
  await child.startRun({ trigger: 'external', text: 'Write the lamp' })
  const work = await child.startTurn()
  await work.recordCall({ call: 'w1', name: 'Write', input: { file_path: '/w/lamp.ts', content: 'lamp' } })
  await child.recordResult({ call: 'w1', ok: true, output: 'ok' })
  await work.end()
  const parent = await ledger.session('parent', { profile: 'claude-code' })
  await parent.startRun({ trigger: 'user', text: '<b>Paint</b> the lighthouse' })
  const list = async (...statuses: readonly string[]) => {
    const texts = ['Write lamp.ts', 'Run the tests']
    const todos = texts.map((content, place) => ({ content, activeForm: content, status: statuses[place] }))
    const turn = await parent.startTurn()
    await turn.callTodoTool('TodoWrite', { todos })
    await turn.end()
  }
  await list('in_progress', 'pending')
  const turn = await parent.startTurn()
  await turn.recordCall({ call: 'd1', name: 'Task', input: { prompt: 'Write lamp.ts' } })
  await parent.startSubagent({ child: 'child', call: 'd1' })
  await parent.endSubagent({ child: 'child', call: 'd1' })
  await parent.recordResult({ call: 'd1', ok: true, output: 'done' })
  await turn.recordCall({ call: 'w2', name: 'Write', input: { file_path: '/w/lamp.ts', content: 'lamp' } })
  await parent.recordResult({ call: 'w2', ok: true, output: 'ok' })
  await turn.end()
  await list('completed', 'in_progress')
  const run = await parent.startTurn()
  await run.recordCall({ call: 'b1', name: 'Bash', input: { command: 'npm test' } })
  await parent.recordResult({ call: 'b1', ok: false, output: 'Tests  2 failed (2)' })
  await run.end()
  await list('completed', 'completed')
}

/** Reads no further than a seq of the parent. */
function readTo(last: () => number) {
  return async function* (session: string, after: number): AsyncGenerator<TodoEvent> {
    for await (const event of ledger.events(session)) {
      if (event.seq <= after) continue
      if (session === 'parent' && event.seq > last()) return
      yield event
    }
  }
}

async function reported(): Promise<SessionReplay | undefined> {
  const source = { kind: 'ledger', file } as const
  const reading = { report: new ReadReport(quiet), session: 'parent' }
  for await (const replay of readReplays(source, reading, {}, recordReaderOf({}, source))) return replay
  return undefined
}

test('followed event by event, it is what a report reads of it', async () => {
  let last = 1
  const live = new LedgerReplays(readTo(() => last))
  const seqs: number[] = []
  for (const end = (await ledger.read('parent')).state.seq; last <= end; last += 1) {
    const found = await live.session('parent', () => true)
    seqs.push(found?.entry.seq ?? -1)
    const fresh = await new LedgerReplays(readTo(() => last)).session('parent', () => true)
    expect(found).toEqual(fresh)
  }
  expect(seqs).toEqual(seqs.map((_, place) => place + 1))
  const whole = await live.session('parent', () => true)
  expect(whole?.replay).toEqual(await reported())
  expect(whole?.entry).toMatchObject({
    title: 'Paint the lighthouse',
    verdicts: { supported: 1, unsupported: 1 },
    progress: { completed: 2, total: 2 },
    isWorking: false,
  })
})

test('what was taken out of the log is in nothing that was kept', async () => {
  const live = new LedgerReplays(readTo(() => Number.POSITIVE_INFINITY))
  expect(JSON.stringify(await live.session('parent', () => true))).toContain('lighthouse')
  await ledger.redact('parent', { secret: 'lighthouse', reason: 'a test' })
  expect(JSON.stringify(await live.session('parent', () => true))).not.toContain('lighthouse')
  await ledger.forget('parent')
  expect(await live.session('parent', () => true)).toBeNull()
  expect(await live.session('none', () => true)).toBeNull()
})

test('many who ask at once get the same, and events are taken in once', async () => {
  let last = 4
  const live = new LedgerReplays(readTo(() => last))
  const first = live.session('parent', () => true)
  last = Number.POSITIVE_INFINITY
  const all = await Promise.all([
    first,
    ...Array.from({ length: 5 }, () => live.session('parent', () => true)),
  ])
  const fresh = await new LedgerReplays(readTo(() => last)).session('parent', () => true)
  expect(all.at(-1)).toEqual(fresh)
})

test('a session is at work while any of several has a turn under way', async () => {
  const session = await ledger.session('team', { profile: 'claude-code' })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  const replays = new LedgerReplays((id, after) => ledger.events(id, { from: after + 1 }))
  const isWorking = async () => (await replays.entry('team', session.state.seq, () => true))?.isWorking
  const turn = await session.startTurn()
  const helping = await session.startTurn({ actor: { kind: 'sub-agent', id: 'helper' } })
  await helping.end()
  expect(await isWorking()).toBe(true)
  await turn.end()
  expect(await isWorking()).toBe(false)
})

test('what a list shows is kept for those alone who may read all that it was made of', async () => {
  let reads = 0
  const read = readTo(() => Number.POSITIVE_INFINITY)
  const live = new LedgerReplays((session, after) => {
    reads += 1
    return read(session, after)
  })
  const seq = (await live.session('parent', () => true))?.entry.seq ?? 0
  const readsFor = async (mayRead: (session: string) => boolean) => {
    reads = 0
    expect((await live.entry('parent', seq, mayRead))?.seq).toBe(seq)
    return reads
  }
  expect(await readsFor(() => true)).toBe(0)
  expect(await readsFor((id) => id === 'parent')).toBeGreaterThan(0)
})
