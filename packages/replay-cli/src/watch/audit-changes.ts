/** What an audit says that the audit of the same session before it did not: a session is audited again as it grows. */

import {
  type CompletionAudit,
  endRule,
  type Finding,
  type SessionAudit,
  type Verdict,
} from '@todo-ledger/audit'

/** An audit of a session that goes on, without what is found of its end: while a run is under way that says nothing. */
function withoutEnd(audit: SessionAudit): SessionAudit {
  return { ...audit, findings: audit.findings.filter(({ rule }) => rule !== endRule) }
}

/** Remembers what was emitted of one session, also where its file is read anew. */
export class AuditChanges {
  readonly #verdicts = new Map<string, Verdict>()
  readonly #emitted = new Set<string>()
  #standing: ReadonlyMap<string, FindingSeen> = new Map()

  /** The session is read from its start again: what is missing from now on is not gone, it may come yet. */
  restart(): void {
    this.#standing = new Map()
  }

  /**
   * What is new, in the order of the places.
   * @param isOver true where no run is under way
   */
  take(audit: SessionAudit, isOver: boolean): readonly (CompletionJudged | FindingSeen)[] {
    const { session } = audit
    const findings = keyed(
      (isOver ? audit : withoutEnd(audit)).findings.filter(({ known }) => known !== true),
      ({ rule, item, turn, source }) => [rule, item, turn, source?.call ?? null],
    )
    const seen = new Map(
      [...findings].map(([key, finding]) => [key, findingSeen('finding', finding, audit)] as const),
    )
    const gone = [...this.#standing].filter(([key]) => !seen.has(key))
    for (const [key] of gone) this.#emitted.delete(key)
    this.#standing = seen
    const judged = [...keyed(audit.completions, ({ call, item }) => [call, item])].flatMap(
      ([key, completion]) => this.#judged(session, key, completion),
    )
    const found = [...seen].filter(([key]) => !this.#emitted.has(key))
    for (const [key] of found) this.#emitted.add(key)
    return [
      ...gone.map(([, finding]): FindingSeen => ({ ...finding, type: 'finding-gone' })),
      ...[...judged, ...found.map(([, finding]) => finding)].toSorted((one, other) => one.seq - other.seq),
    ]
  }

  #judged(session: string, key: string, completion: CompletionAudit): readonly CompletionJudged[] {
    const { verdict } = completion
    const before = this.#verdicts.get(key) ?? null
    this.#verdicts.set(key, verdict)
    return before === verdict ? [] : [completionJudged(session, completion, before)]
  }
}

/** An item was completed, and judged as far as the log went by then; or it is judged otherwise now. */
export type CompletionJudged = ReturnType<typeof completionJudged>

/** @param before the verdict that was emitted before; null the first time */
function completionJudged(session: string, completion: CompletionAudit, before: Verdict | null) {
  const { verdict, item, text, call, why, needs, actor } = completion
  return {
    type: 'completion' as const,
    ...placeOf(session, completion),
    ...(actor === undefined ? {} : { actor }),
    ...{ item, text, call, verdict, before },
    ...(why === undefined ? {} : { why: why.sentence }),
    needs,
  }
}

/** A finding came up, or what came after took it away. */
export type FindingSeen = ReturnType<typeof findingSeen>

function findingSeen(type: 'finding' | 'finding-gone', finding: Finding, { session }: SessionAudit) {
  const { rule, severity, item, message } = finding
  return { type, ...placeOf(session, finding), rule, severity, item, message }
}

function placeOf(session: string, { turn, seq, source }: CompletionAudit | Finding) {
  return { session, turn, seq, ...(source === undefined ? {} : { source }) }
}

/** Each by what it is known again by; those that are alike are counted. */
function keyed<Value>(
  values: readonly Value[],
  partsOf: (value: Value) => readonly unknown[],
): ReadonlyMap<string, Value> {
  const counts = new Map<string, number>()
  return new Map(
    values.map((value) => {
      const key = JSON.stringify(partsOf(value))
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return [`${key} ${count}`, value]
    }),
  )
}
