import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBaseline } from '../src/audit/baseline.js'
import { Failure } from '../src/failure.js'
import { delegated, lines, untested } from './recordings.js'
import { Workplace } from './run-program.js'

const place = new Workplace()
place.write('s.jsonl', untested)

/** What `audit --json` says of findings, and what a person is told. */
async function auditing(words: string): Promise<{
  readonly code: number | null
  readonly stderr: string
  readonly known: number
  readonly findings: number
  readonly baseline: unknown
}> {
  const { code, stdout, stderr } = await place.run(`audit ${words} --json`)
  const parsed: unknown = JSON.parse(stdout)
  const baseline =
    typeof parsed === 'object' && parsed !== null && 'baseline' in parsed ? parsed.baseline : null
  const known = stdout.match(/"known": true/g)?.length ?? 0
  return { code, stderr, known, findings: stdout.match(/"rule": /g)?.length ?? 0, baseline }
}

function entriesOf(file: string): readonly string[] {
  return readBaseline(join(place.folder, file)).map(
    ({ rule, session, item, fingerprint }) => `${session} ${rule} ${item} ${fingerprint.length}`,
  )
}

test('what is written is known from then on, and no reason to fail', async () => {
  expect((await auditing('s.jsonl')).code).toBe(1)
  expect(await place.screen('audit s.jsonl --write-baseline known.json')).toMatch(
    /--- stderr\nnote: 2 findings written to known\.json, accepted from now on\n--- exit 0$/,
  )
  expect(entriesOf('known.json')).toEqual([
    'login-7 instant-flip Run the tests 32',
    'login-7 never-ran Run the tests 32',
  ])
  expect(await auditing('s.jsonl --baseline known.json --fail-on info')).toEqual({
    code: 0,
    stderr: 'note: known.json accepts 2 findings\n',
    known: 2,
    findings: 2,
    baseline: { known: 2, gone: [], notAudited: 0 },
  })
  expect(await place.screen('audit s.jsonl --baseline known.json --all')).toContain('[instant-flip, known]')
})

test('a finding is known again wherever its lines, turns and calls move', async () => {
  await place.run('audit s.jsonl --write-baseline known.json')
  const [head = '', input = '', ...rest] = untested.trimEnd().split('\n')
  const moved = rest
    .map((line) => line.replace(/"turn":(\d+)/, (_, turn: string) => `"turn":${Number(turn) + 1}`))
    .map((line) => line.replace(/"id":"c(\d)"/g, '"id":"d$1"'))
  const early =
    '{"turn":1,"text":"Let me look.","calls":[{"id":"e1","name":"read_file","input":{"path":"a.ts"},"ok":true}]}'
  place.write('moved.jsonl', `${[head, '', input, early, ...moved].join('\n')}\n`)
  expect(await auditing('moved.jsonl --baseline known.json')).toMatchObject({
    code: 0,
    known: 2,
    baseline: { known: 2, gone: [], notAudited: 0 },
  })
})

test('a new finding fails, another session and another text are new', async () => {
  await place.run('audit s.jsonl --write-baseline known.json')
  place.write('text.jsonl', untested.replaceAll('Run the tests', 'Run all the tests'))
  expect(await auditing('text.jsonl --baseline known.json')).toMatchObject({ code: 1, known: 0 })
  place.write('session.jsonl', untested.replace('login-7', 'login-8'))
  expect(await auditing('session.jsonl --baseline known.json')).toMatchObject({
    code: 1,
    known: 0,
    baseline: { known: 0, gone: [], notAudited: 2 },
  })
})

test('the same finding twice is accepted as often as it was written', async () => {
  const list = (status: string) => [{ id: '1', text: 'Run the tests', status }]
  const session = (rounds: number) =>
    lines(
      { recording: 'todo-ledger/1', session: 'twice', profile: 'todo-manager' },
      ...Array.from({ length: rounds }, () => [[], list('in_progress'), list('completed')])
        .flat()
        .map((items, index) => ({
          turn: index + 1,
          calls: [{ id: `c${index}`, name: 'todo', input: { items }, ok: true, output: 'done' }],
        })),
    )
  place.write('twice.jsonl', session(1))
  await place.run('audit twice.jsonl --write-baseline twice.json')
  const once = entriesOf('twice.json').length
  expect(once).toBeGreaterThan(0)
  place.write('twice.jsonl', session(2))
  const { known, findings, code } = await auditing('twice.jsonl --baseline twice.json --fail-on info')
  expect({ known, code }).toEqual({ known: once, code: 1 })
  expect(findings).toBeGreaterThan(once)
})

test('entries that are no longer found are told', async () => {
  await place.run('audit s.jsonl --write-baseline known.json')
  const mended = untested.replace(
    '{"turn":5,',
    '{"turn":5,"calls":[{"id":"c9","name":"bash","input":{"command":"npm test"},"ok":true,"output":"42 passed"}]}\n{"turn":6,',
  )
  place.write(
    'mended.jsonl',
    mended.replace('{"turn":6,"at":"2026-01-05T10:00:25Z"', '{"turn":7,"at":"2026-01-05T10:00:25Z"'),
  )
  place.write('all/a.jsonl', readFileSync(join(place.folder, 'mended.jsonl')))
  place.write('all/b.jsonl', delegated)
  const { code, stderr, baseline } = await auditing('all --baseline known.json')
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: [
      'note: known.json accepts 0 findings',
      'note: known.json: no longer found: 2 entries (instant-flip, never-ran)',
      '',
    ].join('\n'),
  })
  expect(baseline).toMatchObject({
    known: 0,
    gone: [{ rule: 'instant-flip' }, { rule: 'never-ran' }],
    notAudited: 0,
  })
})

test('nothing is written while an own rule fails', async () => {
  place.write(
    'broken.mjs',
    `export default { id: 'broken', severity: 'info', doc: 'A rule.', check: () => { throw new Error('no') } }`,
  )
  expect(await place.run('audit s.jsonl --rules broken.mjs --write-baseline unwritten.json')).toMatchObject({
    code: 2,
  })
  expect(() => entriesOf('unwritten.json')).toThrow('there is no such file')
})

test('what is wrong with a baseline is said with the file and the place', () => {
  const contents = [
    '',
    '[]',
    '{"baseline":"other/1","findings":[]}',
    '{"baseline":"todo-ledger/1"}',
    '{"baseline":"todo-ledger/1","findings":[7]}',
    '{"baseline":"todo-ledger/1","findings":[{"fingerprint":"a","rule":"b","session":"c","item":7}]}',
  ]
  const told = contents.map((content) => {
    place.write('bad.json', content)
    try {
      return readBaseline(join(place.folder, 'bad.json'))
    } catch (error) {
      return error instanceof Failure ? `${error.code}: ${error.message}`.replace(place.folder, '') : error
    }
  })
  expect(told).toMatchInlineSnapshot(`
    [
      "bad-baseline: /bad.json: it is not JSON: Unexpected end of JSON input.",
      "bad-baseline: /bad.json: baseline: expected it to be there. Write it again with --write-baseline.",
      "bad-baseline: /bad.json: baseline: expected "todo-ledger/1". Write it again with --write-baseline.",
      "bad-baseline: /bad.json: findings: expected it to be there. Write it again with --write-baseline.",
      "bad-baseline: /bad.json: findings.0: expected fingerprint, rule, session and item. Write it again with --write-baseline.",
      "bad-baseline: /bad.json: findings.0.item: expected a text or null. Write it again with --write-baseline.",
    ]
  `)
})
