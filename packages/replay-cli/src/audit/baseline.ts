/** A baseline: the findings of an audit that are accepted, in a file. The fingerprint is what counts; the rest is for people. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SessionAudit } from '@todo-ledger/audit'
import { createRedactor } from '@todo-ledger/core/redaction'
import * as v from 'valibot'
import { Failure, fileFailure } from '../failure.js'
import type { Output } from '../output.js'
import { completionOf } from '../session-view/concerns.js'
import { count, someOf } from '../text/count.js'
import { cut } from '../text/cut.js'
import { printable, printableJson } from '../text/printable.js'
import { writeWhole } from '../written-file.js'

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
type BaselineEntry = v.InferOutput<typeof entryShape>

/** Accepts all findings of audits: writes them to a file, in an order of their own, and says so. @throws Failure `out` */
export function writeBaseline(file: string, audits: readonly SessionAudit[], output: Output): void {
  const entries = audits.flatMap((audit) => {
    const fingerprints = fingerprintsOf(audit)
    return audit.findings.map(({ rule, text }, index): BaselineEntry => {
      const item = text === undefined ? null : cut(text.replace(/\s+/g, ' ').trim(), 120)
      return { fingerprint: fingerprints[index] ?? '', rule, session: audit.session, item }
    })
  })
  const orderOf = ({ session, rule, item, fingerprint }: BaselineEntry): string =>
    JSON.stringify([session, rule, item ?? '', fingerprint])
  const findings = entries.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  writeWhole(file, `${printableJson(JSON.stringify({ baseline: 'todo-ledger/1', findings }, null, 2))}\n`)
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

export type BaselineUse = KnownFindings['use']

/** Marks findings as known, session by session. */
export class KnownFindings {
  readonly #file: string
  readonly #entries: readonly BaselineEntry[]
  readonly #accepted: ReadonlySet<string>
  readonly #found = new Set<string>()
  readonly #sessions = new Set<string>()

  /** @throws Failure as `readBaseline` */
  constructor(file: string) {
    this.#file = file
    this.#entries = readBaseline(file)
    this.#accepted = new Set(this.#entries.map(({ fingerprint }) => fingerprint))
  }

  /** Those of a file; null where none is named. @throws Failure as `readBaseline` */
  static of(file: string | undefined): KnownFindings | null {
    return file === undefined ? null : new KnownFindings(file)
  }

  /** The audit with those of its findings marked that the baseline accepts. */
  mark(audit: SessionAudit): SessionAudit {
    this.#sessions.add(audit.session)
    const fingerprints = fingerprintsOf(audit)
    const findings = audit.findings.map((finding, index) => {
      const fingerprint = fingerprints[index] ?? ''
      if (!this.#accepted.has(fingerprint)) return finding
      this.#found.add(fingerprint)
      return { ...finding, known: true as const }
    })
    return { ...audit, findings }
  }

  /** Of the audits that were marked: how many findings it accepts, what it holds that is not found any more; and how many entries are of other sessions. */
  get use() {
    const audited = this.#entries.filter(({ session }) => this.#sessions.has(session))
    const gone = audited.filter(({ fingerprint }) => !this.#found.has(fingerprint))
    return { known: this.#found.size, gone, notAudited: this.#entries.length - audited.length }
  }

  report(output: Output): void {
    const { known, gone, notAudited } = this.use
    const note = (told: string): void => output.note(printable(`${this.#file}${told}`))
    const others =
      notAudited === 0 ? '' : `; ${count(notAudited, 'entry', 'entries')} of sessions not audited`
    note(` accepts ${count(known, 'finding')}${others}`)
    const rules = [...new Set(gone.map(({ rule }) => rule))]
    if (gone.length > 0)
      note(`: no longer found: ${count(gone.length, 'entry', 'entries')} (${someOf(rules)})`)
  }
}
