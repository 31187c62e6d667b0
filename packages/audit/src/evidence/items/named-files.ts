/** The files that a text names, and whether a path is one of them. */

import { sourceOf, TextPattern } from '../languages/index.js'

/** A name with an extension, with or without folders; `package.json:12` names a line of one. */
const fileName = new TextPattern(
  String.raw`(?:[\w@.~[\]-]+[\\/])*[\w@[][\w@.[\]-]*\.[A-Za-z][A-Za-z0-9]{0,9}\b|(?<![\w.])\.(?:env|gitignore|npmrc|dockerignore)(?:\.\w+)?\b|\b(?:Dockerfile|Makefile|Jenkinsfile|Procfile)\b|\b(?:README|CHANGELOG|CONTRIBUTING)\b(?=\s*(?:$|[,.;:()&+]|${sourceOf('behindFile')}))`,
  'gu',
)

/** Endings of files; what else has a point in it is a member or a version: `console.log`, `v1.0`, `Foo.Bar()`. */
const extensions =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|swift|rb|php|cs|cpp|cc|hpp|sh|bash|ps1|bat|sql|json|ya?ml|toml|ini|cfg|conf|lock|xml|html?|css|scss|less|vue|svelte|astro|mdx?|txt|rst|csv|tsv|svg|png|jpe?g|gif|pdf|proto|graphql|prisma|tf|gradle|ipynb|dart|exs?|scala|sol|env|gitignore|npmrc|dockerignore)(?:\.(?:local|example|test|production|staging|development))?$/i

/** Members and products that look like files. */
const noFiles = /^(?:process|import\.meta|os|std)\.env$|^json\.\w+$/i

const productNames =
  /^(?:node|next|vue|nuxt|react|three|d3|express|nest|chart|socket|discord|alpine|ember|backbone|p5|ml5|mermaid|plotly|day|moment|asp|vb|ado)\.(?:js|net|io)$/i

/** The names of files in a text, as written, each once; at most ten. Linear in the text's first 600 characters. */
export function filesNamedIn(text: string): readonly string[] {
  const names = new Set<string>()
  const read = text.slice(0, 600)
  for (const name of read.match(fileName.for(read)) ?? []) {
    if (names.size >= 10) break
    if (productNames.test(name) || noFiles.test(name)) continue
    if (
      extensions.test(name) ||
      /^(?:Dockerfile|Makefile|Jenkinsfile|Procfile|README|CHANGELOG|CONTRIBUTING)$/.test(name)
    )
      names.add(name)
  }
  return [...names]
}

/** A path in the form in which two names of one file are equal: forward slashes, no `./`, lower case. */
export function normalizePath(path: string): string {
  return path
    .replace(/\\/g, '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '')
    .toLowerCase()
}

/** True where the path is the named file: the same, or one ends in the other. Both normalized. */
export function isNamed(path: string, name: string): boolean {
  if (
    /^(?:readme|changelog|contributing)$/.test(name) &&
    new RegExp(`(?:^|/)${name}(?:[._-][^/]*)?$`).test(path)
  )
    return true
  return path === name || path.endsWith(`/${name}`) || name.endsWith(`/${path}`)
}
