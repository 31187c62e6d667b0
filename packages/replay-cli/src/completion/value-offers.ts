/** What the value of an option, or a word that is no option, can be. */

import { auditRules } from '@todo-ledger/audit'
import { builtinRules } from '@todo-ledger/core/rules'
import { profilesOf } from '@todo-ledger/recordings'
import type { Argument, Option } from 'commander'
import { eventTypes } from '../log/event-filter.js'
import { schemaNames } from '../schema/schema-files.js'
import type { Candidate, Offer } from './candidate.js'
import { shells } from './shell-scripts.js'

/** Options whose value is one of some names, by their names. */
const named: ReadonlyMap<string, () => readonly Candidate[]> = new Map([
  ['profile', () => profilesOf().map(({ name, source }) => ({ word: name, means: source }))],
  ['explain', auditRuleNames],
  ['finding', auditRuleNames],
  ['rule', () => builtinRules.map(({ id }) => ({ word: id, means: '' }))],
  ['type', () => eventTypes.map((type) => ({ word: type, means: '' }))],
])

/** Words whose values are names, by how the usage calls them. */
const argumentNames: ReadonlyMap<string, () => readonly string[]> = new Map([
  ['schema', schemaNames],
  ['shell', () => shells],
])

/** Words in a usage that stand for a file or a folder. */
const filePlaces: ReadonlySet<string> = new Set(['file', 'folder', 'module', 'source', 'ledger', 'path'])

/** What the value of an option can be; `sessions` are asked of the source. */
export function offerForOption(option: Option): Offer | 'sessions' {
  if (option.argChoices !== undefined) return option.argChoices.map((word) => ({ word, means: '' }))
  const name = option.name()
  if (name === 'session') return 'sessions'
  const names = named.get(name)
  if (names !== undefined) return names()
  const [, place = ''] = /[<[](\w+)[\]>]/.exec(option.flags) ?? []
  return filePlaces.has(place) ? 'files' : []
}

/** What a word that is no option can be. */
export function offerForArgument(argument: Argument): Offer {
  const names = argumentNames.get(argument.name())
  if (names !== undefined) return names().map((word) => ({ word, means: '' }))
  return filePlaces.has(argument.name()) ? 'files' : []
}

function auditRuleNames(): readonly Candidate[] {
  return auditRules.map(({ id, meta }) => ({ word: id, means: firstSentence(meta.docs) }))
}

function firstSentence(text: string): string {
  const end = text.indexOf('. ')
  return end === -1 ? text : text.slice(0, end + 1)
}
