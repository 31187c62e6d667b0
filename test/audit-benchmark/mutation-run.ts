/** Runs operators over recordings: makes mutants, audits them, and keeps what came of each. */

import type { Finding, Verdict } from '@todo-ledger/audit'
import { type BaselineScores, baselinesOf } from './baselines.js'
import type { Mutant, Operator } from './operator.js'
import { operatorsFor } from './operators/index.js'
import { randomFor, shuffled } from './random.js'
import { projectOf } from './recording.js'
import { type Replayed, replay, type Target, targetIn } from './replay.js'

/** What came of one mutant. */
export interface Judged {
  /** The operator. */
  readonly operator: string
  /** The file that it was made of. */
  readonly file: string
  /** The project of that file. */
  readonly project: string
  /** The text of the item. */
  readonly text: string
  /** The call at which something was to be found. */
  readonly call: string
  /** True where the audit says what it must: a defect is found, a silent change leaves everything as it was. */
  readonly right: boolean
  /** True where the completion itself has the verdict that it had. */
  readonly kept: boolean
  /** True where a finding of severity error says it. */
  readonly error: boolean
  /** True where a finding, warning or error, names the right item at the right event. */
  readonly named: boolean
  /** Findings, warnings and errors, that came up beside it: on other items, or for a silent change at all. */
  readonly newFindings: number
  /** The verdict in the mutant, null where the completion is gone. */
  readonly verdict: Verdict | null
  /** The support in the untouched recording. */
  readonly own: number
  /** The support in the mutant; an unknown one is a half. */
  readonly support: number | null
  /** What the obvious ways say of the untouched completion. */
  readonly ownBaselines: BaselineScores
  /** What the obvious ways say of the mutant, or null where there is no completion. */
  readonly baselines: BaselineScores | null
  /** What the mutant's completion rests on and what the rules say, for people. */
  readonly notes: readonly string[]
}

/** What came of an operator. */
export interface OperatorRun {
  /** The operator. */
  readonly operator: Operator
  /** Its mutants that were judged. */
  readonly judged: readonly Judged[]
  /** Mutants that were not judged, for other evidence was left. */
  readonly tainted: number
}

/** An untouched completion as the benchmark sees it. */
export interface Untouched {
  /** Its recording. */
  readonly replayed: Replayed
  /** The completion. */
  readonly target: Target
}

/** All completions of some recordings. */
export function untouchedOf(recordings: readonly Replayed[]): readonly Untouched[] {
  return recordings.flatMap((replayed) => replayed.targets.map((target) => ({ replayed, target })))
}

/**
 * Runs an operator over the completions that the audit calls supported, in an order that the seed decides.
 * @param most stop after so many mutants
 */
export async function runOperator(
  operator: Operator,
  untouched: readonly Untouched[],
  { seed, most }: { readonly seed: number; readonly most: number },
): Promise<OperatorRun> {
  const judged: Judged[] = []
  let tainted = 0
  const supported = untouched.filter(({ target }) => target.completion.verdict === 'supported')
  for (const { replayed, target } of shuffled(supported, randomFor(seed, operator.id))) {
    if (judged.length >= most) break
    const { file } = replayed.recording
    // By its own name and its folder's: where the project is checked out must decide nothing.
    const name = file.split(/[\\/]/u).slice(-2).join('/')
    const random = randomFor(seed, operator.id, name, target.completion.call, target.completion.text)
    const mutant = operator.apply(replayed, target, random)
    if (mutant === null) continue
    if (mutant.tainted === true) tainted += 1
    else judged.push(await judge(operator, replayed, target, mutant))
  }
  return { operator, judged, tainted }
}

/** Runs all operators, or those that are named. @param say is told which one is at work */
export async function runOperators(
  untouched: readonly Untouched[],
  options: {
    readonly seed: number
    readonly most: number
    readonly only?: readonly string[] | undefined
    readonly say?: (line: string) => void
  },
): Promise<readonly OperatorRun[]> {
  const pool = untouched
    .filter(({ target }) => target.completion.verdict === 'supported')
    .map(({ replayed, target }) => ({
      text: target.completion.text,
      project: projectOf(replayed.recording.file),
    }))
  const runs: OperatorRun[] = []
  for (const operator of operatorsFor(pool, projectOf)) {
    if (options.only !== undefined && !options.only.includes(operator.id)) continue
    options.say?.(operator.id)
    runs.push(await runOperator(operator, untouched, options))
  }
  return runs
}

