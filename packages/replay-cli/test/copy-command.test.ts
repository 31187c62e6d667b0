import { existsSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
const before = process.cwd()
process.chdir(place.folder)
afterAll(() => process.chdir(before))
place.write('untested.jsonl', untested)
place.write('delegated.jsonl', delegated)

/** What the program prints; ids of ledgers and roots differ from run to run. */
async function screen(words: string): Promise<string> {
  const { stdout, stderr, code } = await runInMemory(words.split(' '))
  return `${stdout}${stderr}--- exit ${code}`
    .replace(/todo-ledger-anchor:2:[0-9a-f]{32}:(\d+):[0-9a-f]{64}/g, 'todo-ledger-anchor:2:LEDGER:$1:ROOT')
    .replace(/[0-9a-f]{32}/g, 'LEDGER')
    .replace(/[0-9a-f]{12}…/g, 'HASH')
}

async function headOf(ledger: string): Promise<unknown> {
  const { head } = JSON.parse((await runInMemory(['verify', ledger, '--json'])).stdout)
  expect(head).toMatch(/^todo-ledger-anchor:/)
  return head
}

async function exported(ledger: string): Promise<string> {
  return (await runInMemory(['export', ledger, '--no-redact'])).stdout
}

test('a copy has the head of the ledger, and follows what becomes of it', async () => {
  await screen('import untested.jsonl --ledger todos.db')
  expect(await screen('copy todos.db copied.db')).toMatchInlineSnapshot(`
    "copied.db: 25 events copied, and every hash holds
    todo-ledger-anchor:2:LEDGER:25:ROOT
    --- exit 0"
  `)
  expect(await headOf('copied.db')).toBe(await headOf('todos.db'))
  expect(await screen('copy todos.db copied.db')).toMatchInlineSnapshot(`
    "copied.db: 0 events copied, 25 events there before, and every hash holds
    todo-ledger-anchor:2:LEDGER:25:ROOT
    --- exit 0"
  `)
  await screen('import delegated.jsonl --ledger todos.db')
  await screen('redact todos.db --pattern test --reason gone')
  expect(await screen('copy todos.db copied.db')).toMatch(/there before, and every hash holds/)
  expect(await headOf('copied.db')).toBe(await headOf('todos.db'))
  expect(await exported('copied.db')).toBe(await exported('todos.db'))
  expect(await screen('sessions copied.db')).toBe(await screen('sessions todos.db'))
})

test('what is no copy is refused by its name, and stays as it is', async () => {
  await screen('import untested.jsonl --ledger one.db')
  await screen('import delegated.jsonl --ledger other.db')
  await screen('copy one.db ahead.db')
  await screen('import delegated.jsonl --ledger ahead.db')
  const heads = [await headOf('other.db'), await headOf('ahead.db')]
  expect(await screen('copy one.db other.db')).toMatchInlineSnapshot(`
    "todo-replay: one.db was not copied to other.db. The target is another ledger (LEDGER), and no copy of this one (LEDGER). Give the name of a new one.
    --- exit 2"
  `)
  expect(await screen('copy one.db ahead.db')).toMatchInlineSnapshot(`
    "todo-replay: one.db was not copied to ahead.db. The copy holds 48 events, and the ledger 25: events were added after copying. Copy to another place.
    --- exit 2"
  `)
  await screen('redact one.db --pattern test --reason gone')
  await screen('import delegated.jsonl --ledger one.db')
  expect(await screen('copy one.db ahead.db')).toMatchInlineSnapshot(`
    "todo-replay: one.db was not copied to ahead.db. The copy is no beginning of the ledger: at position 48 it holds event 7 of session "docs-1/reader" (HASH), and what is copied event 6 of session "docs-1/reader" (HASH). Copy to another place.
    --- exit 2"
  `)
  expect([await headOf('other.db'), await headOf('ahead.db')]).toEqual(heads)
  expect(await screen('copy one.db')).toMatchInlineSnapshot(`
    "todo-replay: Name the target: copy one.db copied.db.
    --- exit 2"
  `)
  expect(await screen('copy untested.jsonl new.db')).toMatchInlineSnapshot(`
    "todo-replay: untested.jsonl is not a ledger. Only a ledger carries hashes: put recordings into one with todo-replay import.
    --- exit 2"
  `)
  expect(await screen('copy one.db nowhere/new.db')).toMatch(/Check that its folder exists/)
  expect(existsSync('new.db')).toBe(false)
})
