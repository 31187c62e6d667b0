/** `--profile`: a profile of a user's own, with its rules, and what is wrong with a module. */

import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'

const place = new MemoryPlace()
const errands = fileURLToPath(new URL('../../../examples/own-profile/errands.mjs', import.meta.url))
const core = pathToFileURL(fileURLToPath(import.meta.resolve('@todo-ledger/core'))).href

const recorded = [
  { recording: 'todo-ledger/1', session: 's1', profile: 'errands' },
  { turn: 1, calls: [{ id: 'c1', name: 'add', input: { text: 'Milk' } }] },
  { turn: 2, calls: [{ id: 'c2', name: 'add', input: { text: 'Bread' } }] },
  { turn: 3, calls: [{ id: 'c3', name: 'done', input: { id: '1' } }] },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')

test('a recording that names an own profile is read with its module', async () => {
  place.write('s.jsonl', recorded)
  expect(await place.screen('show s.jsonl')).toMatchInlineSnapshot(`
    "--- stderr
    todo-replay: s.jsonl, line 1: profile "errands" is not known (known: todo-manager, todo-write, loki, wake-loop, todo-list-middleware, claude-code, codex, gemini, qwen, opencode, langchain, cline, roo, openhands, markdown-list, recommended); name another profile.
    --- exit 2"
  `)
  expect(await place.screen(`show s.jsonl --profile ${errands}`)).toMatchInlineSnapshot(`
    "s1
    turn 3, event 12, errands, reviewing

    [x] #1: Milk
    [ ] #2: Bread

    (1/2 completed)
    --- exit 0"
  `)
})

test('its own rules come with it, also into what-if', async () => {
  place.write('s.jsonl', recorded)
  place.write(
    'one.mjs',
    `import { defineRule, isOpen } from '${core}'
import { errands } from '${pathToFileURL(errands).href}'
export const oneOpen = defineRule({
  id: 'one-open',
  version: 1,
  check: ({ items }) => (items.filter(isOpen).length > 1 ? [{ message: 'one at a time', fix: 'Do it.' }] : []),
})
export default { ...errands, rules: [...errands.rules, { id: 'one-open', mode: 'reject' }] }
`,
  )
  place.write(
    'manager.jsonl',
    `{"recording":"todo-ledger/1","session":"s1","profile":"todo-manager"}
{"turn":1,"calls":[{"id":"c1","name":"todo","input":{"items":[{"text":"Milk"},{"text":"Bread"}]}}]}
`,
  )
  expect(await place.screen(`bisect s.jsonl --profile ${place.folder}/one.mjs --rule one-open`)).toMatch(
    /one-open: holds throughout[\s\S]*1 update was refused for it[\s\S]*--- exit 0/,
  )
  const driven = `what-if manager.jsonl --profile ${place.folder}/one.mjs`
  expect(await place.screen(driven)).toMatchInlineSnapshot(`
    "s1
    todo-manager → errands, first divergence: turn 1, event 4

    Todo calls
      turn 1    todo accepted → rejected: one at a time
    0 calls as recorded

    1 yield
      turn 1    idle: open todos, no continuation

    The list at the end
    [ ] #1: Milk
    --- exit 0"
  `)
})

test('what is wrong with a module is said', async () => {
  place.write('s.jsonl', recorded)
  place.write('none.mjs', 'export const x = 1\n')
  place.write('throws.mjs', 'throw new Error("not today")\n')
  place.write(
    'rule.mjs',
    `import { errands } from '${pathToFileURL(errands).href}'
export const own = { ...errands, rules: [{ id: 'mine', mode: 'flag' }] }
`,
  )
  place.write('two.mjs', `export { errands as a, errands as b } from '${pathToFileURL(errands).href}'\n`)
  const said = []
  for (const module of ['none', 'throws', 'rule', 'two', 'absent']) {
    said.push(await place.screen(`show s.jsonl --profile ${place.folder}/${module}.mjs`))
  }
  expect(said.join('\n').replaceAll(place.folder, '.')).toMatchInlineSnapshot(`
    "--- stderr
    todo-replay: ./none.mjs: it exports no profile. Export one made by defineProfile, as default.
    --- exit 2
    --- stderr
    todo-replay: ./throws.mjs: it could not be loaded: Error: not today
    --- exit 2
    --- stderr
    todo-replay: ./rule.mjs: profile "errands" sets rules that are not built in: mine. Export them, too.
    --- exit 2
    --- stderr
    todo-replay: ./two.mjs: it exports 2 profiles. Export one made by defineProfile, as default.
    --- exit 2
    --- stderr
    todo-replay: ./absent.mjs: there is no such file or folder.
    --- exit 2"
  `)
})
