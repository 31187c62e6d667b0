/** Loads audit rules from modules of their users. */

import {
  type AuditRule,
  type AuditRuleExample,
  type AuditRuleOption,
  defineAuditRule,
  type JudgedCompletion,
  type OwnAuditRule,
  type Severity,
} from '@todo-ledger/audit'
import type { Failure } from '../failure.js'
import { badModule, exportsOf, isJson } from './user-module.js'

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

function ruleFrom(module: string, place: string, value: unknown): AuditRule {
  if (typeof value !== 'object' || value === null) throw badModule(module, `${place} is no object.`)
  const id: unknown = Reflect.get(value, 'id')
  if (typeof id !== 'string' || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id)) {
    throw badModule(module, `${place}: id: expected a name in lower case with hyphens, such as "my-rule".`)
  }
  const fail = (field: string, expected: string) =>
    badModule(module, `${id}: ${field}: expected ${expected}.`)
  const create = createOf(value, fail)
  const meta: unknown = Reflect.get(value, 'meta')
  // Rules of an older form have these beside their id.
  const about = typeof meta === 'object' && meta !== null ? meta : value
  const severity: unknown = Reflect.get(about, 'severity')
  const docs: unknown = Reflect.get(about, 'docs') ?? Reflect.get(about, 'doc')
  if (!isSeverity(severity)) throw fail('severity', '"error", "warning" or "info"')
  if (typeof docs !== 'string' || docs.trim() === '') throw fail('docs', 'a sentence that says what it means')
  const options = optionsFrom(Reflect.get(about, 'options') ?? {}, fail)
  const example = exampleFrom(Reflect.get(about, 'example'), fail)
  return defineAuditRule({ id, meta: { severity, docs, options, example }, create })
}

/** What begins with a session. The auditor looks at what a rule answers before anything is done with it. */
function createOf(value: object, fail: Fail): AuditRule['create'] {
  const create: unknown = Reflect.get(value, 'create')
  if (typeof create === 'function') return (...given) => Reflect.apply(create, value, given)
  const check: unknown = Reflect.get(value, 'check')
  if (typeof check !== 'function') throw fail('create', 'a function')
  // A rule of the form before: it is given the whole session once, its completions judged.
  return (session, options) => {
    const completions: JudgedCompletion[] = []
    return {
      completion: (judged) => {
        completions.push(judged)
        return []
      },
      end: () =>
        Reflect.apply(check, value, [
          Object.freeze({ ...session, completions: Object.freeze(completions) }),
          options,
        ]),
    }
  }
}

type Fail = (field: string, expected: string) => Failure

function optionsFrom(value: unknown, fail: Fail): { [name: string]: AuditRuleOption } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw fail('options', 'names, each with { default, docs }')
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, option]: [string, unknown]) => {
      const fields = typeof option === 'object' && option !== null ? option : {}
      const usual: unknown = Reflect.get(fields, 'default')
      const docs: unknown = Reflect.get(fields, 'docs') ?? Reflect.get(fields, 'doc')
      if (!isJson(usual)) throw fail(`options.${name}.default`, 'a value as JSON has it')
      if (typeof docs !== 'string') throw fail(`options.${name}.docs`, 'a sentence that says what it means')
      return [name, { default: usual, docs }]
    }),
  )
}

/** An example is asked for where there is one: without, the rule still works, and is explained without. */
function exampleFrom(value: unknown, fail: Fail): AuditRuleExample {
  if (value === undefined) return { session: [], says: '' }
  const fields = typeof value === 'object' && value !== null ? value : {}
  const session: unknown = Reflect.get(fields, 'session')
  const says: unknown = Reflect.get(fields, 'says')
  if (!Array.isArray(session) || !session.every((line) => typeof line === 'string')) {
    throw fail('example.session', 'a list of texts, one a step')
  }
  if (typeof says !== 'string') throw fail('example.says', 'a text')
  return { session, says }
}

function isSeverity(value: unknown): value is Severity {
  return value === 'error' || value === 'warning' || value === 'info'
}
