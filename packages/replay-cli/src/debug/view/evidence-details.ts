/** What the audit says of the selected item: whether it was done, and which calls say so. */

import type { CompletionAudit, EvidenceEntry, Finding } from '@todo-ledger/audit'
import { resultOf } from '../../audit/timeline.js'
import { count } from '../../text/count.js'
import { printable } from '../../text/printable.js'
import { callLines } from './call-lines.js'
import type { DetailContext, DetailLine } from './detail-line.js'
import { hanging, type Line, sides, span } from './lines.js'
import { outcomeSign, severitySign, statusSign, verdictSign, verdictStyle } from './marks.js'

const verdictWords: { readonly [V in CompletionAudit['verdict']]: string } = {
  unsupported: 'The log does not show that it was done',
  weak: 'The log shows only in part that it was done',
  unknown: 'What would show it may lie in a gap of the log',
  supported: 'The log shows that it was done',
}

/** The lines of the selected item. */
export function evidenceDetails(context: DetailContext): readonly DetailLine[] {
  const { index, turn, key, columns } = context
  const item = key === null ? undefined : index.item(key)
  if (key === null || item === undefined)
    return [{ line: [span(' No item is selected. Tab, then ↑ ↓ in the list.', 'dim')] }]
  const room = columns - 1
  const listed = [...index.listAt(turn).items, ...index.listBefore(turn).items].find(
    (each) => each.key === key,
  )
  const { id, text, status } = listed ?? item
  const head: Line = [span(' '), statusSign(status), span(` #${printable(id, 24)} `, 'bold')]
  const completions = index.completionsOf(key)
  const shown = index.completionAt(key, turn) ?? completions[0]
  return [
    ...plain(hanging(head, printable(text, 1000), room, 'bold')),
    ...(shown === undefined
      ? plain(openText(context).flatMap((told) => hanging([span(' ')], told, room)))
      : completionLines(shown, completions.length, context)),
    ...findingLines(key, shown, context),
  ]
}

/** How the life of an item that is never marked as done goes on; nothing where a finding says it. */
function openText({ index, turn, key }: DetailContext): readonly string[] {
  const left = key === null ? null : (index.item(key)?.left ?? null)
  if (left === null) return ['It is open, and it is never marked as done.']
  if (left.turn > turn) return [`It is open here, and leaves the list in turn ${left.turn}.`]
  if (index.findings.some((placed) => placed.key === key && placed.finding.turn === left.turn)) return []
  const how = left.silently ? 'while it was open, and nothing says why' : 'without being marked as done'
  return [`It left the list in turn ${left.turn}, ${how}.`]
}

function completionLines(
  completion: CompletionAudit,
  times: number,
  context: DetailContext,
): readonly DetailLine[] {
  const { verdict, support, turn, seq, source, added, started, evidence, missing, wouldChange, copied } =
    completion
  const { columns, open, index } = context
  const room = columns - 1
  const score = support === null ? '' : `, support ${support.toFixed(2)}`
  const later = turn > context.turn ? ` It is marked as done later, in turn ${turn}.` : ''
  const again = times > 1 ? ` Marked ${times} times.` : ''
  const where = source === undefined ? `seq ${seq}` : `line ${source.line}`
  const marks = [
    { turn: added.turn, text: 'listed' },
    ...(started === null ? [] : [{ turn: started.turn, text: 'started' }]),
    { turn, text: 'marked as done' },
  ]
  const told = marks.map((mark) => `${mark.text} in turn ${mark.turn}`).join(', ')
  const entries = [...evidence].sort((one, other) => one.seq - other.seq)
  return [
    ...plain(
      hanging(
        [span(' '), verdictSign(verdict), span(' ')],
        `${verdict.toUpperCase()}${score}. ${verdictWords[verdict]}.${later}${again}`,
        room,
        verdictStyle(verdict),
      ),
    ),
    ...hanging([span('   ')], `${told} (${where})`, room, 'dim').map(
      (line): DetailLine => ({ line, enter: { kind: 'go', turn } }),
    ),
    ...(copied === undefined
      ? []
      : plain(
          hanging([span('   ')], `copied from session ${printable(copied, 200)}, counted there`, room, 'dim'),
        )),
    ...(entries.length === 0
      ? plain([[span('   no evidence: nothing between that counts for it', 'dim')]])
      : plain([[span(`   ${count(entries.length, 'piece')} of evidence (Enter shows the call)`, 'dim')]])),
    ...entries.flatMap((entry) => evidenceLines(entry, open, index.call(entry.seq), room)),
    ...labelled('missing', missing, room),
    ...labelled('needs', wouldChange, room),
  ]
}

function evidenceLines(
  entry: EvidenceEntry,
  open: ReadonlySet<number>,
  call: Parameters<typeof callLines>[0] | undefined,
  columns: number,
): readonly DetailLine[] {
  const { seq, turn, source, tool, weight, why } = entry
  const isOpen = open.has(seq)
  const result = resultOf(entry)
  const sign = outcomeSign(result === 'open' ? null : result === 'worked')
  const where = source === undefined ? ` seq ${seq}` : ` :${source.line}`
  const before: Line = [span('   '), sign, span(` ${weight.toFixed(2)} `), span(`t${turn} `, 'dim')]
  const text = `${printable(why, 300)} (${printable(tool, 40)})`
  const [first = [], ...rest] = hanging(before, text, columns - where.length)
  const enter = { kind: 'toggle' as const, seq }
  const lines = [
    sides(first, [span(where, 'dim')], columns),
    ...rest,
    ...(isOpen && call !== undefined ? callLines(call, columns) : []),
  ]
  return lines.map((line, place) => (place === 0 ? { line, seq, enter } : { line, enter }))
}

/** What rules say of this item anywhere in the session, except what the completion's verdict says already. */
function findingLines(
  key: string,
  shown: CompletionAudit | undefined,
  { index, columns }: DetailContext,
): readonly DetailLine[] {
  const about = index.findings.filter((placed) => placed.key === key)
  return about.flatMap(({ finding }) => findingLine(finding, shown, columns - 1))
}

function findingLine(
  { severity, rule, message, turn }: Finding,
  shown: CompletionAudit | undefined,
  columns: number,
): readonly DetailLine[] {
  const where = turn === shown?.turn ? '' : `turn ${turn}: `
  const lines = hanging(
    [span(' '), severitySign(severity), span(' ')],
    `${where}${printable(message, 600)} [${rule}]`,
    columns,
    ...(severity === 'error' ? (['red'] as const) : severity === 'warning' ? (['yellow'] as const) : []),
  )
  return lines.map((line) => ({ line, enter: { kind: 'go', turn } }))
}

function labelled(label: string, texts: readonly string[], columns: number): readonly DetailLine[] {
  return texts.flatMap((text, place) =>
    plain(
      hanging([span(`   ${(place === 0 ? label : '').padEnd(8)}`, 'dim')], printable(text, 400), columns),
    ),
  )
}

function plain(lines: readonly Line[]): readonly DetailLine[] {
  return lines.map((line) => ({ line }))
}
