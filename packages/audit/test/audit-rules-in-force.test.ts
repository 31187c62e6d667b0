import { describe, expect, it } from 'vitest'
import { type AuditRule, aboutCompletion, defineAuditRule } from '../src/rules/audit-rule.js'
import { auditRules } from '../src/rules/index.js'
import { type AuditRuleSettings, rulesInForce } from '../src/rules/rules-in-force.js'
import { stepsOf } from './audit-rule-example.js'
import { audited, list } from './audited-session.js'

describe.each(auditRules.map((rule) => [rule.id, rule] as const))('the audit rule %s', (id, rule) => {
  it('says of its example what the example says', async () => {
    const { findings } = await audited(stepsOf(rule.meta.example))
    expect(findings.filter((finding) => finding.rule === id).map(({ message }) => message)).toEqual([
      rule.meta.example.says,
    ])
  })

  it('says what it means and what it can be told', () => {
    expect(id).toMatch(/^[a-z]+(?:-[a-z]+)+$/)
    expect(rule.meta.docs).toMatch(/^[A-Z].*\.$/s)
    for (const option of Object.values(rule.meta.options)) expect(option.docs).toMatch(/^[A-Z].*\.$/s)
  })
})

it('has rules of different names', () => {
  expect(new Set(auditRules.map(({ id }) => id)).size).toBe(auditRules.length)
})

describe('the settings of rules', () => {
  const lengthRule: AuditRule = defineAuditRule<{
    readonly atLeast: number
    readonly words: readonly string[]
  }>({
    id: 'told-rule',
    meta: {
      severity: 'warning',
      docs: 'Reports items of a length.',
      options: {
        atLeast: { default: 5, docs: 'Characters.' },
        words: { default: ['a'], docs: 'Words.' },
      },
      example: { session: [], says: '' },
    },
    create: (_, { atLeast, words }) => ({
      completion: (judged) => {
        const { item, text } = judged.completion
        const severity = item === '2' ? 'info' : 'warning'
        return text.length >= atLeast ? [aboutCompletion(judged, severity, words.join(' '))] : []
      },
    }),
  }) as AuditRule

  const steps = [
    list('in_progress Fix the bug', 'pending Tell'),
    list('completed Fix the bug', 'completed Tell'),
  ]
  const severities = async (settings: AuditRuleSettings) => {
    const { findings } = await audited(steps, undefined, undefined, { rules: [lengthRule], settings })
    return findings.map(({ item, severity, message }) => `${item} ${severity} ${message}`)
  }

  it.each<[string, AuditRuleSettings, readonly string[]]>([
    ['nothing set', {}, ['1 warning a']],
    ['an option', { 'told-rule': { options: { atLeast: 1 } } }, ['1 warning a', '2 info a']],
    ['a list', { 'told-rule': { options: { words: ['b', 'c'] } } }, ['1 warning b c']],
    [
      'graver, but what the rule finds milder stays so',
      { 'told-rule': { severity: 'error', options: { atLeast: 1 } } },
      ['1 error a', '2 info a'],
    ],
    [
      'milder, and nothing above it',
      { 'told-rule': { severity: 'info', options: { atLeast: 1 } } },
      ['1 info a', '2 info a'],
    ],
    ['off', { 'told-rule': { severity: 'off' } }, []],
  ])('%s', async (_why, settings, expected) => {
    expect(await severities(settings)).toEqual(expected)
  })

  it.each<[string, AuditRuleSettings, string]>([
    ['another rule', { 'no-such': {} }, 'unknown-audit-rule'],
    ['a name of every object', { constructor: {} }, 'unknown-audit-rule'],
    ['another option', { 'told-rule': { options: { most: 1 } } }, 'bad-audit-rule-option'],
    ['a text for a number', { 'told-rule': { options: { atLeast: '1' } } }, 'bad-audit-rule-option'],
    ['one word for a list', { 'told-rule': { options: { words: 'a' } } }, 'bad-audit-rule-option'],
    ['nothing for a number', { 'told-rule': { options: { atLeast: null } } }, 'bad-audit-rule-option'],
  ])('refuses %s', (_why, settings, code) => {
    expect(() => rulesInForce([lengthRule], settings)).toThrow(expect.objectContaining({ code }))
  })
})
