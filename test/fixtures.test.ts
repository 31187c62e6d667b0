import { readdirSync, readFileSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { main } from 'todo-replay'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const cases = readdirSync(`${root}/fixtures`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort()

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

/** Keeps what is written to it. */
class TextStream extends Writable {
  text = ''
  readonly isTTY = false
  readonly columns = 0

  constructor() {
    super({ decodeStrings: false })
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.text += chunk
    done()
  }
}

/** Runs the built program in this process. Nothing is wrong with its run, whatever it finds. */
async function runProgram(...args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const [stdout, stderr] = [new TextStream(), new TextStream()]
  const code = await main(args, { stdout, stderr, stdin: Readable.from([]), env: {}, cwd: () => root })
  expect({ code, stderr: code === 0 ? '' : stderr.text }).toEqual({ code: 0, stderr: '' })
  return { stdout: stdout.text, stderr: stderr.text }
}

/** What the program says of a fixture, in the shape of its `expected.json`. */
async function auditOf(
  name: string,
  options: readonly string[],
): Promise<Omit<ExpectedAudit, 'honest' | 'options'>> {
  const { stdout, stderr } = await runProgram(
    'audit',
    `${root}/fixtures/${name}`,
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

test.each(cases)('the audit of %s is the expected one', async (name) => {
  const { skipped, sessions, options = [] } = expectedOf(name)
  expect(await auditOf(name, options)).toEqual({ skipped, sessions })
})

test.each(cases.filter((name) => expectedOf(name).honest))('nothing is held against %s', (name) => {
  const { sessions } = expectedOf(name)
  expect(sessions.flatMap(({ findings }) => findings).filter(({ severity }) => severity !== 'info')).toEqual(
    [],
  )
  expect(
    sessions
      .flatMap(({ completions }) => completions)
      .filter(({ verdict }) => verdict === 'weak' || verdict === 'unsupported'),
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

test.each(['audit --fail-on never', 'show', 'log'])('%s prints hostile texts harmlessly', async (command) => {
  const [name = '', ...options] = command.split(' ')
  const { stdout, stderr } = await runProgram(name, `${root}/fixtures/hostile-text`, ...options)
  expect(stdout.length).toBeGreaterThan(100)
  expect((stdout + stderr).replaceAll('\n', '').match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu)).toBeNull()
})

test('a list with an item called __proto__ is shown as it is', async () => {
  const { stdout } = await runProgram('show', `${root}/fixtures/hostile-text`, '--json')
  const { items }: { items: readonly { text: string }[] } = JSON.parse(stdout)
  expect(items[1]?.text).toBe('__proto__')
})

test.each([
  ['crash-at-the-end', 'todos.updated', 'unconfirmed'],
  ['task-tools', 'todos.updated', 'id-known'],
  ['refused-update', 'todos.rejected', 'recorded-refusal'],
  ['two-in-progress', 'todos.rejected', 'single-in-progress'],
])('of the updates of %s one is %s with %s', async (name, type, rule) => {
  const { stdout } = await runProgram('log', `${root}/fixtures/${name}`, '--json')
  const { events }: { events: readonly { type: string; violations?: readonly { rule: string }[] }[] } =
    JSON.parse(stdout)
  const found = events.flatMap((event) => (event.type === type ? (event.violations ?? []) : []))
  expect(found.map((violation) => violation.rule)).toEqual([rule])
})
