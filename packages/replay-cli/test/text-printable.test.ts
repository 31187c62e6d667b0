import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { pathWord, shellWord } from '../src/text/printable.js'

const words = [
  '',
  'a.jsonl',
  'a b',
  '$(id)',
  '`id`',
  "it's",
  '"',
  '~',
  '*',
  'a;b',
  'a\\b',
  '#a',
  '!a',
  '-x',
  'é',
]

test('a shell takes each for one word, as it is', () => {
  const script = `for word in ${words.map(shellWord).join(' ')}; do printf '%s\\n' "$word"; done`
  const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
  expect(stdout.split('\n').slice(0, -1)).toEqual(words)
})

test.each([
  ['a.jsonl', 'a.jsonl'],
  ['-', '-'],
  ['-x.jsonl', './-x.jsonl'],
  ['$(id) x.jsonl', "'$(id) x.jsonl'"],
  ['a\u001b[31m', "'a\\u001b[31m'"],
])('a path %j is typed as %s', (path, typed) => {
  expect(pathWord(path)).toBe(typed)
})
