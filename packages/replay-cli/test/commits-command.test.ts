import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
/** Commits a file at so many minutes past eight. @returns what git prints */
function commit(minute: number, message: string, file: string): string {
  mkdirSync(dirname(join(repo, file)), { recursive: true })
  writeFileSync(join(repo, file), message)
  git(clock(minute), 'add', '-A')
  return git(clock(minute), 'commit', '-m', message)
}

const hashes: string[] = []
function note(printed: string): string {
  hashes.push(git(clock(0), 'rev-parse', 'HEAD'))
  return printed
}

note(commit(-120, 'Long before', 'src/old.ts'))
const early = hashes[0]?.slice(0, 9)
const printed = note(commit(4, 'wip', 'src/parser.ts'))
note(commit(5, 'feat(lexer): add tests for the lexer', 'test/lexer.ts'))
note(commit(6, 'Clean up', 'src/cli.ts'))
note(commit(9, 'Something\n\nTodo: #3', 'docs/guide.md'))
note(commit(12, 'More of it', 'src/lexer.ts'))
mkdirSync(join(repo, 'bin'), { recursive: true })
writeFileSync(join(repo, 'bin/run.ts'), 'x')
const all = note(commit(13, 'All the rest', 'src/old.ts'))
note(commit(15, '\u001b[31mA person\u202e was here', 'LICENSE'))
note(commit(30, 'Long after', 'src/new.ts'))

const list = (...statuses: readonly string[]): object => ({
  items: [
    'Fix the parser',
    'Add tests for the lexer',
    'Write the guide',
    `Undo the old way, commit:${early}`,
    'Rewrite src/cli.ts',
  ].map((text, index) => ({ id: String(index + 1), text, status: statuses[index] ?? 'pending' })),
})
const todo = (minute: number, ...statuses: readonly string[]): object => ({
  turn: minute,
  at: clock(minute),
  calls: [{ id: `t${minute}`, name: 'todo', input: list(...statuses), ok: true, output: 'done' }],
})
const bash = (minute: number, command: string, output: string): object => ({
  turn: minute,
  at: clock(minute),
  calls: [{ id: `b${minute}`, name: 'bash', input: { command }, ok: true, output }],
})
const [done, busy] = ['completed', 'in_progress']
place.write(
  's.jsonl',
  lines(
    { recording: 'todo-ledger/1', session: 'build-7', profile: 'todo-manager' },
    { input: 'Build it', trigger: 'user', at: clock(0) },
    todo(1, busy),
    bash(4, 'git commit -am wip', `${printed}\n 1 file changed`),
    {
      turn: 6,
      at: clock(6),
      calls: [
        {
          id: 'v',
          name: 'write_file',
          input: { path: '/home/a/repo/src/lexer.ts', content: 'x' },
          ok: true,
          output: 'ok',
        },
      ],
    },
    todo(7, done, busy),
    {
      turn: 7,
      at: clock(7),
      calls: [
        { id: 'u', name: 'write_file', input: { path: 'bin/run.ts', content: 'x' }, ok: true, output: 'ok' },
      ],
    },
    todo(8, done, done, busy),
    todo(10, done, done, done, 'pending'),
    bash(13, 'git commit -am all', all),
    bash(14, 'git log --oneline', hashes.join('\n')),
    { end: true, at: clock(14) },
  ),
)

/** The screen with each hash as its number. */
async function screen(words: string): Promise<string> {
  const text = await place.screen(words)
  return hashes
    .reduce((told, hash, index) => told.replaceAll(hash.slice(0, 10), `<commit ${index}>`), text)
    .replaceAll(early ?? '', '<commit>')
}

test('each commit stands with its item, and with every reason', async () => {
  expect(await screen('commits s.jsonl --repo repo')).toMatchInlineSnapshot(`
    "build-7
    s.jsonl
    8 commits, 5 of them belong to an item

    [x] #1: Fix the parser
        <commit 1>  2026-01-05 08:04  wip
            it was made while the item was in progress
        <commit 2>  2026-01-05 08:05  feat(lexer): add tests for the lexer
            it was made while the item was in progress
        <commit 3>  2026-01-05 08:06  Clean up
            it was made while the item was in progress

    [x] #2: Add tests for the lexer
        no commit

    [x] #3: Write the guide
        <commit 4>  2026-01-05 08:09  Something
            its trailer names item 3; it was made while the item was in progress

    [ ] #4: Undo the old way, commit:<commit>
        <commit 0>  2026-01-05 06:00  Long before
            the item names commit:<commit>

    [ ] #5: Rewrite src/cli.ts
        no commit

    of no item
        <commit 5>  2026-01-05 08:12  More of it
        <commit 6>  2026-01-05 08:13  All the rest
        <commit 7>  2026-01-05 08:15  \\u001b[31mA person\\u202e was here
    --- exit 0"
  `)
})

test('a recording that says no times has the commits that are named, and a folder that is no repository none', async () => {
  place.write(
    'timeless.jsonl',
    lines(
      { recording: 'todo-ledger/1', session: 'build-8', profile: 'todo-manager' },
      { input: 'Build it', trigger: 'user' },
      { turn: 1, calls: [{ id: 't1', name: 'todo', input: list('completed'), ok: true, output: 'done' }] },
      { end: true },
    ),
  )
  expect(await screen('commits timeless.jsonl --repo repo')).toMatchInlineSnapshot(`
    "build-8
    timeless.jsonl
    1 commit, 1 of them belongs to an item

    [x] #1: Fix the parser
        no commit

    [ ] #2: Add tests for the lexer
        no commit

    [ ] #3: Write the guide
        no commit

    [ ] #4: Undo the old way, commit:<commit>
        <commit 0>  2026-01-05 06:00  Long before
            the item names commit:<commit>

    [ ] #5: Rewrite src/cli.ts
        no commit
    --- exit 0"
  `)
  expect(await place.screen('commits s.jsonl --repo nowhere')).toMatchInlineSnapshot(`
    "--- stderr
    todo-replay: --repo nowhere can't be read as a git repository: fatal: cannot change to 'nowhere': No such file or directory
    --- exit 2"
  `)
})
