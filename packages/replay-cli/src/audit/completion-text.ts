/** One completion as people read it: what was claimed, where, and why it is believed or not. */

import type { CompletionAudit, Finding } from '@todo-ledger/audit'
import { caseRows } from '../session-view/completion-case.js'
import { severityStyles, verdictMarks } from '../session-view/words.js'
import { labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import { shortName } from '../text/short-name.js'
import type { StyleName, TextLayout } from '../text/style.js'
import { hang, widthOf } from '../text/wrap.js'
import { placeOf } from './audit-report.js'

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
  // By the whole path where the place fits into a line, so that it can be opened; else by its name alone.
  const fits = widthOf(printable(placeOf(completion, file))) <= columns - indent - labelColumns
  const place = placeOf(completion, file === null || fits ? file : shortName(file))
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
