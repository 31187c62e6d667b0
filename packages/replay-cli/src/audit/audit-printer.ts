/** The audits of a source's sessions as people read them. */

import type { AuditSummary } from '@todo-ledger/core'
import type { Output } from '../output.js'
import { count } from '../text/count.js'
import type { AuditedSession } from './audit-collector.js'
import { plainLine } from './plain-line.js'
import { isNotable, sessionText } from './session-text.js'
import { summaryText } from './summary-text.js'

/** Prints sessions as they come. Those with nothing to look at are only counted, unless there is a single one. */
export class AuditPrinter {
  readonly #output: Output
  readonly #all: boolean
  #first: AuditedSession | null = null
  #sessions = 0
  #quiet = 0
  #quietCompletions = 0

  /** @param output where it is printed; @param all true: also what is supported, item by item */
  constructor(output: Output, all: boolean) {
    this.#output = output
    this.#all = all
  }

  /** Prints a session, or counts it. */
  session(session: AuditedSession): void {
    this.#sessions += 1
    if (this.#all || isNotable(session.audit)) {
      this.#print(session)
    } else {
      this.#first ??= session
      this.#quiet += 1
      this.#quietCompletions += session.audit.completions.length
    }
  }

  /** Prints what all sessions come to. */
  end(summary: AuditSummary): void {
    const { style } = this.#output
    if (this.#sessions === 1 && this.#first !== null) this.#print(this.#first)
    else if (this.#quiet > 0) {
      const sessions = `${count(this.#quiet, this.#quiet < this.#sessions ? 'other session' : 'session')}`
      const completions = count(this.#quietCompletions, 'completion')
      this.#output.line(`${style('green', '✓')} ${sessions} with nothing to look at (${completions})`)
      this.#output.line()
    }
    this.#output.line(summaryText(summary, style))
  }

  #print(session: AuditedSession): void {
    const { columns, style } = this.#output
    for (const line of sessionText(session, { columns, style, all: this.#all })) {
      this.#output.line(plainLine(line))
    }
  }
}
