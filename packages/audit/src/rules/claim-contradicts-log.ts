import { cut } from '../facts/cut.js'
import { runsOf } from '../facts/runs.js'
import { type CallWork, isRequest, type MessageWork, placeOf, type Work } from '../facts/work/work.js'
import { claimsIn } from '../promise/claims.js'
import type { AskedCheck } from '../promise/tool-words.js'
import { type AuditRule, defineAuditRule } from './audit-rule.js'

/** The last message of an answer claims a run that came out otherwise. */
export const claimContradictsLog: AuditRule = defineAuditRule({
  id: 'claim-contradicts-log',
  meta: {
    severity: 'error',
    docs: 'The last message of an answer says that tests, build, types or linter pass, and the last run of them failed. Not reported if: the message admits a failure, or something ran since that may have been the same check.',
    options: {},
    example: {
      session: [
        'todo [>] Add the cache',
        'edit src/cache.ts',
        'run npm test => FAILED Tests  1 failed | 16 passed (17)',
        'todo [x] Add the cache',
        'say The cache is in place, and all tests pass.',
      ],
      says: '"The cache is in place, and all tests pass." is said in event 18, but the last run, npm test (event 11), failed: "Tests 1 failed | 16 passed (17)".',
    },
  },
  create: ({ work }) => ({
    end: () =>
      lastMessages(work).flatMap((message) => {
        for (const { check, text } of claimsIn(message.text)) {
          const run = contraryRun(work, message, check)
          if (run === null) continue
          const { seq, turn, source } = message
          const said = run.outcome?.line ?? run.outcome?.reason ?? ''
          return [
            {
              severity: 'error' as const,
              item: null,
              turn,
              seq,
              ...(source === null ? {} : { source }),
              message: `"${cut(text, 100)}" is said in ${placeOf(message)}, but the last run, ${run.label} (${placeOf(run)}), failed: "${cut(said, 120)}".`,
              evidence: [run.seq, seq],
            },
          ]
        }
        return []
      }),
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
  const before = work.slice(0, message.position).filter((piece): piece is CallWork => piece.kind === 'call')
  const ask = {
    kind: 'check',
    check,
    tool: null,
    asked: '',
    subject: [],
    whole: false,
    passing: true,
    sure: true,
  } as const
  const run = runsOf(ask, before).at(-1)?.call
  if (run?.outcome?.status !== 'failed' || run.outcome.cause !== null || run.outcome.source === 'inferred')
    return null
  const { report } = run.outcome
  if (run.description.checks.length > 1 && report?.kind !== check) return null
  const mayHaveRun = work
    .slice(run.position + 1, message.position)
    .some(
      (piece) =>
        piece.kind === 'compaction' ||
        piece.kind === 'input' ||
        (piece.kind === 'call' &&
          piece.description.effect !== 'read' &&
          piece.description.effect !== 'write'),
    )
  return mayHaveRun ? null : run
}
