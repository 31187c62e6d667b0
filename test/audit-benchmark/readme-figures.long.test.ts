import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { pagesWithFigures } from './readme-figures.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('the figures of README.md and docs/ are those of today; npm run bench:audit -- --readme writes them anew', async () => {
  for (const [path, page] of await pagesWithFigures(root))
    expect(readFileSync(`${root}${path}`, 'utf8')).toBe(page)
})
