/** What happened to an item up to its completion: its marks, and between them the evidence, in the order of the log. */

import type { AuditMoment, CompletionAudit, EvidenceEntry } from '@todo-ledger/audit'
import { printable } from '../text/printable.js'
import type { Style, StyleName } from '../text/style.js'
import { pad, wrap } from '../text/wrap.js'

/** One line of a timeline. */
type TimelineEntry =
  | { readonly kind: 'mark'; readonly at: AuditMoment; readonly text: string }
  | { readonly kind: 'evidence'; readonly at: AuditMoment; readonly evidence: EvidenceEntry }

/** How a result is marked, so that it is seen without colours too. */
const resultMarks: {
  readonly [R in 'worked' | 'failed' | 'open']: { readonly mark: string; readonly style: StyleName }
} = {
  worked: { mark: '✓', style: 'green' },
  failed: { mark: '✗', style: 'red' },
  open: { mark: '?', style: 'blue' },
}

/** The timeline in lines of at most `columns`. Without evidence it is a single sentence. */
export function timelineLines(completion: CompletionAudit, columns: number, style: Style): readonly string[] {
  const marks = marksOf(completion)
  if (completion.evidence.length === 0) {
    const told = marks.map(({ text, at }) => `${text} in turn ${at.turn}`).join(', ')
    return wrap(`${told}; nothing between that counts`, columns)
  }
  const entries: TimelineEntry[] = [
    ...marks,
    ...completion.evidence.map((evidence) => ({ kind: 'evidence' as const, at: evidence, evidence })),
  ].sort((one, other) => one.at.seq - other.at.seq)
  const turnColumns = Math.max(...entries.map(({ at }) => turnOf(at).length)) + 2
  return entries.flatMap((entry) => {
    const turn = style('dim', pad(turnOf(entry.at), turnColumns))
    if (entry.kind === 'mark') return [`${turn}${style('dim', entry.text)}`]
    const { evidence } = entry
    const { mark, style: name } = resultMarks[resultOf(evidence)]
    const before = `${mark} ${evidence.weight.toFixed(2)}  `
    const room = columns - turnColumns - before.length
    return wrap(printable(evidenceText(evidence, placedByTimeline), evidenceLimit), room).map(
      (line, index) =>
        index === 0
          ? `${turn}${style(name, mark)}${before.slice(1)}${line}`
          : `${' '.repeat(turnColumns + before.length)}${line}`,
    )
  })
}

/** What says when something happened, which its place in a timeline says already. */
const placedByTimeline =
  /, (?:while the item was in progress|before the item was started|right after the mark)(?=,|$)/

/**
 * A piece of evidence in words: what it was, why it counts, where it stands. Not yet printable.
 * @param without what is left out of the reason, where the text around it says it
 */
export function evidenceText({ source, seq, tool, why }: EvidenceEntry, without?: RegExp): string {
  const reason = without === undefined ? why : why.replace(without, '')
  return `${reason} (${tool}, ${source === undefined ? `seq ${seq}` : `line ${source.line}`})`
}

/** Whether a piece of evidence worked; `open` where the log does not say. */
export function resultOf({ ok }: EvidenceEntry): 'worked' | 'failed' | 'open' {
  if (ok === null) return 'open'
  return ok ? 'worked' : 'failed'
}

const evidenceLimit = 300

function turnOf({ turn }: AuditMoment): string {
  return `turn ${turn}`
}

/** When the item was listed, started and completed; what one update did is one mark. */
function marksOf({
  added,
  started,
  turn,
  seq,
}: CompletionAudit): readonly Extract<TimelineEntry, { kind: 'mark' }>[] {
  const marks = [
    { at: added, text: 'listed' },
    ...(started === null ? [] : [{ at: started, text: 'started' }]),
    { at: { turn, seq }, text: 'completed' },
  ]
  const moments = [...new Set(marks.map(({ at }) => at.seq))]
  return moments.flatMap((moment) => {
    const [first, ...rest] = marks.filter(({ at }) => at.seq === moment)
    if (first === undefined) return []
    return [
      { kind: 'mark' as const, at: first.at, text: [first, ...rest].map(({ text }) => text).join(' and ') },
    ]
  })
}
