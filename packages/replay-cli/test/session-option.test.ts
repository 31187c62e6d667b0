import { describe, expect, test } from 'vitest'
import { didYouMean } from '../src/text/did-you-mean.js'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
process.chdir(place.folder)
place.write('untested.jsonl', untested)
place.write('delegated.jsonl', delegated)
place.write('all/untested.jsonl', untested)
place.write('all/delegated.jsonl', delegated)
place.write('all/docs-2.jsonl', delegated.replaceAll('docs-1', 'docs-2'))

const run = (words: string, options = {}): ReturnType<typeof runInMemory> =>
  runInMemory(words.split(' '), options)

const sessions = async (words: string): Promise<unknown> => {
  const { stdout } = await run(`show ${words} --json`)
  const printed = JSON.parse(stdout)
  const all: readonly { readonly session: string }[] = printed.sessions ?? [printed]
  return printed.error ?? all.map(({ session }) => session)
}

describe('the beginning of an id', () => {
  test.each([
    ['untested.jsonl --session login', ['login-7']],
    ['delegated.jsonl --session docs-1', ['docs-1']],
    ['delegated.jsonl --session docs', ['docs-1']],
    ['delegated.jsonl --session docs-1/', ['docs-1/reader']],
    ['all --session l', ['login-7']],
    ['all --session docs-2', ['docs-2']],
    ['all --session docs-1/r', ['docs-1/reader']],
  ])('%s', async (words, expected) => {
    expect(await sessions(words)).toEqual(expected)
  })

  test('of several is none', async () => {
    expect(await sessions('all --session docs')).toEqual({
      code: 'ambiguous-session',
      message: 'Several sessions begin with "docs": docs-1, docs-2. Give more of the id.',
    })
  })

  test('in a ledger; what can not be undone takes whole ids only', async () => {
    await run('import all --ledger todos.db')
    expect(await sessions('todos.db --session log')).toEqual(['login-7'])
    expect(await run('redact todos.db --forget --session login')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'todo-replay: There is no session "login" in todos.db. Did you mean login-7?\n',
    })
    expect(await sessions('todos.db --session log')).toEqual(['login-7'])
  })
})

test('an id that is nearly right', async () => {
  expect(await sessions('delegated.jsonl --session dosc-1')).toEqual({
    code: 'unknown-session',
    message: 'There is no session "dosc-1" in delegated.jsonl. Did you mean docs-1?',
  })
  expect(await sessions('delegated.jsonl --session other')).toEqual({
    code: 'unknown-session',
    message: 'There is no session "other" in delegated.jsonl. It holds docs-1, docs-1/reader.',
  })
})

describe('did you mean', () => {
  const names = ['todo-manager', 'todo-write', 'loki', 'wake-loop', 'claude-code', 'codex', 'opencode']
  test('as a sentence', () => {
    expect(didYouMean('lokki', names)).toBe(' Did you mean loki?')
    expect(didYouMean('todo', names)).toBe(' Did you mean todo-manager or todo-write?')
    expect(didYouMean('zzz', names)).toBe('')
  })

  test.each([
    ['audit untested.jsonl --profile lokki', 'Did you mean loki?'],
    ['audit --explain droped-item', 'Did you mean dropped-item?'],
    ['audits untested.jsonl', 'Did you mean audit?'],
    ['audit untested.jsonl --fail-onn error', 'Did you mean --fail-on?'],
  ])('%s', async (words, meant) => {
    expect((await run(words)).stderr).toContain(meant)
  })
})
