/**
 * `npm run bench:secrets`: how many secrets of each kind are found in each place, how many of 4,000 ordinary texts are changed,
 * and how fast. `--seed N` draws others; `--beside FOLDER` measures secretlint, installed there, too; `--show` prints what is missed
 * and what is changed: never look at those of a seed whose figures are reported.
 */

import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { allKinds, type Found, isToken, measure, type Redact, samplesOf, speedOf } from './measure.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '20260105' },
    beside: { type: 'string' },
    core: { type: 'string', multiple: true, default: [] },
    speed: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)

async function ours(core: string): Promise<Redact> {
  const { createRedactor } = (await import(core)) as typeof import('@todo-ledger/core/redaction')
  const redactor = createRedactor()
  return (text) => redactor.text(text)
}

/** What secretlint reports; its ranges are not always those of the secret, so a text that it reports is taken out whole. */
async function secretlint(folder: string): Promise<Redact> {
  const require = createRequire(join(folder, 'package.json'))
  const load = async (name: string): Promise<{ readonly [name: string]: unknown }> =>
    import(pathToFileURL(require.resolve(name)).href)
  const { lintSource } = await load('@secretlint/core')
  const { creator } = await load('@secretlint/secretlint-rule-preset-recommend')
  if (typeof lintSource !== 'function') throw new Error(`${folder} has no @secretlint/core.`)
  const config = { rules: [{ id: 'preset', rule: creator }] }
  return async (content) => {
    const source = { content, filePath: 'it.txt', ext: '.txt', contentType: 'text' }
    const result: { readonly messages: readonly unknown[] } = await lintSource({
      source,
      options: { config },
    })
    performance.clearMarks() // else it slows down by the marks that it leaves
    performance.clearMeasures()
    return result.messages.length > 0 ? '[redacted:secretlint]' : content
  }
}

const percent = (part: number, whole: number): string => `${((100 * (whole - part)) / whole).toFixed(1)} %`
const samples = samplesOf(seed)
const ordinary = 4000

function row(name: string, { missed, alarms }: Found, speed: number): string {
  const per = ((1000 * alarms.length) / ordinary).toFixed(2)
  const tokens = missed.filter(isToken).length
  return `| ${name} | ${percent(missed.length, samples.length)} | ${tokens} of ${samples.filter(isToken).length} | ${per} | ${speed.toFixed(1)} |`
}

/** How many of a kind are kept in each place; of places and kinds that keep none, nothing. */
function keptTable(missed: Found['missed']): readonly string[] {
  const inPlace = [...new Set(missed.map(({ place }) => place))]
  const kinds = [...new Set(missed.map(({ kind }) => kind))]
  const drawn = samples.length / Object.keys(allKinds).length
  const count = (kind: string, place?: string) =>
    missed.filter((each) => each.kind === kind && (place ?? each.place) === each.place).length
  return [
    `| kept of ${drawn} of a kind | ${inPlace.join(' | ')} | all |`,
    `| --- |${' ---: |'.repeat(inPlace.length + 1)}`,
    ...kinds.map(
      (kind) =>
        `| ${kind} | ${inPlace.map((place) => count(kind, place) || '').join(' | ')} | ${count(kind)} |`,
    ),
    `| the other ${Object.keys(allKinds).length - kinds.length} kinds | ${inPlace.map(() => '').join(' | ')} | 0 |`,
  ]
}

/** What is compared: `core` is a build of core, `secretlint` the folder that it is installed in. */
interface Candidate {
  readonly name: string
  readonly of: 'core' | 'secretlint'
  readonly place: string
}

const redactOf = ({ of, place }: Candidate): Promise<Redact> =>
  of === 'core' ? ours(place) : secretlint(place)

const candidates: Candidate[] = values.core.map((given) => {
  const [name = '', path = ''] = given.split('=')
  return { name, of: 'core', place: pathToFileURL(path).href }
})
candidates.push({ name: 'todo-ledger', of: 'core', place: '@todo-ledger/core/redaction' })
if (values.beside !== undefined) {
  candidates.push({ name: 'secretlint, recommended', of: 'secretlint', place: values.beside })
}

/** In a process of its own, so that none is slower for what ran before it. */
function speedAlone(index: number): number {
  const words = [...process.argv.slice(1), '--speed', String(index)]
  return Number(
    execFileSync(process.execPath, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  )
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
if (values.speed !== undefined) {
  const candidate = candidates[Number(values.speed)]
  if (candidate === undefined) throw new Error(`There is no candidate ${values.speed}.`)
  print(String(await speedOf(await redactOf(candidate), seed, candidate.of === 'core' ? 60 : 2)))
  process.exit()
}

const found: [string, Found][] = []
print(
  `Seed ${seed}\n\n| | found of ${samples.length} | tokens kept | ordinary texts changed of 1,000 | MB/s |\n| --- | ---: | ---: | ---: | ---: |`,
)
for (const [index, candidate] of candidates.entries()) {
  const each = await measure(await redactOf(candidate), seed)
  found.push([candidate.name, each])
  print(row(candidate.name, each, speedAlone(index)))
}
for (const [name, { missed, alarms }] of found) {
  print(`\n${name}\n\n${keptTable(missed).join('\n')}`)
  if (!values.show) continue
  for (const { kind, place, text } of missed)
    print(`  missed: ${kind} / ${place}: ${JSON.stringify(text).slice(0, 300)}`)
  for (const [kind, , after] of alarms) print(`  changed: ${kind}: ${JSON.stringify(after).slice(0, 400)}`)
}
