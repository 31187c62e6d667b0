import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { sqliteStore } from '../src/sqlite.js'
import { collect } from '../src/testing/store-contract/store-under-test.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-replaced-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const corePackage = fileURLToPath(new URL('..', import.meta.url))

/** Another process that opens the ledger, reads it and closes it. */
const visitor = `
  import { sqliteStore } from './dist/sqlite.js'
  const store = sqliteStore(process.argv[1])
  for await (const event of store.readAll()) if (event === null) break
  await store.close()
`

/** Appends 3 events, lets something happen to the files, then appends 20, and opens the ledger once more. */
const host = (happens: string) => `
  import { execFileSync } from 'node:child_process'
  import { copyFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
  import { sqliteStore } from './dist/sqlite.js'
  const [path, visitor] = process.argv.slice(1)
  const visit = () => execFileSync(process.execPath, ['--input-type=module', '--eval', visitor, path])
  const told = []
  const tell = async (what, work) => {
    try { await work(); return true } catch (error) { told.push(what + ': ' + error.code + ' | ' + error.message); return false }
  }
  let store = sqliteStore(path)
  const append = async (seq) => {
    const event = { id: 'e' + seq, session: 's1', seq, turn: 1, at: new Date(0), type: 'message.recorded', version: 1,
      data: { role: 'assistant', text: String(seq) } }
    await store.append('s1', [event], { expectedSeq: seq - 1 })
  }
  let acknowledged = 0
  const fill = async (to) => { while (acknowledged < to && await tell('append', () => append(acknowledged + 1))) acknowledged += 1 }
  let sure = 0
  await fill(3)
  await tell('what happens', async () => { ${happens} })
  await fill(23)
  await fill(23)
  await tell('close', () => store.close())
  await tell('open again', () => sqliteStore(path).close())
  console.log(JSON.stringify({ acknowledged, told, ...(sure > 0 ? { sure } : {}) }))
`

async function after(name: string, happens: string): Promise<unknown> {
  const path = join(folder, name)
  const args = ['--input-type=module', '--eval', host(happens), path, visitor]
  const told: unknown = JSON.parse(
    execFileSync(process.execPath, args, { cwd: corePackage, encoding: 'utf8' }).replaceAll(folder, 'FOLDER'),
  )
  const store = sqliteStore(path)
  const stored = (await collect(store.readAll())).length
  await store.close()
  return { told, stored }
}

test('a host that copied the file under its own feet is told, and nothing is acknowledged that is gone', async () => {
  expect(await after('copied.db', `copyFileSync(path, path + '.copy'); visit()`)).toMatchInlineSnapshot(`
    {
      "stored": 3,
      "told": {
        "acknowledged": 3,
        "told": [
          "append: file-replaced | The ledger "FOLDER/copied.db" is not the file any more that this process opened: it, its log (-wal) or its shared memory (-shm) was removed, moved or replaced, as happens after this process copied the file while it was open. Nothing was acknowledged, and this process can store nothing more in it: end it and start it again. To copy a ledger, use todo-replay copy.",
          "append: file-replaced | The ledger "FOLDER/copied.db" is not the file any more that this process opened: it, its log (-wal) or its shared memory (-shm) was removed, moved or replaced, as happens after this process copied the file while it was open. Nothing was acknowledged, and this process can store nothing more in it: end it and start it again. To copy a ledger, use todo-replay copy.",
          "open again: file-replaced | The ledger "FOLDER/copied.db" is not the file any more that this process opened: it, its log (-wal) or its shared memory (-shm) was removed, moved or replaced, as happens after this process copied the file while it was open. Nothing was acknowledged, and this process can store nothing more in it: end it and start it again. To copy a ledger, use todo-replay copy.",
        ],
      },
    }
  `)
})

test.skipIf(process.platform === 'win32')('so is one whose file another replaced', async () => {
  expect(
    await after(
      'moved.db',
      `for (const end of ['', '-wal', '-shm']) renameSync(path + end, path + '.old' + end); visit()`,
    ),
  ).toMatchInlineSnapshot(`
    {
      "stored": 0,
      "told": {
        "acknowledged": 3,
        "told": [
          "append: file-replaced | The ledger "FOLDER/moved.db" is not the file any more that this process opened: it, its log (-wal) or its shared memory (-shm) was removed, moved or replaced, as happens after this process copied the file while it was open. Nothing was acknowledged, and this process can store nothing more in it: end it and start it again. To copy a ledger, use todo-replay copy.",
          "append: file-replaced | The ledger "FOLDER/moved.db" is not the file any more that this process opened: it, its log (-wal) or its shared memory (-shm) was removed, moved or replaced, as happens after this process copied the file while it was open. Nothing was acknowledged, and this process can store nothing more in it: end it and start it again. To copy a ledger, use todo-replay copy.",
        ],
      },
    }
  `)
})

