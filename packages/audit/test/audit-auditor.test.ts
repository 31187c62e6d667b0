import type { Change, TodoEvent, TodoStatus } from '@todo-ledger/core'
import { initialState, type SessionState } from '@todo-ledger/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import { SessionAuditor } from '../src/auditor.js'
import { summarise } from '../src/session-summary.js'
import {
  audited,
  bash,
  completionOf,
  edit,
  failed,
  findingsOn,
  list,
  read,
  report,
  type Step,
  say,
} from './audited-session.js'

describe('the audit of a session', () => {
  it('has the shape that scripts rely on', async () => {
    const audit = await audited([
      list('in_progress Add the cache', 'pending Test the cache'),
      edit('src/cache.ts'),
      list('completed Add the cache', 'in_progress Test the cache'),
      list('completed Add the cache', 'completed Test the cache'),
    ])
    expect(audit).toMatchInlineSnapshot(`
      {
        "completions": [
          {
            "added": {
              "seq": 4,
              "turn": 1,
            },
            "call": "c3",
            "evidence": [
              {
                "effect": "write",
                "ok": true,
                "seq": 7,
                "tool": "Edit",
                "turn": 2,
                "weight": 0.83,
                "why": "edited src/cache.ts, while the item was in progress",
              },
            ],
            "item": "1",
            "itemClass": "change",
            "key": "k1",
            "missing": [],
            "readable": 1,
            "rules": {
              "stated": false,
              "support": 0.74,
              "verdict": "supported",
            },
            "seq": 11,
            "started": {
              "seq": 4,
              "turn": 1,
            },
            "support": 0.74,
            "text": "Add the cache",
            "turn": 3,
            "verdict": "supported",
            "wouldChange": [],
          },
          {
            "added": {
              "seq": 4,
              "turn": 1,
            },
            "call": "c4",
            "evidence": [],
            "item": "2",
            "itemClass": "verify",
            "key": "k2",
            "missing": [
              "a run that shows it at work",
            ],
            "readable": 1,
            "rules": {
              "stated": false,
              "support": 0,
              "verdict": "unsupported",
            },
            "seq": 14,
            "started": {
              "seq": 11,
              "turn": 3,
            },
            "support": 0,
            "text": "Test the cache",
            "turn": 4,
            "verdict": "unsupported",
            "why": {
              "restates": [
                "complete-without-activity",
                "verify-item-without-check",
              ],
              "sentence": "Item 2 promises a run that shows it at work, but no call that worked was made for it after it was started (marked in event 14).",
              "seq": 14,
              "turn": 4,
            },
            "wouldChange": [
              "running the thing itself (a test, the program, a page, a request) before the mark",
            ],
          },
        ],
        "findings": [
          {
            "evidence": [],
            "item": "2",
            "message": "Item 2 was completed, but no call that worked was made for it after it was started.",
            "rule": "complete-without-activity",
            "seq": 14,
            "severity": "error",
            "text": "Test the cache",
            "turn": 4,
          },
          {
            "evidence": [
              7,
            ],
            "item": "2",
            "message": "Item 2 promises a check, but nothing was run that shows it at work after it was started; the last call before it edited src/cache.ts (event 7).",
            "rule": "verify-item-without-check",
            "seq": 14,
            "severity": "error",
            "text": "Test the cache",
            "turn": 4,
          },
          {
            "evidence": [
              11,
            ],
            "item": "2",
            "message": "Item 2 was started in turn 3 and completed in turn 4 with no call between.",
            "rule": "instant-flip",
            "seq": 14,
            "severity": "warning",
            "text": "Test the cache",
            "turn": 4,
          },
        ],
        "profile": "claude-code",
        "readable": 1,
        "ruleFailures": [],
        "session": "s",
        "summary": {
          "items": [
            {
              "completed": 1,
              "itemClass": "change",
              "items": 1,
              "open": 0,
              "supported": 1,
            },
            {
              "completed": 1,
              "itemClass": "verify",
              "items": 1,
              "open": 0,
              "supported": 0,
            },
          ],
          "nags": [],
          "progress": [
            {
              "claimed": 0,
              "items": 2,
              "supported": 0,
              "turn": 1,
            },
            {
              "claimed": 1,
              "items": 2,
              "supported": 1,
              "turn": 3,
            },
            {
              "claimed": 2,
              "items": 2,
              "supported": 1,
              "turn": 4,
            },
          ],
          "times": {
            "medianSeconds": null,
            "medianTurns": 1,
            "sessionSeconds": null,
            "spans": [
              {
                "item": "1",
                "seconds": null,
                "seq": 11,
                "turns": 2,
              },
              {
                "item": "2",
                "seconds": null,
                "seq": 14,
                "turns": 1,
              },
            ],
          },
          "verdicts": {
            "supported": 1,
            "unknown": 0,
            "unsupported": 1,
            "weak": 0,
          },
        },
        "turns": 4,
      }
    `)
  })

  it('takes an item that is sent again as completed for no new completion', async () => {
    const audit = await audited([
      list('in_progress Add the cache'),
      edit('src/cache.ts'),
      list('completed Add the cache'),
      list('completed Add the cache'),
      list('completed Add the cache', 'pending Tidy up'),
    ])
    expect(audit.completions).toHaveLength(1)
  })

  it('counts an item that comes into the list as completed, with the text that it comes with', async () => {
    const audit = await audited([edit('src/cache.ts'), list('completed Add the cache')])
    expect(audit.completions.map(({ text, verdict, call }) => [text, verdict, call])).toEqual([
      ['Add the cache', 'supported', 'c2'],
    ])
  })

  it('gives the strongest evidence first, five pieces at most, each with its reason', async () => {
    const work = Array.from({ length: 9 }, (_, index) => edit(`src/part${index}.ts`))
    const audit = await audited([
      list('in_progress Add the cache'),
      read('a.ts'),
      ...work,
      list('completed Add the cache'),
    ])
    const { evidence } = completionOf(audit, 'Add the cache')
    expect(evidence).toHaveLength(5)
    expect(evidence.map(({ weight }) => weight)).toEqual(
      evidence.map(({ weight }) => weight).sort((a, b) => b - a),
    )
    for (const { why } of evidence) expect(why).toMatch(/^edited \S+, while the item was in progress$/)
  })

  it('says what is missing, per part where there are several', async () => {
    const audit = await audited([
      list('in_progress Run tests and lint'),
      edit('src/a.ts'),
      bash('npm test', '3 passed'),
      list('completed Run tests and lint'),
    ])
    expect(completionOf(audit, 'Run tests and lint')).toMatchObject({
      verdict: 'weak',
      missing: ['"lint": a lint run'],
      wouldChange: ['a lint run that passes, before the mark'],
    })
  })
})

