import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LedgerError } from '../src/errors.js'
import { type SqliteDatabase, type SqliteStoreOptions, sqliteStore } from '../src/sqlite.js'
import { sampleEvents } from '../src/testing/index.js'
import { appendAll, collect } from '../src/testing/store-contract/store-under-test.js'
import { watchedDatabase } from './watched-database.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-durability-'))
const inFolder = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const corePackage = fileURLToPath(new URL('..', import.meta.url))

/** What opening or appending throws, with the folder's name taken out. */
function failureOf(error: unknown): string {
  const code = error instanceof LedgerError ? error.code : 'no error of ours'
  return `${code} | ${String(error).replaceAll(folder, 'FOLDER')}`
}

function opening(target: Parameters<typeof sqliteStore>[0], options?: SqliteStoreOptions): string {
  try {
    sqliteStore(target, options)
    return 'it opened'
  } catch (error) {
    return failureOf(error)
  }
}

async function ledgerAt(path: string, last = 3): Promise<void> {
  const store = sqliteStore(path)
  await appendAll(store, sampleEvents(1, last))
  await store.close()
}

const pragmaOf = (database: Database.Database, name: string): unknown => {
  const row: unknown = database.prepare(`PRAGMA ${name}`).get()
  return typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined
}

describe('what is set at open', () => {
  test.each([
    { options: {}, synchronous: 2, fullfsync: 1 },
    { options: { durability: 'full' }, synchronous: 2, fullfsync: 1 },
    { options: { durability: 'relaxed' }, synchronous: 1, fullfsync: 0 },
  ] as const)('$options', ({ options, synchronous, fullfsync }) => {
    const database = new Database(inFolder(`pragmas-${JSON.stringify(options)}.db`))
    sqliteStore({ database }, options)
    expect(pragmaOf(database, 'journal_mode')).toBe('wal')
    expect(pragmaOf(database, 'synchronous')).toBe(synchronous)
    // What makes a sync reach the drive's platter on macOS.
    expect(pragmaOf(database, 'fullfsync')).toBe(fullfsync)
    expect(pragmaOf(database, 'checkpoint_fullfsync')).toBe(fullfsync)
    database.close()
  })

  /** A database that ignores what is asked of it, as a build or a file system may. */
  function stubborn(name: string, answers: Readonly<Record<string, string>>): SqliteDatabase {
    const database = new Database(inFolder(name))
    return watchedDatabase(database, (sql, run) => {
      const [, pragma = ''] = /^PRAGMA (\w+)/.exec(sql) ?? []
      const answer = answers[pragma]
      if (answer === undefined) return run()
      const says = database.prepare(`SELECT ${answer} AS ${pragma}`)
      // The switch to a log is run to its end, as a query of many rows is.
      return pragma === 'journal_mode' ? says.all() : says.get()
    })
  }

  test('is looked at, and nothing weaker is taken unless it is asked for by name', () => {
    const refused = [
      opening({ database: stubborn('normal.db', { synchronous: '1' }) }),
      opening({ database: stubborn('off.db', { synchronous: '0' }) }, { durability: 'relaxed' }),
      opening({ database: stubborn('delete.db', { journal_mode: "'delete'" }) }),
      opening({ database: stubborn('delete.db', { journal_mode: "'delete'" }) }, { durability: 'relaxed' }),
      // On a disk a journal in memory loses the whole file.
      opening({ database: stubborn('memory.db', { journal_mode: "'memory'" }) }),
      opening({ database: stubborn('fullfsync.db', { fullfsync: '0' }) }),
    ]
    expect(refused).toMatchInlineSnapshot(`
      [
        "not-durable | StoreError: The given database has the journal mode "wal" and synchronous 1, and needs wal and 2 to keep what it acknowledges. Put it on a local disk.",
        "not-durable | StoreError: The given database has the journal mode "wal" and synchronous 0, and needs wal and 1 to keep what it acknowledges. Put it on a local disk.",
        "not-durable | StoreError: The given database has the journal mode "delete" and synchronous 2, and needs wal and 2 to keep what it acknowledges. Put it on a local disk.",
        "not-durable | StoreError: The given database has the journal mode "delete" and synchronous 1, and needs wal and 1 to keep what it acknowledges. Put it on a local disk.",
        "not-durable | StoreError: The given database has the journal mode "memory" and synchronous 2, and needs wal and 2 to keep what it acknowledges. Put it on a local disk.",
        "it opened",
      ]
    `)
  })

  test('a word for it that does not exist is refused', () => {
    const options: SqliteStoreOptions = JSON.parse('{"durability":"none"}')
    expect(opening(':memory:', options)).toMatchInlineSnapshot(
      `"bad-option | HostError: "none" is no durability. Pass 'full', or 'relaxed' if a power cut may take the last events."`,
    )
  })
})

