/** Texts that want to be more than text, in every field, through every command that prints. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditFormats } from '../../packages/replay-cli/dist/audit/formats/index.js'
import { type HookJson, HookTexts } from '../../packages/replay-cli/test/claude-code-hooks.js'
import { inflatedPage } from '../../packages/replay-cli/test/inflated-page.js'
import { runInMemory } from '../../packages/replay-cli/test/memory-host.js'
import { isLongRun, seed } from '../random.js'
import { hostileRecording, hostileSession } from './hostile-recording.js'
import { payloads, words } from './payloads.js'

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

/** In the long run every fourth payload, and all that mean something to a format; else a few of each kind. */
const tried: readonly string[] = [
  ...payloads.filter(
    (payload, place) => place % (isLongRun ? 4 : 100) === 0 || (isLongRun && words.includes(payload)),
  ),
  ...fc.sample(fc.string({ unit: 'binary', maxLength: 20 }), { numRuns: isLongRun ? 40 : 5, seed }),
]

beforeAll(() => {
  process.chdir(folder)
  writeFileSync('session.jsonl', hostileRecording(tried))
  writeFileSync(
    'acting.jsonl',
    hostileRecording(payloads.filter((payload) => forbidden.test(payload)).slice(0, 8)),
  )
  mkdirSync('small')
  payloads.forEach((payload, place) => {
    if (place % 100 === 0) writeFileSync(join('small', `${place}.jsonl`), hostileSession(payload, place))
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
  if (/json$|sarif|^export/.test(line)) for (const text of documentsOf(stdout)) JSON.parse(text)
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

test.each([
  ...auditFormats.map(
    (format) => `audit session.jsonl --format ${format}${format === 'brief' ? '' : ' --all'}`,
  ),
  ...[
    'log',
    'show',
    'show --at 5',
    'stats',
    'plan --at 5',
    'diff 0..5',
    'blame 1',
    'bisect --rule single-in-progress',
    'sessions',
    'what-if --profile todo-manager',
    'watch --once',
  ].flatMap((words) => {
    const line = words.replace(/^\S+/, '$& session.jsonl')
    return [line, `${line} --json`]
  }),
  'export session.jsonl',
  'import session.jsonl --ledger session.db',
])('%s', async (line) => {
  expect(await run(line)).not.toBe('')
})

test('a page', async () => {
  await run('report session.jsonl --out page.html')
  harmless(inflatedPage(readFileSync('page.html', 'utf8')).replaceAll('\t', ''), false) // its script may hold tabs
})

test('what a person typed, in a message', async () => {
  for (const text of tried.map((payload) => payload.replaceAll('\0', '')).filter((text) => text !== ''))
    for (const more of [
      ['audit', text],
      ['audit', 'small/0.jsonl', '--session', text],
      ['audit', 'small/0.jsonl', '--profile', text],
    ]) {
      const { stdout, stderr } = await runInMemory(more, { env: { HOME: folder } })
      harmless(stdout, false)
      harmless(stderr, false)
    }
})

test('a folder of sessions whose ids, goals and first inputs are payloads', async () => {
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
    if (place % (isLongRun ? 20 : 100) !== 0) continue
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
