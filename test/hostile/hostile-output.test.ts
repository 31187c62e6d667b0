/** A thousand texts that want to be more than text, in every field, through every command that prints. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileRecording } from './hostile-recording.js'
import { payloads } from './payloads.js'

const program = fileURLToPath(new URL('../../packages/replay-cli/bin/todo-replay.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'todo-replay-hostile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What may never come out: controls, bidi, tags, what hides or breaks lines. Source: reliability.md, "the terminal". */
const forbidden =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Noncharacter_Code_Point}\u{e0000}-\u{e0fff}]|[\ufe00-\ufe0f]/u

beforeAll(() => {
  writeFileSync(join(folder, 'session.jsonl'), hostileRecording(payloads))
})

function run(words: readonly string[]): {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
} {
  return spawnSync(process.execPath, [program, ...words], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color' },
  })
}

test('there are a thousand of them', () => {
  expect(payloads.length).toBeGreaterThanOrEqual(1000)
})

test.each([
  'audit session.jsonl --all',
  'audit session.jsonl --format markdown',
  'audit session.jsonl --format junit',
  'audit session.jsonl --format github',
  'audit session.jsonl --format sarif',
  'audit session.jsonl --json',
  'show session.jsonl --json',
  'log session.jsonl',
  'log session.jsonl --json',
  'stats session.jsonl',
  'stats session.jsonl --json',
  'diff session.jsonl 0..600',
  'diff session.jsonl --json',
  'blame session.jsonl --all',
  'blame session.jsonl --json',
  'bisect session.jsonl --rule no-reopen',
  'bisect session.jsonl --rule single-in-progress --json',
  'sessions session.jsonl',
  'what-if session.jsonl --profile todo-manager',
  'watch session.jsonl --once',
  'export session.jsonl --no-redact',
])(
  '%s',
  (line) => {
    const words = line.split(' ')
    const { status, stdout, stderr } = run(words)
    expect([0, 1], stderr.slice(0, 500)).toContain(status)
    expect(stdout).not.toBe('')
    for (const text of `${stdout}${stderr}`.split('\n')) {
      if (forbidden.test(text))
        expect.fail(`${JSON.stringify(text.slice(0, 300))} holds what may not come out`)
    }
    if (words.includes('--json') || words.includes('sarif')) JSON.parse(stdout)
  },
  60_000,
)

test('JSON holds the very texts, harmless as they stand there', () => {
  const { stdout } = run(['export', 'session.jsonl', '--no-redact'])
  const held = new Set<unknown>()
  for (const line of stdout.trimEnd().split('\n')) {
    JSON.parse(line, (_, value: unknown) => {
      held.add(value)
      return value
    })
  }
  const lost = payloads.filter((payload) => !held.has(payload))
  expect(lost.length).toBe(0)
})
