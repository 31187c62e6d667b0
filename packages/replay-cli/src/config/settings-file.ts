/** The settings of an audit in a JSON file: what is wrong in one is said by file, line and field. */

import { readFileSync } from 'node:fs'
import {
  type AuditRule,
  type AuditRuleSettings,
  type EvidenceSettings,
  ownCheckKinds,
  SessionAuditor,
} from '@todo-ledger/audit'
import { HostError } from '@todo-ledger/core'
import { parseJson } from '@todo-ledger/recordings/json'
import * as v from 'valibot'
import { Failure, fileFailure } from '../failure.js'
import { thereIsNo } from '../text/did-you-mean.js'

const severity = v.picklist(['error', 'warning', 'info', 'off'], '"off", "info", "warning" or "error"')

const check = v.strictObject(
  {
    command: v.pipe(
      v.string('a command as it is typed'),
      v.check(
        (command) => isOneCommand(command),
        'one command, such as "make acceptance", without pipes and &&',
      ),
    ),
    kind: v.picklist(ownCheckKinds, `one of ${ownCheckKinds.join(', ')}`),
  },
  'the keys command and kind, such as { "command": "make acceptance", "kind": "test" }',
)

const keys = 'the keys rules, checks and reader, and no other'
const shape = v.strictObject(
  {
    rules: v.optional(v.record(v.string(), severity, 'rules and how they are set')),
    checks: v.optional(v.array(check, 'a list of checks')),
    reader: v.optional(v.string('the name of a reader, such as "claude"')),
  },
  keys,
)

/**
 * Reads a file of settings. It counts only where a call names it: whoever made a folder could make the audit milder by
 * what lies there.
 * @throws Failure `bad-config`, and those of a file that can't be read
 */
export function readSettings(file: string) {
  const text = textOf(file)
  const failure = (path: readonly unknown[], message: string): Failure => {
    // The first line that holds the name of the field, or of what it stands in.
    const names = path.filter((key) => typeof key === 'string').map((key) => JSON.stringify(key))
    const lines = text.split('\n')
    const places = names.map((name) => lines.findIndex((line) => line.includes(name)))
    return new Failure('bad-config', `${file}:${Math.max(0, ...places) + 1}: ${path.join('.')}${message}`)
  }
  const given = parseJson(text)
  if ('problem' in given) throw failure([], `it can't be read: ${given.problem}.`)
  if (Array.isArray(given.value)) throw failure([], `expected ${keys}.`)
  const { success, output, issues } = v.safeParse(shape, given.value, { abortEarly: true })
  if (!success) {
    const path = issues[0].path?.map(({ key }) => key) ?? []
    throw failure(path, `${path.length === 0 ? '' : ': '}expected ${issues[0].message}.`)
  }
  const { rules = {}, checks, reader } = output
  const evidence: EvidenceSettings = checks === undefined ? {} : { checks }
  return {
    /** How rules are set. @param known all that can be set: own ones are known only once their modules are loaded */
    ruleSettings(known: readonly AuditRule[]): AuditRuleSettings {
      const ids = known.map(({ id }) => id)
      const unknown = Object.keys(rules).find((name) => !ids.includes(name))
      if (unknown === undefined) return rules
      throw failure(['rules', unknown], `: ${thereIsNo('rule', unknown, ids)}`)
    },
    evidence,
    /** Who is asked by each audit that names these settings. */
    reader,
  }
}

function isOneCommand(command: string): boolean {
  try {
    new SessionAuditor({ rules: [], evidence: { checks: [{ command, kind: 'test' }] } })
    return true
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    return false
  }
}

/** The text of a file that a person named. @throws Failure */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw fileFailure(file, error)
  }
}
