import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, describe, expect, test } from 'vitest'
import { isOpencodeDatabase } from '../../src/agents/opencode/database.js'
import { RecordingError } from '../../src/recording-error.js'
import { lines, type Read, reasons, table } from '../reading.js'
import {
  answered,
  asExport,
  asked,
  completed,
  readDatabase,
  readText,
  sampleChild,
  sampleSession,
  session,
  type TestMessage,
  type TestRecord,
  tool,
  writeDatabase,
} from './records.js'

const folder = mkdtempSync(join(tmpdir(), 'opencode-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What is told of these messages between the session's beginning and its end. */
async function told(...messages: readonly TestMessage[]): Promise<readonly string[]> {
  return lines(await readText(asExport(session('ses_1', messages)))).slice(1)
}

describe('an export', () => {
  test.each([
    ['over many lines', asExport(sampleSession)],
    ['on one line', asExport(sampleSession, 0)],
    ['among others', `[${asExport(sampleSession, 0)},${asExport(session('ses_9', []), 1)}]`],
  ])('%s: runs, turns, calls and results', async (_, text) => {
    const read = await readText(text)
    expect(read.skipped).toEqual([])
    expect(table(read.steps, false)).toMatchInlineSnapshot(`
      "
      ses_1: session opencode
      ses_1: input user: Build it
      ses_1: turn | message assistant: I plan. | call c1 todowrite {"todos":[{"content":"Build – ✓ \\"[{","status":"in_progress","priority":"high"}]} | result c1 true: [] | turn-end
      ses_1: turn | call c2 bash {"command":"make"} | result c2 false: no | call c3 edit {"filePath":"a"} | result c3 false: Error: not found | call t1 task {"prompt":"Look"} | subagent-start ses_2 by t1 | subagent-end ses_2 by t1 | result t1 true: Seen. | turn-end | compaction: We built.
      ses_1: turn | call c4 bash {} | turn-end interrupted | run-end incomplete
      ses_1: input user: Go on
      ses_1: turn | message assistant: Done. | turn-end | run-end
      "
    `)
  })

  test.each<[string, unknown, string]>([
    ['bash', { exit: 0 }, 'true'],
    ['bash', { exit: 1 }, 'false'],
    ['bash', { exit: null }, 'null'],
    ['bash', {}, 'true'],
    ['edit', { diff: '' }, 'true'],
    ['invalid', {}, 'false'],
  ])('a completed call of %s with %j worked: %s', async (name, metadata, ok) => {
    const state = completed({}, 'x', 1, Object(metadata))
    const rows = await told(answered('m', 1, [tool('c', name, state)]))
    expect(rows).toContain(`result c ${ok}: x`)
  })

  test('a command that the program ended did not work', async () => {
    const state = completed({}, 'x\n\n(Command timed out after 60000 ms)', 1, { exit: null })
    const rows = await told(answered('m', 1, [tool('c', 'bash', state)]))
    expect(rows.find((row) => row.startsWith('result'))).toMatch(/^result c false/)
  })

  test('several responses in one message are several turns', async () => {
    const read = (id: string): TestRecord => tool(id, 'read', completed({}, 'x', 1))
    const rows = await told(
      answered('m', 1, [
        { type: 'step-start' },
        read('c1'),
        { type: 'step-finish' },
        { type: 'step-start' },
        read('c2'),
      ]),
    )
    expect(rows.filter((row) => row === 'turn')).toHaveLength(2)
  })

  test('a redacted id stands for many calls; each is one', async () => {
    const read = (): TestRecord => tool('[redacted]', 'read', completed({}, 'x', 1))
    const without = tool('', 'read', completed({}, 'x', 1), { id: null })
    const rows = await told(answered('m', 1, [read(), read(), without, without]))
    expect(rows.filter((row) => row.startsWith('call'))).toMatchInlineSnapshot(`
      [
        "call [redacted] read {}",
        "call prt_ses_1_m_1 read {}",
        "call read 1 on line 9 read {}",
        "call read 2 on line 9 read {}",
      ]
    `)
  })

  test('a message that comes again is told once', async () => {
    const rows = await told(asked('m1', 1, 'Go'), asked('m1', 1, 'Go'), answered('m2', 2, ['x']))
    expect(rows.filter((row) => row.startsWith('input'))).toEqual(['input user: Go'])
  })

  test('a message that failed ends its run', async () => {
    const failed = answered('m2', 2, ['x'], { error: { name: 'APIError', data: {} } })
    expect(await told(asked('m1', 1, 'Go'), failed)).toContain('run-end incomplete')
  })
})

describe('a database', () => {
  const file = join(folder, 'opencode.db')
  writeDatabase(file, [sampleSession, sampleChild])

  test('says of a session what its export says', async () => {
    const bare = (read: Read): readonly string[] =>
      read.steps
        .filter((step) => step.session === 'ses_1' && step.kind !== 'session-end')
        .map((step) => `${step.at.toISOString()} ${step.kind}`)
    expect(bare(await readDatabase(file))).toEqual(bare(await readText(asExport(sampleSession))))
  })

  test("a sub-agent's session comes after that of its parent", async () => {
    const rows = table((await readDatabase(file)).steps)
    expect(rows).toMatchInlineSnapshot(`
      "
      ses_1: 1 session opencode
      ses_1: 1 input user: Build it
      ses_1: 2 turn | 2 message assistant: I plan. | 2 call c1 todowrite {"todos":[{"content":"Build – ✓ \\"[{","status":"in_progress","priority":"high"}]} | 2 result c1 true: [] | 2 turn-end
      ses_1: 3 turn | 3 call c2 bash {"command":"make"} | 3 result c2 false: no | 3 call c3 edit {"filePath":"a"} | 3 result c3 false: Error: not found | 3 call t1 task {"prompt":"Look"} | 3 subagent-start ses_2 by t1 | 3 subagent-end ses_2 by t1 | 3 result t1 true: Seen. | 3 turn-end | 4 compaction: We built.
      ses_1: 7 turn | 7 call c4 bash {} | 7 turn-end interrupted | 7 run-end incomplete
      ses_1: 10 input user: Go on
      ses_1: 11 turn | 11 message assistant: Done. | 11 turn-end | 11 run-end | 11 session-end
      ses_2: 1 session opencode of ses_1
      ses_2: 1 input subagent: Look
      ses_2: 2 turn | 2 call c1 read {"filePath":"a"} | 2 result c1 true: aaa | 2 turn-end | 2 run-end
      ses_2: 3 input subagent: Look again
      ses_2: 4 turn | 4 message assistant: Nothing. | 4 turn-end | 4 run-end | 4 session-end
      "
    `)
  })

  test('is known by its tables', async () => {
    expect(await isOpencodeDatabase(file)).toBe(true)
    const other = join(folder, 'other.db')
    const database = new Database(other)
    database.exec('CREATE TABLE message (id TEXT)')
    database.close()
    expect(await isOpencodeDatabase(other)).toBe(false)
    await expect(readDatabase(other)).rejects.toThrow('this is a binary file')
    const text = join(folder, 'text.db')
    writeFileSync(text, asExport(sampleSession))
    expect(await isOpencodeDatabase(text)).toBe(false)
    expect(await isOpencodeDatabase(join(folder, 'missing'))).toBe(false)
  })

  test('is read while opencode writes to it', async () => {
    const live = join(folder, 'live.db')
    writeDatabase(live, [sampleSession])
    const writer = new Database(live)
    writer.exec('PRAGMA journal_mode = WAL')
    writer.exec(`UPDATE session SET id = 'ses_7'; UPDATE message SET session_id = 'ses_7'`)
    const { steps } = await readDatabase(live)
    writer.close()
    expect([...new Set(steps.map(({ session: id }) => id))]).toEqual(['ses_7'])
  })

  test('no file is left beside it', async () => {
    const alone = mkdtempSync(join(folder, 'alone-'))
    const closed = join(alone, 'opencode.db')
    writeDatabase(closed, [sampleSession])
    const writer = new Database(closed)
    writer.exec('PRAGMA journal_mode = WAL')
    writer.close()
    expect(await isOpencodeDatabase(closed)).toBe(true)
    expect((await readDatabase(closed)).steps.length).toBeGreaterThan(20)
    expect(readdirSync(alone)).toEqual(['opencode.db'])
  })

  test('what is no JSON in it is counted with its message', async () => {
    const hurt = join(folder, 'hurt.db')
    writeDatabase(hurt, [sampleSession])
    const database = new Database(hurt)
    database.exec(`UPDATE part SET data = '[1' WHERE id = 'prt_ses_1_msg_01_0'`)
    database.exec(`UPDATE part SET data = CAST(x'ff00' AS TEXT) WHERE id = 'prt_ses_1_msg_02_2'`)
    database.exec(`UPDATE message SET data = '7' WHERE id = 'ses_1_msg_03'`)
    database.close()
    const { skipped } = await readDatabase(hurt)
    expect(reasons({ skipped })).toMatchInlineSnapshot(`
      [
        "1 a part whose data is no JSON object",
        "2 a part whose data is no JSON object",
        "3 a message whose data is no JSON object",
      ]
    `)
  })

  test('a damaged one is a RecordingError, wherever the damage is', async () => {
    const bytes = readFileSync(file)
    const hurt = join(folder, 'damaged.db')
    for (let at = 100; at < bytes.length; at += 997) {
      writeFileSync(
        hurt,
        Buffer.concat([bytes.subarray(0, at), Buffer.alloc(64, 0xa5), bytes.subarray(at + 64)]),
      )
      await readDatabase(hurt).catch((error: unknown) => expect(error).toBeInstanceOf(RecordingError))
    }
    writeFileSync(hurt, bytes.subarray(0, 5000))
    await readDatabase(hurt).catch((error: unknown) => expect(error).toBeInstanceOf(RecordingError))
  })
})
