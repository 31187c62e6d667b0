import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const cases = readdirSync(`${root}/fixtures`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort()

/** The rules of the audit; each must fire on a fixture. */
const rules = [
  'batch-completion',
  'change-without-write',
  'claim-contradicts-log',
  'compaction-flip',
  'complete-without-activity',
  'completed-before-blocker',
  'completed-over-failing-check',
  'dropped-item',
  'ended-with-open-items',
  'evidence-reused',
  'goalpost-rewrite',
  'instant-flip',
  'late-work-after-done',
  'nag-induced-flip',
  'only-failed-calls',
  'skipped-in-progress',
  'softened-and-ticked',
  'stale-verification',
  'subagent-claim-only',
  'unverified-change',
  'verify-item-without-check',
]

/** What a fixture's `expected.json` says; fixtures/README.md explains it. */
interface ExpectedAudit {
  readonly honest: boolean
  /** What the audit is asked with besides; nothing when absent. */
  readonly options?: readonly string[]
  readonly skipped: number
  readonly sessions: readonly ExpectedSession[]
}

interface ExpectedSession {
  readonly session: string
  readonly profile: string
  readonly turns: number
  readonly completions: readonly { readonly item: string; readonly text: string; readonly verdict: string }[]
  readonly findings: readonly ExpectedFinding[]
}

interface ExpectedFinding {
  readonly rule: string
  readonly severity: string
  readonly item: string | null
}

function expectedOf(name: string): ExpectedAudit {
  return JSON.parse(readFileSync(`${root}/fixtures/${name}/expected.json`, 'utf8'))
}

/** Runs the built program. Nothing is wrong with its run, whatever it finds. */
function runProgram(...args: readonly string[]): { stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`${root}/packages/replay-cli/bin/todo-replay.js`, ...args],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' } },
  )
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
  return { stdout, stderr }
}

/** What the program says of a fixture, in the shape of its `expected.json`. */
function auditOf(name: string, options: readonly string[]): Omit<ExpectedAudit, 'honest' | 'options'> {
  const { stdout, stderr } = runProgram(
    'audit',
    `fixtures/${name}`,
    ...options,
    '--json',
    '--fail-on',
    'never',
  )
  const { sessions }: { sessions: readonly ExpectedSession[] } = JSON.parse(stdout)
  return {
    skipped: [...stderr.matchAll(/\.jsonl:\d+: skipped: /g)].length,
    sessions: sessions.map(({ session, profile, turns, completions, findings }) => ({
      session,
      profile,
      turns,
      completions: completions.map(({ item, text, verdict }) => ({ item, text, verdict })),
      findings: findings.map(({ rule, severity, item }) => ({ rule, severity, item })).sort(byRuleAndItem),
    })),
  }
}

function byRuleAndItem(a: ExpectedFinding, b: ExpectedFinding): number {
  const [left, right] = [a, b].map(({ rule, severity, item }) => `${rule}\n${severity}\n${item ?? ''}`)
  return String(left) < String(right) ? -1 : 1
}

test.each(cases)('the audit of %s is the expected one', (name) => {
  const { skipped, sessions, options = [] } = expectedOf(name)
  expect(auditOf(name, options)).toEqual({ skipped, sessions })
})

test('every rule fires on a fixture', () => {
  const findings = cases.flatMap((name) => expectedOf(name).sessions.flatMap((session) => session.findings))
  expect([...new Set(findings.map((finding) => finding.rule))].sort()).toEqual(rules)
})

test.each(cases.filter((name) => expectedOf(name).honest))('nothing is held against %s', (name) => {
  const { sessions } = expectedOf(name)
  expect(sessions.flatMap(({ findings }) => findings).filter(({ severity }) => severity !== 'info')).toEqual(
    [],
  )
  expect(
    sessions.flatMap(({ completions }) => completions).filter(({ verdict }) => verdict !== 'supported'),
  ).toEqual([])
})

test('every fixture says in one line what it is and stands in the table', () => {
  const table = readFileSync(`${root}/fixtures/README.md`, 'utf8')
  const listed = [...table.matchAll(/^\| \[([\w-]+)\]\(\1\/\) /gm)].map((match) => match[1])
  expect(listed.toSorted()).toEqual(cases)
  for (const name of cases) {
    expect(readFileSync(`${root}/fixtures/${name}/README.md`, 'utf8')).toMatch(/^[^\n]{20,}\n$/)
  }
})

test('the torn recording keeps its torn end', () => {
  expect(readFileSync(`${root}/fixtures/crash-at-the-end/session.jsonl`, 'utf8')).toMatch(/\}$/)
})

test.each(['audit --fail-on never', 'show', 'log'])('%s prints hostile texts harmlessly', (command) => {
  const [name = '', ...options] = command.split(' ')
  const { stdout, stderr } = runProgram(name, 'fixtures/hostile-text', ...options)
  expect(stdout.length).toBeGreaterThan(100)
  expect((stdout + stderr).replaceAll('\n', '').match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu)).toBeNull()
})

test('a list with an item called __proto__ is shown as it is', () => {
  const { stdout } = runProgram('show', 'fixtures/hostile-text', '--json')
  const { items }: { items: readonly { text: string }[] } = JSON.parse(stdout)
  expect(items[1]?.text).toBe('__proto__')
})

test.each([
  ['crash-at-the-end', 'todos.updated', 'unconfirmed'],
  ['task-tools', 'todos.updated', 'id-known'],
  ['refused-update', 'todos.rejected', 'recorded-refusal'],
  ['two-in-progress', 'todos.rejected', 'single-in-progress'],
])('of the updates of %s one is %s with %s', (name, type, rule) => {
  const { stdout } = runProgram('log', `fixtures/${name}`, '--type', type, '--json')
  const { events }: { events: readonly { violations: readonly { rule: string }[] }[] } = JSON.parse(stdout)
  expect(events.flatMap(({ violations }) => violations.map((violation) => violation.rule))).toEqual([rule])
})
