/** The tables of README.md and of docs/background/speed.md. How fast a machine is makes no test fail. */

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { spreadOf, timesWorse } from './figures.mjs'
import { figuresIn, goalsTable, readmeTable, withTable } from './table.mjs'

it('README.md tells how many goals are reached, and the first figure of each group; the page of all is read again', () => {
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
  const path = new URL('../../docs/background/speed.md', import.meta.url)
  const page = withTable(
    readFileSync(path, 'utf8'),
    goalsTable({ figures, node: '20.20.2', machine: 'a machine' }),
  )
  expect([...figuresIn(page)]).toEqual([
    ['what replay/bare is', { median: 1.3 }],
    ['what replay/redux is', { median: 20 }],
    ['what page/size is', { median: 2 }],
  ])
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
