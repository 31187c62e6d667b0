/** Which rules a profile promises to keep. */

import type { JsonValue, RuleMode } from '../../events.js'
import { builtinRules } from '../../rules/builtin-rules.js'
import type { Rule } from '../../rules/rule.js'
import type { SessionRun } from '../run/session-run.js'

/** A rule that no accepted update may break. */
export interface PromisedRule {
  /** The rule as it must be: the built-in one where it is built in in this version, else the ledger's own. */
  readonly rule: Rule
  /** Its options, the defaults filled in. */
  readonly options: { readonly [key: string]: JsonValue }
}

/** The rules that the run's profile, or the one that it is to be like, sets to `reject`, and own ones. */
export function promisedRules({ promises, rules }: SessionRun): readonly PromisedRule[] {
  const builtin = new Map(builtinRules.map((rule) => [rule.id, rule]))
  const own = new Map(rules.map((rule) => [rule.id, rule]))
  const set = new Set(promises.rules.map(({ id }) => id))
  const settings = [
    ...promises.rules.filter(({ mode }) => mode === 'reject'),
    ...rules.filter(({ id }) => !set.has(id)).map(({ id }) => ({ id })),
  ]
  return settings.flatMap((setting) => {
    const { id } = setting
    const replacement = own.get(id)
    const original = builtin.get(id)
    const isOriginal = replacement === undefined || replacement.version === original?.version
    const rule = isOriginal ? (original ?? replacement) : replacement
    const options = 'options' in setting ? setting.options : {}
    return rule === undefined ? [] : [{ rule, options: { ...rule.defaults, ...options } }]
  })
}

/** How the run's profile promises to treat a rule; `reject` for one that it does not set. */
export function promisedMode({ promises }: SessionRun, rule: string): RuleMode {
  return promises.rules.find(({ id }) => id === rule)?.mode ?? 'reject'
}
