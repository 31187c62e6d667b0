/** An audit as people read it: in full, what is not believed first; or in brief, the worst and what to type next. */

import type { AuditSummary, CompletionAudit, Finding, Verdict } from '@todo-ledger/audit'
import type { Output } from '../../output.js'
import { type Concern, completionsIn, concernsOf, gravityOf, notesOf } from '../../session-view/concerns.js'
import { severityStyles, verdictMarks } from '../../session-view/words.js'
import { count, grouped, someOf } from '../../text/count.js'
import { pathWord, printable } from '../../text/printable.js'
import type { Style } from '../../text/style.js'
import { hang, pad, wrap } from '../../text/wrap.js'
import { type AuditEnd, type AuditWriter, placeOf, ruleTag } from '../audit-report.js'
import { newPart } from '../baseline.js'
import { type AuditLayout, completionLine, completionText, itemNumbers } from '../completion-text.js'
import { ownPart } from '../copied-history.js'
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
      const session = all ? ownPart(audited) : newPart(ownPart(audited))
      const row = sessionRow(session)
      rows.push(row)
      if (all || row.isNotable) output.lines(sessionText(session, output, all))
      else if (rows.length === 1) first = session
    },
    end(end) {
      if (rows.length > 1) output.lines(sessionTable(rows, { columns, style, all }))
      else if (first !== null) output.lines(sessionText(first, output, all))
      output.line(summaryText(end, style))
    },
  }
}

function sessionText(session: AuditedSession, { columns, style }: Output, all: boolean): readonly string[] {
  const { audit, file, copied } = session
  const { grave, believed, undecided } = concernsOf(audit)
  const layout: AuditLayout = { columns, style, numberOf: itemNumbers(audit.completions) }
  const ofCompletions = byItem(grave)
  // One more in full is no longer than the line that says that it is left out.
  const most = all || ofCompletions.length === shownInFull + 1 ? ofCompletions.length : shownInFull
  const left = ofCompletions.length - most
  const others = grave.flatMap(({ completion, findings }) => (completion === null ? findings : []))
  const infos = audit.findings.filter(({ severity }) => severity === 'info')
  const from = copied === undefined ? '' : someOf(copied.sessions.map((each) => printable(each, 200)))
  const head = [
    printable(file ?? '', 2000),
    `${printable(audit.profile, 60)}, ${count(audit.turns, 'turn')}, ${completionsText(session)}`,
    copied === undefined
      ? ''
      : `${count(copied.completions, 'more completion')} copied from ${from}, counted there`,
  ]
  const blocks = [
    [
      ...wrap(printable(audit.session, 200), columns).map((line) => style('bold', line)),
      ...head.flatMap((line) => (line === '' ? [] : wrap(line, columns).map((part) => style('dim', part)))),
    ],
    ...ofCompletions
      .slice(0, most)
      .map(({ completion, findings }) => completionText(completion, findings, file, layout)),
    left > 0 ? [style('dim', `  and ${count(left, 'more', 'more')}: --all shows each in full`)] : [],
    quietText(believed, 'supported', layout, all),
    quietText(undecided, 'undecided', layout, all),
    [
      ...[...others, ...(all ? infos : [])].flatMap((finding) => findingText(finding, file, layout)),
      ...(all ? [] : notesText(infos, layout)),
    ],
  ]
  return blocks.filter(({ length }) => length > 0).flatMap((block) => [...block, ''])
}

/** The completions to look at with what is more than info, the worst items first; what was completed more than once stands together. */
function byItem(grave: readonly Concern[]): readonly (Concern & { readonly completion: CompletionAudit })[] {
  const items = new Map<
    string,
    { readonly parts: (Concern & { completion: CompletionAudit })[]; worst: number }
  >()
  for (const concern of grave) {
    const { completion, findings } = concern
    if (completion === null) continue
    const item = items.get(completion.key) ?? { parts: [], worst: Number.POSITIVE_INFINITY }
    item.parts.push({ completion, findings: findings.filter(({ severity }) => severity !== 'info') })
    item.worst = Math.min(item.worst, gravityOf(concern))
    items.set(completion.key, item)
  }
  return [...items.values()]
    .toSorted((one, other) => one.worst - other.worst)
    .flatMap(({ parts }) => parts.toSorted((one, other) => one.completion.seq - other.completion.seq))
}

