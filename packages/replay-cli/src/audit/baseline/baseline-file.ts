/** A baseline: the findings of an audit that are accepted, in a file. */

import { readFileSync } from 'node:fs'
import type { SessionAudit } from '@todo-ledger/audit'
import { Failure, systemMessage } from '../../failure.js'
import { printableJson } from '../../text/printable.js'
import { writeWhole } from '../../written-file.js'
import { fingerprintsOf } from '../finding-fingerprint.js'
import type { BaselineContent, BaselineEntry } from './baseline-entry.js'

/** The first line of the file's content, so that it is known for what it is. */
const form: BaselineContent['baseline'] = 'todo-ledger/1'
const itemLength = 120

/** The entries for all findings of audits, in an order of their own. */
export function baselineOf(audits: readonly SessionAudit[]): readonly BaselineEntry[] {
  const entries = audits.flatMap((audit) => {
    const fingerprints = fingerprintsOf(audit)
    return audit.findings.map(({ rule, text }, index): BaselineEntry => {
      const line = text?.replace(/\s+/g, ' ').trim()
      const item = line === undefined ? null : [...line].slice(0, itemLength).join('')
      return { fingerprint: fingerprints[index] ?? '', rule, session: audit.session, item }
    })
  })
  return entries.sort((one, other) => compare(orderOf(one), orderOf(other)))
}

function orderOf({ session, rule, item, fingerprint }: BaselineEntry): string {
  return JSON.stringify([session, rule, item ?? '', fingerprint])
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/**
 * Writes a baseline.
 * @throws Failure `out`
 */
export function writeBaseline(file: string, entries: readonly BaselineEntry[]): void {
  const baseline: BaselineContent = { baseline: form, findings: entries }
  const content = printableJson(JSON.stringify(baseline, null, 2))
  writeWhole(file, `${content}\n`)
}

/**
 * Reads a baseline.
 * @throws Failure `bad-baseline` naming the file and the place in it, and those of a file that can't be read
 */
export function readBaseline(file: string): readonly BaselineEntry[] {
  const content = parsed(file)
  const wrong = (place: string, expected: string): Failure =>
    new Failure(
      'bad-baseline',
      `${file}: ${place}: expected ${expected}. Write it again with --write-baseline.`,
    )
  if (fieldOf(content, 'baseline') !== form) throw wrong('baseline', JSON.stringify(form))
  const findings = fieldOf(content, 'findings')
  if (!Array.isArray(findings)) throw wrong('findings', 'a list')
  return findings.map((entry: unknown, index): BaselineEntry => {
    const textIn = (field: string): string => {
      const value = fieldOf(entry, field)
      if (typeof value !== 'string') throw wrong(`findings[${index}].${field}`, 'a text')
      return value
    }
    const item = fieldOf(entry, 'item') ?? null
    if (item !== null && typeof item !== 'string') throw wrong(`findings[${index}].item`, 'a text or null')
    return { fingerprint: textIn('fingerprint'), rule: textIn('rule'), session: textIn('session'), item }
  })
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw readable(file, error)
    throw new Failure('bad-baseline', `${file}: it is not JSON: ${error.message}.`, { cause: error })
  }
}

function readable(file: string, error: unknown): unknown {
  const system = systemMessage(error)
  if (system === null) return error
  const hint = system.code === 'missing' ? ' A baseline is written with --write-baseline.' : ''
  return new Failure(system.code, `${file}: ${system.message}${hint}`, { cause: error })
}

function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return undefined
  return Object.getOwnPropertyDescriptor(value, field)?.value
}
