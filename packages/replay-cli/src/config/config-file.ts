/** The settings of an audit in a file: rules, item classes, checks, own rules, a baseline. */

import { dirname, isAbsolute, join } from 'node:path'
import {
  type EvidenceSettings,
  type OwnCheck,
  type OwnItemClass,
  ownCheckKinds,
  ownItemClasses,
  SessionAuditor,
} from '@todo-ledger/audit'
import { HostError } from '@todo-ledger/core'
import { type TodoSourceName, todoSourceNames } from '@todo-ledger/recordings'
import { didYouMean } from '../text/did-you-mean.js'
import { type Field, readFields } from './field.js'

/** An audit's settings as a file gives them. */
export interface AuditConfig {
  /** How rules are set; read by `ruleSettings` once the own rules are known. */
  readonly rules: Field | undefined
  /** Own words and checks. */
  readonly evidence: EvidenceSettings
  /** The modules of own rules, as they are called from the current folder. */
  readonly ownRules: readonly { readonly module: string; readonly field: Field }[]
  /** The baseline, as it is called from the current folder, or undefined. */
  readonly baseline: string | undefined
  /** Where todos are also looked for, each place once. */
  readonly todos: readonly TodoSourceName[]
}

const keys = ['rules', 'itemClasses', 'checks', 'ownRules', 'baseline', 'todos'] as const
/** For editors: where the JSON Schema of the file is. */
const schemaKey = '$schema'

/**
 * Reads a config file. Paths in it start from its folder.
 * @param file the path as people know it
 * @throws Failure `bad-config` naming file, line, field and what was expected, and those of a file that can't be read
 */
export function readConfig(file: string): AuditConfig {
  const root = readFields(file)
  const entries = root.entries
  if (entries === undefined) throw root.wrong(`keys and values: ${keys.join(', ')}`)
  const fields = new Map<string, Field>()
  for (const { key, field } of entries) {
    if (key === schemaKey) continue
    if (!keys.some((known) => known === key)) throw unknownKey(field, key, keys)
    fields.set(key, field)
  }
  const pathOf = (field: Field): string => {
    const path = field.text
    if (path === undefined || path === '') throw field.wrong('the path of a file')
    return isAbsolute(path) ? path : join(dirname(file), path)
  }
  const itemClasses = fields.get('itemClasses')
  const checks = fields.get('checks')
  const ownRules = fields.get('ownRules')
  const baseline = fields.get('baseline')
  const todos = fields.get('todos')
  return {
    rules: fields.get('rules'),
    evidence: {
      ...(itemClasses === undefined ? {} : { itemClasses: itemClassesFrom(itemClasses) }),
      ...(checks === undefined ? {} : { checks: checksFrom(checks) }),
    },
    ownRules:
      ownRules === undefined
        ? []
        : listOf(ownRules, 'a list of modules, such as ["./my-rule.mjs"]').map((field) => ({
            module: pathOf(field),
            field,
          })),
    baseline: baseline === undefined ? undefined : pathOf(baseline),
    todos: todos === undefined ? [] : todosFrom(todos),
  }
}

function todosFrom(field: Field): readonly TodoSourceName[] {
  const expected = `a list of ${todoSourceNames.join(', ')}`
  const names = listOf(field, expected).map((entry) => {
    const name = todoSourceNames.find((known) => known === entry.text)
    if (name === undefined) throw entry.wrong(`one of ${todoSourceNames.join(', ')}`)
    return name
  })
  return [...new Set(names)]
}

function itemClassesFrom(field: Field): NonNullable<EvidenceSettings['itemClasses']> {
  const entries = field.entries
  if (entries === undefined) throw field.wrong(`classes with their words: ${ownItemClasses.join(', ')}`)
  const classes: { [itemClass in OwnItemClass]?: readonly string[] } = {}
  const seen = new Map<string, string>()
  for (const { key, field: words } of entries) {
    const itemClass = ownItemClasses.find((known) => known === key)
    if (itemClass === undefined) throw unknownKey(words, key, ownItemClasses)
    classes[itemClass] = listOf(words, 'a list of words').map((word) => {
      const text = word.text?.trim()
      if (text === undefined || !/[\p{L}\p{N}]/u.test(text)) throw word.wrong('a word or a phrase')
      const other = seen.get(text.toLowerCase())
      if (other !== undefined) throw word.failure(`${JSON.stringify(text)} stands in ${other} already.`)
      seen.set(text.toLowerCase(), words.path)
      return text
    })
  }
  return classes
}

const check = 'a command and its kind, such as { "command": "make acceptance", "kind": "test" }'

function checksFrom(field: Field): readonly OwnCheck[] {
  return listOf(field, `a list of checks, each ${check}`).map((entry) => {
    const entries = entry.entries
    if (entries === undefined) throw entry.wrong(check)
    const fields = new Map(entries.map(({ key, field: value }) => [key, value]))
    for (const [key, value] of fields) {
      if (key !== 'command' && key !== 'kind') throw unknownKey(value, key, ['command', 'kind'])
    }
    const command = fields.get('command')
    const text = command?.text
    if (command === undefined || text === undefined) {
      throw (command ?? entry).wrong(command === undefined ? check : 'a command as it is typed')
    }
    const kindField = fields.get('kind')
    const kind = ownCheckKinds.find((known) => known === kindField?.text)
    if (kind === undefined) {
      const kinds = `one of ${ownCheckKinds.join(', ')}`
      throw kindField === undefined ? entry.wrong(`also a kind, ${kinds}`) : kindField.wrong(kinds)
    }
    const known: OwnCheck = { command: text, kind }
    try {
      new SessionAuditor({ rules: [], evidence: { checks: [known] } })
    } catch (error) {
      if (!(error instanceof HostError)) throw error
      throw command.failure(error.message, 'bad-config', error)
    }
    return known
  })
}

function listOf(field: Field, expected: string): readonly Field[] {
  const list = field.list
  if (list === undefined) throw field.wrong(expected)
  return list
}

/** A key that nothing is known of, with those that are. */
function unknownKey(field: Field, key: string, known: readonly string[]): Error {
  const meant = didYouMean(key, known)
  return field.failure(`there is no ${JSON.stringify(key)} here.${meant} There are ${known.join(', ')}.`)
}
