/** The settings of an audit in a file: rules, item classes, checks, own rules, a baseline. */

import { dirname, isAbsolute, join } from 'node:path'
import {
  type AuditRule,
  type AuditRuleSettings,
  type EvidenceSettings,
  type OwnItemClass,
  ownCheckKinds,
  ownItemClasses,
  rulesInForce,
  SessionAuditor,
} from '@todo-ledger/audit'
import { HostError } from '@todo-ledger/core'
import { type TodoSourceName, todoSourceNames } from '@todo-ledger/recordings'
import * as v from 'valibot'
import { type SettingsPath, textFound } from './found-file.js'
import {
  expected,
  type FieldPath,
  fields,
  json,
  keysAndValues,
  noSuchKey,
  SettingsFile,
} from './settings-file.js'

const ruleSettingText =
  '"off", "info", "warning", "error", or one of them with options, as in ["warning", { … }]'
const checkExample = 'a command and its kind, such as { "command": "make acceptance", "kind": "test" }'

const severity = v.pipe(
  v.picklist(['error', 'warning', 'info', 'off'], expected(ruleSettingText)),
  v.description("How grave a rule's findings are; `off`: it is not asked."),
)

const ruleSetting = v.union(
  [severity, v.strictTuple([severity]), v.strictTuple([severity, v.record(v.string(), json)])],
  expected(ruleSettingText),
)

const pathOfFile = v.pipe(
  v.string(expected('the path of a file')),
  v.nonEmpty('expected the path of a file; got nothing.'),
)

const words = v.array(
  v.pipe(
    v.string(expected('a word or a phrase')),
    v.check((word) => /[\p{L}\p{N}]/u.test(word), expected('a word or a phrase')),
    v.trim(),
  ),
  expected('a list of words'),
)

const itemClasses = v.pipe(
  fields(
    Object.fromEntries(ownItemClasses.map((name) => [name, v.optional(words)])) as {
      [name in OwnItemClass]: v.OptionalSchema<typeof words, undefined>
    },
    `classes with their words: ${ownItemClasses.join(', ')}`,
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const seen = new Map<string, string>()
    for (const [name, own = []] of Object.entries(dataset.value)) {
      for (const [index, word] of own.entries()) {
        const other = seen.get(word.toLowerCase())
        seen.set(word.toLowerCase(), name)
        if (other === undefined) continue
        const message = `${JSON.stringify(word)} stands in itemClasses.${other} already.`
        addIssue({ message, input: word, path: [item(dataset.value, name, own), item(own, index, word)] })
      }
    }
  }),
)

const check = fields(
  {
    command: v.pipe(
      v.string(expected('a command as it is typed')),
      v.rawCheck(({ dataset, addIssue }) => {
        const problem = dataset.typed ? problemOfCheck(dataset.value) : null
        if (problem !== null) addIssue({ message: problem })
      }),
      v.description('The command, such as `make acceptance`; a call that begins so is the check.'),
    ),
    kind: v.pipe(
      v.picklist(ownCheckKinds, expected(`one of ${ownCheckKinds.join(', ')}`)),
      v.description('What kind of check it is.'),
    ),
  },
  checkExample,
)

/** What a settings file holds, as people write it. Paths start from the file's folder. */
const configSchema = fields(
  {
    $schema: v.optional(
      v.pipe(
        v.string(),
        v.description('The JSON Schema that an editor checks the file with; todo-replay passes it over.'),
      ),
    ),
    rules: v.optional(
      v.pipe(
        keysAndValues('rules and how they are set'),
        v.record(v.string(), ruleSetting),
        v.description('How rules are set, by their ids.'),
      ),
    ),
    itemClasses: v.optional(
      v.pipe(itemClasses, v.description('Own words for classes of items; they win over the known ones.')),
    ),
    checks: v.optional(
      v.pipe(
        v.array(check, expected(`a list of checks, each ${checkExample}`)),
        v.description('Own check commands; they win over the known ones.'),
      ),
    ),
    ownRules: v.optional(
      v.pipe(
        v.array(pathOfFile, expected('a list of modules, such as ["./my-rule.mjs"]')),
        v.description('Modules with own rules, such as `./my-rule.mjs`.'),
      ),
    ),
    baseline: v.optional(v.pipe(pathOfFile, v.description('A file of findings that are accepted.'))),
    todos: v.optional(
      v.pipe(
        v.array(
          v.picklist(todoSourceNames, expected(`one of ${todoSourceNames.join(', ')}`)),
          expected(`a list of ${todoSourceNames.join(', ')}`),
        ),
        v.description('Where todos are also looked for, outside the todo tools, as `--todos` says it.'),
      ),
    ),
    reader: v.optional(
      v.pipe(
        v.string(expected('the name of a reader, such as claude')),
        v.description('Who reads each completion, as `--reader` names it.'),
      ),
    ),
  },
  'keys and values: rules, itemClasses, checks, ownRules, baseline, todos, reader',
)

