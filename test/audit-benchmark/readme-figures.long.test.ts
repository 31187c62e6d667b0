import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readmeFigures, withFigures } from './readme-figures.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('the figures of README.md are those of today; npm run bench:audit -- --readme writes them anew', async () => {
  const readme = readFileSync(`${root}README.md`, 'utf8')
  expect(readme).toBe(withFigures(readme, await readmeFigures(root)))
})
