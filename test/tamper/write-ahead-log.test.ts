/** The write-ahead log of a ledger whose writer was killed: cut off and flipped at every place. */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sqliteIntegrity, sqliteStore } from '@todo-ledger/core/sqlite'
import { verifyChain } from '@todo-ledger/core/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logProblem } from '../../packages/core/src/store/sqlite/write-ahead-log.js'
import { isLongRun } from '../random.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const inFolder = (name: string) => join(folder, name)
const program = fileURLToPath(new URL('../../packages/replay-cli/bin/todo-replay.js', import.meta.url))

/** All places of a log take minutes on a machine that is busy elsewhere. */
const longest = 1_800_000

const frameBytes = 24 + 4096
const offsetOf = (frame: number) => 32 + (frame - 1) * frameBytes

let log = Buffer.alloc(0)
/** The last frames of the transactions since the log was begun anew, from 1. */
const ends: number[] = []

beforeAll(async () => {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./killed-writer.mjs', import.meta.url)), inFolder('killed.db')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'close')
  log = readFileSync(inFolder('killed.db-wal'))
  for (let frame = 1; offsetOf(frame + 1) <= log.length; frame += 1) {
    const header = log.subarray(offsetOf(frame), offsetOf(frame) + 24)
    if (!header.subarray(8, 16).equals(log.subarray(16, 24))) break
    if (header.readUInt32BE(4) > 0) ends.push(frame)
  }
})

/** A copy of the ledger with this log. */
function ledgerWith(name: string, bytes: Buffer): string {
  const file = inFolder(name)
  rmSync(`${file}-shm`, { force: true })
  copyFileSync(inFolder('killed.db'), file)
  writeFileSync(`${file}-wal`, bytes)
  return file
}

function flipped(at: number): Buffer {
  const bytes = Buffer.from(log)
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  return bytes
}

/** All bytes of all headers, and some of each page; of both fewer in a short run. */
function places(): readonly number[] {
  const isOfHeader = (at: number) => at < 32 || (at - 32) % frameBytes < 24
  const step = isLongRun ? { headers: 1, pages: 101 } : { headers: 5, pages: 509 }
  return Array.from(log.keys()).filter((at) => at % (isOfHeader(at) ? step.headers : step.pages) === 0)
}

/** Where the last transaction begins, and its end. */
const lastBegins = () => offsetOf((ends.at(-2) ?? 0) + 1)
const logEnds = () => offsetOf((ends.at(-1) ?? 0) + 1)

