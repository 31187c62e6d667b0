/** Asks rules that are not of this package: on a copy that they can't change, and so that their faults stay theirs. */

import type { RecordedPlace } from '@todo-ledger/core'
import { HostError } from '@todo-ledger/core'
import type { RuleFailure, Severity } from './audit-result.js'
import { plainWork } from './evidence/work/plain-work.js'
import { frozenCopy } from './frozen-copy.js'
import type { AuditedSession, AuditRule, AuditRuleOptions, Complaint } from './rules/audit-rule.js'

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

/** Asks the own rules of one session. */
export class OwnRuleDesk {
  readonly #modules: ReadonlyMap<AuditRule, string>
  readonly #session: AuditedSession
  readonly #failures: RuleFailure[] = []
  #copy: AuditedSession | null = null

  /** @param ownRules the rules that are not of this package; @param session what they are asked about */
  constructor(ownRules: readonly OwnAuditRule[], session: AuditedSession) {
    this.#modules = new Map(ownRules.map(({ rule, module }) => [rule, module]))
    this.#session = session
  }

  /** The rules that failed so far. */
  get failures(): readonly RuleFailure[] {
    return this.#failures
  }

  /** What a rule says. An own rule that throws, or that answers with something else than complaints, says nothing. */
  readonly ask = (rule: AuditRule, options: AuditRuleOptions): readonly Complaint[] => {
    const module = this.#modules.get(rule)
    if (module === undefined) return rule.check(this.#session, options)
    this.#copy ??= frozenSession(this.#session)
    try {
      return complaintsFrom(rule.check(this.#copy, frozenCopy(options)), rule.severity)
    } catch (error) {
      this.#failures.push({ rule: rule.id, module, message: messageOf(error) })
      return []
    }
  }
}

/** A session that can't be changed; what its functions answer can't either. */
function frozenSession({ child, judge, ...data }: AuditedSession): AuditedSession {
  return Object.freeze({
    ...frozenCopy(data),
    child: (session: string) => {
      const work = child(session)
      return work === undefined ? undefined : frozenCopy(plainWork(work))
    },
    judge: (...question: Parameters<typeof judge>) => frozenCopy(judge(...question)),
  })
}

function messageOf(error: unknown): string {
  try {
    if (error instanceof NotComplaints) return error.message
    return error instanceof Error ? `${error.name}: ${error.message}` : `it threw ${String(error)}`
  } catch {
    return 'it threw something that has no text'
  }
}

/** The answer of a rule is no list of complaints. */
class NotComplaints extends Error {}

/** The complaints in what an own rule answered, with nothing else in them. */
function complaintsFrom(answer: unknown, usual: Severity): readonly Complaint[] {
  if (answer instanceof Promise) {
    answer.catch(() => undefined) // what becomes of it is nobody's matter any more
    throw new NotComplaints('check must return a list of complaints at once, not a promise')
  }
  if (!Array.isArray(answer)) throw new NotComplaints('check must return a list of complaints')
  return answer.map((value: unknown, index) => complaintFrom(value, `complaint ${index + 1}`, usual))
}

function complaintFrom(value: unknown, name: string, usual: Severity): Complaint {
  const wrong = (expected: string) => new NotComplaints(`${name} must ${expected}`)
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