describe('an unknown verdict', () => {
  const gone: Step = { call: 'Edit', input: { file_path: 'src/cache.ts' }, ok: null }
  const started: Step = { call: 'Task', input: { prompt: 'Add the cache' }, output: 'Started.' }
  const cases: readonly (readonly [why: string, steps: readonly Step[], verdict: string])[] = [
    [
      'a call without a result',
      [list('in_progress Add the cache'), gone, list('completed Add the cache')],
      'unknown',
    ],
    [
      'a sub-agent whose log is missing',
      [list('in_progress Add the cache'), started, list('completed Add the cache')],
      'unknown',
    ],
    [
      'a log that begins with a compaction',
      [{ compacted: true }, list('in_progress Add the cache'), list('completed Add the cache')],
      'unknown',
    ],
    [
      'a gap beside enough evidence',
      [list('in_progress Add the cache'), gone, edit('src/cache.ts'), list('completed Add the cache')],
      'supported',
    ],
    [
      'a gap that can be no evidence',
      [list('in_progress Run the tests'), gone, list('completed Run the tests')],
      'unsupported',
    ],
    [
      'a compaction with its history',
      [list('in_progress Add the cache'), read('a.ts'), { compacted: true }, list('completed Add the cache')],
      'unsupported',
    ],
    [
      'an item that was still pending at the compaction',
      [{ compacted: true }, list('pending Add the cache'), list('completed Add the cache')],
      'unsupported',
    ],
    [
      'a sub-agent that failed',
      [
        list('in_progress Add the cache'),
        { call: 'Task', input: { prompt: 'x' }, ok: false, output: 'error' },
        list('completed Add the cache'),
      ],
      'unsupported',
    ],
  ]

  it.each(cases)('%s', async (_why, steps, verdict) => {
    const completion = (await audited(steps)).completions.at(-1)
    expect(completion?.verdict).toBe(verdict)
    expect(completion?.support === null).toBe(verdict === 'unknown')
  })

  it('is never an error finding', async () => {
    const audit = await audited([list('in_progress Add the cache'), gone, list('completed Add the cache')])
    expect(findingsOn(audit, 'Add the cache')).toEqual([])
  })
})

