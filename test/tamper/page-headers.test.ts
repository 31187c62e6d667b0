import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isLongRun } from '../random.js'
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
    const changes = headerChanges(whole).filter((_change, index) => isLongRun || index % 37 === 0)
    const judged = await judgeChanges(whole, changes)
    expect(judged).toHaveLength(changes.length)
    expect(judged.filter(({ isBad }) => isBad === true)).toEqual([])
    // What nobody could miss is among them: the changes were made.
    expect(Object.keys(tallyOf(judged))).toContain('found in the file: the events are whole')
  },
)
