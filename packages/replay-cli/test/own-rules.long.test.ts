import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadOwnRules } from '../src/config/own-rules.js'
import { Failure } from '../src/failure.js'
import { claudeCode, delegated, result, todoWrite, untested, use } from './recordings.js'
import { Workplace } from './run-program.js'

const place = new Workplace()
place.write('s.jsonl', untested)
place.write('both/a.jsonl', untested)
place.write('both/b.jsonl', delegated)

const parts = `meta: { severity: 'warning', docs: 'A rule.' }`
const complaining = `check: ({ completions }) => completions
  .map(({ text, item, at, source }) => ({ severity: 'warning', item, turn: at.turn, seq: at.seq, ...(source === null ? {} : { source }), message: 'Seen', evidence: [1, at.seq] }))`

let modules = 0

/** What comes of loading a module, by ids or by what is wrong. */
async function loading(content: string): Promise<unknown> {
  modules += 1
  const name = `module-${modules}.mjs`
  place.write(name, content)
  const path = join(place.folder, name)
  try {
    return (await loadOwnRules(path)).map(({ rule }) => rule.id)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return `${error.code}: ${error.message}`.replaceAll(path, 'm.mjs')
  }
}

test('what is wrong with a module is said with the module, the rule and what was expected', async () => {
  const contents = [
    '',
    'export default []',
    'export default 7',
    'export default [null]',
    'export const rule = 1',
    `export default { ${parts}, check: () => [] }`,
    `export default { id: 'My Rule', ${parts}, check: () => [] }`,
    `export default { id: 'a', meta: { severity: 'fatal', docs: 'A.' }, check: () => [] }`,
    `export default { id: 'a', meta: { severity: 'info', docs: ' ' }, check: () => [] }`,
    `export default { id: 'a', meta: { severity: 'info', docs: 'A.' } }`,
    `throw new Error('not today\\nnor tomorrow')`,
    `throw null`,
  ]
  const told = []
  for (const content of contents) told.push(await loading(content))
  expect(told.map((each) => String(each).replaceAll(place.folder, '<folder>'))).toMatchInlineSnapshot(`
    [
      "bad-own-rule: m.mjs: it has no default export that is a rule, or a list of them.",
      "bad-own-rule: m.mjs: it has no default export that is a rule, or a list of them.",
      "bad-own-rule: m.mjs: rule 1: it: expected an object with id, meta and check.",
      "bad-own-rule: m.mjs: rule 1: it: expected an object with id, meta and check.",
      "bad-own-rule: m.mjs: it has no default export that is a rule, or a list of them.",
      "bad-own-rule: m.mjs: rule 1: id: expected an object with id, meta and check.",
      "bad-own-rule: m.mjs: rule 1: id: expected a name such as "my-rule".",
      "bad-own-rule: m.mjs: rule 1: meta.severity: expected "error", "warning" or "info".",
      "bad-own-rule: m.mjs: rule 1: meta.docs: expected a sentence that says what it means.",
      "bad-own-rule: m.mjs: rule 1: check: expected an object with id, meta and check.",
      "bad-own-rule: m.mjs: it could not be loaded: Error: not today",
      "bad-own-rule: m.mjs: it could not be loaded: null",
    ]
  `)
})

test('a module that can not be loaded is told in one line', async () => {
  place.write('bad.mjs', 'export default {')
  place.write('needs.mjs', "import 'a-package-that-is-not-there'")
  place.makeFolder('folder.mjs')
  const told = async (module: string) =>
    (await place.screen(`audit s.jsonl --rules ${module}`)).replaceAll(place.folder, '<folder>')
  expect(await told('bad.mjs')).toBe(
    '--- stderr\ntodo-replay: bad.mjs: it could not be loaded: SyntaxError: Unexpected end of input\n--- exit 2',
  )
  expect(await told('needs.mjs')).toMatch(
    /^--- stderr\ntodo-replay: needs\.mjs: it could not be loaded: Error.*Cannot find package 'a-package-that-is-not-there'.*\n--- exit 2$/,
  )
  expect(await told('folder.mjs')).toContain('folder.mjs: it is no file.')
})

test('an own rule is asked, set and explained as the others are', async () => {
  place.write('own.mjs', `export default { id: 'own-rule', ${parts}, ${complaining} }`)
  const findings = async (words: string) => {
    const { stdout } = await place.run(`audit s.jsonl --json ${words}`)
    return [
      ...stdout.matchAll(
        /"rule": "own-rule",\s+"severity": "(\w+)",[^}]*?\},?\s+"message": "([^"]+)",\s+"evidence": (\[[^\]]*\])/g,
      ),
    ].map(([, severity, message, evidence]) => `${severity} ${message} ${evidence?.replace(/\s+/g, '')}`)
  }
  const usual = await findings('--rules own.mjs')
  expect(usual).toHaveLength(2)
  expect(usual[0]).toMatch(/^warning Seen \[1,\d+\]$/)
  place.write('c.json', '{"rules":{"own-rule":"error"}}')
  expect((await findings('--rules own.mjs --config c.json')).map((text) => text.split(' [')[0])).toEqual([
    'error Seen',
    'error Seen',
  ])
  place.write('off.json', '{"rules":{"own-rule":"off"}}')
  expect(await findings('--rules own.mjs --config off.json')).toEqual([])
  // Named twice it is asked once.
  expect(await findings('--rules own.mjs --rules own.mjs --config c.json')).toHaveLength(2)
})