/** An audit's settings as a file gives them. */
export interface AuditConfig {
  /**
   * How rules are set.
   * @param rules all rules that can be set: own ones are known only once their modules are loaded
   * @throws Failure `bad-config` naming file, line and field
   */
  readonly ruleSettings: (rules: readonly AuditRule[]) => AuditRuleSettings
  /** Own words and checks. */
  readonly evidence: EvidenceSettings
  /** The modules of own rules, as they are called from the current folder. */
  readonly ownRules: readonly string[]
  /** The baseline, as it is called from the current folder, or undefined. */
  readonly baseline: SettingsPath | undefined
  /** Where todos are also looked for, each place once. */
  readonly todos: readonly TodoSourceName[]
  /** Who reads each completion, or undefined. */
  readonly reader: string | undefined
}

/**
 * Reads a config file. Paths in it start from its folder.
 * @param path the path as people know it
 * @param instead what to do without it, where it was found and is not taken
 * @throws Failure `bad-config` naming file, line, field and what was expected, and those of a file that can't be read
 */
export function readConfig({ file, within }: SettingsPath, instead: string = otherConfig): AuditConfig {
  const text = within === undefined ? undefined : textFound({ file, within }, instead)
  const settings = new SettingsFile(file, 'bad-config', text)
  const {
    rules = {},
    itemClasses,
    checks,
    ownRules = [],
    baseline,
    todos = [],
    reader,
  } = settings.as(configSchema)
  const fromHere = (path: string) => (isAbsolute(path) ? path : join(dirname(file), path))
  return {
    ruleSettings: (known) => ruleSettings(settings, rules, known),
    evidence: {
      ...(itemClasses === undefined ? {} : { itemClasses: given(itemClasses) }),
      ...(checks === undefined ? {} : { checks }),
    },
    ownRules: ownRules.map(fromHere),
    baseline: baseline === undefined ? undefined : { file: fromHere(baseline), within },
    todos: [...new Set(todos)],
    reader,
  }
}

const otherConfig = 'Name it with --config, or give --no-config.'

type RulesContent = NonNullable<v.InferOutput<typeof configSchema>['rules']>

function ruleSettings(
  settings: SettingsFile,
  content: RulesContent,
  rules: readonly AuditRule[],
): AuditRuleSettings {
  return Object.fromEntries(
    Object.entries(content).map(([name, setting]) => {
      const rule = rules.find(({ id }) => id === name)
      if (rule === undefined) {
        const known = rules.map((each) => each.id)
        throw settings.failure(
          ['rules', name],
          noSuchKey(name, known).replace(/^there is no (\S+) here/, 'there is no rule $1'),
        )
      }
      const { id } = rule
      if (typeof setting === 'string') return [id, { severity: setting }]
      const [how, options] = setting
      if (options === undefined) return [id, { severity: how }]
      for (const [option, value] of Object.entries(options)) {
        asSetting(settings, ['rules', name, 1, option], () =>
          rulesInForce([rule], { [id]: { options: { [option]: value } } }),
        )
      }
      return [id, { severity: how, options }]
    }),
  )
}

/** Reports what the audit has against a setting by its place in the file. */
function asSetting(settings: SettingsFile, path: FieldPath, use: () => unknown): void {
  try {
    use()
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    throw settings.failure(path, error.message, error)
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

function item(
  input: { [name: string]: unknown } | unknown[],
  key: string | number,
  value: unknown,
): v.IssuePathItem {
  return { type: 'unknown', origin: 'value', input, key, value }
}

/** Without the classes that no words were given for. */
function given(classes: v.InferOutput<typeof itemClasses>): NonNullable<EvidenceSettings['itemClasses']> {
  return Object.fromEntries(Object.entries(classes).filter(([, own]) => own !== undefined))
}
