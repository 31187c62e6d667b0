/** Writes a page while its sessions are read: none of them is kept. */

import { basename, resolve } from 'node:path'
import type { FindingCounts } from '@todo-ledger/audit'
import { packageVersion } from '../package-version.js'
import { completionsIn } from '../session-view/concerns.js'
import {
  type PageSession,
  packSession,
  type ReportEntry,
  type ReportIndex,
} from '../session-view/report-data.js'
import type { SessionReplay } from '../session-view/session-replay.js'
import { nameOf, type Source } from '../sources/source.js'
import { pageText } from '../text/printable.js'
import { pageJson, type ReportDocument } from './report-document.js'
import { reportEntry } from './report-entry.js'

/** How a page is written. */
export interface ReportWriterOptions {
  /** What makes the document. */
  readonly document: ReportDocument
  /** What was read, as a person named it. */
  readonly source: string
  /** True where secrets are taken out. */
  readonly redacted: boolean
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
    const { document } = this.#options
    const place = this.#entries.length
    const { blocks = [] } = replay.conversation?.kept ?? {}
    const session: PageSession = { session: packSession(replay), texts: blocks }
    this.#write(document.session(place, pageJson(session)))
    for (const number of blocks.keys()) {
      const bytes = replay.conversation?.kept.deflated(number)
      if (bytes !== undefined) this.#write(document.texts(place, number, bytes))
    }
    this.#entries.push(this.#names.next(replay))
  }

  /** Ends the page. */
  finish(): void {
    const { document, source, redacted } = this.#options
    const generator = `todo-replay ${packageVersion()}`
    const index: ReportIndex = { generator, source, redacted, sessions: this.#entries }
    this.#write(document.end(pageJson(index)))
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

/** Makes the entries of an index; two sessions of one id get two keys. */
class ReportEntries {
  readonly #keys = new Set<string>()

  /** The entry of the next session. */
  next(replay: SessionReplay): ReportEntry {
    return reportEntry(replay, this.#keyOf(replay.session))
  }

  #keyOf(session: string): string {
    let key = session
    for (let number = 2; this.#keys.has(key); number += 1) key = `${session} (${number})`
    this.#keys.add(key)
    return key
  }
}

/** What was written. */
export interface ReportOutput {
  /** The page's file, as it was named. */
  readonly out: string
  /** How many bytes it has. */
  readonly bytes: number
  /** How many sessions are in it. */
  readonly sessions: number
  /** How many turns they have together. */
  readonly turns: number
  /** How many completions. */
  readonly completions: number
  /** How many of them the log does not support. */
  readonly unsupported: number
  /** The findings that no baseline accepts. */
  readonly findings: FindingCounts
}

/** The name of a source by itself: a page goes to people whom the folders around it are no business of. */
export function reportSourceName(source: Source): string {
  return source.kind === 'stream' ? source.name : basename(resolve(nameOf(source)))
}
