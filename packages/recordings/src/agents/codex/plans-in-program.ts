/** Plans that stand written out in a program which the model gave to Codex's `exec`: `tools.update_plan({ … })`. */

import { literalAt } from './literal.js'
import type { CodexOutcome } from './outcome.js'

/** What a program says of the plan. */
export interface PlansInProgram {
  /** The inputs of its calls of `update_plan`, in their order. */
  readonly plans: readonly unknown[]
  /** How many more calls there are whose input is not written out. */
  readonly unread: number
}

/** A program calls it a few times at most. */
const mostPlans = 20
/** As much of a program is looked at, in characters. */
const longestProgram = 200_000

/** The calls of `update_plan` whose inputs are literals. */
export function plansInProgram(source: string): PlansInProgram {
  const program = source.slice(0, longestProgram)
  const plans: unknown[] = []
  let unread = 0
  for (const match of program.matchAll(/\btools\.update_plan\s{0,20}\(/g)) {
    const literal = literalAt(program, match.index + match[0].length)
    if (literal === null) {
      unread += 1
    } else {
      plans.push(literal.value)
    }
    if (plans.length + unread >= mostPlans) {
      break
    }
  }
  return { plans, unread }
}

/** There is no such tool, or not in this mode: no plan of the program was taken. */
const noPlan = /\bupdate_plan is (?:not a function|a TODO\/checklist tool and is not allowed)/
/** The input of a tool was refused. Whose that was is known where the program calls but one. */
const badInput = /^failed to parse function arguments\b/m

/**
 * What came of a plan inside a program. A program that failed may have updated the plan before.
 * @param program what came of the program; @param count how many plans it holds
 */
export function outcomeOfPlan(program: CodexOutcome, count: number): CodexOutcome {
  const { ok, output } = program
  const isRefused = ok === false && (noPlan.test(output) || (count === 1 && badInput.test(output)))
  return isRefused ? { ok: false, output } : { ok: ok === false ? null : true, output: '' }
}
