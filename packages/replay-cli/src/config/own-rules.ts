/** Loads audit rules from modules of their users. */

import { type AuditRule, defineAuditRule, type OwnAuditRule } from '@todo-ledger/audit'
import * as v from 'valibot'
import { badModule, exportsOf } from './user-module.js'

/** What the auditor asks of a rule; it looks at its answers itself. */
const shape = v.object(
  {
    id: v.pipe(v.string('a name'), v.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'a name such as "my-rule"')),
    meta: v.object(
      {
        severity: v.picklist(['error', 'warning', 'info'], '"error", "warning" or "info"'),
        docs: v.pipe(v.string('what it means'), v.regex(/\S/, 'a sentence that says what it means')),
      },
      '{ severity, docs }',
    ),
    check: v.custom<AuditRule['check']>((value) => typeof value === 'function', 'a function'),
  },
  'an object with id, meta and check',
)

/**
 * The audit rules of a module: its default export is one, or a list of them.
 * @param module its path as people know it, from the current folder
 * @throws Failure `bad-own-rule` naming the module, the rule and what was expected, and those of a file that can't be read
 */
export async function loadOwnRules(module: string): Promise<readonly OwnAuditRule[]> {
  const { default: exported } = await exportsOf(module, 'bad-own-rule')
  const rules: readonly unknown[] = Array.isArray(exported) ? exported : [exported]
  if (exported === undefined || rules.length === 0)
    throw badModule(module, 'it has no default export that is a rule, or a list of them.')
  return rules.map((given, index) => {
    const { success, output, issues } = v.safeParse(shape, given, { abortEarly: true })
    if (!success) {
      const field = v.getDotPath(issues[0]) ?? 'it'
      throw badModule(module, `rule ${index + 1}: ${field}: expected ${issues[0].message}.`)
    }
    const { id, meta, check: own } = output
    // The auditor looks at what it answers before anything is done with it.
    const check: AuditRule['check'] = (session) => Reflect.apply(own, given, [session])
    return { module, rule: defineAuditRule({ id, meta, check }) }
  })
}
