/** A baseline: the findings of an audit that are accepted, in a file. The fingerprint is what counts; the rest is for people. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type CompletionAudit, type Finding, type SessionAudit, verdictCounts } from '@todo-ledger/audit'
import { createRedactor } from '@todo-ledger/core/redaction'
import * as v from 'valibot'
import { Failure, fileFailure } from '../failure.js'
import type { Output } from '../output.js'
import { completionOf, findingsAbout } from '../session-view/concerns.js'
import { count, grouped } from '../text/count.js'
import { cut } from '../text/cut.js'
import { printable, printableJson } from '../text/printable.js'
import { writeWhole } from '../written-file.js'
import type { AuditedSession } from './followed-session.js'

const redactor = createRedactor()

/**
 * The fingerprints of a session's findings, in their order: what names a finding from one audit to the next is its rule,
 * session and item text, and how many like it came before. Secrets have no say, so that it is the same with and without
 * them; lines, turns and wordings may change.
 */
export function fingerprintsOf(audit: SessionAudit): readonly string[] {
  const session = redactor.id(audit.session)
  const seen = new Map<string, number>()
  return audit.findings.map((finding) => {
    const text = completionOf(finding, audit)?.text ?? finding.text ?? finding.item
    const about = JSON.stringify([finding.rule, session, text === null ? null : redactor.text(text)])
    const before = seen.get(about) ?? 0
    seen.set(about, before + 1)
    return createHash('sha256').update(`${about} ${before}`).digest('hex').slice(0, 32)
  })
}

const text = v.string('a text')
const entryShape = v.object(
  { fingerprint: text, rule: text, session: text, item: v.nullable(v.string('a text or null')) },
  'fingerprint, rule, session and item',
)
const fileShape = v.object(
  { baseline: v.literal('todo-ledger/1', '"todo-ledger/1"'), findings: v.array(entryShape, 'a list') },
  'it to be there',
)

/** One accepted finding; its item is the start of its text, or null where it is about none. */
export type BaselineEntry = v.InferOutput<typeof entryShape>

/** The entries for all findings of audits, in an order of their own. */
export function baselineOf(audits: readonly SessionAudit[]): readonly BaselineEntry[] {
  const entries = audits.flatMap((audit) => {
    const fingerprints = fingerprintsOf(audit)
    return audit.findings.map(({ rule, text }, index): BaselineEntry => {
      const item = text === undefined ? null : cut(text.replace(/\s+/g, ' ').trim(), 120)
      return { fingerprint: fingerprints[index] ?? '', rule, session: audit.session, item }
    })
  })
  const orderOf = ({ session, rule, item, fingerprint }: BaselineEntry): string =>
    JSON.stringify([session, rule, item ?? '', fingerprint])
  return entries.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
}

/** Writes a baseline, and says so. @throws Failure `out` */
export function writeBaseline(file: string, findings: readonly BaselineEntry[], output: Output): void {
  const content = JSON.stringify({ baseline: 'todo-ledger/1', findings }, null, 2)
  writeWhole(file, `${printableJson(content)}\n`)
  output.note(printable(`${count(findings.length, 'finding')} written to ${file}, accepted from now on`))
}

/** Reads a baseline. @throws Failure `bad-baseline` naming the file and the place in it, and those of a file that can't be read */
export function readBaseline(file: string): readonly BaselineEntry[] {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError))
      throw fileFailure(file, error, ' A baseline is written with --write-baseline.')
    throw new Failure('bad-baseline', `${file}: it is not JSON: ${error.message}.`, { cause: error })
  }
  const { success, output, issues } = v.safeParse(fileShape, content, { abortEarly: true })
  if (success) return output.findings
  const [issue] = issues
  const what = `${v.getDotPath(issue) ?? 'all of it'}: expected ${issue.message}.`
  throw new Failure('bad-baseline', `${file}: ${what} Write it again with --write-baseline.`)
}

/** What a baseline comes to: findings that it accepts, entries of audited sessions that are not found any more, and the others. */
export interface BaselineUse {
  readonly known: number
  readonly gone: readonly BaselineEntry[]
  readonly notAudited: number
}

/** Marks findings as known, session by session. */
export class KnownFindings {
  readonly #entries: readonly BaselineEntry[]
  readonly #accepted: ReadonlySet<string>
  readonly #found = new Set<string>()
  readonly #sessions = new Set<string>()
  #known = 0

  constructor(entries: readonly BaselineEntry[]) {
    this.#entries = entries
    this.#accepted = new Set(entries.map(({ fingerprint }) => fingerprint))
  }

  /** Those of a file; null where none is named. @throws Failure as `readBaseline` */
  static of(file: string | undefined): KnownFindings | null {
    return file === undefined ? null : new KnownFindings(readBaseline(file))
  }

  /** The audit with those of its findings marked that the baseline accepts. */
  mark(audit: SessionAudit): SessionAudit {
    this.#sessions.add(audit.session)
    const fingerprints = fingerprintsOf(audit)
    const findings = audit.findings.map((finding, index) => {
      const fingerprint = fingerprints[index] ?? ''
      if (!this.#accepted.has(fingerprint)) return finding
      this.#found.add(fingerprint)
      this.#known += 1
      return { ...finding, known: true as const }
    })
    return { ...audit, findings }
  }

  /** What the baseline comes to in the audits that were marked. */
  get use(): BaselineUse {
    const audited = this.#entries.filter(({ session }) => this.#sessions.has(session))
    const gone = audited.filter(({ fingerprint }) => !this.#found.has(fingerprint))
    return { known: this.#known, gone, notAudited: this.#entries.length - audited.length }
  }
}

/** Reports what a baseline comes to: how many findings it accepts, and what it holds that is no longer found. */
export function reportBaseline(file: string, { known, gone, notAudited }: BaselineUse, output: Output): void {
  const note = (text: string): void => output.note(printable(`${file}${text}`))
  const others = notAudited === 0 ? '' : `; ${count(notAudited, 'entry', 'entries')} of sessions not audited`
  note(` accepts ${count(known, 'finding')}${others}`)
  for (const { rule, session, item } of gone.slice(0, 10))
    note(`: no longer found: ${rule} in session ${session}${item === null ? '' : `, "${item}"`}`)
  if (gone.length > 10) note(`: ${grouped(gone.length - 10)} more no longer found`)
}

/** True where the baseline accepts a finding. */
export function isAccepted({ known }: Finding): boolean {
  return known === true
}

/** True where all that speaks against a completion is accepted; an info alone speaks against none. */
export function isAcceptedWhole(completion: CompletionAudit, audit: SessionAudit): boolean {
  const against = findingsAbout(completion, audit).filter(({ severity }) => severity !== 'info')
  return completion.verdict !== 'supported' && against.length > 0 && against.every(isAccepted)
}

/** What is new: the session without the findings that the baseline accepts, and the completions that are doubted for nothing else. */
export function newPart(session: AuditedSession): AuditedSession {
  const { audit } = session
  const findings = audit.findings.filter((finding) => !isAccepted(finding))
  if (findings.length === audit.findings.length) return session
  const completions = audit.completions.filter((completion) => !isAcceptedWhole(completion, audit))
  const summary = { ...audit.summary, verdicts: verdictCounts(completions) }
  return {
    ...session,
    audit: { ...audit, completions, findings, summary },
    accepted: {
      completions: audit.completions.length - completions.length,
      findings: audit.findings.length - findings.length,
    },
  }
}