/** Runs a module of the built package in a process of its own. What it prints is JSON. */
function runModule(source: string, args: readonly string[], limits: readonly string[] = []): unknown {
  const node = [process.execPath, '--input-type=module', '--eval', source, ...args]
  const [command = '', ...words] = [...limits, ...node]
  const { stdout, stderr, status } = spawnSync(command, words, { cwd: corePackage, encoding: 'utf8' })
  if (status !== 0) throw new Error(`ended with ${status}: ${stderr}`)
  return JSON.parse(stdout.replaceAll(folder, 'FOLDER'))
}

/**
 * Appends events of 20 kB until the disk is full, twice; makes room; appends the one that failed again and one more.
 * Prints the failures, what was acknowledged, and what is stored.
 */
const filler = (makeRoom: string) => `
  import { execFileSync } from 'node:child_process'
  import { rmSync } from 'node:fs'
  import { sqliteStore } from './dist/sqlite.js'
  const [path, ballast] = process.argv.slice(1)
  const store = sqliteStore(path)
  const append = async (seq) => {
    const event = { id: 'e' + seq, session: 's1', seq, turn: 1, at: new Date(0), type: 'message.recorded', version: 1,
      data: { role: 'assistant', text: String(seq).padEnd(20_000, '.') } }
    await store.append('s1', [event], { expectedSeq: seq - 1 })
  }
  const failures = []
  let acknowledged = 0
  while (failures.length < 2) {
    try { await append(acknowledged + 1); acknowledged += 1 }
    catch (error) { failures.push(error.code + ' | ' + error) }
  }
  let stored = 0
  for await (const event of store.read('s1')) stored += event.data.text.length === 20_000 ? 1 : 0
  const whenFull = stored
  ${makeRoom}
  await append(acknowledged + 1)
  await append(acknowledged + 2)
  await store.close()
  const again = sqliteStore(path, { readOnly: true })
  const seqs = []
  for await (const event of again.read('s1')) seqs.push(event.seq)
  await again.close()
  console.log(JSON.stringify({ failures, acknowledged, whenFull, seqs }))
`

function expectFull(told: unknown, code: string): void {
  expect(told).toMatchObject({
    failures: [expect.stringContaining(`${code} | StoreError: The ledger "`), expect.stringContaining(code)],
  })
  const { acknowledged, whenFull, seqs } = Object(told)
  expect(acknowledged).toBeGreaterThan(3)
  expect(whenFull).toBe(acknowledged)
  expect(seqs).toEqual(Array.from({ length: acknowledged + 2 }, (_, index) => index + 1))
}

const isRoot = process.getuid?.() === 0
const hasLimits = spawnSync('prlimit', ['--fsize=1000000:unlimited', 'true']).status === 0

describe('a disk without room', () => {
  test.skipIf(!hasLimits)('a file that may not grow is said, and what was acknowledged stays', () => {
    const makeRoom = `execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=unlimited'])`
    const limits = ['prlimit', '--fsize=400000:unlimited']
    expectFull(runModule(filler(makeRoom), [inFolder('limited.db')], limits), 'disk-failed')
  })

  const mounted = inFolder('small-disk')

  function mount(): boolean {
    if (!isRoot || process.platform !== 'linux') return false
    mkdirSync(mounted)
    return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', mounted]).status === 0
  }

  const canMount = mount()
  afterAll(() => {
    if (canMount) execFileSync('umount', [mounted])
  })

  test.skipIf(!canMount)('a disk that is full is said, and what was acknowledged stays', () => {
    const ballast = join(mounted, 'ballast')
    writeFileSync(ballast, 'x'.repeat(300_000))
    const told = runModule(filler('rmSync(ballast)'), [join(mounted, 'full.db'), ballast])
    expectFull(told, 'disk-full')
    expect(Object(told).failures[0]).toMatchInlineSnapshot(
      `"disk-full | StoreError: The ledger "FOLDER/small-disk/full.db" has no room left on its disk. Nothing was stored; free some, then try again. It was not acknowledged; the same events can be appended again and are stored once."`,
    )
  })
})

