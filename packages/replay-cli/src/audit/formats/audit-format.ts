/** The formats that an audit can be printed in. */

import type { AuditReport } from '../audit-report.js'
import { junitLines } from './junit.js'
import { markdownLines } from './markdown.js'

/** The names of the formats, as `--format` takes them. `text` and `json` are what there is without it. */
export const auditFormats: readonly ['text', 'json', 'sarif', 'junit', 'markdown', 'github'] = [
  'text',
  'json',
  'sarif',
  'junit',
  'markdown',
  'github',
]

/** The name of a format. */
export type AuditFormat = (typeof auditFormats)[number]

/** How a format of lines for people and programs is written; every line of it is printable. */
export const linesOf: {
  readonly [F in Exclude<AuditFormat, 'text' | 'json' | 'sarif' | 'github'>]: (
    report: AuditReport,
  ) => readonly string[]
} = { junit: junitLines, markdown: markdownLines }
