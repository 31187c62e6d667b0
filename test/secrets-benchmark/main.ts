/**
 * `npm run bench:secrets`: how many secrets of each kind are found in each place, how many of 4,000 ordinary texts are changed,
 * and how fast. `--seed N` draws others; `--core NAME=FILE` measures another build of core's redaction, too; `--show` prints
 * what is missed and what is changed: never look at those of a seed whose figures are reported.
 */

import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { allKinds, type Found, isToken, measure, type Redact, samplesOf, speedOf } from './measure.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '20260105' },
    core: { type: 'string', multiple: true, default: [] },
    speed: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const builds = new Map([
  ...values.core.map((given): [string, string] => {
    const [name = '', path = ''] = given.split('=')
    return [name, pathToFileURL(path).href]
  }),
  ['todo-ledger', '@todo-ledger/core/redaction'],
])

async function redactOf(build: string): Promise<Redact> {
  const core = (await import(builds.get(build) ?? build)) as typeof import('@todo-ledger/core/redaction')
  const redactor = core.createRedactor()
  return (text) => redactor.text(text)
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
if (values.speed !== undefined) {
  print(String(await speedOf(await redactOf(values.speed), seed, 60)))
  process.exit()
}

/** In a process of its own, so that none is slower for what ran before it. */
function speedAlone(build: string): number {
  const words = [...process.argv.slice(1), '--speed', build]
  return Number(execFileSync(process.execPath, words, { encoding: 'utf8' }))
}

const samples = samplesOf(seed)
const ordinary = 4000

function row(name: string, { missed, alarms }: Found): string {
  const found = ((100 * (samples.length - missed.length)) / samples.length).toFixed(1)
  const tokens = `${missed.filter(isToken).length} of ${samples.filter(isToken).length}`
  const per = ((1000 * alarms.length) / ordinary).toFixed(2)
  return `| ${name} | ${found} % | ${tokens} | ${per} | ${speedAlone(name).toFixed(1)} |`
}

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

print(`Seed ${seed}\n`)
print(`| | found of ${samples.length} | tokens kept | ordinary texts changed of 1,000 | MB/s |`)
print('| --- | ---: | ---: | ---: | ---: |')
const found = new Map<string, Found>()
for (const build of builds.keys()) {
  const each = await measure(await redactOf(build), seed)
  found.set(build, each)
  print(row(build, each))
}
for (const [name, { missed, alarms }] of found) {
  print(`\n${name}\n\n${keptTable(missed).join('\n')}`)
  if (!values.show) continue
  for (const { kind, place, text } of missed)
    print(`  missed: ${kind} / ${place}: ${JSON.stringify(text).slice(0, 300)}`)
  for (const [kind, , after] of alarms) print(`  changed: ${kind}: ${JSON.stringify(after).slice(0, 400)}`)
}
