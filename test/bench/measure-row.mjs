// One row in a process of its own, so that no other row's code or memory is in it. Prints its figures as JSON.
// node --expose-gc measure-row.mjs NAME OPTIONS
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rows } from './rows/index.mjs'

const [name, given = '{}'] = process.argv.slice(2)
const { quick = false, scratch = tmpdir(), peers } = JSON.parse(given)
const row = rows.find((each) => each.name === name)
if (row === undefined) throw new Error(`There is no row ${name}.`)
const folder = mkdtempSync(join(scratch, 'todo-ledger-bench-'))
try {
  // A median and quartiles say nothing of fewer; a quick run only shows that the row works.
  const figures = await row.figures({ quick, rounds: quick ? 3 : 9, folder, peers })
  process.stdout.write(`${JSON.stringify(figures)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
