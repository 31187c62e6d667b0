import { describe, expect, it } from 'vitest'
import type { Reading } from '../src/audit-result.js'
import { citationFault, parseAnswer } from '../src/reader/answer.js'
import { combined } from '../src/reader/combine.js'
import { audited, bash, edit, failed, list, type Step } from './audited-session.js'

const reading = (verdict: Reading['verdict'], p: number): Reading => ({
  verdict,
  p,
  line: 12,
  quote: '1 of 3 callers',
  why: 'only one caller was changed.',
  model: 'm',
  asked: null,
  cost: null,
})

describe('the verdict of rules and reader', () => {
  it.each([
    // Where a tool stated an outcome the rules hold.
    ['supported', true, 'done', 5, 'supported'],
    ['supported', true, 'partly', 60, 'weak'],
    ['supported', true, 'partly', 30, 'supported'],
    ['supported', true, 'not_done', 95, 'weak'],
    ['unsupported', true, 'done', 0, 'unsupported'],
    ['weak', true, 'done', 0, 'weak'],
    // Elsewhere the reader does.
    ['supported', false, 'done', 5, 'supported'],
    ['supported', false, 'partly', 60, 'weak'],
    ['supported', false, 'not_done', 95, 'unsupported'],
    ['supported', false, 'not_done', 50, 'weak'],
    ['supported', false, 'not_done', 10, 'supported'],
    ['unsupported', false, 'done', 5, 'supported'],
    ['unsupported', false, 'partly', 60, 'weak'],
    ['unsupported', false, 'partly', 80, 'unsupported'],
    ['unknown', false, 'done', 5, 'supported'],
    // One that can't tell says nothing.
    ['weak', false, 'cannot_tell', 50, 'weak'],
    ['unknown', false, 'cannot_tell', 90, 'unknown'],
  ] as const)('%s, stated %s, read as %s at %i: %s', (verdict, stated, read, p, expected) => {
    expect(combined({ verdict, stated }, { verdict: read, p })).toBe(expected)
  })
})

describe('doubted-by-reader', () => {
  const session = (read: Reading, ...work: readonly Step[]): readonly Step[] => [
    list('in_progress Fix all callers'),
    ...work,
    list('completed Fix all callers'),
    { reader: read },
  ]
  const says = async (steps: readonly Step[]) => {
    const { completions, findings, summary } = await audited(steps)
    const [completion] = completions
    return {
      verdict: completion?.verdict,
      rules: completion?.rules.verdict,
      counted: summary.verdicts[completion?.verdict ?? 'unknown'],
      findings: findings
        .filter(({ rule }) => rule === 'doubted-by-reader')
        .map(({ severity, message }) => `${severity}: ${message}`),
    }
  }

  it('is a warning with the reader’s own words, and the verdict is that of both', async () => {
    expect(await says(session(reading('not_done', 90), edit('src/a.ts')))).toMatchInlineSnapshot(`
      {
        "counted": 1,
        "findings": [
          "warning: A reader (m) doubts item 1 (90 % likely not wholly done): only one caller was changed. It quotes event 12: "1 of 3 callers".",
        ],
        "rules": "supported",
        "verdict": "unsupported",
      }
    `)
  })

  it.each([reading('done', 5), reading('cannot_tell', 90)])('keeps still: %j', async (read) => {
    expect(await says(session(read, edit('src/a.ts')))).toMatchObject({ verdict: 'supported', findings: [] })
  })

  it('changes no stated outcome', async () => {
    const steps = (read: Reading, ...work: readonly Step[]): readonly Step[] => [
      list('in_progress Run the tests'),
      ...work,
      list('completed Run the tests'),
      { reader: read },
    ]
    expect((await says(steps(reading('done', 0), failed('npm test', '1 failed')))).verdict).not.toBe(
      'supported',
    )
    expect((await says(steps(reading('not_done', 100), bash('npm test', '3 passed')))).verdict).toBe('weak')
  })
})

describe('an answer', () => {
  const whole = { id: 'x', verdict: 'done', p: 5, parts: [], line: 12, quote: '14 passed', why: 'they ran' }
  it.each<readonly [string, unknown, object]>([
    ['as a value', whole, { id: 'x', verdict: 'done', p: 5 }],
    ['as a text', JSON.stringify(whole), { verdict: 'done' }],
    ['in a fence', `\`\`\`json\n${JSON.stringify(whole)}\n\`\`\``, { verdict: 'done' }],
    ['behind a sentence', `Here it is: ${JSON.stringify(whole)}`, { verdict: 'done' }],
    [
      'with another verdict',
      { ...whole, verdict: 'yes' },
      { problem: 'verdict must be one of done, partly, not_done, cannot_tell' },
    ],
    ['with a p that is none', { ...whole, p: 101 }, { problem: 'p must be a number from 0 to 100' }],
    ['with a p that is NaN', { ...whole, p: Number.NaN }, { problem: 'p must be a number from 0 to 100' }],
    ['with a line that is none', { ...whole, line: 'x' }, { problem: 'line must be a whole number or null' }],
    ['that is prose', 'I cannot say.', { problem: 'it is no JSON object' }],
    ['that is null', null, { problem: 'it is no JSON object' }],
    ['with inherited fields', Object.create(whole), { problem: 'id must be the id of a page' }],
  ])('%s', (_, given, expected) => {
    expect(parseAnswer(given)).toMatchObject(expected)
  })

  const page = {
    id: 'x',
    session: 's',
    item: '1',
    call: 'c',
    seq: 9,
    turn: 3,
    text: 'Run the tests',
    question: '',
    page: 'ITEM #1\n\n[turn 2, line 12] Bash (call …abc): npm test\n    result:  Tests   14 passed\n (14)\n>>> THE MARK [turn 3, line 14] the list was changed: #1',
  }
  it.each<readonly [string, object, string | null]>([
    ['the words of the step', {}, null],
    ['other white space', { quote: 'Tests 14 passed (14)' }, null],
    ['the mark', { line: 14, quote: 'the list was changed' }, null],
    ['another step', { line: 14 }, 'the quote does not stand at line 14'],
    ['no such step', { line: 13 }, 'the page has no step at line 13'],
    ['words that nobody said', { quote: '15 passed' }, 'the quote does not stand at line 12'],
    ['too few words', { quote: '14' }, 'its quote is shorter than 8 characters'],
    ['no line', { line: null }, 'it quotes a step and names no line'],
    ['nothing, though it is done', { quote: '' }, 'it says that the item is done and quotes no step'],
    ['nothing, of what was not done', { verdict: 'not_done', quote: '', line: null }, null],
  ])('that cites %s', (_, changed, expected) => {
    const answer = parseAnswer({ ...whole, ...changed })
    if ('problem' in answer) throw new Error(answer.problem)
    expect(citationFault(answer, page)).toBe(expected)
  })
})
