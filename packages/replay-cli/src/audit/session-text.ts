/** The audit of one session as people read it. What is not believed comes first, and at full length. */

import type { CompletionAudit, Finding, SessionAudit, Verdict } from '@todo-ledger/core'
import { count, someOf } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { StyleName } from '../text/style.js'
import { hang, pad, wrap } from '../text/wrap.js'
import type { AuditedSession } from './audit-collector.js'
import { type AuditLayout, completionLine, completionText, placeOf } from './completion-text.js'

/** What is shown of a session. */
export interface SessionTextOptions extends AuditLayout {
  /** True: also what is supported, and every info, one by one. */
  readonly all: boolean
}

const order: readonly Verdict[] = ['unsupported', 'weak', 'unknown', 'supported']

/** True where a person should look at the session: a completion is not supported, or a finding is more than info. */
export function isNotable({ completions, findings }: SessionAudit): boolean {
  return (
    completions.some(({ verdict }) => verdict !== 'supported') ||
    findings.some(({ severity }) => severity !== 'info')
  )
}

/** The lines of a session's audit. */
export function sessionText({ audit, file }: AuditedSession, options: SessionTextOptions): readonly string[] {
  const { completions, findings } = audit
  const told = new Set<Finding>()
  const blocks: (readonly string[])[] = []
  const plain: CompletionAudit[] = []
  for (const completion of inOrder(completions)) {
    const about = findings.filter((finding) => finding.severity !== 'info' && isAbout(finding, completion))
    if (completion.verdict === 'supported' && about.length === 0) {
      plain.push(completion)
      continue
    }
    for (const finding of about) told.add(finding)
    blocks.push(completionText(completion, about, file, options))
  }
  const others = findings.filter((finding) => !told.has(finding))
  const ends = [supportedText(plain, options), findingsText(others, file, options)].filter(
    ({ length }) => length > 0,
  )
  return [headText(audit, file, options), ...blocks, ...ends].flatMap((block) => [...block, ''])
}

function inOrder(completions: readonly CompletionAudit[]): readonly CompletionAudit[] {
  return completions.toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict))
}

function isAbout(finding: Finding, { item, seq }: CompletionAudit): boolean {
  return finding.item === item && finding.seq === seq
}

function headText(
  { session, profile, turns, completions }: SessionAudit,
  file: string | null,
  { columns, style }: SessionTextOptions,
): readonly string[] {
  const facts = `${printable(profile, 60)}, ${count(turns, 'turn')}, ${count(completions.length, 'completion')}`
  const name = wrap(printable(session, 200), columns)
  return [
    ...name.map((line) => style('bold', line)),
    ...(file === null ? [] : wrap(printable(file), columns).map((line) => style('dim', line))),
    ...wrap(facts, columns).map((line) => style('dim', line)),
  ]
}

function supportedText(
  completions: readonly CompletionAudit[],
  options: SessionTextOptions,
): readonly string[] {
  if (completions.length === 0) return []
  if (options.all) return completions.flatMap((completion) => completionLine(completion, options))
  const { style, columns } = options
  const before = `  ${style('green', '✓')} ${completions.length} supported: `
  const ids = someOf(
    completions.map(({ item }) => `#${printable(item, 40)}`),
    12,
  )
  const [first = '', ...rest] = wrap(ids, columns - 20)
  return [`${before}${first}`, ...rest.map((line) => `    ${line}`)]
}

function findingsText(
  findings: readonly Finding[],
  file: string | null,
  options: SessionTextOptions,
): readonly string[] {
  const grave = findings.filter(({ severity }) => severity !== 'info')
  const infos = findings.filter(({ severity }) => severity === 'info')
  const lines = grave.flatMap((finding) => findingText(finding, file, options))
  if (options.all) return [...lines, ...infos.flatMap((finding) => findingText(finding, file, options))]
  return [...lines, ...condensed(infos, options)]
}

const styles: { readonly [S in Finding['severity']]: StyleName } = {
  error: 'red',
  warning: 'yellow',
  info: 'dim',
}
const labelColumns = 9

function findingText(
  finding: Finding,
  file: string | null,
  { columns, style }: SessionTextOptions,
): readonly string[] {
  const { severity, turn, message, rule } = finding
  const text = `turn ${turn}, ${placeOf(finding, file)}: ${message} [${rule}]`
  return labelledLines(severity, styles[severity], printable(text, 600), columns, style)
}

/** Infos are bookkeeping: a line for each rule says how often, and where. */
function condensed(infos: readonly Finding[], { columns, style }: SessionTextOptions): readonly string[] {
  const rules = [...new Set(infos.map(({ rule }) => rule))]
  return rules.flatMap((rule) => {
    const findings = infos.filter((finding) => finding.rule === rule)
    const places = findings.map(
      ({ item, turn }) => `${item === null ? '' : `#${printable(item, 40)} at `}turn ${turn}`,
    )
    const text = `${printable(rule, 60)}: ${someOf(places)}`
    return labelledLines('info', styles.info, text, columns, style)
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
