/** The settings of an audit in a file, and where todos are looked for: the option `--todos`, else those settings. */

import { dirname, isAbsolute, join } from 'node:path'
import {
  type AuditRule,
  type AuditRuleSettings,
  type EvidenceSettings,
  ownCheckKinds,
  SessionAuditor,
} from '@todo-ledger/audit'
import { HostError } from '@todo-ledger/core'
import { type TodoSourceName, todoSourceNames } from '@todo-ledger/recordings'
import * as v from 'valibot'
import { Failure } from '../failure.js'
import { didYouMean } from '../text/did-you-mean.js'
import { expected, fields, keysAndValues, settingsFile } from './settings-file.js'

const checkExample = 'a command and its kind, such as { "command": "make acceptance", "kind": "test" }'

const check = fields(
  {
    command: v.pipe(
      v.string(expected('a command as it is typed')),
      v.rawCheck(({ dataset, addIssue }) => {
        const problem = dataset.typed ? problemOfCheck(dataset.value) : null
        if (problem !== null) addIssue({ message: problem })
      }),
    ),
    kind: v.picklist(ownCheckKinds, expected(`one of ${ownCheckKinds.join(', ')}`)),
  },
  checkExample,
)

const severity = v.picklist(
  ['error', 'warning', 'info', 'off'],
  expected('"off", "info", "warning" or "error"'),
)
const todoSource = v.picklist(todoSourceNames, expected(`one of ${todoSourceNames.join(', ')}`))
const path = v.pipe(v.string(expected('the path of a file')), v.nonEmpty('expected the path of a file.'))

const configSchema = fields(
  {
    rules: v.optional(v.pipe(keysAndValues('rules and how they are set'), v.record(v.string(), severity))),
    checks: v.optional(v.array(check, expected(`a list of checks, each ${checkExample}`))),
    baseline: v.optional(path),
    todos: v.optional(v.array(todoSource, expected(`a list of ${todoSourceNames.join(', ')}`))),
    reader: v.optional(v.string(expected('the name of a reader, such as claude'))),
  },
  'keys and values: rules, checks, baseline, todos, reader',
)

/**
 * Reads a config file. Paths in it start from its folder. It counts only where a call names it: whoever made a folder
 * could make the audit milder by what lies there.
 * @throws Failure `bad-config`, and those of a file that can't be read
 */
export function readConfig(file: string) {
  const settings = settingsFile(file, 'bad-config')
  const { rules = {}, checks, baseline, todos = [], reader } = settings.as(configSchema)
  const evidence: EvidenceSettings = checks === undefined ? {} : { checks }
  return {
    /** How rules are set. @param known all that can be set: own ones are known only once their modules are loaded */
    ruleSettings(known: readonly AuditRule[]): AuditRuleSettings {
      const ids = known.map(({ id }) => id)
      const unknown = Object.keys(rules).find((name) => !ids.includes(name))
      if (unknown === undefined) return rules
      const meant = didYouMean(unknown, ids)
      throw settings.failure(
        ['rules', unknown],
        `there is no rule ${JSON.stringify(unknown)}.${meant} There are ${ids.join(', ')}.`,
      )
    },
    evidence,
    /** As it is called from the current folder. */
    baseline: baseline === undefined || isAbsolute(baseline) ? baseline : join(dirname(file), baseline),
    todos: [...new Set(todos)],
    reader,
  }
}

/** What the audit has against a check command; null where nothing. */
function problemOfCheck(command: string): string | null {
  try {
    new SessionAuditor({ rules: [], evidence: { checks: [{ command, kind: 'test' }] } })
    return null
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    return error.message
  }
}

/** Where a call asks for todos. */
export interface TodosChoice {
  readonly todos?: readonly string[]
  readonly config?: string | undefined
}

/** The sources of todos that a call asks for, each once. @throws Failure `usage`, and those of the settings */
export function todosWanted({ todos = [], config }: TodosChoice): readonly TodoSourceName[] {
  const words = todos.flatMap((text) => text.split(',').map((word) => word.trim()))
  if (words.length === 0) return config === undefined ? [] : readConfig(config).todos
  return [...new Set(words)].map((word) => {
    const name = todoSourceNames.find((known) => known === word)
    if (name !== undefined) return name
    throw new Failure(
      'usage',
      `--todos: todos can't be read from ${JSON.stringify(word)}.${didYouMean(word, todoSourceNames)} Give ${todoSourceNames.join(', ')}.`,
    )
  })
}
