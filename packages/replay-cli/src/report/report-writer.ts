/** Writes a page while its sessions are read: none of them is kept. */

import type { FindingCounts } from '@todo-ledger/audit'
import { packageVersion } from '../package-version.js'
import { completionsIn } from '../session-view/concerns.js'
import { packSession, type ReportEntry, type ReportIndex } from '../session-view/report-data.js'
import type { SessionReplay } from '../session-view/session-replay.js'
import { pageJson, pageText } from './page-text.js'
import type { ReportDocument } from './report-document.js'
import { ReportEntries } from './report-entry.js'
import type { ReportOutput } from './report-output.js'

/** How a page is written. */
export interface ReportWriterOptions {
  /** What makes the document. */
  readonly document: ReportDocument
  /** What was read, as a person named it. */
  readonly source: string
  /** True where secrets are taken out. */
  readonly redacted: boolean
  /** Takes secrets out of a text that still may hold some. */
  readonly clean: (text: string) => string
  /** Takes a line of the page. */
  readonly line: (text: string) => void
}

/** A page on its way. */
export class ReportWriter {
  readonly #options: ReportWriterOptions
  readonly #names = new ReportEntries()
  readonly #entries: ReportEntry[] = []
  #bytes = 0

  constructor(options: ReportWriterOptions) {
    this.#options = options
    this.#write(options.document.head(pageText(`Todos of ${options.source}`)))
  }

  /** Adds a session. */
  session(replay: SessionReplay): void {
    const { document, clean } = this.#options
    this.#write(document.session(this.#entries.length, pageJson(packSession(replay), clean)))
    this.#entries.push(this.#names.next(replay))
  }

  /** Ends the page. */
  finish(): void {
    const { document, source, redacted, clean } = this.#options
    const generator = `todo-replay ${packageVersion()}`
    const index: ReportIndex = { generator, source, redacted, sessions: this.#entries }
    this.#write(document.end(pageJson(index, clean)))
  }

  /** What was written. @param out the file's name */
  written(out: string): ReportOutput {
    const sum = (number: (entry: ReportEntry) => number): number =>
      this.#entries.reduce((total, entry) => total + number(entry), 0)
    const findings: FindingCounts = {
      error: sum((entry) => entry.findings.error),
      warning: sum((entry) => entry.findings.warning),
      info: sum((entry) => entry.findings.info),
    }
    return {
      out,
      bytes: this.#bytes,
      sessions: this.#entries.length,
      turns: sum(({ turns }) => turns),
      completions: sum(completionsIn),
      unsupported: sum(({ verdicts }) => verdicts.unsupported),
      findings,
    }
  }

  #write(text: string): void {
    this.#bytes += Buffer.byteLength(text, 'utf8') + 1
    this.#options.line(text)
  }
}
