/** The files that a text names, and whether a path is one of them. */

/** A name with an ending, with or without folders and a leading dot; `package.json:12` names a line of one. */
const fileName =
  /(?<![\w@/\\])(?:\.{0,2}[\w@~[\]-][\w@.~[\]-]*[\\/]|\.{1,2}[\\/]|[\\/])*\.?[\w@[][\w@.[\]-]*\.[A-Za-z][A-Za-z0-9]{0,9}(?![\w(])|(?<![\w./\\])\.(?:env|gitignore|npmrc|dockerignore|editorconfig|prettierrc|eslintrc|babelrc|nvmrc)(?:\.\w+)?\b|(?<![\w./-])(?:Dockerfile|Makefile|Jenkinsfile|Procfile|justfile)\b/gu

/** Endings of files; what else has a point in it is a member or a version: `console.log`, `v1.0`. */
const ending =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kts?|swift|rb|php|cs|cpp|cc|c|h|hpp|sh|bash|ps1|bat|sql|jsonl?|json5|ya?ml|toml|ini|cfg|conf|lock|xml|html?|css|scss|less|vue|svelte|astro|mdx?|txt|rst|csv|tsv|svg|proto|graphql|prisma|tf|gradle|ipynb|dart|exs?|scala|sol|env|gitignore|npmrc|dockerignore|editorconfig|prettierrc|eslintrc|babelrc|nvmrc|scenes)(?:\.(?:local|example|test|production|staging|development))?$|(?:Dockerfile|Makefile|Jenkinsfile|Procfile|justfile)$/iu

/** Members and products that look like files. */
const noFile =
  /^(?:process|import\.meta|os|std)\.env$|^json\.\w+$|^(?:node|next|vue|nuxt|react|three|d3|express|nest|chart|socket|discord|alpine|ember|backbone|p5|day|moment|asp|vb|ado)\.(?:js|net|io)$|^\.\w+$(?<!\.(?:env|gitignore|npmrc|dockerignore|editorconfig|prettierrc|eslintrc|babelrc|nvmrc))/iu

const mostFiles = 10
const readLength = 600

/** The names of files in a text, as written, each once, at most ten. */
export function filesNamedIn(text: string): readonly string[] {
  const found = text.slice(0, readLength).match(fileName) ?? []
  return [...new Set(found)].filter((name) => ending.test(name) && !noFile.test(name)).slice(0, mostFiles)
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
  return path === name || path.endsWith(`/${name}`) || name.endsWith(`/${path}`)
}
