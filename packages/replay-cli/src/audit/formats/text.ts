/** An audit as people read it: what is not believed first. */

import type { CompletionAudit, Finding, Verdict } from '@todo-ledger/audit'
import type { Output } from '../../output.js'
import { caseRows, ruleTag } from '../../session-view/completion-words.js'
import { completionsIn, concernsOf, isNotable, notesOf } from '../../session-view/concerns.js'
import { severityStyles, verdictMarks } from '../../session-view/words.js'
import { count, grouped, someOf } from '../../text/count.js'
import { labelled } from '../../text/paragraph.js'
import { printable } from '../../text/printable.js'
import type { Style, StyleName, TextLayout } from '../../text/style.js'
import { hang, pad, wrap } from '../../text/wrap.js'
import { type AuditEnd, type AuditWriter, newPart, ownPart, placeOf } from '../audit-report.js'
import type { AuditedSession } from '../followed-session.js'
import { type SessionRow, sessionRow, sessionTable } from '../session-table.js'

/** As many completions are shown at full length where not all are asked for. */
const shownInFull = 10

/**
 * Prints sessions as they come, and at the end all of them in a table. Those with nothing to look at are only in the
 * table, unless there is a single one.
 * @param all true: also what is supported, every info one by one, and what a baseline accepts
 */
export function textWriter(output: Output, all: boolean): AuditWriter {
  const rows: SessionRow[] = []
  /** The first session, as long as nothing of it was printed. */
  let first: AuditedSession | null = null
  const { columns, style } = output
  return {
    session(audited) {
      const session = all ? ownPart(audited) : newPart(audited)
      rows.push(sessionRow(session))
      if (all || isNotable(session.audit)) output.lines(sessionText(session, output, all))
      else if (rows.length === 1) first = session
    },
    end(end) {
      if (rows.length > 1) output.lines(sessionTable(rows, { columns, style, all }))
      else if (first !== null) output.lines(sessionText(first, output, all))
      output.line(summaryText(end, style))
    },
  }
}

function sessionText(
  { audit, file, copied }: AuditedSession,
  { columns, style }: Output,
  all: boolean,
): readonly string[] {
  const { grave, believed, undecided } = concernsOf(audit)
  const layout: AuditLayout = { columns, style, numberOf: itemNumbers(audit.completions) }
  const most = all ? grave.length : shownInFull
  const doubted = grave.flatMap(({ completion, findings }) =>
    completion === null
      ? []
      : [{ completion, findings: findings.filter(({ severity }) => severity !== 'info') }],
  )
  const left = doubted.length - most
  const others = grave.flatMap(({ completion, findings }) => (completion === null ? findings : []))
  const infos = audit.findings.filter(({ severity }) => severity === 'info')
  const from = copied === undefined ? '' : someOf(copied.sessions.map((each) => printable(each, 200)))
  const completions = count(completionsIn(audit.summary), 'completion')
  const head = [
    ...(file === null ? [] : [printable(file, 2000)]),
    `${printable(audit.profile, 60)}, ${count(audit.turns, 'turn')}, ${completions}`,
    ...(copied === undefined
      ? []
      : [`${count(copied.completions, 'more completion')} copied from ${from}, counted there`]),
  ]
  const quiet = (those: readonly CompletionAudit[], verdict: Verdict): readonly string[] => {
    if (all) return those.flatMap((completion) => completionText(completion, [], file, layout))
    const { mark, style: name } = verdictMarks[verdict]
    const ids = someOf([...new Set(those.map(layout.numberOf))], 12)
    const lines = hang(`  ${mark} `, `${those.length} ${verdict}: ${ids}`, columns)
    return those.length === 0 ? [] : lines.map((line) => line.replace(mark, style(name, mark)))
  }
  const blocks = [
    [
      ...wrap(printable(audit.session, 200), columns).map((line) => style('bold', line)),
      ...head.flatMap((line) => wrap(line, columns).map((part) => style('dim', part))),
    ],
    ...doubted
      .slice(0, most)
      .map(({ completion, findings }) => completionText(completion, findings, file, layout)),
    left > 0 ? [style('dim', `  and ${count(left, 'more', 'more')}: --all shows each in full`)] : [],
    quiet(believed, 'supported'),
    quiet(undecided, 'undecided'),
    [
      ...[...others, ...(all ? infos : [])].flatMap((finding) => findingText(finding, file, layout)),
      ...(all ? [] : notesText(infos, layout)),
    ],
  ]
  return blocks.filter(({ length }) => length > 0).flatMap((block) => [...block, ''])
}

