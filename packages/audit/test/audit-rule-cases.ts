/** Tests a rule by two tables: sessions in which it speaks, and sessions in which it keeps still. */

import { describe, expect, it } from 'vitest'
import type { Finding } from '../src/audit-result.js'
import type { Work } from '../src/evidence/work/work.js'
import type { AuditRuleOptions } from '../src/rules/audit-rule.js'
import { audited, type Step } from './audited-session.js'

/** A session and what the rule does. */
export interface RuleCase {
  /** What is special about it. */
  readonly why: string
  /** The session. */
  readonly steps: readonly Step[]
  /** How grave the finding is, where that is to be checked. */
  readonly severity?: Finding['severity']
  /** A part of the message. */
  readonly says?: string
  /** The rule's options. */
  readonly options?: AuditRuleOptions
  /** The work of the child session that each call of Task starts. */
  readonly child?: readonly Work[]
}

/** Runs the tables of one rule. */
export function describeRule(id: string, fires: readonly RuleCase[], silent: readonly RuleCase[]): void {
  const findingsIn = async ({ steps, options, child }: RuleCase) => {
    const settings = options === undefined ? {} : { [id]: { options } }
    const started = child === undefined ? undefined : 'the-child'
    const { findings } = await audited(steps, () => child, started, { settings })
    return findings.filter((finding) => finding.rule === id)
  }

  describe(id, () => {
    it.each(fires)('speaks: $why', async (one) => {
      const said = await findingsIn(one)
      expect(said).toHaveLength(1)
      if (one.severity !== undefined) expect(said[0]?.severity).toBe(one.severity)
      if (one.says !== undefined) expect(said[0]?.message).toContain(one.says)
    })

    it.each(silent)('keeps still: $why', async (one) => {
      expect(await findingsIn(one)).toEqual([])
    })
  })
}
