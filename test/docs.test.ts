/** What the documentation and the comments point at is there: files, headings, pages of docs/. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const skipped = new Set(['node_modules', 'dist', '.git', 'page', 'coverage'])

function filesBelow(folder: string, ending: RegExp): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(path, ending)
    return ending.test(entry.name) ? [path] : []
  })
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)
  return new Set(
    [...headings].map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

function isThere(path: string, anchor: string | undefined): boolean {
  return existsSync(path) && (anchor === undefined || anchorsOf(path).has(anchor))
}

const documents = filesBelow(root, /\.md$/)

it('every link of a document leads to a file and a heading', () => {
  const broken = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const target = path === '' ? document : join(dirname(document), path)
        return !isThere(target, /\.md$/.test(target) ? anchor : undefined)
      })
      .map(([link]) => `${relative(root, document)}: ${link}`),
  )
  expect(broken).toEqual([])
})

/** Pages on other repositories name paths of theirs. */
const ours = documents.filter((path) => !path.includes(join('docs', 'sources')))

it('every path of this repository that a document names exists', () => {
  const named = /`((?:packages|test|tools|docs|examples|fixtures)\/[\w./-]+?)(?::\d+)?`/g
  const missing = ours.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(named)]
      .filter(([, path = '']) => !existsSync(join(root, path)))
      .map(([, path = '']) => `${relative(root, document)}: ${path}`),
  )
  expect(missing).toEqual([])
})

it('every page of docs/ that a comment cites exists, with its heading', () => {
  const sources = ['packages', 'test', 'tools', 'examples'].flatMap((folder) =>
    filesBelow(join(root, folder), /\.(?:ts|tsx|mjs)$/),
  )
  const missing = sources.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /\bdocs\/(?:sources|guides|reference|background)\/[\w-]+\.md(?:#([\w-]+))?/g,
      ),
    ]
      .filter(([cited, anchor]) => !isThere(join(root, cited.replace(/#.*/, '')), anchor))
      .map(([cited]) => `${relative(root, file)}: ${cited}`),
  )
  expect(missing).toEqual([])
})

it('every page of docs/ is in a folder, and its list leads to it', () => {
  const index = join(root, 'docs', 'README.md')
  const listed = new Set(
    [...readFileSync(index, 'utf8').matchAll(/\]\(([^)#\s]+\.md)\)/g)].map(([, path = '']) => path),
  )
  const pages = filesBelow(join(root, 'docs'), /\.md$/)
    .map((page) => relative(join(root, 'docs'), page))
    .filter((page) => page !== 'README.md' && !/^sources\/(?!README)/.test(page))
  expect(pages.filter((page) => !listed.has(page))).toEqual([])
})

it('README.md is read in a few minutes', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(120)
})

it('few words mean something particular here', () => {
  const glossary = readFileSync(join(root, 'docs', 'reference', 'glossary.md'), 'utf8')
  expect(glossary.match(/^\| (?!word |---)/gm)?.length).toBeLessThanOrEqual(20)
})
