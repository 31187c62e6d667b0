// The site of these pages, built by npm run docs:build: VitePress is installed then, outside the project.
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const docs = fileURLToPath(new URL('..', import.meta.url))
const root = dirname(docs.replace(/\/$/, ''))
const { repository } = JSON.parse(readFileSync(join(root, 'packages/core/package.json'), 'utf8'))
const address = (repository?.url ?? '').replace(/^git\+|\.git$/g, '')
const list = readFileSync(join(docs, 'README.md'), 'utf8')

// biome-ignore lint/style/noDefaultExport: what VitePress reads
export default {
  title: 'todo-ledger',
  description: 'Which todos of an AI agent were marked done without the work',
  base: process.env['DOCS_BASE'] ?? '/',
  outDir: join(root, 'dist', 'docs'),
  cacheDir: join(tmpdir(), 'todo-ledger-docs-cache'),
  rewrites: { 'README.md': 'index.md', ':folder/README.md': ':folder/index.md' },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: ['Guides', 'Reference', 'Background'].map((title) => ({
      text: title,
      link: pagesOf(title)[0]?.link,
    })),
    sidebar: ['Guides', 'Reference', 'Background'].map((text) => ({ text, items: pagesOf(text) })),
  },
  markdown: {
    html: false,
    attrs: { disable: true },
    anchor: { slugify: githubAnchor },
    toc: { slugify: githubAnchor },
    headers: { slugify: githubAnchor },
    config: (md) => {
      md.core.ruler.before('normalize', 'no-comments', (state) => {
        state.src = state.src.replace(/^<!--.*-->$/gm, '')
      })
      md.core.ruler.push('links-out-of-docs', ({ tokens, env }) => {
        for (const { children } of tokens) {
          for (const [index, token] of (children ?? []).entries()) {
            if (token.type !== 'link_open' || !pointOut(token, env)) continue
            const close = children.slice(index).find(({ type }) => type === 'link_close')
            for (const each of [token, close]) each.tag = 'span'
          }
        }
      })
    },
  },
}

/** The pages that docs/README.md lists below a heading. */
function pagesOf(title) {
  const part = list.split(/^## /m).find((each) => each.startsWith(title)) ?? ''
  return [...part.matchAll(/\[([^\]]+)\]\(([\w/-]+)\.md\)/g)].map(([, text = '', path = '']) => ({
    text: text[0].toUpperCase() + text.slice(1),
    link: `/${path.replace(/README$/, '')}`,
  }))
}

/** The anchor of a heading as GitHub makes it, so that a link holds in both. */
function githubAnchor(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Has a link to a file beside docs/ lead to the repository; true where that has no address, so that it is no link. */
function pointOut(token, env) {
  const href = token.attrGet('href') ?? ''
  if (/^(?:[a-z]+:|#|$)/.test(href)) return false
  const [path = '', anchor] = href.split('#')
  const file = join(dirname(join(docs, env.relativePath.replace(/index\.md$/, 'README.md'))), path)
  if (!relative(docs, file).startsWith('..')) return false
  if (!existsSync(file)) throw new Error(`${env.relativePath}: there is no ${file}`)
  token.attrs = []
  if (address === '') return true
  token.attrSet(
    'href',
    `${address}/blob/main/${relative(root, file)}${anchor === undefined ? '' : `#${anchor}`}`,
  )
  return false
}
