import { HostError } from '@todo-ledger/core'
import { describe, expect, it } from 'vitest'
import { frozenCopy } from '../src/frozen-copy.js'
import type { OwnAuditRule } from '../src/own-rules.js'
import { type AuditedSession, defineAuditRule } from '../src/rules/audit-rule.js'
import { auditRules } from '../src/rules/index.js'
import { audited, bash, edit, list, say } from './audited-session.js'

const steps = [
  list('in_progress Fix the bug', 'pending Run the tests'),
  edit('src/a.ts'),
  list('completed Fix the bug', 'in_progress Run the tests'),
  list('completed Fix the bug', 'completed Run the tests'),
  say('Done.'),
]

function own(
  id: string,
  check: (session: AuditedSession) => ReturnType<OwnAuditRule['rule']['check']>,
): OwnAuditRule {
  return {
    module: './own.mjs',
    rule: defineAuditRule({
      id,
      severity: 'warning',
      doc: 'A rule.',
      options: {},
      example: { session: [], says: '' },
      check,
    }),
  }
}

const finds = own('own-rule', ({ end }) => [
  { severity: 'warning', item: null, turn: end.turn, seq: end.seq, message: 'Seen.', evidence: [] },
])

describe('own rules', () => {
  it('are asked besides the others, and set as they are', async () => {
    const usual = await audited(steps)
    const { findings, ruleFailures } = await audited(steps, undefined, undefined, {
      ownRules: [finds],
      settings: { 'own-rule': { severity: 'error' } },
    })
    expect(ruleFailures).toEqual([])
    expect(findings.filter(({ rule }) => rule !== 'own-rule')).toEqual(usual.findings)
    expect(findings.filter(({ rule }) => rule === 'own-rule')).toMatchObject([
      { severity: 'error', message: 'Seen.' },
    ])
  })

  it('that fail leave all else as it is', async () => {
    const usual = await audited(steps)
    const broken = own('broken', () => {
      throw new RangeError('too far')
    })
    const { ruleFailures, ...rest } = await audited(steps, undefined, undefined, { ownRules: [broken] })
    expect(ruleFailures).toEqual([{ rule: 'broken', module: './own.mjs', message: 'RangeError: too far' }])
    expect({ ...rest, ruleFailures: [] }).toEqual(usual)
  })

  it('see what the built-in rules see', async () => {
    const seen: AuditedSession[] = []
    const builtIn: AuditedSession[] = []
    const looks = (into: AuditedSession[]) =>
      own('looks', (session) => {
        into.push(session)
        return []
      })
    await audited([...steps, bash('npm test', '3 passed')], undefined, undefined, {
      rules: [...auditRules, looks(builtIn).rule],
      ownRules: [{ ...looks(seen), rule: { ...looks(seen).rule, id: 'looks-too' } }],
    })
    const [copy, original] = [seen[0], builtIn[0]]
    if (copy === undefined || original === undefined) throw new Error('a rule was not asked')
    const { child: _, judge: judgeCopy, ...data } = copy
    const { child: __, judge, ...originalData } = original
    expect(data).toEqual(originalData)
    const [judged] = copy.completions
    const [originalJudged] = original.completions
    if (judged === undefined || originalJudged === undefined) throw new Error('nothing was completed')
    expect(judgeCopy(judged.completion, 'Deploy it')).toEqual(judge(originalJudged.completion, 'Deploy it'))
    // What stands at two places is one thing in the copy, too.
    const link = judged.support.links.find(({ work }) => work.kind === 'call')
    expect(link).toBeDefined()
    expect(copy.work).toContain(link?.work)
  })

  it('have ids of their own', async () => {
    const same = own('instant-flip', () => [])
    await expect(audited(steps, undefined, undefined, { ownRules: [same] })).rejects.toThrow(HostError)
    await expect(audited(steps, undefined, undefined, { ownRules: [finds, finds] })).rejects.toThrow(
      'The audit rule "own-rule" of ./own.mjs has the id of another rule.',
    )
  })
})

describe('a frozen copy', () => {
  const data = () => {
    const shared = { words: new Set(['a']), map: new Map([['k', { v: [1] }]]) }
    return { list: [shared, shared], nothing: undefined, none: null, date: new Date(0) }
  }

  it('is the same, and shares what is shared', () => {
    const copy = frozenCopy(data())
    expect({ list: [{ words: [...(copy.list[0]?.words ?? [])] }] }).toEqual({ list: [{ words: ['a'] }] })
    expect(copy.list[0]).toBe(copy.list[1])
    expect(copy.list[0]?.map.get('k')).toEqual({ v: [1] })
  })

  it.each<[string, (copy: ReturnType<typeof data>) => unknown]>([
    ['a list', ({ list: items }) => items.pop()],
    ['a field', ({ list: items }) => Object.assign(items[0] ?? {}, { words: 1 })],
    ['a set', ({ list: items }) => items[0]?.words.add('b')],
    ['a set emptied', ({ list: items }) => items[0]?.words.clear()],
    ['a map', ({ list: items }) => items[0]?.map.set('k', { v: [] })],
    ['a map emptied', ({ list: items }) => items[0]?.map.delete('k')],
    ['what a map holds', ({ list: items }) => items[0]?.map.get('k')?.v.push(2)],
  ])('refuses to change %s', (_, change) => {
    expect(() => change(frozenCopy(data()))).toThrow(TypeError)
  })
})

describe('the text of a finding', () => {
  it('is that of its item where it was completed, removed, or at the end', async () => {
    const { findings } = await audited([
      list('in_progress Fix the bug', 'pending Translate the labels', 'pending Write the notes'),
      edit('src/a.ts'),
      list('completed Fix the bug', 'in_progress Run the tests', 'pending Write the notes'),
      list('completed Fix the bug', 'completed Run the tests', 'pending Write the notes'),
      say('All done.'),
    ])
    const texts = new Map(findings.map(({ rule, text }) => [rule, text]))
    expect(texts.get('instant-flip')).toBe('Run the tests')
    expect(texts.get('dropped-item')).toBe('Translate the labels')
  })
})
