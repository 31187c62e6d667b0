import { describe, expect, it } from 'vitest'
import { joined, withReader } from '../src/reader/join.js'
import type { Fact, Finding, Reading, Verdict } from '../src/result.js'

const fact = (says: Fact['says']): Fact => ({
  kind: says === 'for' ? 'passed' : says === 'half' ? 'stale' : 'failed',
  says,
  asked: 'run the tests',
  tool: 'npm test',
  quote: '2 failed',
  sentence: '',
  seq: 4,
  turn: 2,
})
const reading = (verdict: Reading['verdict'], p: number): Reading => ({
  verdict,
  p,
  line: 12,
  quote: 'redirect(safe(next))',
  why: 'the edit guards the redirect.',
  model: 'm',
  asked: null,
  cost: null,
})
const done = reading('done', 4)
const partly = reading('partly', 60)
const missed = reading('not_done', 95)
const unsure = reading('cannot_tell', 50)
const dropped = { dropped: 'no answer' }

describe('facts and a reader together', () => {
  const rows: readonly (readonly [
    Verdict,
    Fact['says'] | null,
    Reading | typeof dropped | undefined,
    Verdict,
  ])[] = [
    // Nothing was stated: the reader decides.
    ['undecided', null, done, 'supported'],
    ['undecided', null, partly, 'weak'],
    ['undecided', null, missed, 'unsupported'],
    ['unsupported', null, done, 'supported'],
    ['weak', null, done, 'supported'],
    ['unknown', null, missed, 'unsupported'],
    // It can't tell, gave no answer that counts, or was not asked.
    ['undecided', null, unsure, 'undecided'],
    ['undecided', null, dropped, 'undecided'],
    ['undecided', null, undefined, 'undecided'],
    ['weak', 'half', unsure, 'weak'],
    // What was stated holds.
    ['unsupported', 'against', done, 'unsupported'],
    ['weak', 'half', done, 'weak'],
    ['weak', 'half', missed, 'unsupported'],
    ['supported', 'for', done, 'supported'],
    ['supported', 'for', missed, 'weak'],
  ]
  it.each(rows)('%s, stated %s, read %j: %s', (rules, says, read, together) => {
    expect(joined({ rules, facts: says === null ? [] : [fact(says)] }, read)).toBe(together)
  })
})

describe('findings about a completion that a reader saw done', () => {
  const finding: Finding = {
    rule: 'change-without-write',
    severity: 'warning',
    item: '1',
    turn: 2,
    seq: 9,
    message: 'nothing was written',
    evidence: [],
  }
  const note: Finding = { ...finding, severity: 'info', message: 'skipped in_progress' }

  it('become notes, unless a fact says otherwise or it did not see it done', () => {
    const found = [finding, note]
    expect(withReader(found, { rules: 'undecided', facts: [] }, done)).toEqual([
      {
        ...finding,
        severity: 'info',
        message:
          'the reader saw the edit guards the redirect ("redirect(safe(next))", line 12); withdrawn: nothing was written',
      },
      note,
    ])
    for (const [says, read] of [
      ['against', done],
      ['half', done],
      [null, partly],
      [null, unsure],
      [null, dropped],
      [null, undefined],
    ] as const)
      expect(withReader(found, { rules: 'undecided', facts: says === null ? [] : [fact(says)] }, read)).toBe(
        found,
      )
  })
})
