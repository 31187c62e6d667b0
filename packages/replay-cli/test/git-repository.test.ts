import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GitRepository } from '../src/commits/git-repository.js'
import { MemoryPlace } from './memory-place.js'

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
const hash = git('rev-parse', 'HEAD')
const time = Date.parse('2026-01-05T08:00:30Z')
const message = 'A change\n\nWith a body.\n\nTodo: 1'
const commit = { hash, time, message }

test('commits of a repository', () => {
  const repository = new GitRepository(join(repo, 'src'))
  expect(repository.commitsBetween(time - 1000, time + 1000)).toEqual([commit])
  expect(repository.commitsBetween(time + 5000, time + 9000)).toEqual([])
})

test('a commit with an older date hides none behind it', () => {
  const at = (minute: number): string => new Date(time + 86_400_000 + minute * 60_000).toISOString()
  gitAt(at(1), 'switch', '-qc', 'dated')
  gitAt(at(1), 'commit', '-q', '--allow-empty', '-m', 'first')
  gitAt('2020-01-01T00:00:00Z', 'commit', '-q', '--allow-empty', '-m', 'older')
  gitAt(at(3), 'commit', '-q', '--allow-empty', '-m', 'second')
  gitAt(at(9), 'commit', '-q', '--allow-empty', '-m', 'too late')
  const found = new GitRepository(repo).commitsBetween(Date.parse(at(1)), Date.parse(at(3)))
  expect(found.map(({ message }) => message).sort()).toEqual(['first', 'second'])
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
  expect(existsSync(planted)).toBe(false)
})
