/** What a settings file holds, as people write it. Types only: `config-file.ts` reads it. */

import type { OwnCheck, OwnItemClass, Severity } from '@todo-ledger/audit'
import type { JsonValue } from '@todo-ledger/core'

/** The settings of an audit. Paths start from the file's folder. */
export interface ConfigContent {
  /** The JSON Schema that an editor checks the file with; todo-replay passes it over. */
  readonly $schema?: string
  /** How rules are set, by their ids. */
  readonly rules?: { readonly [rule: string]: RuleSettingContent }
  /** Own words for classes of items; they win over the known ones. */
  readonly itemClasses?: { readonly [itemClass in OwnItemClass]?: readonly string[] }
  /** Own check commands; they win over the known ones. */
  readonly checks?: readonly OwnCheck[]
  /** Modules with own rules, such as `./my-rule.mjs`. */
  readonly ownRules?: readonly string[]
  /** A file of findings that are accepted. */
  readonly baseline?: string
  /** Where todos are also looked for, outside the todo tools, as `--todos` says it. */
  readonly todos?: readonly ('markdown' | 'beads')[]
}

/** How a rule is set: how grave its findings are, alone or with options. */
export type RuleSettingContent =
  | SeverityContent
  | readonly [SeverityContent]
  | readonly [SeverityContent, { readonly [option: string]: JsonValue }]

/** How grave a rule's findings are; `off`: it is not asked. */
export type SeverityContent = Severity | 'off'
