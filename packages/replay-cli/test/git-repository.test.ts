import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GitRepository } from '../src/repository/git-repository.js'
import { MemoryPlace } from './memory-place.js'
import { lines } from './recordings.js'

const place = new MemoryPlace()
const repo = join(place.folder, 'repo')
const planted = join(place.folder, 'planted')

function git(...words: readonly string[]): string {
  return gitAt('2026-01-05T08:00:30Z', ...words)
}

function gitAt(at: string, ...words: readonly string[]): string {
  const identity = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@x',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@x',
  }
  return execFileSync('git', ['-C', repo, ...words], {
    encoding: 'utf8',
    env: {
      ...process.env,
      ...identity,
      GIT_AUTHOR_DATE: at,
      GIT_COMMITTER_DATE: at,
      GIT_CONFIG_GLOBAL: '/dev/null',
    },
  }).trim()
}

const hasGit = spawnSync('git', ['--version']).status === 0
if (!hasGit)
  throw new Error('git is needed for these tests, as for the clone that they stand in: install it.')

mkdirSync(join(repo, 'src'), { recursive: true })
execFileSync('git', ['init', '-q', '-b', 'main', repo])
writeFileSync(join(repo, 'src/a file\nwith a line.ts'), 'x')
writeFileSync(join(repo, 'src/parser.ts'), 'x')
git('add', '-A')
git('commit', '-qm', 'A change', '-m', 'With a body.\n\nTodo: 1')
symlinkSync('/etc/hostname', join(repo, 'outside'))
const hash = git('rev-parse', 'HEAD')
const time = Date.parse('2026-01-05T08:00:30Z')
const message = 'A change\n\nWith a body.\n\nTodo: 1'
const commit = { hash, time, message, files: ['src/a file\nwith a line.ts', 'src/parser.ts'] }

test('commits and files of a repository', () => {
  const repository = new GitRepository(join(repo, 'src'))
  expect(repository.commitsBetween(time - 1000, time + 1000)).toEqual([commit])
  expect(repository.commitsBetween(time + 5000, time + 9000)).toEqual([])
  expect(repository.commit(hash.slice(0, 9))).toEqual(commit)
  expect(repository.commit('0'.repeat(9))).toBe(null)
  expect(repository.commit('--output=x')).toBe(null)
  expect(repository.hasFile('src/parser.ts')).toBe(true)
  expect(
    ['src', 'nowhere', 'outside', '../planted', '/etc/hostname'].filter((path) => repository.hasFile(path)),
  ).toEqual([])
})

test('a commit with an older date hides none behind it', () => {
  const at = (minute: number): string => new Date(time + 86_400_000 + minute * 60_000).toISOString()
  gitAt(at(1), 'switch', '-qc', 'dated')
  gitAt(at(1), 'commit', '-q', '--allow-empty', '-m', 'first')
  gitAt('2020-01-01T00:00:00Z', 'commit', '-q', '--allow-empty', '-m', 'older')
  gitAt(at(3), 'commit', '-q', '--allow-empty', '-m', 'second')
  gitAt(at(9), 'commit', '-q', '--allow-empty', '-m', 'too late')
  const found = new GitRepository(repo).commitsBetween(Date.parse(at(1)), Date.parse(at(3)))
  expect(found.map(({ message }) => message)).toEqual(['first', 'second'])
  git('switch', '-q', 'main')
  git('branch', '-qD', 'dated')
})

test('nothing that a repository brings along is run', () => {
  const script = join(repo, 'run.sh')
  writeFileSync(script, `#!/bin/sh\ntouch '${planted}'\n`, { mode: 0o755 })
  for (const [name, value] of [
    ['core.fsmonitor', script],
    ['core.hooksPath', repo],
    ['core.pager', script],
    ['pager.log', script],
    ['diff.external', script],
    ['diff.evil.textconv', script],
    ['diff.evil.command', script],
    ['filter.evil.clean', script],
    ['filter.evil.smudge', script],
    ['gpg.program', script],
    ['log.showSignature', 'true'],
    ['core.sshCommand', script],
    ['core.askPass', script],
    ['credential.helper', script],
    ['core.alternateRefsCommand', script],
    ['alias.log', `!${script}`],
    ['alias.rev-parse', `!${script}`],
  ] as const)
    git('config', name, value)
  writeFileSync(join(repo, '.gitattributes'), '* diff=evil filter=evil\n')
  const repository = new GitRepository(repo)
  expect(repository.commitsBetween(time - 1000, time + 1000)).toEqual([commit])
  expect(repository.commit(hash)).toEqual(commit)
  expect(existsSync(planted)).toBe(false)
})

test('audit --repo says what the repository shows, and what it does not', async () => {
  const list = (status: string): object => ({
    items: [
      { id: '1', text: 'Fix src/parser.ts', status },
      { id: '2', text: 'Fix the lexer, commit:1234567', status },
    ],
  })
  place.write(
    's.jsonl',
    lines(
      { recording: 'todo-ledger/1', session: 'main', profile: 'todo-manager' },
      { input: 'Fix them', trigger: 'user', at: '2026-01-05T08:00:00Z' },
      {
        turn: 1,
        at: '2026-01-05T08:00:01Z',
        calls: [{ id: 'p1', name: 'todo', input: list('pending'), ok: true, output: 'done' }],
      },
      {
        turn: 2,
        at: '2026-01-05T08:01:00Z',
        calls: [{ id: 'p2', name: 'todo', input: list('completed'), ok: true, output: 'done' }],
      },
    ),
  )
  expect((await place.run('audit s.jsonl')).code).toBe(1)
  expect(
    (await place.screen('audit s.jsonl --repo repo')).replaceAll(hash.slice(0, 10), '<hash>'),
  ).toMatchInlineSnapshot(`
    "main
    s.jsonl
    todo-manager, 2 turns, 2 completions

      ✗ UNSUPPORTED #2 Fix the lexer, commit:1234567
        why       Item 2 asks for "Fix the lexer, commit:1234567", but no call was
                  made for it, and nothing of any length was said. [error
                  nothing-done]
        where     s.jsonl:4, turn 2, call p2
        warning   Item 2 names commit:1234567 as its proof, but the repository has
                  no such commit. [proof-not-found]
        timeline  listed in turn 1, completed in turn 2
        needs     Do what the item asks for, before the mark

      ? UNKNOWN #1 Fix src/parser.ts
        why       The log has a gap where item 1 may have been done: what was done
                  is not in it.
        where     s.jsonl:4, turn 2, call p2
        timeline  listed in turn 1, completed in turn 2; no tool states anything of
                  it
        proof     commit <hash> of 2026-01-05 08:00 UTC changes src/a file ⏎
                  with a line.ts, src/parser.ts (in the repository)

      info     skipped-in-progress: #1 at turn 2, #2 at turn 2

    2 completions: 0 supported, 0 weak, 1 unsupported, 0 undecided, 1 unknown · 1 error, 1 warning, 2 info
    --- exit 1"
  `)
  expect(await place.screen('audit s.jsonl --repo nowhere')).toMatchInlineSnapshot(`
    "--- stderr
    todo-replay: --repo nowhere can't be read as a git repository: fatal: cannot change to 'nowhere': No such file or directory
    --- exit 2"
  `)
  place.makeFolder('plain')
  expect((await place.run('audit s.jsonl --repo plain')).stderr).toContain(
    'plain is not in a git repository.',
  )
})
