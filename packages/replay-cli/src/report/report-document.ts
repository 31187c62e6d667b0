/** The page as one document that asks nobody for anything: its policy allows its own script and style alone. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { Failure } from '../failure.js'
import { packageFolder } from '../package-folder.js'
import type { ConversationChoice } from '../replay/conversation-recorder.js'
import { indexBlock, sessionBlock, textsBlock } from '../session-view/report-data.js'
import { pageText, plainJson } from '../text/printable.js'

/** A tick in a square, so that a browser does not ask for an icon. */
const icon =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><rect width='16' height='16' rx='4' fill='#3a5a8c'/>" +
  "<path d='M4 8.5l2.5 2.5L12 5.5' fill='none' stroke='#fff' stroke-width='2'/></svg>"

/** Makes a document piece by piece: its head, the sessions in any order, the end. */
export class ReportDocument {
  readonly #files: PageFiles

  /** @param files the built page, which may hold nothing that ends its element */
  constructor(files: PageFiles) {
    for (const [text, element] of [
      [files.script, 'script'],
      [files.style, 'style'],
    ] as const) {
      if (new RegExp(`</${element}|<!--`, 'i').test(text))
        throw new Error(`the page's ${element} would end its own element`)
    }
    this.#files = files
  }

  /** What stands before the sessions. @param title what the browser's tab says */
  head(title: string): string {
    const { script, style } = this.#files
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
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<noscript><p>This page shows its contents by a script of its own, and scripts are off here. Nothing in it leaves this
computer. Without scripts, <code>todo-replay audit</code> prints the same findings.</p></noscript>`
  }

  /** The block of a session. @param json what it holds, fit for a page */
  session(place: number, json: string): string {
    return deflatedBlock(sessionBlock(place), deflateRawSync(json))
  }

  /** A block of the texts of a session. @param bytes what it holds, fit for a page, deflated */
  texts(place: number, number: number, bytes: Uint8Array): string {
    return deflatedBlock(textsBlock(place, number), bytes)
  }

  /** What stands behind the sessions. @param indexJson the index, fit for a page */
  end(indexJson: string): string {
    return `${block(indexBlock, indexJson)}\n<script>${this.#files.script}</script>\n</body>\n</html>`
  }
}

function block(id: string, json: string): string {
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

/** What the page is made of. */
export interface PageFiles {
  /** The script. */
  readonly script: string
  /** The style sheet. */
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

/**
 * A value as JSON that may stand in a page's script block: its texts and keys are fit for a page, and nothing in it can
 * end the block.
 */
export function pageJson(value: unknown): string {
  const json = JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each === 'string') return pageText(each)
    return hasForeignKeys(each) ? withKeys(each, pageText) : each
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

function withKeys(value: object, shown: (text: string) => string): unknown {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [shown(key), each]))
}

/** How the conversation of a session stands in a page: whole, but for texts that nobody reads in a page to their end. */
export const pageConversation: ConversationChoice = { limit: 100_000, json: pageJson }
