/** The rule that a person asks a session for: a built-in one, or one of a module of theirs. */

import { auditRules } from '@todo-ledger/audit'
import { defineRule, type JsonValue, type Rule } from '@todo-ledger/core'
import type { AskedRule } from '@todo-ledger/core/history'
import { builtinRules, type RuleInForce } from '@todo-ledger/core/rules'
import * as v from 'valibot'
import { ownRules } from '../config/own-rules.js'
import { json } from '../config/settings-file.js'
import { badModule } from '../config/user-module.js'
import { Failure } from '../failure.js'
import { didYouMean } from '../text/did-you-mean.js'

/**
 * Finds a rule by its name.
 * @param options as they were given, `max=5`
 * @param own rules of the person's own; one of the same name stands for a built-in one
 * @throws Failure `unknown-rule`, `usage`
 */
export function wantedRule(name: string, options: readonly string[], own: readonly Rule[]) {
  const known = [...own, ...builtinRules]
  const rule = known.find(({ id }) => id === name)
  if (rule === undefined && auditRules.some(({ id }) => id === name))
    throw new Failure(
      'unknown-rule',
      `${name} is a rule of the audit, not of the list, which names the update that each of its findings is about: todo-replay audit FILE.`,
    )
  if (rule === undefined) {
    const names = [...new Set(known.map(({ id }) => id))]
    throw new Failure(
      'unknown-rule',
      `There is no rule ${JSON.stringify(name)}.${didYouMean(name, names)} There are ${names.join(', ')}.`,
    )
  }
  const given = options.map((option): readonly [string, JsonValue] => {
    const [, key = '', value = ''] = /^([^=]+)=(.*)$/su.exec(option) ?? []
    if (key === '')
      throw new Failure('usage', `--option ${JSON.stringify(option)}: give it as name=value, such as max=5.`)
    const names = Object.keys(rule.defaults)
    if (names.includes(key)) return [key, optionValue(value, rule.defaults[key])]
    const there = names.length === 0 ? 'It has none.' : `It has ${names.join(', ')}.`
    throw new Failure(
      'usage',
      `The rule ${rule.id} has no option ${JSON.stringify(key)}.${didYouMean(key, names)} ${there}`,
    )
  })
  const set: { readonly [name: string]: JsonValue } = Object.fromEntries(given)
  return { rule, given: set }
}

/** The rule as it is asked of a session: where its profile has it in force, with its options unless others were given. */
export function askedRule(
  { rule, given }: ReturnType<typeof wantedRule>,
  inForce: readonly RuleInForce[],
): Required<AskedRule> {
  const set = inForce.find(({ id }) => id === rule.id)
  return { rule, options: { ...rule.defaults, ...set?.options, ...given } }
}

/** The value in the type that the option has. */
function optionValue(text: string, usual: JsonValue | undefined): JsonValue {
  if (typeof usual === 'string') return text
  if (Array.isArray(usual)) return text.split(',').map((entry) => entry.trim())
  const value = Number(text)
  if (typeof usual === 'number' && text.trim() !== '' && Number.isFinite(value)) return value
  if (typeof usual === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  throw new Failure(
    'usage',
    `${JSON.stringify(text)} is not a value for this option, which is ${JSON.stringify(usual ?? null)} by default.`,
  )
}

const definition = v.object({
  id: v.pipe(v.string('a name'), v.nonEmpty('a name')),
  defaults: v.optional(v.record(v.string('a name'), json), {}),
  check: v.custom<Rule['check']>((value) => typeof value === 'function', 'a function'),
})

/** The rules of a module. @throws Failure `bad-own-rule`, and those of a file that can't be read */
export async function loadListRules(module: string): Promise<readonly Rule[]> {
  return (await ownRules(module, definition)).map(({ given, output: { id, defaults, check: own } }) => {
    const check: Rule['check'] = (...asked) => {
      try {
        const answer = Reflect.apply(own, given, asked)
        if (answer.every(({ message }) => typeof message === 'string'))
          return answer.map(({ message, item = null, expected = null, received = null, fix = '' }) => {
            return { message, item, expected, received, fix }
          })
      } catch (error) {
        const [reason = ''] = String(error).split('\n')
        const message = `${module}: the rule ${id} failed: ${reason}`
        throw new Failure('own-rule-failed', message, { cause: error })
      }
      throw badModule(module, `the rule ${id} must answer with a list of { message, item, fix }`)
    }
    return defineRule({ id, version: 1, defaults, check })
  })
}
