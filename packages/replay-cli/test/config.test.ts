import { join } from 'node:path'
import { auditRules, defineAuditRule } from '@todo-ledger/audit'
import { expect, test } from 'vitest'
import { readSettings } from '../src/config/settings-file.js'
import { Failure } from '../src/failure.js'
import { MemoryPlace } from './memory-place.js'
import { claudeCode, result, todoWrite, untested, use } from './recordings.js'

const place = new MemoryPlace()
let files = 0

const told = defineAuditRule({
  id: 'told-rule',
  meta: { severity: 'info', docs: 'Says nothing.' },
  check: () => [],
})

/** What a file of settings comes to, or what is wrong with it. */
function reading(content: string): unknown {
  files += 1
  place.write(`${files}.json`, content)
  const file = join(place.folder, `${files}.json`)
  try {
    const { ruleSettings, evidence } = readSettings(file)
    return { settings: ruleSettings([...auditRules, told]), evidence }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return `${error.code}: ${error.message}`
      .replace(file, 'c.json')
      .replace(/There are failed-check, .*/, 'There are …')
  }
}

test('rules and checks are set', () => {
  const rules = { 'reworded-item': 'off', 'told-rule': 'error', 'dropped-item': 'info' }
  const checks = [{ command: 'make abnahme', kind: 'test' }]
  expect(reading(JSON.stringify({ rules, checks }))).toEqual({ settings: rules, evidence: { checks } })
  expect(reading('{}')).toEqual({ settings: {}, evidence: {} })
})

test('what is wrong is said with the file, the line, the field and what was expected', () => {
  const contents = [
    '',
    '[]',
    '{"rule": {}}',
    '{"rules": ["off"]}',
    '{\n"rules": {\n"reworded-itme": "error"}}',
    '{"rules": {\n"reworded-item": 3}}',
    '{"checks": "make abnahme"}',
    '{"checks": ["make abnahme"]}',
    '{"checks": [\n{"command": "make abnahme"}]}',
    '{"checks": [\n{"command": "make abnahme", "kind": "acceptance"}]}',
    '{"checks": [{"command": "cd app && make abnahme", "kind": "test"}]}',
    '{"rules": {},}}',
  ]
  expect(contents.map((content) => reading(content))).toMatchInlineSnapshot(`
    [
      "bad-config: c.json:1: it can't be read: not JSON.",
      "bad-config: c.json:1: expected the keys rules, checks and reader, and no other.",
      "bad-config: c.json:1: rule: expected the keys rules, checks and reader, and no other.",
      "bad-config: c.json:1: rules.0: There is no rule "0". There are …",
      "bad-config: c.json:3: rules.reworded-itme: There is no rule "reworded-itme". Did you mean reworded-item? There are …",
      "bad-config: c.json:2: rules.reworded-item: expected "off", "info", "warning" or "error".",
      "bad-config: c.json:1: checks: expected a list of checks.",
      "bad-config: c.json:1: checks.0: expected the keys command and kind, such as { "command": "make acceptance", "kind": "test" }.",
      "bad-config: c.json:1: checks.0.kind: expected the keys command and kind, such as { "command": "make acceptance", "kind": "test" }.",
      "bad-config: c.json:2: checks.0.kind: expected one of test, build, lint, typecheck, format, run, probe, browser, database, deploy.",
      "bad-config: c.json:1: checks.0.command: expected one command, such as "make acceptance", without pipes and &&.",
      "bad-config: c.json:1: it can't be read: not JSON.",
    ]
  `)
})

test('of settings with a mistake nothing is audited, and what nobody names is not looked at', async () => {
  place.write('deep/s.jsonl', untested)
  place.write('todo-replay.config.json', '{"rule": {}}\n')
  expect(await place.screen('audit deep/s.jsonl')).not.toContain('config')
  expect(await place.screen('audit deep/s.jsonl --config todo-replay.config.json')).toMatch(
    /^--- stderr\ntodo-replay: todo-replay\.config\.json:1: rule: .*\n--- exit 2$/,
  )
  expect(await place.screen('audit deep/s.jsonl --config none.json')).toBe(
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
