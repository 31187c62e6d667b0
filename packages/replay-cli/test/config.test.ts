import { join } from 'node:path'
import { auditRules, defineAuditRule } from '@todo-ledger/audit'
import { expect, test } from 'vitest'
import { readConfig } from '../src/config/config-file.js'
import { Failure } from '../src/failure.js'
import { MemoryPlace } from './memory-place.js'
import { claudeCode, lines, result, todoWrite, untested, use } from './recordings.js'

const place = new MemoryPlace()
let files = 0

const told = defineAuditRule({
  id: 'told-rule',
  meta: { severity: 'info', docs: 'Says nothing.' },
  check: () => [],
})

/** What a config file comes to, or what is wrong with it. */
function reading(content: string): unknown {
  files += 1
  const name = `${files}/c.yaml`
  place.write(name, content)
  const file = join(place.folder, name)
  try {
    const { ruleSettings, evidence, baseline } = readConfig(file)
    const settings = ruleSettings([...auditRules, told])
    return { settings, evidence, baseline: baseline?.replace(join(place.folder, String(files)), '<folder>') }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return `${error.code}: ${error.message}`
      .replace(file, 'c.yaml')
      .replace(/There are failed-check, .*/, 'There are …')
  }
}

test('JSON and YAML give the same settings', () => {
  const json = `{
    "rules": { "reworded-item": "off", "told-rule": "error", "dropped-item": "info" },
    "checks": [{ "command": "make abnahme", "kind": "test" }],
    "baseline": "./known.json"
  }`
  const yaml = `
rules:
  reworded-item: "off"
  told-rule: error
  dropped-item: info
checks:
  - command: make abnahme
    kind: test
baseline: known.json`
  expect(reading(json)).toEqual({
    settings: {
      'reworded-item': 'off',
      'told-rule': 'error',
      'dropped-item': 'info',
    },
    evidence: {
      checks: [{ command: 'make abnahme', kind: 'test' }],
    },
    baseline: '<folder>/known.json',
  })
  expect(reading(yaml)).toEqual(reading(json))
})

test('what is wrong is said with the file, the line, the field and what was expected', () => {
  const contents = [
    '',
    '- a',
    'rule: {}',
    '1: 2',
    'rules: [off]',
    'rules:\n  reworded-itme: error',
    'rules:\n  reworded-item: 3',
    'rules:\n  reworded-item: loud',
    'rules:\n  reworded-item: off\n  dropped-item: []',
    'rules:\n  told-rule: [error]',
    'checks: make abnahme',
    'checks: [make abnahme]',
    'checks:\n  - command: make abnahme',
    'checks:\n  - kind: test',
    'checks:\n  - command: make abnahme\n    kind: acceptance',
    'checks:\n  - command: cd app && make abnahme\n    kind: test',
    'checks:\n  - command: ""\n    kind: test',
    'checks:\n  - command: [make]\n    kind: test',
    'checks:\n  - command: make x\n    kind: test\n    name: x',
    'baseline: [a]',
    'rules: {}\nrules: {}',
    'rules: [a',
    '{"rules": {},}}',
    'rules: *a',
  ]
  expect(contents.map((content) => reading(content))).toMatchInlineSnapshot(`
    [
      "bad-config: c.yaml:1: expected keys and values: rules, checks, baseline, todos, reader; got nothing.",
      "bad-config: c.yaml:1: expected keys and values: rules, checks, baseline, todos, reader; got a list.",
      "bad-config: c.yaml:1: rule: there is no "rule" here. Did you mean rules? There are rules, checks, baseline, todos, reader.",
      "bad-config: c.yaml:1: 1: there is no "1" here. There are rules, checks, baseline, todos, reader.",
      "bad-config: c.yaml:1: rules: expected rules and how they are set; got a list.",
      "bad-config: c.yaml:2: rules.reworded-itme: there is no rule "reworded-itme". Did you mean reworded-item? There are …",
      "bad-config: c.yaml:2: rules.reworded-item: expected "off", "info", "warning" or "error"; got a number.",
      "bad-config: c.yaml:2: rules.reworded-item: expected "off", "info", "warning" or "error"; got "loud".",
      "bad-config: c.yaml:3: rules.dropped-item: expected "off", "info", "warning" or "error"; got a list.",
      "bad-config: c.yaml:2: rules.told-rule: expected "off", "info", "warning" or "error"; got a list.",
      "bad-config: c.yaml:1: checks: expected a list of checks, each a command and its kind, such as { "command": "make acceptance", "kind": "test" }; got "make abnahme".",
      "bad-config: c.yaml:1: checks[0]: expected a command and its kind, such as { "command": "make acceptance", "kind": "test" }; got "make abnahme".",
      "bad-config: c.yaml:2: checks[0].kind: expected a command and its kind, such as { "command": "make acceptance", "kind": "test" }; "kind" is missing.",
      "bad-config: c.yaml:2: checks[0].command: expected a command and its kind, such as { "command": "make acceptance", "kind": "test" }; "command" is missing.",
      "bad-config: c.yaml:3: checks[0].kind: expected one of test, build, lint, typecheck, format, run, probe, browser, database, deploy; got "acceptance".",
      "bad-config: c.yaml:2: checks[0].command: A check must be one command, such as "make acceptance", without pipes, && and quoted scripts; got "cd app && make abnahme".",
      "bad-config: c.yaml:2: checks[0].command: A check must be one command, such as "make acceptance", without pipes, && and quoted scripts; got "".",
      "bad-config: c.yaml:2: checks[0].command: expected a command as it is typed; got a list.",
      "bad-config: c.yaml:4: checks[0].name: there is no "name" here. There are command, kind.",
      "bad-config: c.yaml:1: baseline: expected the path of a file; got a list.",
      "bad-config: c.yaml:2: it is neither YAML nor JSON: Map keys must be unique",
      "bad-config: c.yaml:1: it is neither YAML nor JSON: Flow sequence in block collection must be sufficiently indented and end with a ]",
      "bad-config: c.yaml:1: it is neither YAML nor JSON: Unexpected flow-map-end token in YAML stream: "}"",
      "bad-config: c.yaml:1: it can't be read: ReferenceError: Unresolved alias (the anchor must be set before the alias): a",
    ]
  `)
})