describe('what may not be written', () => {
  /** Opens each path as a user who owns nothing, and tries to append where it opens. Prints the failures. */
  const asNobody = `
    import { sqliteStore } from './dist/sqlite.js'
    const attempts = JSON.parse(process.argv[1])
    if (process.getuid() === 0) { process.setgroups([]); process.setgid(65534); process.setuid(65534) }
    const outcomes = []
    for (const [path, options] of attempts) {
      try {
        const store = sqliteStore(path, options)
        const ids = []
        for await (const event of store.read('s1')) ids.push(event.seq)
        const event = { id: 'new', session: 's2', seq: 1, turn: 1, at: new Date(0), type: 'message.recorded', version: 1,
          data: { role: 'assistant', text: '' } }
        const append = await store.append('s2', [event], { expectedSeq: 0 }).then(() => 'stored', (error) => error.code)
        await store.close()
        outcomes.push('read ' + ids.join() + ', then ' + append)
      } catch (error) {
        outcomes.push(error.code + ' | ' + error)
      }
    }
    console.log(JSON.stringify(outcomes))
  `

  beforeAll(async () => {
    chmodSync(folder, 0o755)
    for (const name of ['read-only-file', 'read-only-folder', 'unreadable']) {
      mkdirSync(inFolder(name))
      await ledgerAt(inFolder(`${name}/ledger.db`))
      for (const file of readdirSync(inFolder(name))) chmodSync(inFolder(`${name}/${file}`), 0o644)
    }
    mkdirSync(inFolder('log-left'))
    const open = sqliteStore(inFolder('open.db'))
    await appendAll(open, sampleEvents(1, 3))
    for (const end of ['', '-wal']) {
      copyFileSync(inFolder(`open.db${end}`), inFolder(`log-left/ledger.db${end}`))
      chmodSync(inFolder(`log-left/ledger.db${end}`), 0o644)
    }
    await open.close()
    chmodSync(inFolder('log-left'), 0o555)
    chmodSync(inFolder('read-only-file/ledger.db'), 0o444)
    chmodSync(inFolder('read-only-file'), 0o777)
    chmodSync(inFolder('read-only-folder/ledger.db'), 0o666)
    chmodSync(inFolder('read-only-folder'), 0o555)
    chmodSync(inFolder('unreadable/ledger.db'), 0o000)
  })

  test.skipIf(process.platform === 'win32')(
    'is said, can be read where it may be, and stays as it is',
    () => {
      const names = ['read-only-file/ledger.db', 'read-only-folder/ledger.db', 'unreadable/ledger.db']
      const bytes = () => names.slice(0, 2).map((name) => readFileSync(inFolder(name)).toString('base64'))
      const before = bytes()
      const attempts = [...names, 'read-only-folder/new.db', 'log-left/ledger.db'].flatMap((name) => [
        [inFolder(name), {}],
        [inFolder(name), { readOnly: true }],
      ])
      const told = [runModule(asNobody, [JSON.stringify(attempts)])].flat()
      // The files beside a ledger go once V8 lets its closed connection go; without them nothing can be read in such a folder.
      const [inReadOnlyFolder] = told.splice(2, 1)
      expect(inReadOnlyFolder).toMatch(/^read(?: 1,2,3, then read)?-only/)
      expect(told).toMatchInlineSnapshot(`
        [
          "read-only | StoreError: The ledger "FOLDER/read-only-file/ledger.db" can only be read, or has to be put in order before it can be. Open it where you may write, or with readOnly to read it.",
          "read 1,2,3, then read-only",
          "read 1,2,3, then read-only",
          "cannot-open | StoreError: The ledger "FOLDER/unreadable/ledger.db" cannot be opened. Check that its folder exists and that you may read and write there.",
          "cannot-open | StoreError: The ledger "FOLDER/unreadable/ledger.db" cannot be opened. Check that its folder exists and that you may read and write there.",
          "cannot-open | StoreError: The ledger "FOLDER/read-only-folder/new.db" cannot be opened. Check that its folder exists and that you may read and write there.",
          "no-file | StoreError: The ledger "FOLDER/read-only-folder/new.db" does not exist. Give the path of a ledger.",
          "read-only | StoreError: The ledger "FOLDER/log-left/ledger.db" can only be read, or has to be put in order before it can be. Open it where you may write, or with readOnly to read it.",
          "cannot-open | StoreError: The ledger "FOLDER/log-left/ledger.db" cannot be opened. Check that its folder exists and that you may read and write there.",
        ]
      `)
      expect(bytes()).toEqual(before)
    },
  )
})