describe('the write-ahead log of a killed writer', () => {
  it('is what the other tests take it for', () => {
    expect(ends).toHaveLength(10)
    // What the log held before it was begun anew.
    expect(log.length).toBeGreaterThan(logEnds())
    expect(sqliteIntegrity(ledgerWith('whole.db', log))).toEqual([])
  })

  it(
    'flipped anywhere before the last transaction is damaged, and from there on as after a crash',
    () => {
      const file = ledgerWith('flipped.db', log)
      const handle = openSync(`${file}-wal`, 'r+')
      const outcomes = { damaged: 0, 'as after a crash': 0 }
      const wrong: number[] = []
      for (const at of places()) {
        writeSync(handle, Buffer.of((log[at] ?? 0) ^ 0xff), 0, 1, at)
        const isDamaged = logProblem(file, 'The ledger') !== null
        writeSync(handle, log, at, 1, at)
        outcomes[isDamaged ? 'damaged' : 'as after a crash'] += 1
        // A false end of a transaction is none that a crash leaves, wherever it stands.
        const isFalseEnd = at >= 32 && [4, 5, 6, 7].includes((at - 32) % frameBytes) && at < logEnds()
        if (isDamaged !== at < lastBegins() && !isFalseEnd) wrong.push(at)
      }
      closeSync(handle)
      expect(wrong).toEqual([])
      expect(outcomes.damaged).toBeGreaterThan(100)
      expect(logProblem(ledgerWith('header.db', flipped(5)), 'The ledger')).toBe(
        'the write-ahead log is damaged in its header, and SQLite ignores all that it holds',
      )
    },
    longest,
  )

  it('loses the last transactions when it is cut off, and what is left verifies', async () => {
    for (let count = 0; count <= 10; count += 1) {
      const end = offsetOf((ends[count - 1] ?? 0) + 1)
      const file = ledgerWith(`cut-${count}.db`, log.subarray(0, end + frameBytes - 1))
      expect(sqliteIntegrity(file)).toEqual([])
      const store = sqliteStore(file)
      const { ok } = await verifyChain(store)
      const { lastSeq } = (await store.sessions()).find(({ session }) => session === 'killed') ?? {}
      await store.close()
      expect({ ok, lastSeq }).toEqual({ ok: true, lastSeq: 20 + count })
    }
  })

  it('that looks as after a crash is told from a whole one by an anchor', async () => {
    const whole = sqliteStore(ledgerWith('anchored.db', log), { readOnly: true })
    const { head } = await verifyChain(whole)
    await whole.close()
    const anchors = head === null ? [] : [head]
    const flips = Array.from({ length: 10 }, (_, index) => lastBegins() + index * 1201)
    const cuts = ends.map((end) => offsetOf(end + 1)).slice(0, -1)
    const logs = [
      ...flips.filter((at) => at < logEnds()).map((at) => flipped(at)),
      ...cuts.map((length) => log.subarray(0, length)),
    ]
    expect(logs.length).toBeGreaterThan(12)
    for (const [index, bytes] of logs.entries()) {
      const file = ledgerWith(`anchored-${index}.db`, bytes)
      expect(sqliteIntegrity(file)).toEqual([])
      const store = sqliteStore(file, { readOnly: true })
      const checks = [await verifyChain(store), await verifyChain(store, anchors)]
      await store.close()
      expect(checks.map(({ ok, firstBad }) => firstBad?.problem ?? ok)).toEqual([true, 'missing'])
    }
  })

  it('that is damaged is said by verify and refused for writing, and stays as it is', () => {
    const file = ledgerWith('damaged.db', flipped(offsetOf(2) + 1000))
    const bytes = () => [file, `${file}-wal`].map((each) => readFileSync(each).toString('base64'))
    const before = bytes()
    const run = (...words: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
        env: { ...process.env, COLUMNS: '80' },
        cwd: folder,
        encoding: 'utf8',
      })
      return `${stdout}${stderr}--- exit ${status}`
    }
    expect(run('verify', 'damaged.db')).toMatchInlineSnapshot(`
      "damaged.db
      49 events of 3 sessions

        file       the write-ahead log is damaged at frame 2, and SQLite ignores 9
                   whole transactions behind it
        hashes     every event is as it was written
        redacted   build-42: contents of events 1–12 erased
                   é/ünï: texts replaced in event 2
        sequence   3 sessions replayed, every event can follow the one before
        rules      no rule in force disagrees with the log

      Not as it must be.
      The file was changed behind todo-ledger’s back, or its disk failed.
      Keep this file as it is, and continue with a copy from before that verifies.
      --- exit 1"
    `)
    writeFileSync(inFolder('empty.jsonl'), '')
    expect(run('import', 'empty.jsonl', '--ledger', 'damaged.db')).toMatchInlineSnapshot(`
      "todo-replay: damaged.db: nothing was added to a damaged ledger: the write-ahead log is damaged at frame 2, and SQLite ignores 9 whole transactions behind it. Run todo-replay verify damaged.db.
      --- exit 2"
    `)
    expect(() => sqliteStore(file)).toThrow('was not opened for writing')
    expect(bytes()).toEqual(before)
  })

  it('that is damaged is dropped for who takes the loss of a power cut', async () => {
    const store = sqliteStore(ledgerWith('relaxed.db', flipped(offsetOf(2) + 1000)), {
      durability: 'relaxed',
    })
    const { ok, events } = await verifyChain(store)
    await store.close()
    expect({ ok, lost: 0 < events && events < 60 }).toEqual({ ok: true, lost: true })
    expect(sqliteIntegrity(inFolder('relaxed.db'))).toEqual([])
  })
})
