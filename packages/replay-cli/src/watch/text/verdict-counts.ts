/** How far a session is, in a few words. */

import type { SessionAudit, Verdict } from '@todo-ledger/audit'
import { countCompleted, type SessionState } from '@todo-ledger/core'
import { count } from '../../text/count.js'

const order: readonly Verdict[] = ['unsupported', 'weak', 'unknown', 'supported']

/** How much is completed, how many of all completions so far have each verdict, and how much there is to look at. */
export function verdictCounts({ items }: SessionState, audit: SessionAudit | null): readonly string[] {
  const verdicts = order.flatMap((verdict) => {
    const number = audit?.summary.verdicts[verdict] ?? 0
    return number === 0 ? [] : [`${number} ${verdict}`]
  })
  const findings = (audit?.findings ?? []).filter(
    ({ severity, known }) => severity !== 'info' && known !== true,
  )
  return [
    items.length === 0 ? 'no todos' : `${countCompleted(items)}/${items.length} completed`,
    ...verdicts,
    ...(findings.length === 0 ? [] : [count(findings.length, 'finding')]),
  ]
}