describe('sub-agents', () => {
  it('count by what they did, where their log is at hand', async () => {
    const child = new SessionAuditor()
    for (const event of [called(1, 'Bash', { command: 'npm test' }), returned(2, '12 passed')])
      child.observe(event, initialState)
    const steps: readonly Step[] = [
      list('in_progress Test the cache'),
      { call: 'Task', input: { prompt: 'Run the tests' }, output: 'Done.' },
      list('completed Test the cache'),
    ]
    expect(completionOf(await audited(steps), 'Test the cache').verdict).toBe('unknown')
    const audit = await audited(
      steps,
      (session) => (session === 's/child' ? child.work : undefined),
      's/child',
    )
    expect(completionOf(audit, 'Test the cache')).toMatchObject({
      verdict: 'supported',
      evidence: [{ tool: 'Task', why: 'test run by a sub-agent, while the item was in progress' }],
    })
  })
})

describe('any session', () => {
  const text = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'Run the tests', '测试', ''),
    fc.string({ maxLength: 30 }),
  )
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc
      .array(fc.tuple(fc.constantFrom('pending', 'in_progress', 'completed'), text), { maxLength: 5 })
      .map((items) => list(...items.map(([status, name]) => `${status} ${name === '' ? 'x' : name}`))),
    fc.record({
      call: text.map((name) => `t${name}`),
      input: fc.jsonValue({ maxDepth: 2 }),
      output: text,
      ok: fc.constantFrom(true, false, null),
    }),
    text.map((said) => say(said)),
    text.map((command) => bash(command)),
    fc.constantFrom(edit('a.ts'), failed('npm test'), read('b.ts'), say(report)),
  )

  it('is audited the same each time, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const audit = await audited(steps)
        expect(await audited(steps)).toEqual(audit)
        for (const { support, verdict, seq } of audit.completions) {
          expect(support === null).toBe(verdict === 'unknown')
          expect(support ?? 0).toBeGreaterThanOrEqual(0)
          expect(support ?? 0).toBeLessThanOrEqual(1)
          expect(seq).toBeGreaterThan(0)
        }
        expect(audit.findings.map(({ seq }) => seq)).toEqual(
          audit.findings.map(({ seq }) => seq).sort((a, b) => a - b),
        )
        expect(JSON.parse(JSON.stringify(audit))).toEqual(audit)
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('a summary', () => {
  it('counts sessions, verdicts and findings', async () => {
    const good = await audited([
      list('in_progress Add the cache'),
      edit('src/cache.ts'),
      list('completed Add the cache'),
    ])
    const bad = await audited([list('in_progress Add the cache'), list('completed Add the cache')])
    expect(summarise([good, bad])).toEqual({
      sessions: 2,
      completions: 2,
      supported: 1,
      weak: 0,
      unsupported: 1,
      unknown: 0,
      findings: { error: 1, warning: 1, info: 1 },
    })
    expect(summarise([]).completions).toBe(0)
  })
})

describe('a rolled-back update', () => {
  it('completed nothing', () => {
    const auditor = new SessionAuditor()
    const change = { type: 'status-set', key: 'k', from: 'pending', to: 'completed', reason: null } as const
    const added = {
      type: 'added',
      key: 'k',
      id: '1',
      text: 'Add the cache',
      status: 'pending',
      position: 0,
    } as const
    auditor.observe(updated(1, [added]), stateWith('pending'))
    auditor.observe(updated(2, [change]), stateWith('completed'))
    expect(auditor.finish().completions).toHaveLength(1)
    auditor.observe(
      {
        ...envelope(3),
        type: 'todos.rolled-back',
        data: { update: 'e2', changes: [{ ...change, from: 'completed', to: 'pending' }], numbered: false },
      },
      stateWith('pending'),
    )
    expect(auditor.finish().completions).toEqual([])
  })
})

function envelope(seq: number) {
  return { id: `e${seq}`, session: 's', seq, turn: 1, at: new Date(0), version: 1 }
}

function updated(seq: number, changes: readonly Change[]): TodoEvent {
  const data = { tool: 'todo', input: {}, numbered: false, query: false, flags: [], reply: '' }
  return { ...envelope(seq), type: 'todos.updated', data: { ...data, call: `c${seq}`, changes } }
}

function called(seq: number, name: string, input: unknown): TodoEvent {
  return { ...envelope(seq), type: 'tool.called', data: { call: 'x', name, input } }
}

function returned(seq: number, output: string): TodoEvent {
  const data = { call: 'x', ok: true, output, effect: 'execute', verify: true } as const
  return { ...envelope(seq), type: 'tool.returned', data }
}

function stateWith(status: TodoStatus): SessionState {
  const item = {
    key: 'k',
    id: '1',
    text: 'Add the cache',
    status,
    reason: null,
    parent: null,
    dependencies: [],
    activeForm: null,
    priority: null,
    owner: null,
    notes: null,
    estimate: null,
    metadata: null,
    added: { turn: 0, seq: 1, at: 0 },
    started: null,
    closed: null,
    blocked: null,
    actor: null,
  }
  return { ...initialState, items: [item] }
}
