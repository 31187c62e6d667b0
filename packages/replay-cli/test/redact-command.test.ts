import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'

const workplace = new MemoryPlace()
const { folder } = workplace

/** Runs the program in this process, in the folder. */
function run(words: string, options: { readonly input?: string } = {}): ReturnType<typeof runInMemory> {
  const isFile = /^[\w/-]+\.(?:jsonl|db|txt)$/
  return runInMemory(
    words.split(' ').map((word) => (isFile.test(word) ? join(folder, word) : word)),
    options,
  )
}

/** Made up, and put together here, so that no scanner finds it in this repository. */
const token = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')
const codeWord = 'melon-Tarragon'

/** A recorded session with a token and a code word in it. */
function recording(session: string, more: readonly object[] = []): string {
  const lines = [
    { recording: 'todo-ledger/1', session, profile: 'todo-manager' },
    { input: `Use ${token} for ${codeWord}`, trigger: 'user', at: '2026-01-05T10:00:00Z' },
    {
      turn: 1,
      at: '2026-01-05T10:00:03Z',
      calls: [
        {
          id: 'c1',
          name: 'todo',
          input: { items: [{ id: '1', text: `Try ${codeWord}`, status: 'pending' }] },
        },
      ],
    },
    {
      turn: 2,
      at: '2026-01-05T10:00:09Z',
      calls: [
        {
          id: 'c2',
          name: 'Bash',
          input: { command: `curl -H 'x: ${token}'` },
          ok: true,
          output: Buffer.from(`{"t":"${token}"}`).toString('base64'),
        },
      ],
    },
    { turn: 3, at: '2026-01-05T10:00:12Z', text: 'Done.' },
    ...more,
  ]
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

/** What the files of a ledger hold, byte for byte. */
function bytesOf(ledger: string): string {
  return readdirSync(folder)
    .filter((name) => name.startsWith(ledger))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n')
}

workplace.write('s1.jsonl', recording('s1'))
workplace.write('word.txt', `${codeWord}\n`)

describe('import and export', () => {
  test('take secrets out, unless they are told not to', async () => {
    const imported = await run('import s1.jsonl --ledger plain.db')
    expect(imported).toMatchObject({ code: 0, stderr: '' })
    expect(bytesOf('plain.db')).not.toContain(token)
    expect(bytesOf('plain.db')).toContain('[redacted:github-token]')
    expect((await run('export s1.jsonl')).stdout).not.toContain(token)
    expect((await run('export s1.jsonl --no-redact')).stdout).toContain(token)
    expect((await run('export s1.jsonl --redact-pattern word=melon-\\w+')).stdout).toContain(
      '[redacted:word]',
    )
    const again = await run('import s1.jsonl --ledger plain.db')
    expect(again.stdout).toContain('nothing new')
  })

  test('a ledger that holds secrets is exported without them', async () => {
    await run('import s1.jsonl --ledger open.db --no-redact')
    expect(bytesOf('open.db')).toContain(token)
    expect((await run('export open.db')).stdout).not.toContain(token)
    // The same session, read without its secrets, is the same session.
    const again = await run('import s1.jsonl --ledger open.db')
    expect(again).toMatchObject({ code: 0 })
    expect(again.stdout).toContain('nothing new')
    await run('import open.db --ledger copy.db')
    expect(bytesOf('copy.db')).not.toContain(token)
  })
})

describe('redact', () => {
  test('takes a secret out of the file, and the ledger verifies', async () => {
    await run('import s1.jsonl --ledger leak.db')
    // The file alone: the import has moved its write-ahead log into it, and SQLite takes that one away when it likes.
    const fileBytes = () => readFileSync(join(folder, 'leak.db'), 'latin1')
    const before = fileBytes()
    const dry = JSON.parse((await run('redact leak.db --secret-from word.txt --dry-run --json')).stdout)
    expect(dry).toMatchObject({ dryRun: true, events: 2, sessions: [{ session: 's1', seq: null, left: [] }] })
    expect(fileBytes() === before).toBe(true)
    const { code, stdout, stderr } = await run('redact leak.db --secret-from word.txt --reason leaked')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('redacted in 2 events')
    expect(bytesOf('leak.db')).not.toContain(codeWord)
    expect((await run('verify leak.db')).code).toBe(0)
    for (const command of ['show', 'log', 'audit --fail-on never', 'export', 'sessions']) {
      const told = await run(`${command} leak.db`)
      expect(told.code, command + told.stderr).toBe(0)
      expect(told.stdout, command).not.toContain(codeWord)
    }
    expect((await run('show leak.db')).stdout).toContain('[redacted:secret]')
  })

  test('an import over it does not bring it back, and says so', async () => {
    const again = await run('import s1.jsonl --ledger leak.db')
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(again.stdout).toContain('2 redacted events left as in the ledger')
    workplace.write(
      'grown/s1.jsonl',
      recording('s1', [
        { input: 'Go on', trigger: 'user', at: '2026-01-05T11:00:00Z' },
        { turn: 4, at: '2026-01-05T11:00:03Z', text: 'Yes.' },
      ]),
    )
    const grown = await run('import grown/s1.jsonl --ledger leak.db')
    expect(grown).toMatchObject({ code: 0, stderr: '' })
    expect(grown.stdout).toContain('grown by')
    expect(bytesOf('leak.db')).not.toContain(codeWord)
    expect((await run('verify leak.db')).code).toBe(0)
  })

  test('takes out what the built-in patterns or a pattern find', async () => {
    await run('import s1.jsonl --ledger late.db --no-redact')
    const builtIn = await run('redact late.db --built-in --session s1')
    expect(builtIn.stdout).toContain('github-token')
    expect(bytesOf('late.db')).not.toContain(token)
    await run('redact late.db --pattern melon-[A-Z]\\w+')
    expect(bytesOf('late.db')).not.toContain(codeWord)
    expect((await run('verify late.db')).code).toBe(0)
  })

  test('wants one kind of secret, a ledger and a session that is there', async () => {
    expect((await run('redact leak.db')).code).toBe(2)
    expect((await run('redact leak.db --built-in --pattern x')).code).toBe(2)
    expect((await run('redact s1.jsonl --built-in')).code).toBe(2)
    expect((await run('redact leak.db --built-in --session none')).code).toBe(2)
    expect((await run('redact leak.db --secret-from missing.txt')).code).toBe(2)
    expect((await run('redact leak.db --secret-from -', { input: 'ab' })).code).toBe(2)
    expect((await run('redact leak.db --forget')).code).toBe(2)
    expect((await run('redact leak.db --forget --session s1 --dry-run')).code).toBe(2)
  })
})

test('forget erases a session; every command still works, and an import leaves it alone', async () => {
  workplace.write('s2.jsonl', recording('s2'))
  await run('import s1.jsonl --ledger gone.db')
  await run('import s2.jsonl --ledger gone.db')
  const forgotten = await run('redact gone.db --forget --session s1 --reason asked')
  expect(forgotten).toMatchObject({ code: 0, stderr: '' })
  expect(forgotten.stdout).toMatch(/s1: \d+ events erased/)
  // Only the other session still says it; its events are too few to stand in the stored list of sessions.
  expect(bytesOf('gone.db').split(codeWord)).toHaveLength(
    (await run('export gone.db')).stdout.split(codeWord).length,
  )
  for (const command of [
    'show --session s1',
    'log --session s1',
    'audit --fail-on never',
    'export',
    'sessions',
    'verify',
  ]) {
    const told = await run(`${command} gone.db`)
    expect(told.code, `${command} ${told.stdout} ${told.stderr}`).toBe(0)
  }
  const again = await run('import s1.jsonl --ledger gone.db')
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(again.stdout).toContain('forgotten')
  expect((await run('redact gone.db --forget --session s1')).stdout).toContain('forgotten before')
})

test.each(['redact empty.db --built-in', 'redact empty.db --forget --session s1', 'copy empty.db copied.db'])(
  '%s: an empty file is no ledger, and stays empty',
  async (words) => {
    workplace.write('empty.db', '')
    const { code, stderr } = await run(words)
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not a ledger: it is empty')])
    expect(readFileSync(join(folder, 'empty.db'))).toHaveLength(0)
  },
)

test('of a recording it says what to do instead, and that does it', async () => {
  workplace.write('leaky.jsonl', recording('leaky'))
  const { code, stderr } = await run('redact leaky.jsonl --built-in')
  expect([code, stderr.replaceAll(folder, '.').replace(/\s+/g, ' ').trim()]).toEqual([
    2,
    'todo-replay: ./leaky.jsonl is not a ledger. A recording is never altered. todo-replay export ./leaky.jsonl --out clean.jsonl writes a copy without secrets, --redact-pattern name=regexp takes out more, and every command reads the copy. Delete the recording itself where the secret must go.',
  ])
  const given = `export leaky.jsonl --out clean.jsonl --redact-pattern word=${codeWord}`
  expect((await run(given)).code).toBe(0)
  const copy = readFileSync(join(folder, 'clean.jsonl'), 'utf8')
  expect([copy.includes(token), copy.includes(codeWord), copy.includes('[redacted')]).toEqual([
    false,
    false,
    true,
  ])
  expect((await run('show clean.jsonl')).code).toBe(0)
})
