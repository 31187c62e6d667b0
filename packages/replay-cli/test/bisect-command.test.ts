import { initialState } from '@todo-ledger/core'
import { describe, expect, test } from 'vitest'
import { readExpression } from '../src/bisect/expression.js'
import { stormy } from './item-recordings.js'
import { runInMemory } from './memory-host.js'
import { delegated, untested } from './recordings.js'
import { Workplace } from './run-program.js'

const place = new Workplace()
place.write('stormy.jsonl', stormy)
place.write('delegated.jsonl', delegated)
place.write('untested.jsonl', untested)
place.write(
  'short-texts.mjs',
  `export default {
  id: 'short-texts', summary: 'Texts are short.', defaults: { max: 10 },
  check: (next, { options }) => next.items.filter((item) => item.text.length > options.max)
    .map((item) => ({ message: 'too long', item: item.id, fix: '' })),
}\n`,
)
place.write('throws.mjs', `export default { id: 'throws', check() { throw new Error('no') } }\n`)
place.write('no-rule.mjs', `export default { id: 'no-rule' }\n`)

test('which turn first had two items in progress', async () => {
  expect(await place.screen('bisect stormy.jsonl --rule single-in-progress')).toMatchInlineSnapshot()
})

test('a rule that holds, and for which an update was refused', async () => {
  expect(await place.screen('bisect untested.jsonl --rule max-items')).toMatchInlineSnapshot()
  expect(await place.json('bisect untested.jsonl --rule recorded-refusal --json')).toMatchObject({
    error: { code: 'unknown-rule' },
  })
})

test('a rule of what an update does, and one with an option', async () => {
  expect(await place.screen('bisect stormy.jsonl --rule max-items --option max=3')).toMatchInlineSnapshot()
  expect(await place.screen('bisect untested.jsonl --rule no-skipped-start')).toContain('holds throughout')
})

test('a rule of the person', async () => {
  const { code, stdout } = await place.run(
    'bisect stormy.jsonl --rules short-texts.mjs --rule short-texts --option max=30',
  )
  expect(code).toBe(1)
  expect(stdout).toContain('short-texts (max 30): broken 1 time, first in turn 4')
})

test('--json', async () => {
  expect(await place.json('bisect stormy.jsonl --rule single-in-progress --json')).toMatchInlineSnapshot()
})

test('several sessions', async () => {
  expect(await place.screen('bisect delegated.jsonl --rule single-in-progress')).toMatchInlineSnapshot()
})

/** Expressions hold spaces: they are given as one word of the command line. */
async function expression(text: string): Promise<{ code: number; stdout: string; stderr: string }> {
  return runInMemory(['bisect', `${place.folder}/stormy.jsonl`, '--expression', text])
}

test('an expression', async () => {
  const { code, stdout } = await expression('items.filter(i, i.status == "in_progress").size() <= 1')
  expect(code).toBe(1)
  expect(stdout.replaceAll(place.folder, '')).toMatchInlineSnapshot()
  expect((await expression('items.all(i, i.text.size() > 3 && i.addedTurn >= 1)')).code).toBe(0)
})

describe('an expression that is wrong is told with the place', () => {
  test.each([
    ['items.all(i, i.stauts == "x")', 'No such key: stauts, at character 16: "stauts == \\"x\\")"'],
    ['compleeted < 3', 'Unknown variable: compleeted, at character 1'],
    ['completed <', 'at character 12: its end'],
    ['completed', 'The expression gives int; it must be true or false of the list.'],
    ['goal', 'The expression gives no true or false'],
    ['items[3].text == ""', 'That was at event 1 in turn 0.'],
    ['turn < "x"', 'at character 1'],
  ])('%s', async (text, message) => {
    const { code, stdout, stderr } = await expression(text)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })
})

test('every variable that the help names is there', async () => {
  const { stdout } = await place.run('help bisect')
  const [, named = ''] = /is in CEL \(cel\.dev\) over ([\s\S]*?)\. An item has/.exec(stdout) ?? []
  const variables = named.split(/,\s*|\s+and\s+/).map((name) => name.trim())
  expect(variables.length).toBeGreaterThan(10)
  for (const name of variables)
    expect(readExpression(`type(${name}) == type(${name})`)(initialState), name).toBe(true)
  const [, fields = ''] = /An item has ([\s\S]*?);/.exec(stdout) ?? []
  for (const name of fields.split(/,\s*|\s+and\s+/).map((each) => each.trim())) {
    expect(readExpression(`items.all(i, type(i.${name}) == type(i.${name}))`)(initialState), name).toBe(true)
  }
})

describe('mistakes are told', () => {
  test.each([
    ['', 'Say what should hold'],
    ['--rule max-items --expression true', 'Say what should hold'],
    ['--rule max-item', 'Did you mean max-items?'],
    ['--rule max-items --option mx=3', 'Did you mean max?'],
    ['--rule max-items --option max', 'give it as name=value'],
    ['--rule max-items --option max=few', '"few" is no value for this option'],
    ['--rule throws --rules throws.mjs', 'throws.mjs: the rule throws failed: Error: no'],
    ['--rule no-rule --rules no-rule.mjs', 'no-rule.mjs: no-rule: check: expected a function.'],
    ['--rule x --rules missing.mjs', 'missing.mjs: there is no such file or folder.'],
    ['--expression true --option a=1', '--option and --rules are for --rule'],
  ])('bisect %s', async (words, message) => {
    const { code, stdout, stderr } = await place.run(`bisect stormy.jsonl ${words}`)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })
})
