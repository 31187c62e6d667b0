import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { runInMemory } from '../../packages/replay-cli/test/memory-host.js'
import { headerChanges, judgeChanges, tallyOf } from './judge-changes.mjs'
import { makeLedger } from './small-ledger.mjs'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-headers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  { tables: 'one level', turns: 1 },
  { tables: 'two levels', turns: 10 },
])(
  'a wrong byte in the header of any page of tables with $tables is found, or nothing reads otherwise; every reading ends',
  async ({ turns }) => {
    const file = join(folder, `${turns}.db`)
    await makeLedger(file, turns)
    const whole = readFileSync(file)
    const changes = headerChanges(whole).filter((_change, index) => index % 29 === 0)
    const judged = await judgeChanges(whole, changes)
    expect(judged).toHaveLength(changes.length)
    expect(judged.filter(({ isBad }) => isBad === true)).toEqual([])
    // What nobody could miss is among them: the changes were made.
    expect(Object.keys(tallyOf(judged))).toContain('found in the file: the events are whole')
  },
)

test('import adds nothing to a ledger with a wrong byte in the header of a page, which it says', async () => {
  const file = join(folder, 'target.db')
  await makeLedger(file, 10)
  const whole = readFileSync(file)
  const recording = fileURLToPath(
    new URL('../../fixtures/tests-ticked-without-a-run/session.jsonl', import.meta.url),
  )
  const changes = headerChanges(whole).filter((_change, index) => index % 41 === 0)
  const outcomes = []
  for (const [number, [offset, byte]] of changes.entries()) {
    const copy = join(folder, `target-${number}.db`)
    const bytes = Buffer.from(whole)
    bytes[offset] = byte
    writeFileSync(copy, bytes)
    const { code, stderr } = await runInMemory(['import', recording, '--ledger', copy])
    const isKept = readFileSync(copy).equals(bytes)
    const isSaid = /damaged|SQLite|not as todo-ledger makes it|not a ledger|newer todo-ledger/.test(stderr)
    outcomes.push({ code, isKept, isSaid, ...(isSaid ? {} : { stderr }) })
  }
  expect(outcomes).toEqual(changes.map(() => ({ code: 2, isKept: true, isSaid: true })))
  expect((await runInMemory(['import', recording, '--ledger', file])).code).toBe(0)
})
