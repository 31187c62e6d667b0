/** The site of docs/ is built, and its pages ask no other computer for anything. */

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const site = join(root, 'dist', 'docs')
/** The exit code of a build that could not install VitePress. */
const notInstalled = 3

const build = spawnSync(process.execPath, [join(root, 'tools', 'build-docs.mjs')], {
  cwd: root,
  encoding: 'utf8',
})
const isThere = build.status !== notInstalled || process.env['CI'] !== undefined
if (!isThere)
  process.stderr.write('\n!!! VitePress could not be installed: the site of docs/ is NOT TRIED.\n\n')

describe.skipIf(!isThere)('the site of docs/', () => {
  let files: readonly string[] = []
  beforeAll(() => {
    expect(build.status, `${build.stdout}${build.stderr}`).toBe(0)
    files = readdirSync(site, { recursive: true, encoding: 'utf8' })
  })

  test('has each page of docs/', () => {
    const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md') && !path.startsWith('.'))
      .map((path) => path.replace(/README\.md$/, 'index.md').replace(/md$/, 'html'))
    expect(pages.filter((page) => !files.includes(page))).toEqual([])
  })

  test('loads nothing from another host', () => {
    const foreign = files
      .filter((path) => /\.(?:html|css)$/.test(path))
      .flatMap((path) => loadedBy(readFileSync(join(site, path), 'utf8')).map((from) => `${path}: ${from}`))
    expect(foreign).toEqual([])
  })
})

test('what a page loads from elsewhere is found', () => {
  const page = `<a href="https://a.example">fine</a><img src="/b.png"><script src="https://c.example/c.js"></script>
    <link rel="stylesheet" href="//d.example/d.css"><style>@import "https://e.example"; i { background: url(http://f.example/f) }</style>`
  expect(loadedBy(page)).toEqual([
    'https://c.example/c.js',
    '//d.example/d.css',
    'http://f.example/f',
    'https://e.example',
  ])
})

/** The addresses of other hosts that a page or a style sheet loads by itself; where a link leads is the reader's own choice. */
function loadedBy(text: string): readonly string[] {
  const foreign = String.raw`(?:https?:)?\/\/[^"'\s)>]+`
  const ways = [
    `<(?!a\\b)[a-z][^>]*?\\s(?:src|href|srcset|poster|data)="(${foreign})`,
    `url\\(["']?(${foreign})`,
    `@import\\s+["'](${foreign})`,
  ]
  return ways.flatMap((way) => [...text.matchAll(new RegExp(way, 'g'))].map(([, address = '']) => address))
}
