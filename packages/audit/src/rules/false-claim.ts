import { cut } from '../facts/cut.js'
import { isCall, workBetween } from '../facts/joined-work.js'
import { runsOf } from '../facts/runs.js'
import { nameOfCall, saidOf } from '../facts/state-fact.js'
import { type CallWork, isRequest, type MessageWork, placeOf, type Work } from '../facts/work/work.js'
import { claimsIn } from '../promise/claims.js'
import type { AskedCheck } from '../promise/tool-words.js'
import { type AuditRule, defineAuditRule, type Problem } from './audit-rule.js'

/** The last message of an answer claims a run that came out otherwise. */
export const claimContradictsLog: AuditRule = defineAuditRule({
  id: 'claim-contradicts-log',
  meta: {
    severity: 'error',
    docs: 'The last message of an answer says that tests, build, types or linter pass, and the last run of them, by the agent or a sub-agent, failed. Not reported if: the message admits a failure, or something ran since that may have been the same check.',
  },
  check: ({ work }) =>
    lastMessages(work).flatMap((message): readonly Problem[] => {
      for (const { check, text } of claimsIn(message.text)) {
        const run = contraryRun(work, message, check)
        if (run === null) continue
        const { seq, turn, source } = message
        const said = `"${cut(text, 100)}" is said in ${placeOf(message)}`
        const sentence = `${said}, but the last run, ${nameOfCall(run)}, failed: "${cut(saidOf(run), 120)}".`
        const place = { turn, seq, ...(source === null ? {} : { source }) }
        return [{ severity: 'error', item: null, ...place, message: sentence, evidence: [run.seq, seq] }]
      }
      return []
    }),
})

/** The last message before each request, and at the end. */
function lastMessages(work: readonly Work[]): readonly MessageWork[] {
  const found: MessageWork[] = []
  let isLast = true
  for (const piece of work.toReversed()) {
    if (isLast && piece.kind === 'message') found.unshift(piece)
    if (piece.kind !== 'compaction') isLast = isRequest(piece)
  }
  return found
}

/** The last run of a check before a message, where it failed and nothing after it may have been another; else null. */
function contraryRun(work: readonly Work[], message: MessageWork, check: AskedCheck): CallWork | null {
  const ask = { kind: 'check', check, tool: null, asked: '', subject: [] } as const
  const before = workBetween(work, 0, message.position)
  const [run] = runsOf({ ...ask, whole: false, passing: true, sure: true }, before.filter(isCall))
    .slice(-1)
    .map(({ call }) => call)
  if (run?.outcome?.status !== 'failed' || run.outcome.cause !== null || run.outcome.inferred) return null
  if (run.description.checks.length > 1 && run.outcome.report?.kind !== check) return null
  const mayHaveRun = before.some(
    (piece) =>
      piece.position > run.position &&
      (piece.kind === 'compaction' ||
        piece.kind === 'input' ||
        (piece.kind === 'call' &&
          piece.description.effect !== 'read' &&
          piece.description.effect !== 'write')),
  )
  return mayHaveRun ? null : run
}
