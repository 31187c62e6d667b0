import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { lines } from './recordings.js'

const place = new MemoryPlace()
const repo = join(place.folder, 'repo')
mkdirSync(repo)

function git(at: string, ...words: readonly string[]): string {
  const env = { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at, GIT_CONFIG_GLOBAL: '/dev/null' }
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@x']
  return execFileSync('git', ['-C', repo, ...identity, ...words], { encoding: 'utf8', env }).trim()
}

const clock = (minute: number): string => new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString()

git(clock(0), 'init', '-q', '-b', 'main')
const hashes: string[] = []
for (const [minute, message] of [
  [-120, 'Long before'],
  [4, 'wip'],
  [9, 'Something\n\nTodo: #3'],
  [12, 'More of it'],
  [15, '\u001b[31mA person\u202e was here'],
  [30, 'Long after'],
] as const) {
  git(clock(minute), 'commit', '-q', '--allow-empty', '-m', message)
  hashes.push(git(clock(0), 'rev-parse', 'HEAD'))
}

const list = (...statuses: readonly string[]): object => ({
  items: ['Fix the parser', 'Add tests for the lexer', 'Write the guide', 'Undo the old way'].map(
    (text, index) => ({ id: String(index + 1), text, status: statuses[index] ?? 'pending' }),
  ),
})
const todo = (minute: number, ...statuses: readonly string[]): object => ({
  turn: minute,
  at: clock(minute),
  calls: [{ id: `t${minute}`, name: 'todo', input: list(...statuses), ok: true, output: 'done' }],
})
const [done, busy] = ['completed', 'in_progress']
place.write(
  's.jsonl',
  lines(
    { recording: 'todo-ledger/1', session: 'build-7', profile: 'todo-manager' },
    { input: 'Build it', trigger: 'user', at: clock(0) },
    todo(1, busy),
    todo(7, done, busy),
    todo(8, done, done, busy),
    todo(10, done, done, done, 'pending'),
    { end: true, at: clock(14) },
  ),
)

/** The screen with each hash as its number. */
async function screen(words: string): Promise<string> {
  const text = await place.screen(words)
  return hashes.reduce((told, hash, index) => told.replaceAll(hash.slice(0, 10), `<commit ${index}>`), text)
}

test('each commit stands with its item, and with every reason', async () => {
  expect(await screen('commits s.jsonl --repo repo')).toMatchInlineSnapshot(`
    "build-7
    s.jsonl
    4 commits, 2 of them belong to an item

    [x] #1: Fix the parser
        <commit 1>  2026-01-05 08:04  wip
            it was made while the item was in progress

    [x] #2: Add tests for the lexer
        no commit

    [x] #3: Write the guide
        <commit 2>  2026-01-05 08:09  Something
            its trailer names item 3; it was made while the item was in progress

    [ ] #4: Undo the old way
        no commit

    of no item
        <commit 3>  2026-01-05 08:12  More of it
        <commit 4>  2026-01-05 08:15  \\u001b[31mA person\\u202e was here
    --- exit 0"
  `)
})

test('a folder that is no repository', async () => {
  expect(await place.screen('commits s.jsonl --repo nowhere')).toMatchInlineSnapshot(`
    "--- stderr
    todo-replay: --repo nowhere can't be read as a git repository: fatal: cannot change to 'nowhere': No such file or directory
    --- exit 2"
  `)
})
