/** The audit of one session as people read it. What is not believed comes first, and at full length. */

import type { CompletionAudit, Finding, Verdict } from '@todo-ledger/audit'
import { concernsOf, gravityOf, notesOf } from '../session-view/concerns.js'
import { severityStyles, verdictMarks } from '../session-view/words.js'
import { count, someOf } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { StyleName } from '../text/style.js'
import { hang, pad, wrap } from '../text/wrap.js'
import type { AuditedSession } from './audit-collector.js'
import { ruleTag } from './audit-report.js'
import { type AuditLayout, completionLine, completionText, placeOf, shortText } from './completion-text.js'
import { ItemNumbers } from './item-numbers.js'
import { completionsText, sessionSummaryText } from './summary-text.js'

/** What is shown of a session. */
export interface SessionTextOptions extends AuditLayout {
  /** True: also what is supported, and every info, one by one. */
  readonly all: boolean
}

/** As many completions are shown at full length where not all are asked for; the rest in short. */
const shownInFull = 10

/** As many are shown in short. */
const shownInShort = 40

/** The lines of a session's audit. */
export function sessionText(session: AuditedSession, options: SessionTextOptions): readonly string[] {
  const { audit, file } = session
  const { grave, believed, undecided } = concernsOf(audit)
  const numbers = new ItemNumbers(audit.completions)
  const told = { ...options, numbers }
  const wrong = grave.flatMap((concern) => {
    const { completion, findings } = concern
    if (completion === null) return []
    return [{ completion, about: findings.filter(isMoreThanInfo), gravity: gravityOf(concern) }]
  })
  const others = grave.filter(({ completion }) => completion === null).flatMap(({ findings }) => findings)
  const infos = audit.findings.filter((finding) => !isMoreThanInfo(finding))
  const blocks = [
    headText(session, options),
    ...wrongTexts(byItem(wrong), file, told),
    quietText(believed, 'supported', told),
    quietText(undecided, 'undecided', told),
    findingsText(others, infos, file, told),
    sessionSummaryText(audit, options.columns, options.style),
  ]
  return blocks.filter(({ length }) => length > 0).flatMap((block) => [...block, ''])
}

/** A completion to look at, with what is said of it. */
interface Wrong {
  readonly completion: CompletionAudit
  readonly about: readonly Finding[]
  readonly gravity: number
}

/** The worst items first; what was completed more than once stands together. */
function byItem(wrong: readonly Wrong[]): readonly Wrong[] {
  const items = new Map<string, Wrong[]>()
  for (const each of wrong.toSorted((one, other) => one.completion.seq - other.completion.seq)) {
    const same = items.get(each.completion.key)
    if (same === undefined) items.set(each.completion.key, [each])
    else same.push(each)
  }
  const worst = (group: readonly Wrong[]): number =>
    group.reduce((least, { gravity }) => Math.min(least, gravity), Number.POSITIVE_INFINITY)
  return [...items.values()].toSorted((one, other) => worst(one) - worst(other)).flat()
}

function isMoreThanInfo({ severity }: Finding): boolean {
  return severity !== 'info'
}

function wrongTexts(
  wrong: readonly Wrong[],
  file: string | null,
  options: SessionTextOptions,
): readonly (readonly string[])[] {
  // One more in full is no longer than the line that says that it is left out.
  const most = options.all || wrong.length === shownInFull + 1 ? wrong.length : shownInFull
  const full = wrong.slice(0, most)
  const short = wrong.slice(most, most + shownInShort)
  const left = wrong.length - full.length - short.length
  const lines = short.flatMap(({ completion, about }) => shortText(completion, about, file, options))
  const hint = options.style(
    'dim',
    `  ${left > 0 ? `and ${count(left, 'more', 'more')}; ` : ''}--all shows each in full`,
  )
  return [
    ...full.map(({ completion, about }) => completionText(completion, about, file, options)),
    short.length === 0 ? [] : [...lines, hint],
  ]
}

function headText(audited: AuditedSession, { columns, style }: SessionTextOptions): readonly string[] {
  const { audit, file, copied } = audited
  const { session, profile, turns } = audit
  const elsewhere =
    copied === undefined
      ? ''
      : `${count(copied.completions, 'more completion')} copied from ${someOf(copied.sessions.map((from) => printable(from, 200)))}, counted there`
  const facts = `${printable(profile, 60)}, ${count(turns, 'turn')}, ${completionsText(audited)}`
  const name = wrap(printable(session, 200), columns)
  return [
    ...name.map((line) => style('bold', line)),
    ...(file === null ? [] : wrap(printable(file), columns).map((line) => style('dim', line))),
    ...wrap(facts, columns).map((line) => style('dim', line)),
    ...(elsewhere === '' ? [] : wrap(elsewhere, columns).map((line) => style('dim', line))),
  ]
}

/** Completions of a verdict that nothing speaks against. */
function quietText(
  completions: readonly CompletionAudit[],
  verdict: Verdict,
  options: SessionTextOptions,
): readonly string[] {
  if (completions.length === 0) return []
  if (options.all) return completions.flatMap((completion) => completionLine(completion, options))
  const { style, columns, numbers = new ItemNumbers(completions) } = options
  const { mark, style: name } = verdictMarks[verdict]
  const before = `  ${style(name, mark)} ${completions.length} ${verdict}: `
  const ids = someOf([...new Set(completions.map((completion) => numbers.of(completion)))], 12)
  const [first = '', ...rest] = wrap(ids, columns - 20)
  return [`${before}${first}`, ...rest.map((line) => `    ${line}`)]
}

function findingsText(
  grave: readonly Finding[],
  infos: readonly Finding[],
  file: string | null,
  options: SessionTextOptions,
): readonly string[] {
  const lines = grave.flatMap((finding) => findingText(finding, file, options))
  if (options.all) return [...lines, ...infos.flatMap((finding) => findingText(finding, file, options))]
  return [...lines, ...condensed(infos, options)]
}

const labelColumns = 9

/** A finding that is about no completion, in lines. */
export function findingText(
  finding: Finding,
  file: string | null,
  { columns, style }: AuditLayout,
): readonly string[] {
  const { severity, turn, message } = finding
  const text = `turn ${turn}, ${placeOf(finding, file)}: ${message} ${ruleTag(finding)}`
  return labelledLines(severity, severityStyles[severity], printable(text, 600), columns, style)
}

/** Infos are bookkeeping: a line for each rule says how often, and where. */
function condensed(
  infos: readonly Finding[],
  { columns, style, numbers = new ItemNumbers([]) }: SessionTextOptions,
): readonly string[] {
  return notesOf(infos).flatMap(({ rule, findings }) => {
    const places = findings.map(
      ({ item, turn, seq }) => `${item === null ? '' : `${numbers.of({ item, seq })} at `}turn ${turn}`,
    )
    const text = `${printable(rule, 60)}: ${someOf(places)}`
    return labelledLines('info', severityStyles.info, text, columns, style)
  })
}

function labelledLines(
  label: string,
  name: StyleName,
  text: string,
  columns: number,
  style: AuditLayout['style'],
): readonly string[] {
  const before = `  ${pad(label, labelColumns)}`
  const [first = '', ...rest] = hang(before, text, columns)
  return [`  ${style(name, label)}${first.slice(2 + label.length)}`, ...rest]
}