test('aliases are read, and those that grow without end are not', () => {
  expect(reading('rules:\n  told-rule: &a error\n  dropped-item: *a')).toMatchObject({
    settings: { 'told-rule': 'error', 'dropped-item': 'error' },
  })
  const nested = Array.from({ length: 12 }, (_, index) => {
    const before = index === 0 ? 'x' : `*a${index - 1}`
    return `&a${index} [${Array(9).fill(before).join(', ')}]`
  })
  expect(reading(`rules:\n  told-rule: [${nested.join(', ')}]`)).toMatch(
    /^bad-config: c\.yaml:1: it can't be read: .*alias count/,
  )
  expect(reading('rules:\n  told-rule: &a [*a]')).toMatch(/it can't be read: .*circular/)
})

test('of a config with a mistake nothing is audited, and what nobody names is not looked at', async () => {
  const shop = new MemoryPlace()
  shop.write('deep/s.jsonl', untested)
  shop.write('todo-replay.config.yaml', 'rule: {}\n')
  const mistake =
    /^--- stderr\ntodo-replay: todo-replay\.config\.yaml:1: rule: .* Did you mean rules\? .*\n--- exit 2$/
  expect(await shop.screen('audit deep/s.jsonl')).not.toContain('config')
  expect(await shop.screen('audit deep/s.jsonl --config todo-replay.config.yaml')).toMatch(mistake)
  expect(await shop.screen('audit deep/s.jsonl --config none.json')).toBe(
    '--- stderr\ntodo-replay: none.json: there is no such file or folder.\n--- exit 2',
  )
})

test('own checks decide what is judged', async () => {
  const session = (command: string) =>
    claudeCode([
      { user: 'Please do it.' },
      { id: 'm1', model: [todoWrite('c1', ['Run the tests', 'in_progress'])] },
      { user: [result('c1', 'ok')] },
      { id: 'm2', model: [use('c2', 'Bash', { command })] },
      { user: [result('c2', 'all good')] },
      { id: 'm3', model: [todoWrite('c3', ['Run the tests', 'completed'])] },
      { user: [result('c3', 'ok')] },
      { id: 'm4', model: [{ type: 'text', text: 'Fertig.' }] },
    ])
  place.write('own/accept.jsonl', session('make -C shop abnahme'))
  place.write('own/list.jsonl', session('make help'))
  place.write('own/c.json', '{"checks":[{"command":"make abnahme","kind":"test"}]}')
  const verdictOf = async (words: string): Promise<unknown> =>
    JSON.parse((await place.run(`audit ${words} --json`)).stdout).sessions[0].completions[0].verdict
  expect(await verdictOf('own/accept.jsonl --config own/c.json')).toBe('supported')
  expect(await verdictOf('own/list.jsonl --config own/c.json')).not.toBe('supported')
})

test('hostile names in a config do not reach the terminal', async () => {
  place.write('hostile.yaml', 'rules:\n  "\\e[31m\\u202eevil": error\n')
  place.write('s.jsonl', lines({ recording: 'todo-ledger/1', session: 's1', profile: 'todo-manager' }))
  const { stderr } = await place.run('audit s.jsonl --config hostile.yaml')
  for (const control of ['\u001b', '\u202e']) expect(stderr).not.toContain(control)
  expect(stderr).toContain('hostile.yaml:2')
})
