/** Loads audit rules from modules of their users. */

import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type AuditRule,
  type AuditRuleExample,
  type AuditRuleOption,
  type Complaint,
  defineAuditRule,
  type OwnAuditRule,
  type Severity,
} from '@todo-ledger/audit'
import type { JsonValue } from '@todo-ledger/core'
import { Failure, systemMessage } from '../failure.js'

/**
 * The rules of a module: its default export is one, or a list of them.
 * @param module its path as people know it, from the current folder
 * @throws Failure `bad-own-rule` naming the module, the rule and what was expected, and those of a file that can't be read
 */
export async function loadOwnRules(module: string): Promise<readonly OwnAuditRule[]> {
  const exported = await defaultExportOf(module)
  const rules: readonly unknown[] = Array.isArray(exported) ? exported : [exported]
  if (exported === undefined || rules.length === 0) {
    throw wrong(module, 'it has no default export that is an audit rule, or a list of them.')
  }
  return rules.map((rule, index) => ({
    rule: ruleFrom(module, Array.isArray(exported) ? `rule ${index + 1}` : 'the rule', rule),
    module,
  }))
}

async function defaultExportOf(module: string): Promise<unknown> {
  const path = resolve(module)
  try {
    if (!statSync(path).isFile()) throw wrong(module, 'it is no file.')
    const loaded: unknown = await import(pathToFileURL(path).href)
    return typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : undefined
  } catch (error) {
    if (error instanceof Failure) throw error
    const known = systemMessage(error)
    if (known !== null) throw new Failure(known.code, `${module}: ${known.message}`, { cause: error })
    const [reason = ''] = String(error).split('\n')
    throw new Failure('bad-own-rule', `${module}: it could not be loaded: ${reason}`, { cause: error })
  }
}

function wrong(module: string, message: string): Failure {
  return new Failure('bad-own-rule', `${module}: ${message}`)
}

function ruleFrom(module: string, place: string, value: unknown): AuditRule {
  if (typeof value !== 'object' || value === null) throw wrong(module, `${place} is no object.`)
  const fields = fieldsOf(value)
  const id = fields.get('id')
  if (typeof id !== 'string' || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id)) {
    throw wrong(module, `${place}: id: expected a name in lower case with hyphens, such as "my-rule".`)
  }
  const fail = (field: string, expected: string) => wrong(module, `${id}: ${field}: expected ${expected}.`)
  const severity = fields.get('severity')
  const doc = fields.get('doc')
  const check = fields.get('check')
  if (!isSeverity(severity)) throw fail('severity', '"error", "warning" or "info"')
  if (typeof doc !== 'string' || doc.trim() === '') throw fail('doc', 'a sentence that says what it means')
  if (typeof check !== 'function') throw fail('check', 'a function')
  return defineAuditRule({
    id,
    severity,
    doc,
    options: optionsFrom(fields.get('options') ?? {}, fail),
    example: exampleFrom(fields.get('example'), fail),
    check: (session, options) => {
      // The auditor looks at what it answers before anything is done with it.
      const answer: readonly Complaint[] = Reflect.apply(check, value, [session, options])
      return answer
    },
  })
}

type Fail = (field: string, expected: string) => Failure

function optionsFrom(value: unknown, fail: Fail): { [name: string]: AuditRuleOption } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw fail('options', 'names, each with { default, doc }')
  }
  return Object.fromEntries(
    [...fieldsOf(value)].map(([name, option]) => {
      const fields = typeof option === 'object' && option !== null ? fieldsOf(option) : new Map()
      const usual: unknown = fields.get('default')
      const doc: unknown = fields.get('doc')
      if (!isJson(usual)) throw fail(`options.${name}.default`, 'a value as JSON has it')
      if (typeof doc !== 'string') throw fail(`options.${name}.doc`, 'a sentence that says what it means')
      return [name, { default: usual, doc }]
    }),
  )
}

/** An example is asked for where there is one: without, the rule still works, and is explained without. */
function exampleFrom(value: unknown, fail: Fail): AuditRuleExample {
  if (value === undefined) return { session: [], says: '' }
  const fields = typeof value === 'object' && value !== null ? fieldsOf(value) : new Map<string, unknown>()
  const session: unknown = fields.get('session')
  const says: unknown = fields.get('says')
  if (!Array.isArray(session) || !session.every((line) => typeof line === 'string')) {
    throw fail('example.session', 'a list of texts, one a step')
  }
  if (typeof says !== 'string') throw fail('example.says', 'a text')
  return { session, says }
}

/** The fields of an object, those of its class too. */
function fieldsOf(value: object): ReadonlyMap<string, unknown> {
  const names = ['id', 'severity', 'doc', 'check', 'options', 'example']
  const inherited = names.map((name): [string, unknown] => [name, Reflect.get(value, name)])
  return new Map<string, unknown>([
    ...inherited.filter(([, field]) => field !== undefined),
    ...Object.entries(value),
  ])
}

function isSeverity(value: unknown): value is Severity {
  return value === 'error' || value === 'warning' || value === 'info'
}

function isJson(value: unknown, depth = 0): value is JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth > 20) return false
  return Object.values(value).every((entry) => isJson(entry, depth + 1))
}
