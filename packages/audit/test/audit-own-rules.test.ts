import { HostError } from '@todo-ledger/core'
import { describe, expect, it } from 'vitest'
import { SessionAuditor } from '../src/auditor.js'
import { type AuditedSession, defineAuditRule, type JudgedCompletion } from '../src/rules/audit-rule.js'
import { auditRules } from '../src/rules/index.js'
import { deepFreeze, type OwnAuditRule } from '../src/rules/own-rules.js'
import { audited, bash, edit, list, say } from './audited-session.js'

const steps = [
  list('in_progress Fix the bug', 'pending Run the tests'),
  edit('src/a.ts'),
  list('completed Fix the bug', 'in_progress Run the tests'),
  list('completed Fix the bug', 'completed Run the tests'),
  say('Done.'),
]

function own(id: string, create: OwnAuditRule['rule']['create']): OwnAuditRule {
  const meta = {
    severity: 'warning',
    docs: 'A rule.',
    options: {},
    example: { session: [], says: '' },
  } as const
  return { module: './own.mjs', rule: defineAuditRule({ id, meta, create }) }
}

const finds = own('own-rule', ({ end }) => ({
  end: () => [
    { severity: 'warning', item: null, turn: end.turn, seq: end.seq, message: 'Seen.', evidence: [] },
  ],
}))

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

  const fails = (): never => {
    throw new RangeError('too far')
  }

  it.each<[string, OwnAuditRule['rule']['create']]>([
    ['at their beginning', fails],
    ['at a completion', () => ({ completion: fails })],
    ['at the end', () => ({ completion: () => [], end: fails })],
  ])('that fail %s leave all else as it is', async (_, create) => {
    const usual = await audited(steps)
    const ownRules = [own('broken', create)]
    const { ruleFailures, ...rest } = await audited(steps, undefined, undefined, { ownRules })
    expect(ruleFailures).toEqual([{ rule: 'broken', module: './own.mjs', message: 'RangeError: too far' }])
    expect({ ...rest, ruleFailures: [] }).toEqual(usual)
  })

  it('see what the built-in rules see', async () => {
    interface Seen {
      session: AuditedSession
      judged: JudgedCompletion[]
    }
    const looks = (into: Seen[]): OwnAuditRule['rule']['create'] => {
      return (session) => {
        const seen: Seen = { session, judged: [] }
        into.push(seen)
        return {
          completion: (judged) => {
            seen.judged.push(judged)
            return []
          },
        }
      }
    }
    const seen: Seen[] = []
    const builtIn: Seen[] = []
    await audited([...steps, bash('npm test', '3 passed')], undefined, undefined, {
      rules: [...auditRules, own('looks', looks(builtIn)).rule],
      ownRules: [own('looks-too', looks(seen))],
    })
    const [its, original] = [seen[0], builtIn[0]]
    if (its === undefined || original === undefined) throw new Error('a rule was not run')
    const { child: _, ...data } = its.session
    const { child: __, ...originalData } = original.session
    expect(data).toEqual(originalData)
    expect(its.judged).toEqual(original.judged)
  })

  it('do not keep a session from going on', async () => {
    const auditor = new SessionAuditor({ ownRules: [own('quiet', () => ({}))] })
    const audit = await audited(steps, undefined, undefined, undefined, (event, state) => {
      auditor.observe(event, state)
      auditor.finish()
    })
    expect({ ...auditor.finish(), profile: audit.profile }).toEqual(audit)
  })

  it('have ids of their own', async () => {
    const same = own('instant-flip', () => ({}))
    await expect(audited(steps, undefined, undefined, { ownRules: [same] })).rejects.toThrow(HostError)
    await expect(audited(steps, undefined, undefined, { ownRules: [finds, finds] })).rejects.toThrow(
      'The audit rule "own-rule" of ./own.mjs has the id of another rule.',
    )
  })
})

describe('data that is frozen throughout', () => {
  const data = () => {
    const shared = { words: new Set(['a']), map: new Map([['k', { v: [1] }]]) }
    return { list: [shared, shared], nothing: undefined, none: null, date: new Date(0) }
  }

  it('is the same', () => {
    const copy = deepFreeze(data())
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
    expect(() => change(deepFreeze(data()))).toThrow(TypeError)
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
