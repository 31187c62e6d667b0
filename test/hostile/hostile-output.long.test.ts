/** A thousand texts that want to be more than text, in every field, through every command that prints. */

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HookJson, HookTexts } from '../../packages/replay-cli/test/claude-code-hooks.js'
import { inflatedPage } from '../../packages/replay-cli/test/inflated-page.js'
import { runInMemory } from '../../packages/replay-cli/test/memory-host.js'
import { hostileRecording, hostileSession } from './hostile-recording.js'
import { payloads, words } from './payloads.js'
import { TextsByField } from './texts-by-field.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-replay-hostile-'))
const home = process.cwd()
afterAll(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true, force: true })
})

/** What may never come out: controls, bidi, tags, what hides or breaks lines. Source: docs/sources/reliability.md. */
const forbidden =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Noncharacter_Code_Point}\u{e0000}-\u{e0fff}]|[\ufe00-\ufe0f]/u

/** What begins a command to a build server. */
const command = /^\s*::|##\[|##vso\[|##teamcity\[/

beforeAll(() => {
  process.chdir(folder)
  writeFileSync('session.jsonl', hostileRecording(payloads))
  writeFileSync(
    'part.jsonl',
    hostileRecording(payloads.filter((payload, place) => place % 4 === 0 || words.includes(payload))),
  )
  writeFileSync(
    'acting.jsonl',
    hostileRecording(payloads.filter((payload) => forbidden.test(payload)).slice(0, 8)),
  )
  mkdirSync('small')
  payloads.forEach((payload, place) => {
    if (place % 25 === 0) writeFileSync(join('small', `${place}.jsonl`), hostileSession(payload, place))
  })
})

/** Runs a command and looks at all that it prints. */
async function run(
  line: string,
  {
    input = '',
    exits = [0, 1],
    more = [],
  }: { input?: string; exits?: readonly number[]; more?: readonly string[] } = {},
): Promise<string> {
  const words = [...line.split(' '), ...more]
  const { code, stdout, stderr } = await runInMemory(words, { input, env: { HOME: folder } })
  expect(exits, stderr.slice(0, 500)).toContain(code)
  const isForServers = line.includes('--format github')
  harmless(stdout, isForServers)
  harmless(stderr, false)
  if (line.includes('--json') || line.includes('sarif'))
    for (const text of documentsOf(stdout)) JSON.parse(text)
  return stdout
}

/** JSON Lines where the first line is whole, else one document. */
function documentsOf(text: string): readonly string[] {
  const lines = text.trimEnd().split('\n')
  return (lines[0] ?? '').endsWith('}') ? lines : [text]
}

function harmless(text: string, isForServers: boolean): void {
  for (const line of text.split('\n')) {
    if (forbidden.test(line)) expect.fail(`${JSON.stringify(line.slice(0, 300))} holds what may not come out`)
    if (!isForServers && command.test(line)) expect.fail(`${JSON.stringify(line.slice(0, 300))} is a command`)
  }
}

test('there are a thousand of them', () => {
  expect(payloads.length).toBeGreaterThanOrEqual(1000)
})

describe('a thousand in every field', () => {
  test.each(['audit session.jsonl --all', 'log session.jsonl'])('%s', async (line) => {
    expect((await run(line)).length).toBeGreaterThan(100_000)
  })
})

test('a page', async () => {
  await run('report session.jsonl --out page.html')
  const page = inflatedPage(readFileSync('page.html', 'utf8'))
  expect(page.length).toBeGreaterThan(100_000)
  harmless(page.replaceAll('\t', ''), false) // its script may hold tabs
})

// The other commands and formats are given less.
describe('a quarter of them in every field, and all that mean something to a format', () => {
  test.each([
    'audit part.jsonl --format markdown',
    'audit part.jsonl --format junit',
    'audit part.jsonl --format github',
    'audit part.jsonl --format sarif',
    'audit part.jsonl --json',
    'log part.jsonl --json',
    'show part.jsonl --at 5',
    'show part.jsonl --json',
    'stats part.jsonl',
    'stats part.jsonl --json',
    'plan part.jsonl --at 5',
    'plan part.jsonl --at 5 --json',
    'diff part.jsonl 0..200',
    'diff part.jsonl --json',
    'blame part.jsonl 1',
    'blame part.jsonl 1 --json',
    'bisect part.jsonl --rule no-reopen',
    'bisect part.jsonl --rule single-in-progress --json',
    'sessions part.jsonl',
    'sessions part.jsonl --json',
    'what-if part.jsonl --profile todo-manager',
    'what-if part.jsonl --profile todo-manager --json',
    'watch part.jsonl --once',
    'watch part.jsonl --once --json',
    'report part.jsonl --out page.html --json',
    'import part.jsonl --ledger part.db',
  ])('%s', async (line) => {
    expect(await run(line)).not.toBe('')
  })
})

