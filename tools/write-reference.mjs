// npm run docs:reference: writes the pages of docs/reference/ that are made of the code. With --check it writes nothing
// and says which are not as they would be written. The packages are built.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { referencePages } from './reference/index.mjs'

const isCheck = process.argv.includes('--check')
for (const [name, content] of Object.entries(await referencePages())) {
  const file = new URL(`../docs/reference/${name}.md`, import.meta.url)
  if (!isCheck) writeFileSync(file, content)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== content) {
    process.stdout.write(`docs/reference/${name}.md is stale: npm run docs:reference\n`)
    process.exitCode = 1
  }
}
