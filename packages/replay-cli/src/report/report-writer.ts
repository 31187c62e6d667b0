/** Writes a page while its sessions are read: none of them is kept. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { added } from '../audit/audit-report.js'
import { Failure } from '../failure.js'
import { packageFolder, packageVersion } from '../package-folder.js'
import type { ConversationChoice } from '../replay/conversation-recorder.js'
import { completionsIn, countFindings } from '../session-view/concerns.js'
import type { SessionReplay } from '../session-view/session-replay.js'
import {
  indexBlock,
  type PageSession,
  type ReportEntry,
  type ReportIndex,
  sessionBlock,
  textsBlock,
} from '../session-view/session-replay.js'
import { nameOf, type Source } from '../sources/source.js'
import { pageText, plainJson } from '../text/printable.js'

/** How the conversation of a session stands in a page: whole, but for texts that nobody reads in a page to their end. */
export const pageConversation: ConversationChoice = { limit: 100_000, json: pageJson }

/** What an index of sessions says of one. @param key what links name it by */
export function reportEntry(replay: SessionReplay, key: string): ReportEntry {
  const { session, title, profile, file, parent, ended, turns, items, audit } = replay
  return {
    ...{ key, session, title, profile, file, parent, ended },
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

interface PageFiles {
  readonly script: string
  readonly style: string
}

/**
 * Reads the built page, from beside this package's code.
 * @throws Failure `no-page` where it was never built
 */
export function readPageFiles(folder: URL = new URL('page/', packageFolder)): PageFiles {
  try {
    return {
      script: readFileSync(new URL('page.js', folder), 'utf8'),
      style: readFileSync(new URL('page.css', folder), 'utf8'),
    }
  } catch (error) {
    const message = `The page is not built: there is nothing in ${folder.pathname}. npm run build builds it.`
    throw new Failure('no-page', message, { cause: error })
  }
}

/** A tick in a square, so that a browser does not ask for an icon. */
const icon =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><rect width='16' height='16' rx='4' fill='#3a5a8c'/>" +
  "<path d='M4 8.5l2.5 2.5L12 5.5' fill='none' stroke='#fff' stroke-width='2'/></svg>"

/** What stands before the data. @param title what the browser's tab says */
export function pageHead({ script, style }: PageFiles, title: string): string {
  for (const [text, element] of [
    [script, 'script'],
    [style, 'style'],
  ] as const)
    if (new RegExp(`</${element}|<!--`, 'i').test(text))
      throw new Error(`the page's ${element} would end its own element`)
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<title>${escaped(pageText(title))}</title>
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<noscript><p>This page shows its contents by a script of its own, and scripts are off here. Nothing in it leaves this
computer. Without scripts, <code>todo-replay audit</code> prints the same findings.</p></noscript>`
}

function pageEnd({ script }: PageFiles): string {
  return `<script>${script}</script>\n</body>\n</html>`
}

function jsonBlock(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json}</script>`
}

function deflatedBlock(id: string, bytes: Uint8Array): string {
  return `<script type="text/plain" id="${id}">${Buffer.from(bytes).toString('base64')}</script>`
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A value as JSON whose texts and keys are fit for a page, and in which nothing can end the block that it stands in. */
export function pageJson(value: unknown): string {
  const json = JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each === 'string') return pageText(each)
    return hasForeignKeys(each) ? withPageKeys(each) : each
  })
  return plainJson(json.replaceAll('<', '\\u003c'))
}

function hasForeignKeys(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).some((key) => !/^[\w-]*$/.test(key))
  )
}

function withPageKeys(value: object): unknown {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [pageText(key), each]))
}