test('a folder of sessions whose ids, goals and first inputs are payloads', async () => {
  expect(readdirSync('small').length).toBeGreaterThan(40)
  for (const line of [
    'sessions small',
    'show small',
    'diff small',
    'log small',
    'stats small',
    'plan small',
    'audit small --all',
  ])
    expect(await run(line)).not.toBe('')
  for (const place of [0, 250, 500, 750])
    await run('show small --session', {
      exits: [0, 2],
      more: [`${place}${payloads[place]}`.replaceAll('\0', '')],
    })
})

test('a ledger that holds them', async () => {
  await run('import acting.jsonl --ledger acting.db')
  for (const line of ['verify acting.db', 'verify acting.db --json', 'sessions acting.db'])
    expect(await run(line)).not.toBe('')
  await run('redact acting.db --pattern again --json')
  await run('redact acting.db --forget --session hostile --json')
})

test('the hook answers with the very texts, harmless as they stand there', async () => {
  const acting = payloads.filter((payload) => forbidden.test(payload) && payload.length < 100)
  for (const [place, payload] of acting.entries()) {
    if (place % 20 !== 0) continue
    const texts = new HookTexts(`s${place}`)
    const list = (status: string): HookJson => ({
      todos: [{ content: `Run the tests ${payload}`, status, activeForm: payload }],
    })
    const edit = { file_path: payload, old_string: payload, new_string: 'b' }
    const told = [
      texts.prompt(payload),
      texts.before(payload, 'TodoWrite', list('in_progress')),
      texts.after(payload, 'TodoWrite', list('in_progress'), { newTodos: [] }),
      texts.batch([payload, 'TodoWrite', list('in_progress'), payload]),
      texts.before(`${payload}1`, 'Edit', edit),
      texts.after(`${payload}1`, 'Edit', edit, { filePath: payload }),
      texts.batch([`${payload}1`, 'Edit', edit, payload]),
    ]
    const tell = (input: string): Promise<string> =>
      run('hook --gate --ledger hook.db --log hook.log', { input })
    for (const input of told) expect(await tell(input)).toBe('')
    const answer = await tell(texts.before(`${payload}2`, 'TodoWrite', list('completed')))
    // An element's attributes name something else than the tests: what that asks for is undecided, and let through.
    if (payload.startsWith('<img')) expect(answer).toBe('')
    else expect(JSON.stringify(JSON.parse(answer))).toContain('deny')
  }
  expect(existsSync('hook.log') ? readFileSync('hook.log', 'utf8') : '').toBe('')
})

test('JSON holds the very texts, in every field', async () => {
  const held = new TextsByField()
  for (const line of (await run('export session.jsonl --no-redact')).trimEnd().split('\n')) {
    const event: { type: string; data: unknown; session: string } = JSON.parse(line)
    held.add(event.data, event.type)
  }
  expect(held.fieldsWithAll(payloads)).toMatchInlineSnapshot(`
    [
      "context.compacted.summary",
      "nag.issued.text",
      "run.started.text",
      "subagent.ended.child",
      "subagent.started.child",
      "todos.rejected.call",
      "todos.rejected.input.items.id",
      "todos.rejected.input.items.status",
      "todos.rejected.input.items.text",
      "todos.rejected.reply",
      "todos.updated.changes.from",
      "todos.updated.changes.reason",
      "todos.updated.changes.to",
      "todos.updated.flags.item",
      "todos.updated.flags.message",
      "todos.updated.flags.received",
      "todos.updated.input.items.dependencies",
      "todos.updated.input.items.estimate",
      "todos.updated.input.items.id",
      "todos.updated.input.items.notes",
      "todos.updated.input.items.owner",
      "todos.updated.input.items.parent",
      "todos.updated.input.items.priority",
      "todos.updated.input.items.reason",
      "todos.updated.input.items.text",
      "todos.updated.reply",
      "tool.called.call",
      "tool.called.input",
      "tool.called.input.command",
      "tool.called.input.file_path",
      "tool.called.input.url",
      "tool.called.name",
      "tool.returned.call",
      "tool.returned.output",
    ]
  `)
})
