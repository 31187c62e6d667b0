/** What a person should look at in an audited session: completions that are not supported, and findings. Worst first. */

import {
  type CompletionAudit,
  type Finding,
  type FindingCounts,
  readerRule,
  type SessionAudit,
  type Verdict,
} from '@todo-ledger/audit'

/** The rule by which a reader's doubt becomes a finding. */
export { readerRule }

/** One thing to look at. */
export interface Concern {
  /** The completion that it is about, or null where a finding stands by itself. */
  readonly completion: CompletionAudit | null
  /** What is said of it, gravest first. */
  readonly findings: readonly Finding[]
}

export interface Concerns {
  /** What to look at, worst first. */
  readonly grave: readonly Concern[]
  /** The completions that tools support, and those that only a reader can decide; nothing speaks against any, in order. */
  readonly believed: readonly CompletionAudit[]
  readonly undecided: readonly CompletionAudit[]
  /** Findings of severity info that are about nothing in `grave`: bookkeeping. */
  readonly notes: readonly NotedRule[]
}

/** The bookkeeping findings of one rule. */
interface NotedRule {
  readonly rule: string
  readonly findings: readonly Finding[]
}

/** The one ranking of what can be wrong, the worst first; sessions are ranked by how often each is there. */
const gravity = {
  error: 0,
  unsupported: 1,
  warning: 2,
  weak: 3,
  unknown: 4,
  undecided: 5,
  info: 6,
  supported: 7,
} as const satisfies { readonly [W in Verdict | Finding['severity']]: number }
const lowest = Object.keys(gravity).length

/** True for what is a copy of another session's history: it is to be looked at there. */
export function countsElsewhere({ copied }: Pick<CompletionAudit | Finding, 'copied'>): boolean {
  return copied !== undefined
}

/** True where something speaks against a completion. */
export function isDoubted({ verdict }: CompletionAudit): boolean {
  return verdict !== 'supported' && verdict !== 'undecided'
}

export function concernsOf(audit: SessionAudit): Concerns {
  const findings = audit.findings.filter((finding) => !countsElsewhere(finding))
  const shown = new Set<Finding>()
  const grave: Concern[] = []
  const believed: CompletionAudit[] = []
  const undecided: CompletionAudit[] = []
  for (const completion of audit.completions) {
    if (countsElsewhere(completion)) continue
    const about = concernOf(completion, audit).findings.filter((finding) => !countsElsewhere(finding))
    if (isDoubted(completion) || about.some(({ severity }) => severity !== 'info')) {
      for (const finding of about) shown.add(finding)
      grave.push({ completion, findings: about })
    } else (completion.verdict === 'supported' ? believed : undecided).push(completion)
  }
  for (const finding of findings) {
    if (shown.has(finding) || finding.severity === 'info') continue
    shown.add(finding)
    grave.push({ completion: null, findings: [finding] })
  }
  return {
    grave: grave.toSorted((one, other) => gravityOf(one) - gravityOf(other)),
    believed,
    undecided,
    notes: notesOf(findings.filter((finding) => !shown.has(finding))),
  }
}

/** A completion with what is said of it, gravest first. */
export function concernOf(completion: CompletionAudit, audit: SessionAudit): Concern {
  const findings = findingsAbout(completion, audit)
  return {
    completion,
    findings: findings.toSorted((one, other) => gravity[one.severity] - gravity[other.severity]),
  }
}

/** What is wrong, in a sentence: why a completion is doubted, else the gravest finding. */
export function sentenceOf({ completion, findings }: Concern): string {
  return completion?.why?.sentence ?? findings[0]?.message ?? ''
}

/** The findings that say more than that sentence, gravest first. */
export function besideSentence({ completion, findings }: Concern): readonly Finding[] {
  if (completion?.why !== undefined) return findingsBeside(completion, findings)
  return findings.slice(1).filter(({ rule }) => rule !== readerRule)
}

/** The findings about a completion that say more than why it is doubted, and more than its reader. */
export function findingsBeside({ why }: CompletionAudit, findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ rule, message }) => rule !== readerRule && message !== why?.sentence)
}