test('two rules of one id are refused', async () => {
  place.write('same.mjs', `export default { id: 'dropped-item', ${parts}, check: () => [] }`)
  place.write(
    'twice.mjs',
    `const rule = { id: 'twice', ${parts}, check: () => [] }\nexport default [rule, rule]`,
  )
  expect(await place.screen('audit s.jsonl --rules same.mjs')).toBe(
    '--- stderr\ntodo-replay: The audit rule "dropped-item" of same.mjs has the id of another rule. Give it one of its own.\n--- exit 2',
  )
  expect(await place.screen('audit s.jsonl --rules twice.mjs')).toContain('"twice" of twice.mjs')
  expect(await place.screen('audit s.jsonl --rules none.mjs')).toContain(
    'none.mjs: there is no such file or folder.',
  )
})

test('an own rule that fails is told by name and module, and the audit of the rest goes on', async () => {
  place.write(
    'broken.mjs',
    `export default [
      { id: 'throws', ${parts}, check: () => { throw new TypeError('no such thing\\u001b[31m') } },
      { id: 'throws-oddly', ${parts}, check: () => { throw { toString: null } } },
      { id: 'promises', ${parts}, check: async () => { throw new Error('later') } },
      { id: 'gives-nothing', ${parts}, check: () => undefined },
      { id: 'gives-texts', ${parts}, check: () => ['text'] },
      { id: 'no-message', ${parts}, check: () => [{ turn: 1, seq: 1 }] },
      { id: 'works', ${parts}, check: () => [{ severity: 'info', item: null, turn: 1, seq: 1, message: 'Fine.', evidence: [] }] },
    ]`,
  )
  const { code, stdout, stderr } = await place.run('audit both --fail-on never --json --rules broken.mjs')
  expect(code).toBe(2)
  expect(stderr).toMatchInlineSnapshot(`
    "error: the rule throws of broken.mjs failed on session login-7 and 2 others: TypeError: no such thing\\u001b[31m. Its findings there are missing.
    error: the rule throws-oddly of broken.mjs failed on session login-7 and 2 others: it threw something that is no error. Its findings there are missing.
    error: the rule promises of broken.mjs failed on session login-7 and 2 others: it must answer at once with a list of problems. Its findings there are missing.
    error: the rule gives-nothing of broken.mjs failed on session login-7 and 2 others: it must answer at once with a list of problems. Its findings there are missing.
    error: the rule gives-texts of broken.mjs failed on session login-7 and 2 others: problem 1 must be { severity, item, turn, seq, message, evidence }, as problemOf makes it. Its findings there are missing.
    error: the rule no-message of broken.mjs failed on session login-7 and 2 others: problem 1 must be { severity, item, turn, seq, message, evidence }, as problemOf makes it. Its findings there are missing.
    "
  `)
  // Also of the sub-agent's session.
  expect(stdout.match(/"rule": "works"/g)).toHaveLength(3)
  expect(stdout).toContain('"rule": "never-ran"')
  expect(stdout).toContain('"ruleFailures"')
})

test('the example in examples/ finds a pull request that was never opened', async () => {
  const example = fileURLToPath(new URL('../../../examples/own-audit-rule.mjs', import.meta.url))
  const session = (command: string) =>
    claudeCode([
      { user: 'Please do it.' },
      { id: 'm1', model: [todoWrite('c1', ['Open a pull request', 'in_progress'])] },
      { user: [result('c1', 'ok')] },
      { id: 'm2', model: [use('c2', 'Bash', { command })] },
      { user: [result('c2', 'done')] },
      { id: 'm3', model: [todoWrite('c3', ['Open a pull request', 'completed'])] },
      { user: [result('c3', 'ok')] },
    ])
  place.write('pr-1.jsonl', session('git commit -m "Add the cache"'))
  place.write('pr-2.jsonl', session('git commit -m x && gh pr create --fill'))
  const said = async (file: string) =>
    (await place.run(`audit ${file} --fail-on never --rules ${example}`)).stdout.replace(/\s+/g, ' ')
  expect(await said('pr-1.jsonl')).toContain(
    'promises a pull request, and none of git push, gh pr create, glab mr create was run for it. [pull-request-without-push]',
  )
  expect(await said('pr-2.jsonl')).not.toContain('pull-request-without-push')
})
