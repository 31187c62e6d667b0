/** Runs the rules in force over one session, while its completions are judged one after the other. */

import type { Finding, RuleFailure } from '../result.js'
import type { AuditedSession, AuditRule, JudgedCompletion, Problem, RuleHandlers } from './audit-rule.js'
import { deepFreeze, failureMessage, handlersFrom, type OwnAuditRule, problemsFrom } from './own-rules.js'
import { type AuditRuleInForce, findingOf } from './rules-in-force.js'

/** A rule of one session, and what it reported so far. */
interface Run {
  readonly inForce: AuditRuleInForce
  /** The module of a user's rule; undefined for a rule of this package. */
  readonly module: string | undefined
  /** Null for a user's rule that failed. */
  handlers: RuleHandlers | null
  problems: Problem[]
}

/** The rules of one session. A user's rule that fails reports nothing, and keeps no other from reporting. */
export class RuleRunner {
  readonly #runs: readonly Run[]
  readonly #failures: RuleFailure[] = []

  /** @param rules the rules in force; @param ownRules those of them that come from modules of users */
  constructor(
    rules: readonly AuditRuleInForce[],
    ownRules: readonly OwnAuditRule[],
    session: AuditedSession,
  ) {
    const modules = new Map<AuditRule, string>(ownRules.map(({ rule, module }) => [rule, module]))
    const frozenSession = ownRules.length === 0 ? session : frozenForUsers(session)
    this.#runs = rules.map((inForce) => {
      const module = modules.get(inForce.rule)
      const run: Run = { inForce, module, handlers: null, problems: [] }
      const { rule, options } = inForce
      if (module === undefined) run.handlers = rule.create(session, options)
      else {
        this.#guard(run, module, () => {
          run.handlers = handlersFrom(rule.create(frozenSession, deepFreeze(structuredClone(options))))
        })
      }
      return run
    })
  }

  /** Hands the rules the next completion. */
  completion(judged: JudgedCompletion): void {
    for (const run of this.#runs) {
      const { handlers, module } = run
      if (handlers?.completion === undefined) continue
      if (module === undefined) run.problems.push(...handlers.completion(judged))
      else this.#guard(run, module, () => this.#add(run, handlers.completion?.(deepFreeze(judged))))
    }
  }

  /** What the rules report, when all completions were handed over: in the order of the places and, at one place, of the rules. */
  end(): { readonly findings: readonly Finding[]; readonly failures: readonly RuleFailure[] } {
    for (const run of this.#runs) {
      const { handlers, module } = run
      if (handlers?.end === undefined) continue
      if (module === undefined) run.problems.push(...handlers.end())
      else this.#guard(run, module, () => this.#add(run, handlers.end?.()))
    }
    const findings = this.#runs.flatMap(({ inForce, problems }) =>
      problems.map((problem) => findingOf(inForce, problem)),
    )
    return { findings: findings.sort((a, b) => a.seq - b.seq), failures: this.#failures }
  }

  #add(run: Run, answer: unknown): void {
    run.problems.push(...problemsFrom(answer, run.inForce.rule.meta.severity))
  }

  #guard(run: Run, module: string, act: () => void): void {
    try {
      act()
    } catch (error) {
      run.handlers = null
      run.problems = []
      this.#failures.push({ rule: run.inForce.rule.id, module, message: failureMessage(error) })
    }
  }
}

/** A session that can't be changed; what its functions answer can't either. */
function frozenForUsers({ child, ...data }: AuditedSession): AuditedSession {
  return Object.freeze({
    ...deepFreeze(data),
    child: (session: string) => deepFreeze(child(session)),
  })
}
