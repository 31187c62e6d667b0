/** Loads audit rules from modules of their users. */

import { type AuditRule, defineAuditRule, type OwnAuditRule, type Severity } from '@todo-ledger/audit'
import { badModule, exportsOf } from './user-module.js'

/**
 * The rules of a module: its default export is one, or a list of them.
 * @param module its path as people know it, from the current folder
 * @throws Failure `bad-own-rule` naming the module, the rule and what was expected, and those of a file that can't be read
 */
export async function loadOwnRules(module: string): Promise<readonly OwnAuditRule[]> {
  const { default: exported } = await exportsOf(module, 'bad-own-rule')
  const rules: readonly unknown[] = Array.isArray(exported) ? exported : [exported]
  if (exported === undefined || rules.length === 0) {
    throw badModule(module, 'it has no default export that is an audit rule, or a list of them.')
  }
  return rules.map((rule, index) => ({
    rule: ruleFrom(module, Array.isArray(exported) ? `rule ${index + 1}` : 'the rule', rule),
    module,
  }))
}

/** The auditor looks at what a rule answers before anything is done with it. */
function ruleFrom(module: string, place: string, value: unknown): AuditRule {
  if (typeof value !== 'object' || value === null) throw badModule(module, `${place} is no object.`)
  const id: unknown = Reflect.get(value, 'id')
  if (typeof id !== 'string' || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id)) {
    throw badModule(module, `${place}: id: expected a name in lower case with hyphens, such as "my-rule".`)
  }
  const fail = (field: string, expected: string) =>
    badModule(module, `${id}: ${field}: expected ${expected}.`)
  const check: unknown = Reflect.get(value, 'check')
  if (typeof check !== 'function') throw fail('check', 'a function')
  const meta: unknown = Reflect.get(value, 'meta')
  if (typeof meta !== 'object' || meta === null) throw fail('meta', '{ severity, docs }')
  const severity: unknown = Reflect.get(meta, 'severity')
  const docs: unknown = Reflect.get(meta, 'docs')
  if (!isSeverity(severity)) throw fail('meta.severity', '"error", "warning" or "info"')
  if (typeof docs !== 'string' || docs.trim() === '')
    throw fail('meta.docs', 'a sentence that says what it means')
  return defineAuditRule({
    id,
    meta: { severity, docs },
    check: (session) => Reflect.apply(check, value, [session]),
  })
}

function isSeverity(value: unknown): value is Severity {
  return value === 'error' || value === 'warning' || value === 'info'
}
