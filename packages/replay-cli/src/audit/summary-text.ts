/** The last line of an audit: what all sessions come to. */

import type { AuditSummary } from '@todo-ledger/audit'
import { count } from '../text/count.js'
import type { Style } from '../text/style.js'

/** `9 completions: 7 supported, 1 weak, 1 unsupported, 0 unknown · 1 error, 0 warnings, 2 info`. */
export function summaryText(summary: AuditSummary, style: Style): string {
  const { sessions, completions, supported, weak, unsupported, unknown, findings } = summary
  const verdicts = [
    `${supported} supported`,
    weak > 0 ? style('yellow', `${weak} weak`) : '0 weak',
    unsupported > 0 ? style('red', `${unsupported} unsupported`) : '0 unsupported',
    `${unknown} unknown`,
  ]
  const severities = [
    findings.error > 0 ? style('red', count(findings.error, 'error')) : '0 errors',
    findings.warning > 0 ? style('yellow', count(findings.warning, 'warning')) : '0 warnings',
    `${findings.info} info`,
  ]
  const many = sessions > 1 ? `${count(sessions, 'session')}, ` : ''
  return `${many}${count(completions, 'completion')}: ${verdicts.join(', ')} · ${severities.join(', ')}`
}
