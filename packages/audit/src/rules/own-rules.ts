/** Rules of users: what they are given can't be changed, and what they answer is looked at before anything is done with it. */

import type { RecordedPlace } from '@todo-ledger/core'
import { HostError } from '@todo-ledger/core'
import type { Severity } from '../result.js'
import type { AuditRule, Problem, RuleHandlers } from './audit-rule.js'

/** A rule that comes from a module of its user. */
export interface OwnAuditRule {
  /** The rule. */
  readonly rule: AuditRule
  /** What people know its module by, such as `./my-rule.mjs`. */
  readonly module: string
}

/**
 * Says that no two rules have one id.
 * @throws HostError `duplicate-audit-rule` naming the id and the module
 */
export function checkDistinct(rules: readonly AuditRule[], ownRules: readonly OwnAuditRule[]): void {
  const ids = new Set(rules.map(({ id }) => id))
  for (const { rule, module } of ownRules) {
    if (ids.has(rule.id)) {
      throw new HostError(
        'duplicate-audit-rule',
        `The audit rule ${JSON.stringify(rule.id)} of ${module} has the id of another rule. Give it one of its own.`,
      )
    }
    ids.add(rule.id)
  }
}

/** What went wrong in a user's rule, for people. */
export function failureMessage(error: unknown): string {
  try {
    if (error instanceof BadAnswer) return error.message
    return error instanceof Error ? `${error.name}: ${error.message}` : `it threw ${String(error)}`
  } catch {
    return 'it threw something that has no text'
  }
}

/** The answer of a rule is no list of problems. */
class BadAnswer extends Error {}

/** The handlers that a user's rule created. */
export function handlersFrom(created: RuleHandlers): RuleHandlers {
  const given: unknown = created
  if (typeof given !== 'object' || given === null)
    throw new BadAnswer('create must return an object with completion, end or both')
  for (const name of ['completion', 'end']) {
    const handler: unknown = Reflect.get(given, name)
    if (handler !== undefined && typeof handler !== 'function')
      throw new BadAnswer(`create must return a function as ${name}`)
  }
  return created
}

/** The problems in what a user's rule answered, with nothing else in them. */
export function problemsFrom(answer: unknown, usual: Severity): readonly Problem[] {
  if (answer instanceof Promise) {
    answer.catch(() => undefined) // what becomes of it is nobody's matter any more
    throw new BadAnswer('it must answer at once with a list of problems, not with a promise')
  }
  if (!Array.isArray(answer)) throw new BadAnswer('it must answer with a list of problems')
  return answer.map((value: unknown, index) => problemFrom(value, `problem ${index + 1}`, usual))
}

function problemFrom(value: unknown, name: string, usual: Severity): Problem {
  const wrong = (expected: string) => new BadAnswer(`${name} must ${expected}`)
  if (typeof value !== 'object' || value === null) throw wrong('be an object')
  const fields = new Map<string, unknown>(Object.entries(value))
  const item = fields.get('item') ?? null
  const severity = fields.get('severity') ?? usual
  const turn = fields.get('turn')
  const seq = fields.get('seq')
  const message = fields.get('message')
  const evidence: unknown = fields.get('evidence') ?? []
  if (typeof message !== 'string' || message === '') throw wrong('have a message, a text')
  if (!isSeverity(severity)) throw wrong('have the severity error, warning or info')
  if (item !== null && typeof item !== 'string') throw wrong("have an item's id as item, or null")
  if (!isCount(turn)) throw wrong('have a turn, a whole number')
  if (!isCount(seq)) throw wrong('have a seq, a whole number')
  if (!Array.isArray(evidence) || !evidence.every(isCount)) {
    throw wrong('have as evidence a list of seqs, whole numbers')
  }
  const source = placeFrom(fields.get('source'))
  if (source === undefined) throw wrong('have as source the place of a completion or a call, or none')
  return {
    severity,
    item,
    turn,
    seq,
    ...(source === null ? {} : { source }),
    message,
    evidence: [...new Set(evidence)].sort((one, other) => one - other),
  }
}

/** A place in the recorded file; null for none, undefined for what is no place. */
function placeFrom(value: unknown): RecordedPlace | null | undefined {
  if (value === undefined || value === null) return null
  if (typeof value !== 'object') return undefined
  const fields = new Map<string, unknown>(Object.entries(value))
  const line = fields.get('line')
  const call = fields.get('call')
  if (!isCount(line)) return undefined
  if (call === undefined) return { line }
  return typeof call === 'string' ? { line, call } : undefined
}

function isSeverity(value: unknown): value is Severity {
  return value === 'error' || value === 'warning' || value === 'info'
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** What is frozen throughout: what is merely frozen may hold what is not. */
const frozen = new WeakSet<object>()

/** Freezes plain data, sets and maps throughout. Linear in what was not frozen here before. */
export function deepFreeze<T>(data: T): T {
  const waiting: unknown[] = [data]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null || frozen.has(next)) continue
    frozen.add(next)
    if (next instanceof Set || next instanceof Map) {
      // Freezing an object does not freeze what a set or a map holds.
      for (const method of ['add', 'set', 'delete', 'clear']) {
        if (!Object.isFrozen(next)) Object.defineProperty(next, method, { value: refuse })
      }
      for (const entry of next.entries()) waiting.push(...entry)
    } else waiting.push(...Object.values(next))
    Object.freeze(next)
  }
  return data
}

function refuse(): never {
  throw new TypeError('The data that an audit rule is given can not be changed.')
}
