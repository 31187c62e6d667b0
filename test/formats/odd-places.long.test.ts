// Every command on what is no good recording, and on places that are no plain files: one clear message, the exit code
// that docs/background/decisions.md says, and never a stack trace.

import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInMemory } from '../../packages/replay-cli/test/memory-host.js'
import { zstandardOf } from './zstandard-form.js'

const place = mkdtempSync(join(tmpdir(), 'todo-replay-odd-'))
const home = process.cwd()
const session = readFileSync(
  fileURLToPath(new URL('../../fixtures/failing-check-ticked/session.jsonl', import.meta.url)),
)
const lines = session.toString().trimEnd().split('\n')
const server = createServer()

/** Files that hold a session, however they are hurt. */
const readable: { readonly [name: string]: string | Buffer } = {
  'cut.jsonl': session.subarray(0, session.length * 0.6),
  'cut.jsonl.gz': gzipSync(session).subarray(0, 3000),
  'cut.jsonl.zst': zstandardOf(session, 1000).subarray(0, 12_000),
  'reversed.jsonl': lines.toReversed().join('\n'),
  'doubled.jsonl': [...lines, ...lines].join('\n'),
  'each-doubled.jsonl': lines.flatMap((line) => [line, line]).join('\n'),
  'garbage.jsonl': lines.with(5, 'garbage').join('\n'),
  'utf-16.jsonl': Buffer.from(`\uFEFF${session}`, 'utf16le'),
  'windows.jsonl': Buffer.from(`\uFEFF${lines.join('\r\n')}`),
  'deep.jsonl': lines.with(5, '['.repeat(100_000)).join('\n'),
  'neutral-cut.jsonl':
    '{"recording":"todo-ledger/1","session":"s","profile":"todo-manager"}\n{"input":"Go"}\n{"turn":',
}

/** Files that hold none. */
const unreadable: { readonly [name: string]: string | Buffer } = {
  'empty.jsonl': '',
  'glued.jsonl': lines.join(''),
  'blank.jsonl': '\n\n \n',
  'binary.jsonl': Buffer.of(1, 0, 2, 255),
  'other.json': '{"hello":1}',
  'numbers.json': '[1,2,3]',
  'open-lists.json': '['.repeat(100_000),
  'open-objects.json': '{"a":'.repeat(100_000),
  'no-session.jsonl': '{"type":"summary","summary":"x","leafUuid":"u"}\n',
  'wrong-line.jsonl':
    '{"recording":"todo-ledger/1","session":"s","profile":"todo-manager"}\n{"nonsense":1}\n',
  'not-gzip.jsonl.gz': Buffer.of(0x1f, 0x8b, 8, 0, 0),
  'text.db': 'no database',
  'half.db': `SQLite format 3\0${'x'.repeat(200)}`,
}

/** What each command is asked with, beside its source. */
const commands: readonly (readonly string[])[] = [
  ['show'],
  ['log'],
  ['diff'],
  ['blame'],
  ['bisect', '--rule', 'single-in-progress'],
  ['stats'],
  ['what-if', '--profile', 'claude-code'],
  ['audit'],
  ['audit', '--json'],
  ['report', '--out', 'page.html'],
  ['import', '--ledger', 'new.db'],
  ['export'],
  ['sessions'],
  ['watch', '--once'],
]
const names = commands.map((words) => words.join(' '))

beforeAll(async () => {
  process.chdir(place)
  for (const [name, content] of Object.entries({ ...readable, ...unreadable })) writeFileSync(name, content)
  mkdirSync('empty-folder')
  mkdirSync('bad-folder')
  writeFileSync('bad-folder/a.jsonl', 'x')
  writeFileSync('bad-folder/b.jsonl', Buffer.of(0))
  symlinkSync('nowhere', 'broken-link.jsonl')
  symlinkSync('round-b.jsonl', 'round-a.jsonl')
  symlinkSync('round-a.jsonl', 'round-b.jsonl')
  await new Promise<void>((resolve) => server.listen('socket.jsonl', resolve))
})
afterAll(() => {
  server.close()
  process.chdir(home)
  rmSync(place, { recursive: true, force: true })
})

