import { beforeAll, expect, test } from 'vitest'
import { junitMistakes, sarifMistakes } from './format-schemas.js'
import { manyCompletions } from './many-completions.js'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('all/a b/untested.jsonl', untested)
place.write('all/delegated.jsonl', delegated)
place.write('all/many.jsonl', manyCompletions(12))
place.write('all/cut.jsonl', `${untested.split('\n').slice(0, 7).join('\n')}\n`)
place.write('none/empty.jsonl', `${untested.split('\n').slice(0, 2).join('\n')}\n`)

beforeAll(() => place.run('audit all/many.jsonl --write-baseline known.json'))

const printed = async (words: string): Promise<string> => (await place.run(words)).stdout
const calls = ['audit all', 'audit none', 'audit all --baseline known.json', 'audit all --fail-on never']

test.each(calls)('%s --format sarif is what the schema of OASIS asks for', async (words) => {
  expect(sarifMistakes(await printed(`${words} --format sarif`))).toEqual([])
})

test.each(calls)('%s --format junit is what the schema of Jenkins asks for', async (words) => {
  expect(junitMistakes(await printed(`${words} --format junit`))).toEqual([])
})

test('the schemas see what is wrong', async () => {
  const sarif = await printed('audit all --format sarif')
  expect(sarifMistakes(sarif.replace('"startLine": 7', '"startLine": 0'))).not.toEqual([])
  expect(sarifMistakes(sarif.replace('"ruleId"', '"rule"'))).not.toEqual([])
  const junit = await printed('audit all --format junit')
  for (const [right, wrong] of [
    ['<testcase classname=', '<testcase class='],
    ['line="7"', 'line="0"'],
    ['<system-out>', '<system>'],
    ['</testsuites>', ''],
  ] as const)
    expect(junitMistakes(junit.replace(right, wrong)), wrong).not.toEqual([])
})
