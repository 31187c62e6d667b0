/** What a person should look at in an audited session: completions that are not supported, and findings. Worst first. */

import {
  type AuditMoment,
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

/** What there is to look at, and what is mere bookkeeping. */
export interface Concerns {
  /** What to look at, worst first. */
  readonly grave: readonly Concern[]
  /** The completions that tools support and nothing speaks against, in order. */
  readonly believed: readonly CompletionAudit[]
  /** Those that only a reader can decide, and nothing speaks against, in order. */
  readonly undecided: readonly CompletionAudit[]
  /** Findings of severity info that are about nothing in `grave`, by rule. */
  readonly notes: readonly NotedRule[]
}

/** The bookkeeping findings of one rule. */
export interface NotedRule {
  /** The rule's id. */
  readonly rule: string
  /** Its findings, in order. */
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

/** What an audit gives to look at. What counts in another session is to be looked at there. */
export function concernsOf(audit: SessionAudit): Concerns {
  const findings = audit.findings.filter(({ copied }) => copied === undefined)
  const shown = new Set<Finding>()
  const grave: Concern[] = []
  const believed: CompletionAudit[] = []
  const undecided: CompletionAudit[] = []
  for (const completion of audit.completions) {
    if (completion.copied !== undefined) continue
    const { findings: all } = concernOf(completion, audit)
    const about = all.filter(({ copied }) => copied === undefined)
    const isQuiet = about.every(({ severity }) => severity === 'info')
    if (completion.verdict === 'supported' && isQuiet) believed.push(completion)
    else if (completion.verdict === 'undecided' && isQuiet) undecided.push(completion)
    else {
      for (const finding of about) shown.add(finding)
      grave.push({ completion, findings: about })
    }
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

/** The findings about a completion that say more than why it is doubted, and more than its reader. */
export function findingsBeside({ why }: CompletionAudit, findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ rule, message }) => rule !== readerRule && message !== why?.sentence)
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

/** Where that stands which the sentence is about: the step that was found, else the mark, else the finding's place. */
export function decisiveSeq({ completion, findings }: Concern): number {
  return completion?.why?.seq ?? completion?.seq ?? findings[0]?.seq ?? 0
}

/** The findings of each rule. */
export function notesOf(findings: readonly Finding[]): readonly NotedRule[] {
  const rules = [...new Set(findings.map(({ rule }) => rule))]
  return rules.map((rule) => ({ rule, findings: findings.filter((finding) => finding.rule === rule) }))
}

/** True where a person should look at the session: something speaks against a completion, or a finding is more than info. */
export function isNotable({ completions, findings }: SessionAudit): boolean {
  return (
    completions.some(({ verdict }) => verdict !== 'supported' && verdict !== 'undecided') ||
    findings.some(({ severity }) => severity !== 'info')
  )
}

/** The turn of a concern. */
export function turnOf({ completion, findings }: Concern): number {
  return completion?.turn ?? findings[0]?.turn ?? 0
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
  /** Its completions by verdict. */
  readonly verdicts: { readonly [V in Verdict]: number }
  /** Its findings by severity. */
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

/** How many completions there are. */
export function completionsIn({ verdicts }: Pick<SessionCounts, 'verdicts'>): number {
  return verdicts.supported + verdicts.weak + verdicts.unsupported + verdicts.undecided + verdicts.unknown
}

/** How many of these completions have each verdict. */
export function verdictCounts(completions: readonly CompletionAudit[]): SessionCounts['verdicts'] {
  const counts = { supported: 0, weak: 0, unsupported: 0, undecided: 0, unknown: 0 }
  for (const { verdict } of completions) counts[verdict] += 1
  return counts
}

/** How many findings of each severity no baseline accepts and no other session counts. */
export function countFindings({ findings }: SessionAudit): FindingCounts {
  const of = (wanted: Finding['severity']): number =>
    findings.filter(
      ({ severity, known, copied }) => severity === wanted && known !== true && copied === undefined,
    ).length
  return { error: of('error'), warning: of('warning'), info: of('info') }
}

/** The findings about a completion, in their order. */
export function findingsAbout(
  { item, seq }: CompletionAudit,
  { findings }: SessionAudit,
): readonly Finding[] {
  return findingPlaces.at(findings, item, seq)
}

/** The completion that a finding is about, or undefined where it is about something else. */
export function completionOf(
  { item, seq }: Finding,
  { completions }: SessionAudit,
): CompletionAudit | undefined {
  return completionPlaces.at(completions, item, seq)[0]
}

/** Parts of lists by item and event, looked through once: a session can have thousands of completions, and findings about each. */
class Places<Part extends { readonly item: string | null; readonly seq: number }> {
  readonly #lists = new WeakMap<readonly Part[], ReadonlyMap<string, readonly Part[]>>()

  at(parts: readonly Part[], item: string | null, seq: number): readonly Part[] {
    if (item === null) return []
    const known = this.#lists.get(parts) ?? this.#byPlace(parts)
    this.#lists.set(parts, known)
    return known.get(`${seq} ${item}`) ?? []
  }

  #byPlace(parts: readonly Part[]): ReadonlyMap<string, readonly Part[]> {
    const places = new Map<string, Part[]>()
    for (const part of parts) {
      if (part.item === null) continue
      const name = `${part.seq} ${part.item}`
      const known = places.get(name)
      if (known === undefined) places.set(name, [part])
      else known.push(part)
    }
    return places
  }
}

const findingPlaces = new Places<Finding>()
const completionPlaces = new Places<CompletionAudit>()

/** When something happened to an item on its way to a completion. */
export interface CompletionMark extends Pick<AuditMoment, 'turn' | 'seq'> {
  /** What happened, such as `listed and started`. */
  readonly words: string
}

/** When an item was listed, started and completed; what one update did is one mark. */
export function completionMarks({ added, started, turn, seq }: CompletionAudit): readonly CompletionMark[] {
  const marks = [
    { ...added, words: 'listed' },
    ...(started === null ? [] : [{ ...started, words: 'started' }]),
    { turn, seq, words: 'completed' },
  ]
  return [...new Set(marks.map((mark) => mark.seq))].flatMap((moment) => {
    const same = marks.filter((mark) => mark.seq === moment)
    const [first] = same
    if (first === undefined) return []
    return [{ turn: first.turn, seq: moment, words: same.map(({ words }) => words).join(' and ') }]
  })
}