/** A finding that is about no completion, in lines. */
export function findingText(finding: Finding, file: string | null, layout: AuditLayout): readonly string[] {
  const { severity, turn, message } = finding
  const text = `turn ${turn}, ${placeOf(finding, file)}: ${message} ${ruleTag(finding)}`
  return gradedLines(severity, printable(text, 600), layout)
}

/** Infos are bookkeeping: a line for each rule says how often, and where. */
function notesText(infos: readonly Finding[], layout: AuditLayout): readonly string[] {
  return notesOf(infos).flatMap(({ rule, findings }) => {
    const places = findings.map(
      ({ item, turn, seq }) => `${item === null ? '' : `${layout.numberOf({ item, seq })} at `}turn ${turn}`,
    )
    return gradedLines('info', `${printable(rule, 60)}: ${someOf(places)}`, layout)
  })
}

function gradedLines(severity: Finding['severity'], text: string, { columns, style }: AuditLayout) {
  return hang(`  ${pad(severity, 9)}`, text, columns).map((line, index) =>
    index === 0 ? line.replace(severity, style(severityStyles[severity], severity)) : line,
  )
}

/** `9 completions: 7 supported, 1 weak, 1 unsupported, 0 unknown · 1 error, 0 warnings, 2 info`, and what was made milder. */
export function summaryText(
  { summary, accepted, lowered }: Pick<AuditEnd, 'summary' | 'accepted' | 'lowered'>,
  style: Style,
): string {
  const { sessions, completions, supported, weak, unsupported, undecided, unknown, findings } = summary
  const { error, warning, info } = findings
  const alarming = (name: 'red' | 'yellow', number: number, text: string): string =>
    number > 0 ? style(name, text) : text
  const verdicts = [
    `${supported} supported`,
    alarming('yellow', weak, `${weak} weak`),
    alarming('red', unsupported, `${unsupported} unsupported`),
    `${undecided} undecided`,
    `${unknown} unknown`,
  ]
  const severities = [
    alarming('red', error, count(error, 'error')),
    alarming('yellow', warning, count(warning, 'warning')),
    `${info} info`,
  ]
  const milder = [
    ...(lowered?.rules ?? []).map(({ rule, from, to }) => `${rule} ${from} → ${to}`),
    ...(lowered?.checks ?? []).map(({ command, kind }) => `${command} counts as ${kind}`),
  ]
  const all = accepted === error + warning + info ? 'all' : grouped(accepted)
  return [
    sessions > 1 ? `${count(sessions, 'session')}, ` : '',
    `${count(completions, 'completion')}${completions === 0 ? '' : `: ${verdicts.join(', ')}`}`,
    ` · ${severities.join(', ')}`,
    lowered === null ? '' : ` · ${printable(`lowered by ${lowered.by}: ${milder.join(', ')}`)}`,
    accepted === 0 ? '' : `; ${all} accepted by the baseline`,
  ].join('')
}

/** How an audit is laid out: numbers of items tell apart what the session numbered alike. */
export interface AuditLayout extends TextLayout {
  readonly numberOf: (named: Pick<CompletionAudit, 'item' | 'seq'>) => string
}

const indent = 4
const labelColumns = 10
const labelStyles = new Map<string, StyleName>(Object.entries(severityStyles))

/** A completion at full length. @param findings those about it; @param file the recorded file, or null */
export function completionText(
  completion: CompletionAudit,
  findings: readonly Finding[],
  file: string | null,
  { columns, style, numberOf }: AuditLayout,
): readonly string[] {
  const { verdict, turn, call, text } = completion
  const { mark, style: name } = verdictMarks[verdict]
  const head = `${verdict.toUpperCase()} ${numberOf(completion)} ${printable(text, 300)}`
  const place = placeOf(completion, file)
  return [
    ...hang(`  ${mark} `, head, columns).map((line) => style(name, style('bold', line))),
    ...caseRows(completion, findings, `${place}, turn ${turn}, call ${call}`).flatMap((row) =>
      labelled(
        { ...row, labelStyle: labelStyles.get(row.label) ?? 'dim' },
        { indent, labelColumns, columns, style },
      ),
    ),
  ]
}

/** Item numbers as people read them: `#2`, or `#2 (turn 14)` where another item had the number before. */
export function itemNumbers(
  completions: readonly Pick<CompletionAudit, 'item' | 'key' | 'turn' | 'seq'>[],
): AuditLayout['numberOf'] {
  const owners = new Map<string, string>()
  const later = new Map<string, string>()
  for (const { item, key, turn, seq } of completions) {
    const owner = owners.get(item) ?? key
    owners.set(item, owner)
    if (owner !== key) later.set(`${seq} ${item}`, ` (turn ${turn})`)
  }
  return ({ item, seq }) => `#${printable(item, 40)}${later.get(`${seq} ${item}`) ?? ''}`
}
