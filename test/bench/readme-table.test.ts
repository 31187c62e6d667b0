/** The figures of README.md and of docs/background/speed.md are those of the baseline. How fast a machine is makes no test fail. */

import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { spreadOf, timesWorse } from './figures.mjs'
import { goalsTable, readmeTable, withTable } from './table.mjs'

const baseline = new URL('baseline.json', import.meta.url)
const pages = [
  ['README.md', readmeTable],
  ['docs/background/speed.md', goalsTable],
] as const

it.runIf(existsSync(baseline)).each(pages)('%s tells the figures of the baseline', (path, table) => {
  const page = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  expect(page).toBe(withTable(page, table(JSON.parse(readFileSync(baseline, 'utf8')))))
})

it('README.md tells how many goals are reached, and the first figure of each group', () => {
  const figure = (id: string, goal: string, value: number | null) => ({
    ...{ id, goal, what: `what ${id} is`, ours: '', other: '', by: '' as const, remark: '' },
    value: value === null ? null : spreadOf([value]),
  })
  const figures = [
    figure('replay/bare', '≤ 1.5 ×', 1.3),
    figure('replay/redux', '≥ 30 ×', 20),
    figure('replay/immer', '', 100),
    figure('page/size', '≤ 3 MB', 2),
    figure('page/time', '≤ 1 s', null),
  ]
  expect(readmeTable({ figures, node: '20.20.2', machine: 'a machine' })).toMatchInlineSnapshot(`
    "2 of 3 goals are reached on Node.js 20.20.2, a machine; the first of each group:

    | what | goal | now |
    | --- | --- | --- |
    | what replay/bare is | ≤ 1.5 × | 1.30 |
    | what page/size is | ≤ 3 MB | 2.00 |"
  `)
  expect(() => withTable('# A page\n', 'a table')).toThrow('A page has no place for the figures')
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
