// Appends that are on the disk when they are answered. A disk's own time changes from one second to the next: short blocks
// side by side. On a file system in memory, where there is one, what is left is the code's own.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { compare, ratio, took } from '../contenders.mjs'
import { figure } from '../figures.mjs'
import { ofCore } from '../subjects.mjs'

const block = 30
const inMemory = '/dev/shm'

export const durable = {
  name: 'durable',
  async figures({ quick, rounds, folder }) {
    const many = quick ? rounds : 21
    const times = await measured(folder, many)
    const speed = (from, id, what, goal, ours, other, by = 'wall') =>
      figure({
        id: `durable/${id}`,
        what,
        goal,
        value: ratio(from, other, ours, by),
        ours: `${took(from, ours, by)} an event`,
        other: `${other} ${took(from, other, by)}`,
        by: by === 'cpu' ? 'CPU' : 'wall',
      })
    const ofCode = []
    if (existsSync(inMemory)) {
      const place = mkdtempSync(join(inMemory, 'todo-ledger-bench-'))
      try {
        const without = await measured(place, many)
        ofCode.push(
          speed(
            without,
            'code',
            'the same on a file system in memory: speed ÷ raw libsql',
            '≥ 0.75 ×',
            'ours',
            'raw',
            'cpu',
          ),
        )
      } finally {
        rmSync(place, { recursive: true, force: true })
      }
    }
    return [
      speed(
        times,
        'single',
        'durable single append: speed ÷ raw libsql, same table, indexes, pragmas',
        '≥ 0.75 ×',
        'ours',
        'raw',
      ),
      ...ofCode,
      speed(times, 'sixteen', '16 appenders at once: throughput ÷ one', '≥ 6 ×', '16 at once', 'ours'),
      speed(times, 'batch', 'batch of 100: speed ÷ raw libsql', '≥ 0.75 ×', 'batch', 'raw batch'),
    ]
  },
}

async function measured(folder, rounds) {
  const store = sqliteStore(join(folder, 'ours.db'))
  const raw = rawTable(join(folder, 'raw.db'))
  const last = new Map()
  let made = 0
  const append = async (session, count) => {
    const seq = last.get(session) ?? 0
    const events = Array.from({ length: count }, (_, index) => {
      made += 1
      return eventOf(session, seq + index + 1, made)
    })
    await store.append(session, events, { expectedSeq: seq })
    last.set(session, seq + count)
  }
  const repeated = async (session) => {
    for (let done = 0; done < block; done += 1) await append(session, 1)
    return block
  }
  const contenders = {
    ours: () => repeated('one'),
    raw() {
      for (let done = 0; done < block; done += 1) raw.append(1)
      return block
    },
    async '16 at once'() {
      await Promise.all(Array.from({ length: 16 }, (_, writer) => repeated(`writer-${writer}`)))
      return 16 * block
    },
    async batch() {
      await append('batches', 100)
      return 100
    },
    'raw batch'() {
      raw.append(100)
      return 100
    },
  }
  const warm = 3
  // A block takes some milliseconds where no disk is waited for: a collection before it would have its code compiled anew.
  const times = await compare(contenders, { rounds, warm, collects: false })

  // What was acknowledged is there, once.
  const expected = (rounds + warm) * (17 * block + 100)
  let stored = 0
  for await (const { event } of store.readAll()) {
    stored += 1
    if (event.data.input.command !== contentsOf(Number(event.id.slice(1))).input.command)
      throw new Error('another event')
  }
  if (stored !== expected) throw new Error(`${stored} of ${expected} events are stored`)
  if (raw.count() !== (rounds + warm) * (block + 100)) throw new Error('raw libsql lost some')
  await store.close()
  raw.close()
  return times
}

const contentsOf = (index) => ({
  call: `call-${index}`,
  name: 'bash',
  input: { command: `npm test -- --shard ${index}`, note: 'x'.repeat(index % 300) },
})

function eventOf(session, seq, index) {
  const at = new Date(Date.UTC(2026, 0, 5) + index)
  return {
    id: `e${index}`,
    session,
    seq,
    turn: 1,
    at,
    type: 'tool.called',
    version: 1,
    data: contentsOf(index),
  }
}

/** The table as the store makes it, and its pragmas; the values are given ready, but for the JSON of the contents. */
function rawTable(path) {
  const Database = ofCore('libsql')
  const database = new Database(path)
  for (const pragma of ['secure_delete = ON', 'journal_mode = WAL', 'synchronous = FULL'])
    database.exec(`PRAGMA ${pragma}`)
  database.exec(`CREATE TABLE events (
    position INTEGER PRIMARY KEY, session TEXT NOT NULL, seq INTEGER NOT NULL, id TEXT NOT NULL, turn INTEGER NOT NULL,
    at INTEGER NOT NULL, type TEXT NOT NULL, version INTEGER NOT NULL, source TEXT, data TEXT, salt TEXT,
    digest TEXT NOT NULL, hash TEXT NOT NULL, link TEXT NOT NULL, UNIQUE (session, seq), UNIQUE (session, id)) STRICT`)
  database.exec('CREATE INDEX first_events ON events (position, session) WHERE seq = 1')
  database.exec(`CREATE INDEX redactions ON events (session, seq) WHERE type = 'session.redacted'`)
  const insert = database.prepare(`INSERT INTO events VALUES (${Array(14).fill('?').join(', ')})`)
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const hash = 'a'.repeat(64)
  let position = 0
  return {
    append(count) {
      begin.run()
      for (let done = 0; done < count; done += 1) {
        position += 1
        const data = JSON.stringify(contentsOf(position))
        insert.run(
          position,
          'one',
          position,
          `e${position}`,
          1,
          1_767_571_200_000 + position,
          'tool.called',
          1,
          null,
          data,
          hash.slice(32),
          hash,
          hash,
          hash,
        )
      }
      commit.run()
    },
    count: () => database.prepare('SELECT count(*) AS n FROM events').get().n,
    close: () => database.close(),
  }
}
