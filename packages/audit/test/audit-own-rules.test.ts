import { HostError } from '@todo-ledger/core'
import { describe, expect, it } from 'vitest'
import { SessionAuditor } from '../src/auditor.js'
import { type AuditRule, defineAuditRule } from '../src/rules/audit-rule.js'
import type { OwnAuditRule } from '../src/rules/run-rules.js'
import { audited, edit, list, say } from './audited-session.js'

const steps = [
  list('in_progress Fix the bug', 'pending Run the tests'),
  edit('src/a.ts'),
  list('completed Fix the bug', 'in_progress Run the tests'),
  list('completed Fix the bug', 'completed Run the tests'),
  say('Done.'),
]

function own(id: string, check: AuditRule['check']): OwnAuditRule {
  return {
    module: './own.mjs',
    rule: defineAuditRule({ id, meta: { severity: 'warning', docs: 'A rule.' }, check }),
  }
}

const finds = own('own-rule', ({ end }) => [
  { severity: 'warning', item: null, turn: end.turn, seq: end.seq, message: 'Seen.', evidence: [] },
])

describe('own rules', () => {
  it('are asked besides the others, and set as they are', async () => {
    const usual = await audited(steps)
    const { findings, ruleFailures } = await audited(steps, {
      ownRules: [finds],
      settings: { 'own-rule': 'error' },
    })
    expect(ruleFailures).toEqual([])
    expect(findings.filter(({ rule }) => rule !== 'own-rule')).toEqual(usual.findings)
    expect(findings.filter(({ rule }) => rule === 'own-rule')).toMatchObject([
      { severity: 'error', message: 'Seen.' },
    ])
  })

  it.each<[string, () => unknown, string]>([
    [
      'throw',
      () => {
        throw new RangeError('too far')
      },
      'RangeError: too far',
    ],
    ['answer with no list', () => 7, 'it must answer at once with a list of problems'],
    ['answer later', () => Promise.resolve([]), 'it must answer at once with a list of problems'],
    [
      'answer with something else',
      () => [{ message: '' }],
      'problem 1 must be { severity, item, turn, seq, message, evidence }, as problemOf makes it',
    ],
  ])('that %s leave all else as it is', async (_, answer, message) => {
    const usual = await audited(steps)
    const rule = Object.assign({ ...own('broken', () => []).rule }, { check: answer })
    const ownRules = [{ rule, module: './own.mjs' }]
    const { ruleFailures, ...rest } = await audited(steps, { ownRules })
    expect(ruleFailures).toEqual([{ rule: 'broken', module: './own.mjs', message }])
    expect({ ...rest, ruleFailures: [] }).toEqual(usual)
  })

  it('do not keep a session from going on', async () => {
    const auditor = new SessionAuditor({ ownRules: [own('quiet', () => [])] })
    const audit = await audited(steps, undefined, (event, state) => {
      auditor.observe(event, state)
      auditor.finish()
    })
    expect({ ...auditor.finish(), profile: audit.profile }).toEqual(audit)
  })

  it('have ids of their own', async () => {
    const same = own('dropped-item', () => [])
    await expect(audited(steps, { ownRules: [same] })).rejects.toThrow(HostError)
    await expect(audited(steps, { ownRules: [finds, finds] })).rejects.toThrow(
      'The audit rule "own-rule" of ./own.mjs has the id of another rule.',
    )
  })
})

it('the text of a finding is that of its item where it was completed, or removed', async () => {
  const { findings } = await audited([
    list('in_progress Fix the bug', 'pending Translate the labels', 'pending Write the notes'),
    edit('src/a.ts'),
    list('completed Fix the bug', 'pending Run the tests', 'pending Write the notes'),
    list('completed Fix the bug', 'completed Run the tests', 'pending Write the notes'),
    say('All done.'),
  ])
  const texts = new Map(findings.map(({ rule, text }) => [rule, text]))
  expect(texts.get('skipped-in-progress')).toBe('Run the tests')
  expect(texts.get('dropped-item')).toBe('Translate the labels')
})
