// `export --format atif|otel` over every fixture: read again, the lists and the verdicts are the same.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { main } from 'todo-replay'
import { afterAll, expect, test } from 'vitest'

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'standards-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const cases = readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort()

/** Runs the program in this process. */
async function run(...args: readonly string[]): Promise<string> {
  let [out, err] = ['', '']
  const stdout = Object.assign(
    sink((text) => (out += text)),
    { isTTY: false, columns: 0 },
  )
  const stderr = Object.assign(
    sink((text) => (err += text)),
    { isTTY: false, columns: 0 },
  )
  const code = await main(args, { stdout, stderr, stdin: Readable.from([]), env: {}, cwd: () => folder })
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  return out
}

function sink(take: (text: string) => unknown): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      take(chunk)
      done()
    },
  })
}

interface Audited {
  readonly session: string
  readonly profile: string
  readonly turns: number
  readonly completions: readonly { readonly item: string; readonly text: string; readonly verdict: string }[]
  readonly findings: readonly { readonly rule: string; readonly item: string | null }[]
}

/** What the audit says of a source's sessions, sub-agents' among them, and which lists each of their calls led to. */
async function said(path: string): Promise<readonly object[]> {
  const { sessions }: { sessions: readonly Audited[] } = JSON.parse(
    await run('audit', path, '--json', '--fail-on', 'never'),
  )
  const events = (await run('export', path))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return sessions.map(({ session, profile, turns, completions, findings }) => ({
    session,
    profile,
    turns,
    completions: completions.map(({ item, text, verdict }) => [item, text, verdict]),
    findings: findings.map(({ rule, item }) => `${rule} ${item ?? ''}`).sort(),
    calls: events
      .filter((event) => event.session === session && /^todos\./.test(event.type))
      .map(({ type, data }) => [type, data.call, data.changes?.map(changeOf)]),
  }))
}

function changeOf({ type, id, text, status, to }: { readonly [field: string]: unknown }): unknown {
  return [type, id, text, status, to]
}

test.each(cases)('%s', async (name) => {
  const whole = await said(join(fixtures, name))
  for (const format of ['atif', 'otel']) {
    const file = join(folder, `${name}.${format}.json`)
    writeFileSync(file, await run('export', join(fixtures, name), '--format', format))
    expect(await said(file)).toEqual(whole)
  }
})
