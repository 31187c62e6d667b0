/** The settings of an audit in a file: rules, checks, a baseline, todos, a reader. */

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
import { expected, fields, keysAndValues, noSuchKey, SettingsFile } from './settings-file.js'

const checkExample = 'a command and its kind, such as { "command": "make acceptance", "kind": "test" }'

const ruleSetting = v.picklist(
  ['error', 'warning', 'info', 'off'],
  expected('"off", "info", "warning" or "error"'),
)

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

/** What a settings file holds, as people write it. Paths start from the file's folder. */
const configSchema = fields(
  {
    rules: v.optional(v.pipe(keysAndValues('rules and how they are set'), v.record(v.string(), ruleSetting))),
    checks: v.optional(v.array(check, expected(`a list of checks, each ${checkExample}`))),
    baseline: v.optional(
      v.pipe(
        v.string(expected('the path of a file')),
        v.nonEmpty('expected the path of a file; got nothing.'),
      ),
    ),
    todos: v.optional(
      v.array(
        v.picklist(todoSourceNames, expected(`one of ${todoSourceNames.join(', ')}`)),
        expected(`a list of ${todoSourceNames.join(', ')}`),
      ),
    ),
    reader: v.optional(v.string(expected('the name of a reader, such as claude'))),
  },
  'keys and values: rules, checks, baseline, todos, reader',
)

/** An audit's settings as a file gives them. */
export interface AuditConfig {
  /**
   * How rules are set.
   * @param rules all rules that can be set: own ones are known only once their modules are loaded
   * @throws Failure `bad-config` naming file, line and field
   */
  readonly ruleSettings: (rules: readonly AuditRule[]) => AuditRuleSettings
  /** Own check commands. */
  readonly evidence: EvidenceSettings
  /** As it is called from the current folder. */
  readonly baseline: string | undefined
  /** Where todos are also looked for, each place once. */
  readonly todos: readonly TodoSourceName[]
  /** Who reads each completion. */
  readonly reader: string | undefined
}

/**
 * Reads a config file. Paths in it start from its folder. It counts only where a call names it: whoever made a folder
 * could make the audit milder by what lies there.
 * @throws Failure `bad-config` naming file, line, field and what was expected, and those of a file that can't be read
 */
export function readConfig(file: string): AuditConfig {
  const settings = new SettingsFile(file, 'bad-config')
  const { rules = {}, checks, baseline, todos = [], reader } = settings.as(configSchema)
  return {
    ruleSettings: (known) => ruleSettings(settings, rules, known),
    evidence: checks === undefined ? {} : { checks },
    baseline: baseline === undefined || isAbsolute(baseline) ? baseline : join(dirname(file), baseline),
    todos: [...new Set(todos)],
    reader,
  }
}

type RulesContent = NonNullable<v.InferOutput<typeof configSchema>['rules']>

function ruleSettings(
  settings: SettingsFile,
  content: RulesContent,
  rules: readonly AuditRule[],
): AuditRuleSettings {
  const known = rules.map(({ id }) => id)
  const unknown = Object.keys(content).find((name) => !known.includes(name))
  if (unknown === undefined) return content
  const problem = noSuchKey(unknown, known).replace(/^there is no (\S+) here/, 'there is no rule $1')
  throw settings.failure(['rules', unknown], problem)
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
