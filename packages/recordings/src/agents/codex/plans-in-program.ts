/** Plans that stand written out in a program which the model gave to Codex's `exec`: `tools.update_plan({ … })`. */

import { parsedJson } from '../../json.js'
import type { CodexOutcome } from './outcome.js'

const mostPlans = 20
const longestProgram = 200_000
const token =
  /\s+|\/\/[^\n]*|\/\*.*?\*\/|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`)|([A-Za-z_$][\w$]*)(?=\s*:)|(true|false|null|-?\d{1,20}(?:\.\d{1,20})?)|([[\]{},:])/suy

/** The inputs of its calls of `update_plan` that are literals, in their order, and how many more calls there are. */
export function plansInProgram(source: string): {
  readonly plans: readonly unknown[]
  readonly unread: number
} {
  const program = source.slice(0, longestProgram)
  const calls = [...program.matchAll(/\btools\.update_plan\s{0,20}\(/gu)].slice(0, mostPlans)
  const plans = calls.map((match) => literalAt(program, match.index + match[0].length))
  const read = plans.filter((plan) => plan !== undefined)
  return { plans: read, unread: plans.length - read.length }
}

/** The object that is written at a place of a program, turned into JSON token by token; undefined where it is no literal. */
function literalAt(program: string, start: number): unknown {
  const json: string[] = []
  let depth = 0
  token.lastIndex = start
  for (let match = token.exec(program); match !== null; match = token.exec(program)) {
    const [, quoted, key, value, mark] = match
    if (quoted !== undefined) json.push(`"${jsonEscapes(quoted.slice(1, -1))}"`)
    else if (key !== undefined) json.push(JSON.stringify(key))
    else if (value !== undefined) json.push(value)
    else if (mark !== undefined) {
      const closes = mark === '}' || mark === ']'
      if (closes && json.at(-1) === ',') json.pop()
      json.push(mark)
      if (mark === '{' || mark === '[') depth += 1
      if (closes) depth -= 1
    }
    if (depth === 0 && json.length > 0) return parsedJson(json.join(''))
  }
  return undefined
}

/** JavaScript's escapes as JSON has them. */
function jsonEscapes(text: string): string {
  return text.replace(/\\[\s\S]|["\n\r\t]/gu, (found) => {
    if (found.length === 1) return JSON.stringify(found).slice(1, -1)
    return /["\\/bfnrtu]/u.test(found[1] ?? '') ? found : found.slice(1)
  })
}

/** There is no such tool, or not in this mode: no plan of the program was taken. */
const noPlan = /\bupdate_plan is (?:not a function|a TODO\/checklist tool and is not allowed)/
/** The input of a tool was refused. Whose that was is known where the program calls but one. */
const badInput = /^failed to parse function arguments\b/m

/**
 * What came of a plan inside a program. A program that failed may have updated the plan before.
 * @param count how many plans the program holds
 */
export function outcomeOfPlan({ ok, output }: CodexOutcome, count: number): CodexOutcome {
  const isRefused = ok === false && (noPlan.test(output) || (count === 1 && badInput.test(output)))
  return isRefused ? { ok: false, output } : { ok: ok === false ? null : true, output: '' }
}
