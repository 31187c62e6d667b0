// `export --format atif|otel`: read again, the lists and the verdicts are the same; over every fixture in `npm run test:long`.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { main } from 'todo-replay'
import { afterAll, expect, test } from 'vitest'
import { isLongRun } from './random.js'

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'standards-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const cases = readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort()

/** What the ordinary run takes: sub-agents, compactions, reminders, a parked run, refusals, tasks with ids, torn ends. */
const few: ReadonlySet<string> = new Set([
  ...['compacted-and-ticked', 'crash-at-the-end', 'nagged-and-claimed', 'parked-and-compacted'],
  ...['resumed-without-history', 'subagent-inline', 'task-tools', 'two-in-progress'],
])
const chosen = isLongRun ? cases : cases.filter((name) => few.has(name))

/** Runs the program in this process. */
async function run(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await tried(...args)
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  return out
}

async function exported(source: string, format: string, out: string): Promise<string> {
  await run('export', source, '--format', format, '--out', out)
  return out
}

async function tried(...args: readonly string[]) {
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
  return { code, out, err }
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
async function said(path: string) {
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

const checks = { atif: expectTrajectory, otel: expectOtlp }

test.each(chosen)('%s', async (name) => {
  const whole = await said(join(fixtures, name))
  for (const format of ['atif', 'otel'] as const) {
    const file = join(folder, `${name}.${format}.json`)
    const text = await run('export', join(fixtures, name), '--format', format)
    writeFileSync(file, text)
    expect(await said(file)).toEqual(whole)
    for (const line of text.trim().split('\n')) checks[format](JSON.parse(line))
    // Each verdict stands there once.
    const verdicts = [...text.matchAll(/"gen_ai\.evaluation\.name"/g)].length
    expect(verdicts).toBe(whole.reduce((sum, { completions }) => sum + completions.length, 0))
  }
})

test.each(['atif', 'otel'])(
  '--format %s keeps the first of two sessions of one id, with its verdicts, and says so',
  async (format) => {
    const two = join(folder, `two-${format}`)
    mkdirSync(two)
    const whole = readFileSync(join(fixtures, 'tests-ticked-without-a-run/session.jsonl'), 'utf8')
    writeFileSync(join(two, 'a.jsonl'), whole)
    writeFileSync(join(two, 'b.jsonl'), `${whole.split('\n').slice(0, 6).join('\n')}\n`)
    const out = join(folder, `two.${format}.jsonl`)
    const { code, err } = await tried('export', two, '--format', format, '--out', out)
    expect(code).toBe(0)
    expect(err).toMatch(
      /note: .*b\.jsonl: its session ".*" is left out: one of that id is written, from .*a\.jsonl\./,
    )
    expect(await said(out)).toEqual(
      await said(await exported(join(two, 'a.jsonl'), format, join(folder, `one.${format}.jsonl`))),
    )
  },
)

test('--format atif: sub-agents of sub-agents, however deep, are read again as they were', async () => {
  const agent = { name: 'a', version: '1' }
  const steps = [
    { step_id: 1, source: 'user', message: 'Go' },
    { step_id: 2, source: 'agent', message: 'Done.' },
  ]
  const chain = Array.from({ length: 300 }, (_, at) => {
    const own = { session: `s${at}`, ...(at === 0 ? {} : { parent: `s${at - 1}` }) }
    const line = {
      schema_version: 'ATIF-v1.7',
      session_id: `s${at}`,
      agent,
      extra: { todo_ledger: own },
      steps,
    }
    return `${JSON.stringify(line)}\n`
  })
  const source = join(folder, 'chain.jsonl')
  writeFileSync(source, chain.join(''))
  const parents = async (path: string) =>
    (await run('export', path))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === 'session.opened')
      .map(({ session, data }) => [session, data.parent])
  const whole = await parents(source)
  expect(whole).toHaveLength(chain.length)
  expect(await parents(await exported(source, 'atif', join(folder, 'chain.atif.json')))).toEqual(whole)
})

test.each(['atif', 'otel'])('--format %s is not combined with --until and --test', async (format) => {
  for (const words of [['--until', '1'], ['--test']]) {
    const { code, err } = await tried('export', join(fixtures, 'acp-stream'), '--format', format, ...words)
    expect([code, err]).toEqual([
      2,
      `todo-replay: --format ${format} can't be combined with --until and --test.\n`,
    ])
  }
})

type Json = { readonly [field: string]: unknown }

/** A field: what it must be, and whether it must be there. */
type Field = readonly [check: (value: unknown) => boolean, required?: 'required']
const text: Field[0] = (value) => typeof value === 'string'
const count: Field[0] = (value) => Number.isSafeInteger(value)
const object: Field[0] = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const list: Field[0] = Array.isArray

/**
 * What ATIF 1.7 demands, and that it allows nothing else. Source: harbor-framework/harbor, rfcs/0001-trajectory-format.md,
 * version 1.7, part II, and src/harbor/models/trajectories (`extra: forbid`). Written by hand: the RFC has no JSON Schema.
 */
const atif: { readonly [object: string]: { readonly [field: string]: Field } } = {
  trajectory: {
    schema_version: [(value) => value === 'ATIF-v1.7', 'required'],
    session_id: [text],
    trajectory_id: [text],
    agent: [object, 'required'],
    steps: [(value) => Array.isArray(value) && value.length > 0, 'required'],
    notes: [text],
    final_metrics: [object],
    continued_trajectory_ref: [text],
    extra: [object],
    subagent_trajectories: [list],
  },
  agent: { name: [text, 'required'], version: [text, 'required'], model_name: [text], extra: [object] },
  step: {
    step_id: [count, 'required'],
    timestamp: [(value) => new Date(String(value)).toISOString() === value],
    source: [(value) => ['system', 'user', 'agent'].includes(String(value)), 'required'],
    message: [text, 'required'],
    tool_calls: [list],
    observation: [object],
    metrics: [object],
    extra: [object],
  },
  call: {
    tool_call_id: [text, 'required'],
    function_name: [text, 'required'],
    arguments: [object, 'required'],
    extra: [object],
  },
  result: { source_call_id: [text], content: [text], subagent_trajectory_ref: [list], extra: [object] },
  reference: { trajectory_id: [text], trajectory_path: [text], session_id: [text], extra: [object] },
}

function expectFields(kind: keyof typeof atif, value: Json): void {
  const fields = atif[kind] ?? {}
  const unknown = Object.keys(value).filter((field) => !(field in fields))
  const wrong = Object.entries(fields)
    .filter(([field, [check, required]]) => (field in value ? !check(value[field]) : required !== undefined))
    .map(([field]) => field)
  expect({ kind, unknown, wrong }).toEqual({ kind, unknown: [], wrong: [] })
}

const objectsIn = (value: Json, field: string): readonly Json[] => (value[field] ?? []) as readonly Json[]

/** The fields, and what the RFC says of them together. */
function expectTrajectory(trajectory: Json): void {
  expectFields('trajectory', trajectory)
  expectFields('agent', trajectory['agent'] as Json)
  const embedded = objectsIn(trajectory, 'subagent_trajectories')
  const ids = embedded.map((each) => each['trajectory_id'])
  expect(new Set(ids).size).toBe(ids.length)
  for (const [index, step] of objectsIn(trajectory, 'steps').entries()) {
    expectFields('step', step)
    expect(step['step_id']).toBe(index + 1)
    const calls = objectsIn(step, 'tool_calls')
    const results = objectsIn((step['observation'] ?? {}) as Json, 'results')
    if (step['source'] !== 'agent') expect([calls, step['metrics']]).toEqual([[], undefined])
    if (step['source'] === 'user') expect(results).toEqual([])
    for (const call of calls) expectFields('call', call)
    const known = [undefined, ...calls.map((call) => call['tool_call_id'])]
    for (const result of results) {
      expectFields('result', result)
      expect(known).toContain(result['source_call_id'])
      for (const reference of objectsIn(result, 'subagent_trajectory_ref')) {
        expectFields('reference', reference)
        expect(ids).toContain(reference['trajectory_id'])
      }
    }
  }
  for (const each of embedded) expectTrajectory(each)
}

/** Ids, times and attributes as OTLP/JSON has them. Source: opentelemetry-proto, its JSON mapping. */
function expectOtlp(document: Json): void {
  const spans = objectsIn(document, 'resourceSpans').flatMap((each) =>
    objectsIn(each, 'scopeSpans').flatMap((scope) => objectsIn(scope, 'spans')),
  )
  const records = objectsIn(document, 'resourceLogs').flatMap((each) =>
    objectsIn(each, 'scopeLogs').flatMap((scope) => objectsIn(scope, 'logRecords')),
  )
  expect(spans.length + records.length).toBeGreaterThan(0)
  for (const each of [...spans, ...records]) {
    expect(each).toMatchObject({
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
      spanId: expect.stringMatching(/^[\da-f]{16}$/),
    })
    for (const { key, value } of objectsIn(each, 'attributes')) {
      expect([key, Object.keys(value as Json)]).toEqual([
        expect.stringMatching(/^(?:gen_ai|todo_ledger|error)\./),
        [expect.stringMatching(/^(?:string|int|double|bool)Value$/)],
      ])
    }
  }
  for (const { startTimeUnixNano, endTimeUnixNano, kind } of spans) {
    expect([1, 3]).toContain(kind)
    expect(BigInt(String(endTimeUnixNano)) >= BigInt(String(startTimeUnixNano))).toBe(true)
  }
  for (const record of records) expect(record).toMatchObject({ eventName: 'gen_ai.evaluation.result' })
}
