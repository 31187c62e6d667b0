/** Loads rules of their users, for the list itself: what `defineRule` of core gives. */

import { defineRule, type JsonValue, type Rule } from '@todo-ledger/core'
import type { Breach } from '@todo-ledger/core/rules'
import { isJson } from '../config/settings-file.js'
import { badModule, exportsOf } from '../config/user-module.js'
import { Failure } from '../failure.js'

/**
 * The rules of a module: its default export is one, or a list of them.
 * @param module its path as people know it, from the current folder
 * @throws Failure `bad-own-rule`, and those of a file that can't be read
 */
export async function loadListRules(module: string): Promise<readonly Rule[]> {
  const { default: exported } = await exportsOf(module, 'bad-own-rule')
  const rules: readonly unknown[] = Array.isArray(exported) ? exported : [exported]
  return rules.map((rule, index) =>
    ruleFrom(module, Array.isArray(exported) ? `rule ${index + 1}` : 'the rule', rule),
  )
}

function ruleFrom(module: string, place: string, value: unknown): Rule {
  if (typeof value !== 'object' || value === null) throw badModule(module, `${place} is no object.`)
  const field = (name: string): unknown => Reflect.get(value, name)
  const [id, check, summary, defaults] = ['id', 'check', 'summary', 'defaults'].map(field)
  if (typeof id !== 'string' || id === '')
    throw badModule(module, `${place}: id: expected the name of the rule.`)
  if (typeof check !== 'function') throw badModule(module, `${id}: check: expected a function.`)
  return defineRule({
    id,
    version: 1,
    ...(typeof summary === 'string' ? { summary } : {}),
    defaults: isOptions(defaults) ? defaults : {},
    check: (next, context) => breachesOf(module, id, () => Reflect.apply(check, value, [next, context])),
  })
}

/** What a check answers, looked at before anything is done with it. */
function breachesOf(module: string, id: string, ask: () => unknown): readonly Breach[] {
  let answer: unknown
  try {
    answer = ask()
  } catch (error) {
    const [reason = ''] = String(error).split('\n')
    throw new Failure('own-rule-failed', `${module}: the rule ${id} failed: ${reason}`, { cause: error })
  }
  if (!Array.isArray(answer))
    throw badModule(module, `${id}: check: expected a list of breaches, each with a message.`)
  return answer.map((breach: unknown) => {
    const message: unknown =
      typeof breach === 'object' && breach !== null ? Reflect.get(breach, 'message') : null
    if (typeof breach !== 'object' || breach === null || typeof message !== 'string') {
      throw badModule(module, `${id}: check: expected breaches, each with a message.`)
    }
    const item: unknown = Reflect.get(breach, 'item')
    const fix: unknown = Reflect.get(breach, 'fix')
    return {
      message,
      item: typeof item === 'string' ? item : null,
      expected: jsonOf(Reflect.get(breach, 'expected')),
      received: jsonOf(Reflect.get(breach, 'received')),
      fix: typeof fix === 'string' ? fix : '',
    }
  })
}

function isOptions(value: unknown): value is { readonly [name: string]: JsonValue } {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isJson)
  )
}

function jsonOf(value: unknown): JsonValue {
  return isJson(value) ? value : null
}
