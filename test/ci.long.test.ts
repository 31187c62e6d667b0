/** The templates for CI are run: the very steps that stand in them, with recordings of fixtures/. */

import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { junitMistakes, sarifMistakes } from '../packages/replay-cli/test/format-schemas.js'
import { ended, filledIn, githubAction, gitlabJob, installedIn, preCommitHooks, root } from './ci-steps.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-ci-'))
const project = join(folder, 'a project')
const env = installedIn(join(folder, 'home'))
const read = (name: string): string => readFileSync(join(project, name), 'utf8')
const audit = 'npx -y todo-replay audit'

beforeAll(async () => {
  for (const name of ['tests-ticked-without-a-run', 'red-test-first'])
    cpSync(join(root, 'fixtures', name, 'session.jsonl'), join(project, 'sessions', `${name}.jsonl`))
  const words = `${audit} sessions --write-baseline accepted.json`.split(' ')
  expect((await ended(words, project, env)).code).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true }))

const bad = 'sessions/tests-ticked-without-a-run.jsonl'
const good = 'sessions/red-test-first.jsonl'

describe('the action of GitHub', () => {
  const action = githubAction()
  const step = async (
    given: { readonly [name: string]: string },
    more: { readonly [name: string]: string } = {},
  ) => {
    const files = { GITHUB_OUTPUT: join(project, 'output'), GITHUB_STEP_SUMMARY: join(project, 'summary.md') }
    for (const file of Object.values(files)) writeFileSync(file, '')
    const script = join(folder, 'step.sh')
    writeFileSync(script, action.script)
    const shell = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', script]
    return ended(shell, project, { ...env, ...filledIn(action, given), ...files, ...more })
  }

  test('fails for a false completion, with annotations, a summary and SARIF', async () => {
    const { code, stdout } = await step({ sources: `${bad}\n${good}\n`, sarif: 'audit.sarif' })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^::error file=sessions\/tests-ticked-without-a-run\.jsonl,line=18,title=/m)
    expect(read('output')).toBe('exit-code=1\n')
    expect(read('summary.md')).toMatch(/^# Todo audit\n\n2 sessions, /)
    expect(sarifMistakes(read('audit.sarif'))).toEqual([])
  })

  test('passes where all is honest, accepted, or nothing fails', async () => {
    expect(await step({ sources: good })).toMatchObject({ code: 0 })
    expect(await step({ sources: 'sessions', baseline: 'accepted.json' })).toMatchObject({ code: 0 })
    expect(read('summary.md')).toContain('accepted by the baseline')
    expect(await step({ sources: bad, 'fail-on': 'never' })).toMatchObject({ code: 0 })
    expect(read('output')).toBe('exit-code=0\n')
  })

  test('a pull request can not accept its own findings: the baseline is that of its base', async () => {
    const git = (...words: readonly string[]) => spawnSync('git', words, { cwd: project, encoding: 'utf8' })
    const upstream = join(folder, 'upstream')
    spawnSync('git', ['init', '-q', '--bare', '-b', 'main', upstream])
    git('init', '-q', '-b', 'main')
    git('remote', 'add', 'origin', upstream)
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org']
    git(...who, 'commit', '-q', '--allow-empty', '-m', 'begin')
    git('push', '-q', 'origin', 'main')
    const given = { sources: bad, baseline: 'accepted.json' }
    const refused = await step(given, { GITHUB_BASE_REF: 'main' })
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr).toContain('accepted.json is not on main, and is left out')
    git('add', 'accepted.json')
    git(...who, 'commit', '-q', '-m', 'accept')
    git('push', '-q', 'origin', 'main')
    writeFileSync(join(project, 'accepted.json'), 'not read')
    expect(await step(given, { GITHUB_BASE_REF: 'main' })).toMatchObject({ code: 0 })
    git('checkout', '-q', 'accepted.json')
    rmSync(join(project, '.git'), { recursive: true })
  })

  test('says what is wrong with a call, and summarises nothing', async () => {
    const { code, stderr } = await step({ sources: '~/nowhere' })
    expect(code).toBe(2)
    expect(stderr).toContain(`${env['HOME']}/nowhere`)
    expect(read('summary.md')).toBe('')
  })
})

describe.each(['sh', 'bash'])('the job of GitLab, by %s', (shell) => {
  const job = gitlabJob()
  const run = (given: { readonly [name: string]: string }) =>
    ended([shell, '-ec', job.script], project, { ...env, ...filledIn(job, given) })

  test('fails for a false completion, with JUnit and Markdown', async () => {
    const { code, stdout } = await run({ sources: `${bad}\n${good}` })
    expect(code).toBe(1)
    expect(stdout).toContain('UNSUPPORTED #3 Run the tests')
    const junit = read(job.artifacts.reports.junit)
    expect(junitMistakes(junit)).toEqual([])
    expect(junit).toContain('<failure ')
    expect(read('todo-audit.md')).toContain('❌ unsupported: `#3` `Run the tests`')
  })

  test('passes where what is found is accepted, and ends with 2 where nothing can be read', async () => {
    expect((await run({ sources: 'sessions', baseline: 'accepted.json' })).code).toBe(0)
    expect((await run({ sources: 'nowhere' })).code).toBe(2)
  })
})

describe('the hooks of pre-commit', () => {
  const git = (...words: readonly string[]): string => {
    const { status, stdout } = spawnSync('git', words, { cwd: project, encoding: 'utf8' })
    expect(status).toBe(0)
    return stdout
  }
  const [files, newest] = preCommitHooks()

  /** Runs a hook as pre-commit does: the words of its entry, then the staged files that are its own. */
  const commit = (hook: typeof files) => {
    const staged = git('diff', '--cached', '--name-only', '--diff-filter=ACMRTUXB', '-z').split('\0')
    const own = staged.filter((file) => file !== '' && new RegExp(hook?.files ?? '').test(file))
    const words = [...(hook?.entry ?? '').matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, word]) => quoted ?? word ?? '',
    )
    return ended(hook?.pass_filenames === false ? words : [...words, ...own], project, env)
  }

  test('staged recordings are audited', async () => {
    git('init', '-q')
    git('add', good, 'accepted.json')
    expect(await commit(files)).toMatchObject({ code: 0, stderr: '' })
    git('add', bad)
    const { code, stdout } = await commit(files)
    expect(code).toBe(1)
    expect(stdout).toContain('UNSUPPORTED #3 Run the tests')
  })

  test('the newest session of the folder is audited, and it is no mistake where there is none', async () => {
    expect((await commit(newest)).code).toBe(0)
    const recorded = join(folder, 'home/.claude/projects', project.replaceAll(/[^A-Za-z0-9]/g, '-'))
    const session = read(bad).replaceAll(/"cwd":"[^"]*"/g, `"cwd":${JSON.stringify(project)}`)
    cpSync(join(project, bad), join(recorded, '7b5809df-d579-4571-992e-35ea3e364aa8.jsonl'))
    writeFileSync(join(recorded, '7b5809df-d579-4571-992e-35ea3e364aa8.jsonl'), session)
    expect((await commit(newest)).code).toBe(1)
  })
})