/** Where that stands which the sentence is about: the step that was found, else the mark, else the finding's place. */
export function decisiveSeq({ completion, findings }: Concern): number {
  return completion?.why?.seq ?? completion?.seq ?? findings[0]?.seq ?? 0
}

export function turnOf({ completion, findings }: Concern): number {
  return completion?.turn ?? findings[0]?.turn ?? 0
}

export function notesOf(findings: readonly Finding[]): readonly NotedRule[] {
  const rules = [...new Set(findings.map(({ rule }) => rule))]
  return rules.map((rule) => ({ rule, findings: findings.filter((finding) => finding.rule === rule) }))
}

/** True where a person should look at the session. */
export function isNotable({ completions, findings }: SessionAudit): boolean {
  return completions.some(isDoubted) || findings.some(({ severity }) => severity !== 'info')
}

/** How grave a concern is, the gravest first; of equal ones by their verdicts. What a baseline accepts alone comes last. */
export function gravityOf({ completion, findings }: Concern): number {
  const unknown = findings.filter(({ known }) => known !== true)
  const worst = Math.min(lowest, ...unknown.map(({ severity }) => gravity[severity]))
  const verdict = completion === null ? lowest : gravity[completion.verdict]
  const isKnown = unknown.length === 0 && findings.length > 0
  return Math.min(worst, verdict) + verdict / (lowest + 1) + (isKnown ? lowest : 0)
}

/** How many completions of a session have each verdict, and how many findings each severity. */
export interface SessionCounts {
  readonly verdicts: { readonly [V in Verdict]: number }
  readonly findings: FindingCounts
}

/** Orders sessions by the same ranking; equal ones stay in their order. */
export function worstFirst(one: SessionCounts, other: SessionCounts): number {
  return (
    other.findings.error - one.findings.error ||
    other.verdicts.unsupported - one.verdicts.unsupported ||
    other.findings.warning - one.findings.warning ||
    other.verdicts.weak - one.verdicts.weak ||
    other.verdicts.unknown - one.verdicts.unknown
  )
}

export function completionsIn({ verdicts }: Pick<SessionCounts, 'verdicts'>): number {
  return Object.values(verdicts).reduce((sum, number) => sum + number, 0)
}

/** How many findings of each severity no baseline accepts and no other session counts. */
export function countFindings({ findings }: SessionAudit): FindingCounts {
  const counts = { error: 0, warning: 0, info: 0 }
  for (const finding of findings)
    if (finding.known !== true && !countsElsewhere(finding)) counts[finding.severity] += 1
  return counts
}

/** The findings about a completion, in their order. */
export function findingsAbout(
  { item, seq }: CompletionAudit,
  { findings }: SessionAudit,
): readonly Finding[] {
  return findingsAt(findings, item, seq)
}

/** The completion that a finding is about, or undefined where it is about something else. */
export function completionOf(
  { item, seq }: Finding,
  { completions }: SessionAudit,
): CompletionAudit | undefined {
  return completionsAt(completions, item, seq)[0]
}

const findingsAt = placesIn<Finding>()
const completionsAt = placesIn<CompletionAudit>()

/** Looks for parts of a list by item and event. Each list is gone through once: it can have thousands. */
function placesIn<Part extends { readonly item: string | null; readonly seq: number }>() {
  const known = new WeakMap<readonly Part[], ReadonlyMap<string, readonly Part[]>>()
  return (parts: readonly Part[], item: string | null, seq: number): readonly Part[] => {
    const places = known.get(parts) ?? groupedBy(parts, (part) => `${part.seq} ${part.item}`)
    known.set(parts, places)
    return item === null ? [] : (places.get(`${seq} ${item}`) ?? [])
  }
}

/** Values by a name that several may have, in their order. `Map.groupBy` came after Node.js 20. */
export function groupedBy<Value, Name>(
  values: readonly Value[],
  nameOf: (value: Value) => Name,
): ReadonlyMap<Name, readonly Value[]> {
  const groups = new Map<Name, Value[]>()
  for (const value of values) {
    const name = nameOf(value)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [value])
    else group.push(value)
  }
  return groups
}
