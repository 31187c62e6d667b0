/**
 * `npm run bench:secrets`: how many of a thousand secrets are found, how many of 4,000 ordinary texts are changed, and how
 * fast. `--seed N` draws others; `--beside FOLDER` measures secretlint, installed there, too; `--show` prints what is missed
 * and what is changed: never look at those of a seed whose figures are reported.
 */

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Found, measure, type Redact, speedOf } from './measure.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '20260105' },
    beside: { type: 'string' },
    core: { type: 'string', multiple: true, default: [] },
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
const kindsAndPlaces = 1000
const ordinary = 4000

function row(name: string, { missed, alarms }: Found, speed: number): string {
  const per = ((1000 * alarms.length) / ordinary).toFixed(2)
  return `| ${name} | ${percent(missed.length, kindsAndPlaces)} | ${per} | ${speed.toFixed(1)} |`
}

function worst(missed: Found['missed'], by: 'kind' | 'place', of: number): string {
  const counts = new Map<string, number>()
  for (const sample of missed) counts.set(sample[by], (counts.get(sample[by]) ?? 0) + 1)
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  return sorted.map(([name, count]) => `${name} ${percent(count, of)}`).join(' · ') || 'none'
}

const candidates: (readonly [string, Redact])[] = []
for (const given of values.core) {
  const [name = '', path = ''] = given.split('=')
  candidates.push([name, await ours(pathToFileURL(path).href)])
}
candidates.push(['todo-ledger', await ours('@todo-ledger/core/redaction')])
if (values.beside !== undefined) candidates.push(['secretlint, recommended', await secretlint(values.beside)])

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const found: [string, Found][] = []
print(
  `Seed ${seed}\n\n| | found of 1,000 | ordinary texts changed of 1,000 | MB/s |\n| --- | ---: | ---: | ---: |`,
)
for (const [name, redact] of candidates) {
  const each = await measure(redact, seed)
  found.push([name, each])
  print(row(name, each, await speedOf(redact, seed, name.startsWith('secretlint') ? 2 : 40)))
}
for (const [name, { missed, alarms }] of found) {
  print(`\n${name}\n  kinds not always found: ${worst(missed, 'kind', 20)}`)
  print(`  places not always found: ${worst(missed, 'place', 50)}`)
  if (!values.show) continue
  for (const { kind, place, text } of missed)
    print(`  missed: ${kind} / ${place}: ${JSON.stringify(text).slice(0, 300)}`)
  for (const [kind, , after] of alarms) print(`  changed: ${kind}: ${JSON.stringify(after).slice(0, 400)}`)
}
