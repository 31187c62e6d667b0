import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
place.write('folder/a.jsonl', untested)
place.write('folder/deep/b.jsonl', delegated)

/** Every key that stands in a value, with lists as their entries. */
function keysOf(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => keysOf(each, `${path}[]`))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, each]) => keysOf(each, path === '' ? key : `${path}.${key}`))
}

test('its keys are those that scripts rely on', async () => {
  const printed = await place.json('audit folder --json --fail-on never')
  expect([...new Set(keysOf(printed))].join('\n')).toMatchInlineSnapshot(`
    "sessions[].session
    sessions[].turns
    sessions[].profile
    sessions[].file
    sessions[].completions[].item
    sessions[].completions[].text
    sessions[].completions[].turn
    sessions[].completions[].seq
    sessions[].completions[].added.turn
    sessions[].completions[].added.seq
    sessions[].completions[].started.turn
    sessions[].completions[].started.seq
    sessions[].completions[].call
    sessions[].completions[].readable
    sessions[].completions[].verdict
    sessions[].completions[].rules
    sessions[].completions[].source.line
    sessions[].completions[].source.call
    sessions[].completions[].why.sentence
    sessions[].completions[].why.turn
    sessions[].completions[].why.seq
    sessions[].completions[].why.source.line
    sessions[].completions[].why.source.call
    sessions[].completions[].facts[].kind
    sessions[].completions[].facts[].says
    sessions[].completions[].facts[].asked
    sessions[].completions[].facts[].tool
    sessions[].completions[].facts[].quote
    sessions[].completions[].facts[].sentence
    sessions[].completions[].facts[].seq
    sessions[].completions[].facts[].turn
    sessions[].completions[].facts[].source.line
    sessions[].completions[].facts[].source.call
    sessions[].findings[].rule
    sessions[].findings[].severity
    sessions[].findings[].item
    sessions[].findings[].turn
    sessions[].findings[].seq
    sessions[].findings[].source.line
    sessions[].findings[].source.call
    sessions[].findings[].message
    sessions[].findings[].evidence[]
    sessions[].readable
    sessions[].summary.verdicts.supported
    sessions[].summary.verdicts.weak
    sessions[].summary.verdicts.unsupported
    sessions[].summary.verdicts.undecided
    sessions[].summary.verdicts.unknown
    sessions[].summary.times.spans[].item
    sessions[].summary.times.spans[].seq
    sessions[].summary.times.spans[].turns
    sessions[].summary.times.spans[].seconds
    sessions[].summary.times.medianTurns
    sessions[].summary.times.medianSeconds
    sessions[].summary.times.sessionSeconds
    summary.sessions
    summary.completions
    summary.supported
    summary.weak
    summary.unsupported
    summary.undecided
    summary.unknown
    summary.findings.error
    summary.findings.warning
    summary.findings.info"
  `)
  expect(printed).toMatchObject({
    sessions: [
      {
        ...{ session: 'login-7', file: 'folder/a.jsonl', turns: 6, profile: 'todo-manager' },
        completions: [
          { item: '1', turn: 4, seq: 17, call: 'c5', verdict: 'undecided', source: { line: 6, call: 'c5' } },
          { item: '2', turn: 5, verdict: 'unsupported', facts: [{ kind: 'never-ran', source: { line: 4 } }] },
        ],
        findings: [{ rule: 'never-ran', severity: 'error', evidence: [10] }, { rule: 'instant-flip' }],
      },
      { session: 'docs-1' },
      { session: 'docs-1/reader' },
    ],
    summary: { sessions: 3, unsupported: 1, findings: { error: 1, warning: 0, info: 1 } },
  })
})
