/** Writes a page while its sessions are read: none of them is kept. */

import { basename, resolve } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { added } from '../audit/audit-report.js'
import { packageVersion } from '../package-version.js'
import type { ConversationChoice } from '../replay/conversation-recorder.js'
import { completionsIn, countFindings } from '../session-view/concerns.js'
import {
  indexBlock,
  type PageSession,
  type ReportEntry,
  type ReportIndex,
  sessionBlock,
  textsBlock,
} from '../session-view/report-data.js'
import type { SessionReplay } from '../session-view/session-replay.js'
import { nameOf, type Source } from '../sources/source.js'
import { deflatedBlock, jsonBlock, type PageFiles, pageEnd, pageHead, pageJson } from './report-document.js'

/** How the conversation of a session stands in a page: whole, but for texts that nobody reads in a page to their end. */
export const pageConversation: ConversationChoice = { limit: 100_000, json: pageJson }

/** What an index of sessions says of one. @param key what links name it by */
export function reportEntry(replay: SessionReplay, key: string): ReportEntry {
  const { session, title, profile, file, parent, ended, turns, items, audit } = replay
  return {
    key,
    session,
    title,
    profile,
    file,
    parent,
    ended,
    turns: Math.max(0, turns.length - 1),
    items: items.length,
    verdicts: audit.summary.verdicts,
    findings: countFindings(audit),
  }
}

export class ReportWriter {
  readonly #files: PageFiles
  readonly #index: Omit<ReportIndex, 'sessions'>
  readonly #line: (text: string) => void
  readonly #entries: ReportEntry[] = []
  readonly #keys = new Set<string>()
  #bytes = 0

  /** @param line takes a line of the page */
  constructor(files: PageFiles, source: Source, redacted: boolean, line: (text: string) => void) {
    this.#files = files
    this.#index = { generator: `todo-replay ${packageVersion()}`, source: sourceName(source), redacted }
    this.#line = line
    this.#write(pageHead(files, `Todos of ${this.#index.source}`))
  }

  session({ conversation, ...session }: SessionReplay): void {
    const place = this.#entries.length
    const texts = conversation?.blocks.ends ?? []
    const json = pageJson({ session, texts } satisfies PageSession)
    this.#write(deflatedBlock(sessionBlock(place), deflateRawSync(json)))
    for (const block of texts.keys()) {
      const bytes = conversation?.blocks.deflated(block)
      if (bytes !== undefined) this.#write(deflatedBlock(textsBlock(place, block), bytes))
    }
    this.#entries.push(reportEntry(session, this.#keyOf(session.session)))
  }

  finish(): void {
    const index: ReportIndex = { ...this.#index, sessions: this.#entries }
    this.#write(jsonBlock(indexBlock, pageJson(index)))
    this.#write(pageEnd(this.#files))
  }

  /** What was written; findings that a baseline accepts do not count. @param out the file's name */
  written(out: string) {
    const entries = this.#entries
    const sum = (numberOf: (entry: ReportEntry) => number): number =>
      entries.reduce((total, entry) => total + numberOf(entry), 0)
    return {
      ...{ out, bytes: this.#bytes, sessions: entries.length },
      completions: sum(completionsIn),
      unsupported: sum(({ verdicts }) => verdicts.unsupported),
      findings: added({ error: 0, warning: 0, info: 0 }, ...entries.map(({ findings }) => findings)),
    }
  }

  #write(text: string): void {
    this.#bytes += Buffer.byteLength(text, 'utf8') + 1
    this.#line(text)
  }

  /** Two sessions of one id get two keys. */
  #keyOf(session: string): string {
    let key = session
    for (let number = 2; this.#keys.has(key); number += 1) key = `${session} (${number})`
    this.#keys.add(key)
    return key
  }
}

/** The name of a source by itself: a page goes to people whom the folders around it are no business of. */
function sourceName(source: Source): string {
  return source.kind === 'stream' ? source.name : basename(resolve(nameOf(source)))
}