async function judge(operator: Operator, origin: Replayed, target: Target, mutant: Mutant): Promise<Judged> {
  const { file, format } = origin.recording
  const replayed = await replay({ file, format, steps: mutant.steps })
  const found = targetIn(replayed, mutant.call, mutant.text)
  const all = replayed.audits.flatMap(({ findings }) => findings.filter(isGrave))
  const before = origin.audits.flatMap(({ findings }) => findings.filter(isGrave))
  const about = findingsAbout(operator, all, mutant, found)
  const verdict = found?.completion.verdict ?? null
  const newFindings = Math.max(
    0,
    all.length - before.length - (operator.expects.kind === 'silence' ? 0 : about.length),
  )
  const fallen = operator.expects.kind === 'silence' ? fallenIn(origin, replayed, target) : []
  const support = found === undefined ? null : (found.completion.support ?? 0.5)
  return {
    operator: operator.id,
    file,
    project: projectOf(file),
    text: mutant.text,
    call: mutant.call,
    right: isRight(operator, verdict, about, fallen),
    kept: verdict === 'supported',
    error: about.some(({ severity }) => severity === 'error'),
    named: about.length > 0,
    newFindings,
    verdict,
    own: target.completion.support ?? 0.5,
    support,
    ownBaselines: baselinesOf(origin, target),
    baselines: found === undefined ? null : baselinesOf(replayed, found, origin),
    notes: [
      ...(found?.completion.evidence ?? []).map(({ weight, tool, why }) => `${weight} ${tool}: ${why}`),
      ...(found?.completion.missing ?? []).map((missing) => `missing: ${missing}`),
      ...about.map(({ severity, rule }) => `${severity} ${rule}`),
      ...fallen.map((text) => `another item fell: ${text}`),
    ],
  }
}

/** Completions beside the target that were supported and are so no more. */
function fallenIn(origin: Replayed, mutant: Replayed, target: Target): readonly string[] {
  const after = new Map(mutant.targets.map(({ completion }) => [nameOf(completion), completion.verdict]))
  return origin.targets.flatMap(({ completion }) => {
    const verdict = after.get(nameOf(completion))
    const fell = completion.verdict === 'supported' && (verdict === 'weak' || verdict === 'unsupported')
    return fell && completion !== target.completion ? [`${verdict}: ${completion.text}`] : []
  })
}

function nameOf({ call, text }: Target['completion']): string {
  return `${call} ${text}`
}

function isGrave({ severity }: Finding): boolean {
  return severity !== 'info'
}

/** The findings that name the mutant's item at the mutant's event. */
function findingsAbout(
  { expects }: Operator,
  findings: readonly Finding[],
  { call, text }: Mutant,
  found: Target | undefined,
): readonly Finding[] {
  if (expects.kind === 'rule') {
    return findings.filter(
      ({ rule, source, message, item }) =>
        expects.rules.includes(rule) &&
        source?.call === call &&
        (item === found?.completion.item || message.includes(text.replace(/\s+/gu, ' ').trim().slice(0, 40))),
    )
  }
  return found?.findings ?? []
}

/** What must be said of a mutant; for a silent change no completion that was supported may fall. */
function isRight(
  { expects }: Operator,
  verdict: Verdict | null,
  about: readonly Finding[],
  fallen: readonly string[],
): boolean {
  switch (expects.kind) {
    case 'unsupported':
      return verdict === 'unsupported' || about.some(({ severity }) => severity === 'error')
    case 'not-passed':
    case 'rank':
      return verdict === 'unsupported' || verdict === 'weak' || about.length > 0
    case 'rule':
      return about.length > 0
    case 'silence':
      return verdict === 'supported' && fallen.length === 0
  }
}