/** Completions of a verdict that nothing speaks against. */
function quietText(
  completions: readonly CompletionAudit[],
  verdict: Verdict,
  layout: AuditLayout,
  all: boolean,
): readonly string[] {
  if (completions.length === 0) return []
  if (all) return completions.flatMap((completion) => completionLine(completion, layout))
  const { mark, style: name } = verdictMarks[verdict]
  const ids = someOf([...new Set(completions.map(layout.numberOf))], 12)
  const [first = '', ...rest] = wrap(ids, layout.columns - 20)
  return [
    `  ${layout.style(name, mark)} ${completions.length} ${verdict}: ${first}`,
    ...rest.map((line) => `    ${line}`),
  ]
}

/** A finding that is about no completion, in lines. */
function findingText(finding: Finding, file: string | null, layout: AuditLayout): readonly string[] {
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

function gradedLines(
  severity: Finding['severity'],
  text: string,
  { columns, style }: AuditLayout,
): readonly string[] {
  const [first = '', ...rest] = hang(`  ${pad(severity, 9)}`, text, columns)
  return [`  ${style(severityStyles[severity], severity)}${first.slice(2 + severity.length)}`, ...rest]
}

/** How many completions a session has, and what of it a baseline accepts: `2 completions, 1 of them and 3 findings accepted by the baseline`. */
export function completionsText({ audit, accepted }: AuditedSession): string {
  const { completions = 0, findings = 0 } = accepted ?? {}
  const all = count(completionsIn(audit.summary) + completions, 'completion')
  if (findings === 0) return all
  const some = completions === 0 ? '' : `${completions} of them and `
  return `${all}, ${some}${count(findings, 'finding')} accepted by the baseline`
}

/** `9 completions: 7 supported, 1 weak, 1 unsupported, 0 unknown · 1 error, 0 warnings, 2 info`, and what was made milder. */
export function summaryText(
  { summary, accepted, lowered }: Pick<AuditEnd, 'summary' | 'accepted' | 'lowered'>,
  style: Style,
): string {
  const { sessions, completions, supported, weak, unsupported, undecided, unknown, findings } = summary
  const { error, warning, info } = findings
  const verdicts = [
    `${supported} supported`,
    weak > 0 ? style('yellow', `${weak} weak`) : '0 weak',
    unsupported > 0 ? style('red', `${unsupported} unsupported`) : '0 unsupported',
    `${undecided} undecided`,
    `${unknown} unknown`,
  ]
  const severities = [
    error > 0 ? style('red', count(error, 'error')) : '0 errors',
    warning > 0 ? style('yellow', count(warning, 'warning')) : '0 warnings',
    `${info} info`,
  ]
  const milder = [
    ...(lowered?.rules ?? []).map(({ rule, from, to }) => `${rule} ${from} → ${to}`),
    ...(lowered?.checks ?? []).map(({ command, kind }) => `${command} counts as ${kind}`),
  ]
  return [
    sessions > 1 ? `${count(sessions, 'session')}, ` : '',
    `${count(completions, 'completion')}${completions === 0 ? '' : `: ${verdicts.join(', ')}`}`,
    ` · ${severities.join(', ')}`,
    lowered === null
      ? ''
      : printable(` · lowered by ${lowered.by}: ${milder.join(', ')}`).replace(/^·/, ' ·'),
    accepted === 0
      ? ''
      : `; ${accepted === error + warning + info ? 'all' : grouped(accepted)} accepted by the baseline`,
  ].join('')
}

/** What a verdict means, in a few words, in the order in which they are shown. */
const meanings: { readonly [V in Verdict]: string } = {
  supported: 'tools said that it was done',
  weak: 'tools said half of it, or what they said is out of date',
  unsupported: 'tools said otherwise, or what the todo asks to run was never run',
  undecided: 'there was work, and only a reader can tell whether it is what the todo says',
  unknown: 'the log has a gap where the answer would be',
}

/** Prints at the end: what was looked at, the worst that was found, and what to type next. @param sources as they were typed */
export function briefWriter(output: Output, sources: readonly string[]): AuditWriter {
  const { columns, style, calledAs: name } = output
  let worst: { readonly session: AuditedSession; readonly concern: Concern } | null = null
  let all = 0
  // The gravest first; of equal ones that which the recording's own words show.
  const ranked = (concern: Concern): number =>
    gravityOf(concern) + (concern.completion?.why?.quote === undefined ? 0.01 : 0)
  const worstLines = (): readonly string[] => {
    if (worst === null) return [`${style('green', '✓')} Nothing to look at.`]
    const { audit, file } = worst.session
    const { completion, findings } = worst.concern
    const layout: AuditLayout = { columns, style, numberOf: itemNumbers(audit.completions) }
    const grave = findings.filter(({ severity }) => severity !== 'info')
    return [
      style('bold', all === 1 ? 'One thing to look at' : `The worst of ${count(all, 'thing')} to look at`),
      ...(completion === null
        ? findings.flatMap((finding) => findingText(finding, file, layout))
        : completionText(completion, grave, file, layout)),
    ]
  }
  const nextLines = (sessions: number): readonly string[] => {
    const words = sources.map((each) => ` ${pathWord(each)}`).join('')
    const file = worst?.session.file ?? null
    const commands: readonly (readonly [command: string, does: string])[] = [
      ...(file === null || sessions === 1
        ? []
        : [[`${name} audit ${pathWord(file)}`, 'that session, item by item'] as const]),
      [`${name} audit${words}`, 'all that was found'],
      [`${name} report${words} --out report.html`, 'the same as a page'],
      [`${name} sessions`, 'what your own agents recorded'],
      [`${name} --help`, 'all commands'],
    ]
    const width = Math.max(...commands.map(([command]) => command.length))
    return commands.map(([command, does]) => `  ${command.padEnd(width)}  ${style('dim', does)}`)
  }
  return {
    session(audited) {
      const session = newPart(ownPart(audited))
      for (const concern of concernsOf(session.audit).grave) {
        all += 1
        if (worst === null || ranked(concern) < ranked(worst.concern)) worst = { session, concern }
      }
    },
    end({ summary }) {
      const { sessions, completions } = summary
      const names = sources.map((each) => printable(each, 200))
      const read = `${count(sessions, 'recorded session')}${names.length === 0 ? '' : ` in ${someOf(names, 3)}`}`
      const done = `${count(completions, 'todo was', 'todos were')} marked done. What the log shows of them:`
      output.lines([
        completions === 0 ? `${read}: no todo was marked done.` : `${read}: ${done}`,
        '',
        ...(completions === 0 ? [] : [...verdictLines(summary, style), '']),
        ...worstLines(),
        ...['', style('bold', 'Type next')],
        ...nextLines(sessions),
      ])
    },
  }
}

/** A line for each verdict that there is, with what it means. */
function verdictLines(summary: AuditSummary, style: Style): readonly string[] {
  const there = (Object.keys(meanings) as Verdict[]).filter((verdict) => summary[verdict] > 0)
  const width = Math.max(...there.map((verdict) => grouped(summary[verdict]).length))
  const words = Math.max(...there.map(({ length }) => length))
  return there.map((verdict) => {
    const { mark, style: name } = verdictMarks[verdict]
    const head = `${mark} ${grouped(summary[verdict]).padStart(width)} ${verdict.padEnd(words)}`
    return `  ${style(name, head)}  ${style('dim', meanings[verdict])}`
  })
}
