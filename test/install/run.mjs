// npm run trial -- install: installs the packed packages with each package manager, runs and bundles them with each Node.js,
// and holds what came of it against docs/guides/install.md. --write puts it there.
import { writeFileSync } from 'node:fs'
import { setUp } from '../../tools/set-up.mjs'

if (setUp()) {
  const { installPage, page, withTables } = await import('./page.mjs')
  const { makeTables } = await import('./tables.mjs')
  const before = installPage()
  const now = withTables(before, await makeTables((text) => process.stderr.write(`${text}\n`)))
  if (process.argv.includes('--write')) writeFileSync(page, now)
  else if (now !== before) {
    process.stdout.write(`docs/guides/install.md is stale, or something broke. It would be:\n\n${now}`)
    process.exitCode = 1
  }
} else process.exitCode = 3
