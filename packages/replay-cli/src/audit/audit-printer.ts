/** The audits of a source's sessions as people read them. */

import type { Output } from '../output.js'
import type { AuditedSession } from './audit-collector.js'
import type { AuditEnd } from './audit-report.js'
import { type SessionRow, sessionRow, sessionTable } from './session-table.js'
import { sessionText } from './session-text.js'
import { summaryText } from './summary-text.js'

/**
 * Prints sessions as they come, and at the end all of them in a table. Those with nothing to look at are only in the
 * table, unless there is a single one.
 */
export class AuditPrinter {
  readonly #output: Output
  readonly #all: boolean
  readonly #rows: SessionRow[] = []
  /** The first session, as long as nothing of it was printed. */
  #first: AuditedSession | null = null

  /** @param output where it is printed; @param all true: also what is supported, item by item */
  constructor(output: Output, all: boolean) {
    this.#output = output
    this.#all = all
  }

  /** Prints a session, or keeps its numbers. */
  session(session: AuditedSession): void {
    const row = sessionRow(session)
    this.#rows.push(row)
    if (this.#all || row.isNotable) this.#print(session)
    else if (this.#rows.length === 1) this.#first = session
  }

  /** Prints what all sessions come to. */
  end(end: Pick<AuditEnd, 'summary' | 'accepted' | 'lowered'>): void {
    const { style, columns } = this.#output
    if (this.#rows.length > 1) {
      for (const line of sessionTable(this.#rows, { columns, style, all: this.#all })) {
        this.#output.line(line)
      }
    } else if (this.#first !== null) this.#print(this.#first)
    this.#output.line(summaryText(end, style))
  }

  #print(session: AuditedSession): void {
    const { columns, style } = this.#output
    for (const line of sessionText(session, { columns, style, all: this.#all })) {
      this.#output.line(line)
    }
  }
}