test('nor does one go on with what a ledger that it had closed left behind', async () => {
  // The driver lets go of a closed ledger only when its statements are collected.
  const happens = `await store.close(); copyFileSync(path, path + '.copy'); visit(); store = sqliteStore(path); await fill(9)`
  expect(await after('reopened.db', happens)).toMatchInlineSnapshot(`
    {
      "stored": 3,
      "told": {
        "acknowledged": 3,
        "told": [
          "what happens: file-replaced | The ledger "FOLDER/reopened.db" is not the file any more that this process opened: it, its log (-wal) or its shared memory (-shm) was removed, moved or replaced, as happens after this process copied the file while it was open. Nothing was acknowledged, and this process can store nothing more in it: end it and start it again. To copy a ledger, use todo-replay copy.",
          "append: closed | The ledger "FOLDER/reopened.db" is closed. Open it again.",
          "append: closed | The ledger "FOLDER/reopened.db" is closed. Open it again.",
          "open again: file-replaced | The ledger "FOLDER/reopened.db" is not the file any more that this process opened: it, its log (-wal) or its shared memory (-shm) was removed, moved or replaced, as happens after this process copied the file while it was open. Nothing was acknowledged, and this process can store nothing more in it: end it and start it again. To copy a ledger, use todo-replay copy.",
        ],
      },
    }
  `)
})

test('one whose file is read by others all the while goes on', async () => {
  expect(await after('visited.db', 'visit(); await fill(10); visit()')).toEqual({
    told: { acknowledged: 23, told: [] },
    stored: 23,
  })
})

const moves: readonly (readonly [name: string, moves: string])[] = [
  ['the file behind a link', `renameSync(path, path + '.real'); symlinkSync(path + '.real', path)`],
  ['the log removed', `rmSync(path + '-wal')`],
  ['the shared memory removed', `rmSync(path + '-shm')`],
  ['the log swapped', `copyFileSync(path + '-wal', path + '.w'); renameSync(path + '.w', path + '-wal')`],
  [
    'the shared memory swapped',
    `copyFileSync(path + '-shm', path + '.s'); renameSync(path + '.s', path + '-shm')`,
  ],
  [
    'the file swapped for a copy',
    `execFileSync('cp', [path, path + '.copy']); renameSync(path + '.copy', path)`,
  ],
]

test.skipIf(process.platform === 'win32').each(
  moves.flatMap(([name, does]) => [
    [`${name} while the host is idle`, `${does}; sure = acknowledged`],
    // The appends that are under way; one may have been acknowledged and not told yet.
    [
      `${name} under load`,
      `const going = fill(2000); await new Promise((resolve) => setTimeout(resolve, 5)); ${does}; sure = acknowledged + 1; await going`,
    ],
  ]),
)('nothing is acknowledged any more: %s', async (name, happens) => {
  const path = join(folder, `${name.replaceAll(' ', '-')}.db`)
  const args = ['--input-type=module', '--eval', host(happens), path, visitor]
  const { acknowledged, told, sure }: { acknowledged: number; told: string[]; sure: number } = JSON.parse(
    execFileSync(process.execPath, args, { cwd: corePackage, encoding: 'utf8' }),
  )
  expect(told[0]).toMatch(/^append: file-replaced/)
  expect(acknowledged).toBeLessThanOrEqual(sure)
})

test.skipIf(process.platform === 'win32')(
  'a log that a killed host left under the name of a link is not passed over, and nothing is lost',
  async () => {
    const path = join(folder, 'killed-behind-a-link.db')
    const happens = `renameSync(path, path + '.real'); symlinkSync(path + '.real', path); process.kill(process.pid, 'SIGKILL')`
    const args = ['--input-type=module', '--eval', host(happens), path, visitor]
    spawnSync(process.execPath, args, { cwd: corePackage })
    for (const readOnly of [true, false])
      expect(() => sqliteStore(path, { readOnly })).toThrow(
        expect.objectContaining({ code: 'file-replaced' }),
      )
    renameSync(`${path}.real`, path)
    const store = sqliteStore(path)
    expect(await collect(store.readAll())).toHaveLength(3)
    await store.close()
  },
)
