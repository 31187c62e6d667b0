/**
 * What facts and a reader say together. A fact that tools stated holds; what an edit means, and whether "all" was all, only
 * the reader can know. Without a fact the reader decides alone, and what rules find beside it is withdrawn.
 */

import type { CompletionAudit, DroppedReading, Finding, Reading, Verdict } from '../result.js'
import { notDoneFrom, verdictOfReader } from './combine.js'

/** What the facts alone say of a completion. */
export type Judged = Pick<CompletionAudit, 'rules' | 'facts'>

/** The verdict of facts and a reader. */
export function joined({ rules, facts }: Judged, reading: Reading | DroppedReading | undefined): Verdict {
  const read = readingVerdict(reading)
  if (read === null || reading === undefined || 'dropped' in reading) return rules
  if (facts.some(({ says }) => says === 'against')) return rules
  // What was stated by half can become no more than half, what was stated whole no less.
  if (facts.some(({ says }) => says === 'half')) return read === 'unsupported' ? read : 'weak'
  if (rules === 'supported') return read === 'supported' ? read : 'weak'
  // Neither has seen it done, and the reader is nearly sure: nothing speaks for the milder word.
  if (rules === 'unsupported' && read === 'weak' && reading.p >= notDoneFrom) return rules
  return read
}

function readingVerdict(reading: Reading | DroppedReading | undefined): Verdict | null {
  return reading === undefined || 'dropped' in reading ? null : verdictOfReader(reading)
}

/**
 * The findings about a completion beside what a reader says: where it has seen the item done, and no fact says otherwise,
 * what rules hold against it becomes a note.
 */
export function withReader(
  findings: readonly Finding[],
  judged: Judged,
  reading: Reading | DroppedReading | undefined,
): readonly Finding[] {
  if (reading === undefined || 'dropped' in reading || readingVerdict(reading) !== 'supported')
    return findings
  if (judged.facts.some(({ says }) => says !== 'for')) return findings
  const { why, quote, line } = reading
  const cited = quote === '' || line === null ? '' : ` ("${quote}", line ${line})`
  const seen = why === '' ? 'that it was done' : why.replace(/[.\s]+$/, '')
  return findings.map((finding) =>
    finding.severity === 'info'
      ? finding
      : {
          ...finding,
          severity: 'info',
          message: `the reader saw ${seen}${cited}; withdrawn: ${finding.message}`,
        },
  )
}