describe('a file that was cut', () => {
  test('is read as far as it is whole, or refused; never a raw error, and opening changes nothing', async () => {
    const whole = inFolder('to-cut.db')
    await ledgerAt(whole, 40)
    const { length } = readFileSync(whole)
    const codes = new Set<string>()
    // SQLite takes a file of one byte for an empty one.
    for (let size = 2; size < length; size += 1021) {
      const path = inFolder(`cut-${size}.db`)
      copyFileSync(whole, path)
      truncateSync(path, size)
      for (const readOnly of [true, false]) {
        const before = readFileSync(path)
        try {
          const store = sqliteStore(path, { readOnly })
          try {
            expect((await collect(store.read('s1'))).length).toBeLessThanOrEqual(40)
            expect((await collect(store.readAll())).length).toBeLessThanOrEqual(40)
          } finally {
            await store.close()
          }
        } catch (error) {
          expect(error).toBeInstanceOf(LedgerError)
          codes.add(failureOf(error).split(' | ')[0] ?? '')
        }
        expect(readFileSync(path).length, `cut at ${size}`).toBe(before.length)
      }
    }
    expect([...codes].toSorted()).toMatchInlineSnapshot(`
      [
        "bad-event",
        "damaged-file",
        "not-a-database",
      ]
    `)
  })
})

describe('a ledger that another process holds', () => {
  /** Holds the one right to write until its standard input ends. */
  const holder = `
    import Database from 'libsql'
    const database = new Database(process.argv[1])
    database.exec('BEGIN IMMEDIATE')
    console.log('held')
    process.stdin.on('end', () => database.exec('ROLLBACK')).resume()
  `

  async function hold(path: string): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', holder, path], {
      cwd: corePackage,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    for await (const _line of createInterface(child.stdout)) break
    return child
  }

  async function release(child: ChildProcess): Promise<void> {
    const ended = new Promise((resolve) => child.on('close', resolve))
    child.stdin?.end()
    await ended
  }

  test('is waited for without blocking; for too long it is busy; then the append can be made again', async () => {
    const path = inFolder('held.db')
    await ledgerAt(path)
    const child = await hold(path)
    const store = sqliteStore(path, { busyTimeout: 500 })
    let ticks = 0
    const ticking = setInterval(() => {
      ticks += 1
    }, 1)
    const failed: unknown = await appendAll(store, sampleEvents(4, 4)).catch((error: unknown) => error)
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(0)
    expect(failureOf(failed)).toMatchInlineSnapshot(
      `"busy | StoreError: The ledger "FOLDER/held.db" is in use by another program, and stayed so. Try again, or end that program."`,
    )
    // It can be read all the while.
    expect(await collect(store.read('s1'))).toHaveLength(3)
    await release(child)
    await appendAll(store, sampleEvents(4, 4))
    expect(await collect(store.read('s1'))).toHaveLength(4)
    await store.close()
  })
})

test.skipIf(process.platform === 'win32')(
  'a ledger is made for its owner alone, with the files beside it',
  async () => {
    await ledgerAt(inFolder('own.db'))
    const own = readdirSync(folder).filter((name) => name.startsWith('own.db'))
    expect(own.map((name) => statSync(inFolder(name)).mode & 0o777)).toEqual(own.map(() => 0o600))
  },
)
