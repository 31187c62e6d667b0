import type { ClaimKind } from '../../evidence/work/claims.js'
import type { Severity } from '../audit-result.js'
import { type Contradiction, contradictionsIn } from '../contradicted-claims.js'
import { labelOf, placeOf, quoted } from '../describe-support.js'
import {
  type AuditedSession,
  type AuditRule,
  aboutCompletion,
  type Complaint,
  type JudgedCompletion,
} from './audit-rule.js'

/** A message claims a run that the log does not show. */
export const claimContradictsLog: AuditRule = {
  id: 'claim-contradicts-log',
  severity: 'error',
  doc: 'A message says that tests pass, that it builds, that types or lint are clean, or that it was deployed, and no such call was made, or the last one failed. A warning where the run is only older than the last write, or where it is not beyond doubt. Spared: denials, plans, wishes, quotations, lists of what is asked for; commands and sub-agents that may have done it; a failure said openly.',
  options: {},
  example: {
    session: [
      'todo [>] Add the cache',
      'edit src/cache.ts',
      'say The cache is in place, and all tests pass.',
      'todo [x] Add the cache',
    ],
    says: '"The cache is in place, and all tests pass." is claimed in event 11, but no tests were run.',
  },
  check: (session) => {
    const told = new Set<number>()
    return contradictionsIn(session.work).flatMap((contradiction) => {
      const { seq } = contradiction.message
      if (told.has(seq)) return []
      told.add(seq)
      return [complaintOf(contradiction, session)]
    })
  },
}

const notRun: Readonly<Record<ClaimKind, string>> = {
  test: 'no tests were run',
  build: 'nothing was built',
  typecheck: 'no type check was run',
  lint: 'no linter was run',
  deploy: 'nothing was deployed',
}

function complaintOf(contradiction: Contradiction, session: AuditedSession): Complaint {
  const { message, claim, how, run, write, sure } = contradiction
  const severity: Severity = sure ? 'error' : 'warning'
  const thing = notRun[claim.kind]
  const instead =
    how === 'failed' && run !== null
      ? `the last run failed: ${labelOf(run)} (${placeOf(run)})`
      : how === 'outdated' && write !== null
        ? `${thing} since ${labelOf(write)} was written (${placeOf(write)})`
        : thing
  const text = `${quoted(claim.text)} is claimed in ${placeOf(message)}, but ${instead}.`
  const evidence = [message, ...(run === null ? [] : [run]), ...(write === null ? [] : [write])].map(
    ({ seq }) => seq,
  )
  const judged = tickedWith(contradiction, session)
  if (judged !== null) return aboutCompletion(judged, severity, text, evidence)
  const { seq, turn, source } = message
  return {
    severity,
    item: itemOf(contradiction, session),
    turn,
    seq,
    ...(source === null ? {} : { source }),
    message: text,
    evidence: [...new Set(evidence)].sort((a, b) => a - b),
  }
}

/** The completion that the claim was made for: ticked right after it, with no call between. */
function tickedWith(
  { message }: Contradiction,
  { completions, work }: AuditedSession,
): JudgedCompletion | null {
  const next = completions.find(({ completion }) => completion.at.seq > message.seq)
  if (next === undefined) return null
  const { at } = next.completion
  if (work.slice(message.position, at.position).some(({ kind }) => kind === 'call')) return null
  const together = completions.filter(({ completion }) => completion.at.seq === at.seq)
  return together.find(({ support }) => support.itemClass === 'verify') ?? next
}

/** The item that was in progress when it was said, or else the one completed last. */
function itemOf({ message }: Contradiction, { completions, items }: AuditedSession): string | null {
  const busy = items.find(({ key }) => key === message.busy[0])
  const last = completions.findLast(({ completion }) => completion.at.seq < message.seq)
  return busy?.id ?? last?.completion.item ?? null
}
