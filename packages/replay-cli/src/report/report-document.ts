/** The page as one document that asks nobody for anything: its policy allows its own script and style alone. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Failure } from '../failure.js'
import { packageFolder } from '../package-folder.js'
import { pageText, plainJson } from '../text/printable.js'

export interface PageFiles {
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

/** What stands behind the data. */
export function pageEnd({ script }: PageFiles): string {
  return `<script>${script}</script>\n</body>\n</html>`
}

/** A block of data. @param json fit for a page */
export function jsonBlock(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json}</script>`
}

/** A block of deflated data. */
export function deflatedBlock(id: string, bytes: Uint8Array): string {
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
