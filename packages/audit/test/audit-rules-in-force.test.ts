import { describe, expect, it } from 'vitest'
import { defineAuditRule, problemOf } from '../src/rules/audit-rule.js'
import { auditRules } from '../src/rules/index.js'
import { type AuditRuleSettings, rulesInForce } from '../src/rules/run-rules.js'
import { audited, list } from './audited-session.js'
import { ruleExamples } from './rule-examples.js'

describe.each(auditRules.map((rule) => [rule.id, rule] as const))('the audit rule %s', (id, rule) => {
  it('says of its example what the example says', async () => {
    const example = ruleExamples[id] ?? { session: [], says: 'it has no example' }
    const { findings } = await audited(example.session)
    const said = findings.filter((finding) => finding.rule === id).map(({ message }) => message)
    expect(said).toEqual([example.says])
  })

  it('says what it means', () => {
    expect(id).toMatch(/^[a-z]+(?:-[a-z]+)+$/)
    expect(rule.meta.docs).toMatch(/^[A-Z].*\.$/s)
  })
})

it('has rules of different names', () => {
  expect(new Set(auditRules.map(({ id }) => id)).size).toBe(auditRules.length)
})

describe('the settings of rules', () => {
  const toldRule = defineAuditRule({
    id: 'told-rule',
    meta: { severity: 'warning', docs: 'Reports each completion.' },
    check: ({ completions }) =>
      completions.map((completion) =>
        problemOf(completion, completion.item === '2' ? 'info' : 'warning', 'seen'),
      ),
  })
  const steps = [
    list('in_progress Fix the bug', 'pending Tell'),
    list('completed Fix the bug', 'completed Tell'),
  ]

  it.each<[string, AuditRuleSettings, readonly string[]]>([
    ['nothing set', {}, ['1 warning', '2 info']],
    ['graver, but what the rule finds milder stays so', { 'told-rule': 'error' }, ['1 error', '2 info']],
    ['milder, and nothing above it', { 'told-rule': 'info' }, ['1 info', '2 info']],
    ['off', { 'told-rule': 'off' }, []],
  ])('%s', async (_why, settings, expected) => {
    const { findings } = await audited(steps, { rules: [toldRule], settings })
    expect(findings.map(({ item, severity }) => `${item} ${severity}`)).toEqual(expected)
  })

  it.each(['no-such', 'constructor'])('refuses %s', (id) => {
    expect(() => rulesInForce([toldRule], [], { [id]: 'off' })).toThrow(
      expect.objectContaining({ code: 'unknown-audit-rule' }),
    )
  })
})
