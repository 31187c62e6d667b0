/**
 * `npm run bench:secrets`: how many secrets of each kind are found in each place, how many of 4,000 ordinary texts are changed,
 * and how fast. `--seed N` draws others; `--show` prints what is missed and what is changed: never look at those of a seed
 * whose figures are reported.
 */

import { parseArgs } from 'node:util'
import { createRedactor } from '@todo-ledger/core/redaction'
import { allKinds, type Found, isToken, measure, samplesOf, speedOf } from './measure.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '20260105' },
    show: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const redactor = createRedactor()
const redact = (text: string): string => redactor.text(text)
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const samples = samplesOf(seed)
const ordinary = 4000

/** How many of a kind are kept in each place; of places and kinds that keep none, nothing. */
function keptTable(missed: Found['missed']): readonly string[] {
  const inPlace = [...new Set(missed.map(({ place }) => place))]
  const kinds = [...new Set(missed.map(({ kind }) => kind))]
  const all = Object.keys(allKinds).length
  const count = (kind: string, place?: string) =>
    missed.filter((each) => each.kind === kind && (place ?? each.place) === each.place).length
  const line = (name: string, cells: readonly (string | number)[]) => `| ${name} | ${cells.join(' | ')} |`
  return [
    line(`kept of ${samples.length / all} of a kind`, [...inPlace, 'all']),
    `| --- |${' ---: |'.repeat(inPlace.length + 1)}`,
    ...kinds.map((kind) => line(kind, [...inPlace.map((place) => count(kind, place) || ''), count(kind)])),
    line(`the other ${all - kinds.length} kinds`, [...inPlace.map(() => ''), 0]),
  ]
}

const speed = speedOf(redact, seed, 60)
const { missed, alarms } = measure(redact, seed)
const share = ((100 * (samples.length - missed.length)) / samples.length).toFixed(1)
const tokens = `${missed.filter(isToken).length} of ${samples.filter(isToken).length}`
const changed = ((1000 * alarms.length) / ordinary).toFixed(2)
print(`Seed ${seed}\n`)
print(`| found of ${samples.length} | tokens kept | ordinary texts changed of 1,000 | MB/s |`)
print('| ---: | ---: | ---: | ---: |')
print(`| ${share} % | ${tokens} | ${changed} | ${speed.toFixed(1)} |\n`)
print(keptTable(missed).join('\n'))
if (values.show) {
  for (const { kind, place, text } of missed)
    print(`  missed: ${kind} / ${place}: ${JSON.stringify(text).slice(0, 300)}`)
  for (const [kind, , after] of alarms) print(`  changed: ${kind}: ${JSON.stringify(after).slice(0, 400)}`)
}
