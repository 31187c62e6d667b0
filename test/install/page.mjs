// docs/guides/install.md holds the tables between two marks.
import { readFileSync } from 'node:fs'
import { nodeVersions } from './places.mjs'

/** The page. */
export const page = new URL('../../docs/guides/install.md', import.meta.url)

/** The page as it is. */
export function installPage() {
  return readFileSync(page, 'utf8')
}

/** A page with other tables. @param {string} text @param {import('./tables.mjs').Tables} tables */
export function withTables(text, { installs, bundles, types, megabytes }) {
  const lines = [
    tableOf('installed by', installs),
    tableOf('bundled by', bundles),
    `TypeScript: ${types}.`,
    '',
    // To 5 MB: it grows a little with each change.
    `\`npm install todo-replay\` makes a \`node_modules\` below ${Math.ceil(megabytes / 5) * 5} MB.`,
  ]
  const [begin = '', , end = ''] = text.split(
    /(?<=<!-- npm run trial -- install [^\n]*-->\n)(.*?)(?=<!-- end -->)/s,
  )
  return `${begin}${lines.join('\n')}\n${end}`
}

/** @param {string} what @param {readonly import('./tables.mjs').Row[]} rows */
function tableOf(what, rows) {
  const head = [what, ...nodeVersions.map((version) => `Node.js ${version}`)]
  const lines = [head, head.map(() => '---'), ...rows.map(({ name, cells }) => [name, ...cells])]
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}
