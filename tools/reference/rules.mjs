// The rules of a list, and who has them in force.
import { builtinRules } from '@todo-ledger/core/rules'
import { profilesOf } from '@todo-ledger/recordings'
import { code, page, table } from './markdown.mjs'

export function rules() {
  const inForce = profilesOf()
  const rows = builtinRules.map(({ id, summary, defaults = {} }) => {
    const named = (/** @type {string} */ mode) =>
      inForce
        .filter((profile) => profile.rules.some((rule) => rule.id === id && rule.mode === mode))
        .map(({ name }) => name)
        .join(', ')
    const options = Object.entries(defaults).map(([name, value]) => code(`${name}: ${JSON.stringify(value)}`))
    return [code(id), summary, options.join(', '), named('reject'), named('flag')]
  })
  return page('Rules of a list', [
    'What must hold after an update. A profile says which rules it has, and whether an update that breaks one is refused or only flagged. `todo-replay bisect SOURCE --rule ID` asks any session for any of them. Your own: [Write a rule](../guides/write-a-rule.md).',
    table(['rule', 'holds where', 'options', 'refused by', 'flagged by'], rows),
  ])
}