async function run(words: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  rmSync('new.db', { force: true })
  const [command = '', ...options] = words
  const found = await runInMemory([command, ...options])
  expect(`${found.stdout}${found.stderr}`).not.toMatch(/^\s+at .*[:(]\d+/m)
  expect({ words, code: found.code, stderr: found.stderr }).not.toMatchObject({ code: 3 })
  return found
}

/** All commands open their source in the same way: each reads one file of a kind, and one of them reads every file. */
const everyCommand = (name: string) => names.map((words): [string, string] => [name, words])

test.each([
  ...Object.keys(readable).map((name): [string, string] => [name, 'audit']),
  ...everyCommand('cut.jsonl'),
])('%s: %s', async (name, words) => {
  const [command = '', ...options] = words.split(' ')
  const { code, stdout, stderr } = await run([command, name, ...options])
  expect({ isFound: code === 0 || code === 1, stderr }).toMatchObject({ isFound: true })
  expect(stdout.length + stderr.length).toBeGreaterThan(0)
})

const places = [
  'empty-folder',
  'bad-folder',
  'broken-link.jsonl',
  'round-a.jsonl',
  'socket.jsonl',
  'missing.jsonl',
]
const devices = process.platform === 'linux' ? ['/dev/null', '/dev/zero', '/dev/full', '/proc/self/mem'] : []
test.each([
  ...[...Object.keys(unreadable), ...places, ...devices].map((name): [string, string] => [name, 'audit']),
  ...everyCommand('other.json'),
  ...everyCommand('missing.jsonl'),
])('%s: %s', async (name, words) => {
  const [command = '', ...options] = words.split(' ')
  const { code, stdout, stderr } = await run([command, name, ...options])
  expect({ code, stderr }).toMatchObject({ code: 2 })
  const told = options.includes('--json') ? stdout : stderr.trimEnd().split('\n').at(-1)
  expect(told).toMatch(options.includes('--json') ? /"error"/ : /^todo-replay: .{10,}\.?$/)
})

test.runIf(process.platform === 'linux')(
  'a folder of everything that is no plain file: the one recording is read',
  async () => {
    mkdirSync('everything/closed', { recursive: true })
    writeFileSync('everything/good.jsonl', session)
    execFileSync('mkfifo', ['everything/pipe.jsonl'])
    symlinkSync('pipe.jsonl', 'everything/to-a-pipe.jsonl')
    symlinkSync('/dev/zero', 'everything/zero.jsonl')
    symlinkSync('/dev/zero', 'everything/zero.db')
    symlinkSync('nowhere', 'everything/nowhere.jsonl')
    symlinkSync('.', 'everything/round')
    symlinkSync('itself', 'everything/itself')
    writeFileSync(
      Buffer.concat([Buffer.from('everything/'), Buffer.of(0xff), Buffer.from('.jsonl')]),
      session,
    )
    writeFileSync('everything/new\nline \u001b[31m.json', '{}')
    cpSync('everything/good.jsonl', 'everything/link-target.txt')
    const { code, stdout, stderr } = await run(['sessions', 'everything'])
    expect({ code, last: stdout.trimEnd().split('\n').at(-1) }).toEqual({ code: 0, last: '1 session' })
    expect(stderr).toMatchInlineSnapshot(`
      "warning: everything/�.jsonl: not read: its name is not valid UTF-8, so it cannot be opened. Rename it.
      note: 1 .json file left out, no recorded session: everything/new ⏎ line \\u001b[31m.json
      warning: 1 file could not be read
      "
    `)
  },
)

/** Root may read everything, unless it gives that up. The program itself may stand where no other user can read it. */
const isRoot = process.getuid?.() === 0
const withoutPower = ['--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all']
const canGiveUp = isRoot && spawnSync('setpriv', [...withoutPower, 'true']).status === 0
test.runIf(canGiveUp || !isRoot)('what may not be opened is told, and the rest is read', () => {
  const folder = join(place, 'permissions')
  mkdirSync(join(folder, 'closed'), { recursive: true })
  for (const name of ['good.jsonl', 'no.jsonl', 'closed/in.jsonl']) writeFileSync(join(folder, name), session)
  chmodSync(join(folder, 'no.jsonl'), 0)
  chmodSync(join(folder, 'closed'), 0)
  const program = fileURLToPath(new URL('../../packages/replay-cli/bin/todo-replay.js', import.meta.url))
  const powerless = (words: readonly string[]) => {
    const [start = '', ...rest] = isRoot ? ['setpriv', ...withoutPower, process.execPath] : [process.execPath]
    const { status, stderr } = spawnSync(start, [...rest, program, ...words], {
      cwd: folder,
      encoding: 'utf8',
    })
    return `${stderr}exit ${status}`
  }
  expect([
    powerless(['sessions', '.']),
    powerless(['show', 'no.jsonl']),
    powerless(['audit', 'closed']),
  ]).toMatchInlineSnapshot(`
    [
      "warning: closed: not read: you may not open this folder.
    warning: no.jsonl: not read: you may not read this file; change its permissions.
    warning: 2 files could not be read
    exit 0",
      "todo-replay: no.jsonl: you may not open it.
    exit 2",
      "todo-replay: closed: you may not open it.
    exit 2",
    ]
  `)
})
