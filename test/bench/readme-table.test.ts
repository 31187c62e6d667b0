/** The figures of README.md are those of the baseline. How fast a machine is makes no test fail. */

import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { spreadOf, timesWorse } from './figures.mjs'
import { readmeTable } from './table.mjs'

const baseline = new URL('baseline.json', import.meta.url)

it.runIf(existsSync(baseline))('README.md tells the figures of the baseline', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(readmeTable(JSON.parse(readFileSync(baseline, 'utf8'))))
})

it('a figure is worse where it is further from its goal', () => {
  const of = (goal: string, now: number, before: number) =>
    timesWorse({ goal, value: spreadOf([now]) }, spreadOf([before]))
  expect([of('≤ 2 ×', 3, 2), of('≥ 2 ×', 2, 3), of('≤ 5 ms', 1, 2), of('', 9, 1)]).toEqual([
    1.5,
    1.5,
    0.5,
    null,
  ])
})
