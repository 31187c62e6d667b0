import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { sqliteStore } from '../src/sqlite.js'
import type { LedgerEntry } from '../src/store/event-store.js'
import { subscribe } from '../src/store/subscriptions.js'
import { collect, take } from '../src/testing/store-contract/store-under-test.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-reconnect-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Appends 60 events to a session of its own and to one that all share. Runs on the built package. */
const writer = `
  import { sqliteStore } from './dist/sqlite.js'
  const [path, name] = process.argv.slice(1)
  const store = sqliteStore(path)
  const lastSeqs = new Map()
  for (let step = 0; step < 60; ) {
    const session = step % 2 === 0 ? 'shared' : name
    const expectedSeq = lastSeqs.get(session) ?? 0
    const event = { id: name + step, session, seq: expectedSeq + 1, turn: 1, at: new Date(0),
      type: 'message.recorded', version: 1, data: { role: 'assistant', text: name } }
    try {
      lastSeqs.set(session, (await store.append(session, [event], { expectedSeq })).lastSeq)
      step += 1
    } catch (error) {
      if (error.code !== 'concurrency') throw error
      lastSeqs.set(session, error.current)
    }
  }
  await store.close()
`

function write(path: string, name: string): Promise<number | null> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', writer, path, name], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
}

test('a subscriber that reconnects while three processes write misses nothing and gets nothing twice', async () => {
  const path = join(folder, 'reconnect.db')
  const writing = Promise.all(['a', 'b', 'c'].map((name) => write(path, name)))
  const seen: LedgerEntry[] = []
  // Each connection opens the file anew, takes a few events and breaks.
  for (let length = 1; seen.length < 180; length = (length % 17) + 1) {
    const store = sqliteStore(path)
    const after = seen.at(-1)?.position ?? 0
    seen.push(
      ...(await take(subscribe(store, { after, pollInterval: 1 }), Math.min(length, 180 - seen.length))),
    )
    await store.close()
  }
  expect(await writing).toEqual([0, 0, 0])
  expect(seen.map(({ position }) => position)).toEqual(Array.from({ length: 180 }, (_, index) => index + 1))
  const store = sqliteStore(path)
  expect((await collect(store.readAll())).map(({ event }) => event)).toEqual(seen.map(({ event }) => event))
  for (const name of ['a', 'b', 'c']) {
    const ids = seen.map(({ event }) => event.id).filter((id) => id.startsWith(name))
    expect(ids).toEqual(Array.from({ length: 60 }, (_, step) => `${name}${step}`))
  }
  await store.close()
})
