/** Secrets in every field of recordings of every agent: no command lets one out, unless it is told to. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openRecording } from '@todo-ledger/recordings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileRecording } from '../../../test/hostile/hostile-recording.js'
import { isLongRun } from '../../../test/random.js'
import { madeUp } from '../../core/test/made-up-secrets.js'
import { auditFormats } from '../src/audit/formats/index.js'
import { inflatedPage } from './inflated-page.js'
import { runInMemory } from './memory-host.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-replay-secrets-'))
const home = process.cwd()
const token = madeUp('base62', 36, 7)
const password = 'Tiger-Secret-2024'
const planted = `see ${['gh', 'p_', token].join('')} and DB_PASSWORD=${password} there`

/** Any third of them in a row says too much. */
const pieces = [token, password].flatMap((secret) =>
  Array.from({ length: secret.length - 11 }, (_, start) => secret.slice(start, start + 12)),
)
const isLetOut = (text: string): boolean => pieces.some((piece) => text.includes(piece))

/** Fields that say what a record is: with another text it would be none. */
const formal =
  /^(?:type|role|status|id|uuid|\w*_?id|\w*I[dD]|kind|name|tool_?name|timestamp|time|at|version|format|model|recording|trigger|subtype|sessionID|finish_reason|stop_reason|state|arguments)$/

/** A value with secrets in every text that says something to people. */
function withSecrets(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => withSecrets(part, field))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withSecrets(part, key)]))
  }
  if (typeof value !== 'string' || formal.test(field) || !/\s/.test(value) || /^[[{]/.test(value))
    return value
  return `${value} ${planted}`
}

/** The smallest fixture of each format, with secrets. */
const recordings: { readonly file: string; readonly format: string }[] = []

beforeAll(async () => {
  const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url))
  const formats = new Map<string, readonly [size: number, name: string]>()
  for (const name of readdirSync(fixtures, { recursive: true, encoding: 'utf8' })) {
    if (!/session\.jsonl?$|\.traj$/.test(name)) continue
    const recording = await openRecording(join(fixtures, name)).catch(() => null)
    if (recording === null) continue
    await recording.close()
    const { length } = readFileSync(join(fixtures, name))
    if (length < (formats.get(recording.format)?.[0] ?? Number.POSITIVE_INFINITY)) {
      formats.set(recording.format, [length, name])
    }
  }
  process.chdir(folder)
  for (const [format, [, name]] of formats) {
    const text = readFileSync(join(fixtures, name), 'utf8')
    const file = `${format.replaceAll(/\W/g, '-')}${extname(name)}`
    writeFileSync(file, /\n\s*\S/.test(text) && file.endsWith('l') ? inLines(text) : inOne(text))
    recordings.push({ file, format })
  }
  writeFileSync('neutral-everywhere.jsonl', hostileRecording([planted, ['gh', 'p_', token].join('')]))
  recordings.push({ file: 'neutral-everywhere.jsonl', format: 'every field' })
})

afterAll(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true, force: true })
})

const inOne = (text: string): string => JSON.stringify(withSecrets(JSON.parse(text)))
const inLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.trim() === '' ? line : inOne(line)))
    .join('\n')

const commands: readonly string[] = [
  'audit FILE --all',
  ...auditFormats.map((format) => `audit FILE --format ${format}`),
  'audit FILE --write-baseline OUT',
  'show FILE',
  'show FILE --json',
  'log FILE',
  'log FILE --json',
  'diff FILE 0..1',
  'diff FILE 0..1 --json',
  'blame FILE',
  'blame FILE --json',
  'bisect FILE --rule no-reopen --json',
  'stats FILE',
  'stats FILE --json',
  'plan FILE --at 1',
  'plan FILE --json',
  'sessions FILE',
  'sessions FILE --json',
  'what-if FILE --profile recommended --json',
  'watch FILE --once',
  'watch FILE --once --json',
  'report FILE --out OUT',
  'audit FILE --pages - --reader-all',
  'export FILE',
]

async function outputOf(
  line: string,
  more: readonly string[] = [],
  exits: readonly number[] = [0, 1],
): Promise<string> {
  rmSync('out.json', { force: true })
  const words = [...line.replace('OUT', 'out.json').split(' '), ...more]
  const { code, stdout, stderr } = await runInMemory(words, { env: { HOME: folder } })
  expect(exits, stderr).toContain(code)
  const written = existsSync('out.json') ? inflatedPage(readFileSync('out.json', 'utf8')) : ''
  return stdout + stderr + written
}

test('there are recordings of several agents', () => {
  expect(recordings.length).toBeGreaterThan(7)
})

describe.each(commands.map((command, number) => [command, number] as const))('%s', (command, number) => {
  test('of a recording', async () => {
    // One of them here, all in the long run.
    const some = recordings.filter(
      (_, place) => isLongRun || place % commands.length === number % recordings.length,
    )
    for (const { file, format } of some) {
      const output = await outputOf(command.replace('FILE', file))
      expect(isLetOut(output), `${format}: ${output.slice(0, 3000)}`).toBe(false)
    }
  })
})

test('of all of them, and of a ledger that was written without redaction', async () => {
  expect(isLetOut(await outputOf('audit . --format json'))).toBe(false)
  await outputOf('import neutral-everywhere.jsonl --ledger raw.db --no-redact')
  for (const command of commands) {
    const output = await outputOf(command.replace('FILE', 'raw.db'))
    expect(isLetOut(output), `${command}: ${output.slice(0, 3000)}`).toBe(false)
  }
  await outputOf('export raw.db --no-redact --out events.jsonl')
  expect(isLetOut(readFileSync('events.jsonl', 'utf8'))).toBe(true)
  expect(isLetOut(await outputOf('log events.jsonl --json'))).toBe(false)
})

test('what is said of a line that is torn', async () => {
  const lines = readFileSync('neutral-everywhere.jsonl', 'utf8').split('\n')
  const torn = [lines[0], `{"text": ${planted}`, `${planted}`, `{"input": "${planted}`, ...lines.slice(1)]
  writeFileSync('torn.jsonl', torn.join('\n'))
  const output = await outputOf('audit torn.jsonl')
  expect(output).toContain('torn.jsonl:2')
  expect(isLetOut(output)).toBe(false)
})

test('export lets them out where it is told to', async () => {
  expect(isLetOut(await outputOf('export neutral-everywhere.jsonl --no-redact'))).toBe(true)
})
