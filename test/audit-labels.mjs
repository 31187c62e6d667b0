/**
 * Measures the audit against labelled completions.
 *
 *     node test/audit-labels.mjs --labels FILE --recordings DIR [--each]
 *
 * FILE is tab-separated, with a header and the columns file, call, item and label (`supported`, `partial`,
 * `unsupported`; others are counted apart). `file` is a path below DIR, `call` the recorded id of the completing call,
 * `item` the item's text. `--each` lists every label that the audit does not share. Needs a build.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openLedger, SessionAuditor, summarise, transientStore } from '@todo-ledger/core'
import { importRecording, openRecording } from '@todo-ledger/recordings'

const { values } = parseArgs({
  options: {
    labels: { type: 'string' },
    recordings: { type: 'string' },
    each: { type: 'boolean', default: false },
  },
})
if (values.labels === undefined || values.recordings === undefined) {
  process.stderr.write('usage: node test/audit-labels.mjs --labels FILE --recordings DIR [--each]\n')
  process.exit(2)
}

const labels = readLabels(values.labels)
const audits = new Map()
for (const { file } of labels) {
  if (!audits.has(file)) audits.set(file, await auditFile(join(values.recordings, file)))
}
const judged = labels.map((label) => ({ ...label, ...found(label) }))
const missing = judged.filter(({ completion }) => completion === undefined)
const rows = judged.filter(({ completion }) => completion !== undefined)

print(
  `${rows.length} labelled completions in ${audits.size} recordings${missing.length === 0 ? '' : `; ${missing.length} not found`}`,
)
for (const { file, call, item } of missing) print(`  not found: ${file} ${call} ${item}`)
for (const label of [...new Set(rows.map((row) => row.label))].sort())
  print(`  ${label.padEnd(12)} ${verdicts(withLabel(label))}`)

const unsupported = withLabel('unsupported')
const partial = withLabel('partial')
const supported = withLabel('supported')
print(`unsupported found (judged unsupported)       ${share(unsupported, isUnsupported)}`)
print(`unsupported not passed (unsupported or weak) ${share(unsupported, isNotPassed)}`)
print(`partial not passed                           ${share(partial, isNotPassed)}`)
print(`supported judged unsupported                 ${share(supported, isUnsupported)}`)
print(`supported with an error finding              ${share(supported, hasError)}`)
print(`AUROC of support, supported over unsupported ${auroc(supported, unsupported)}`)
print(`AUROC of support, supported over the others  ${auroc(supported, [...unsupported, ...partial])}`)
const summary = summarise([...audits.values()].flat())
const errors = ((100 * summary.findings.error) / summary.completions).toFixed(1)
print(
  `all ${summary.completions} completions of these recordings: ${summary.findings.error} error findings, ${errors} in 100; unknown ${summary.unknown}`,
)
if (values.each) for (const row of rows.filter(disagrees)) print(describe(row))

function readLabels(path) {
  const [header = '', ...lines] = readFileSync(path, 'utf8').split(/\r?\n/)
  const names = header.split('\t')
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => Object.fromEntries(line.split('\t').map((cell, index) => [names[index], cell])))
}

/** The audits of all sessions of a file. */
async function auditFile(path) {
  const auditors = []
  const recording = await openRecording(path)
  const ledger = openLedger({ store: transientStore() })
  await importRecording(recording.steps, ledger, {
    format: recording.format,
    file: recording.file,
    onSession: (session) => {
      const auditor = new SessionAuditor()
      auditors.push({ session: session.id, auditor })
      session.on('event', ({ event, state }) => auditor.observe(event, state))
    },
  })
  await ledger.close()
  const child = (id) => auditors.find(({ session }) => session === id)?.auditor.work
  return auditors.map(({ auditor }) => auditor.finish({ child }))
}

function found({ file, call, item }) {
  for (const audit of audits.get(file)) {
    const completion = audit.completions.find((each) => each.call === call && each.text === item)
    if (completion === undefined) continue
    const findings = audit.findings.filter(
      (each) => each.seq === completion.seq && each.item === completion.item,
    )
    return { completion, findings }
  }
  return { completion: undefined, findings: [] }
}

function withLabel(label) {
  return rows.filter((row) => row.label === label)
}

function isUnsupported({ completion }) {
  return completion.verdict === 'unsupported'
}

function isNotPassed({ completion }) {
  return completion.verdict === 'unsupported' || completion.verdict === 'weak'
}

function hasError({ findings }) {
  return findings.some(({ severity }) => severity === 'error')
}

function disagrees(row) {
  if (row.label === 'supported') return row.completion.verdict !== 'supported'
  if (row.label === 'unsupported') return row.completion.verdict !== 'unsupported'
  return row.label === 'partial' && row.completion.verdict === 'supported'
}

function verdicts(some) {
  const count = (verdict) => some.filter(({ completion }) => completion.verdict === verdict).length
  return `${String(some.length).padStart(4)}: supported ${count('supported')}, weak ${count('weak')}, unsupported ${count('unsupported')}, unknown ${count('unknown')}`
}

function share(some, holds) {
  const count = some.filter(holds).length
  return some.length === 0
    ? 'none labelled'
    : `${count} of ${some.length} (${((100 * count) / some.length).toFixed(1)} in 100)`
}

/** How often a completion of the first kind has more support than one of the second; an unknown counts as a half. */
function auroc(higher, lower) {
  if (higher.length === 0 || lower.length === 0) return 'none labelled'
  const supportOf = ({ completion }) => completion.support ?? 0.5
  let wins = 0
  for (const a of higher) {
    for (const b of lower) wins += supportOf(a) > supportOf(b) ? 1 : supportOf(a) === supportOf(b) ? 0.5 : 0
  }
  return (wins / (higher.length * lower.length)).toFixed(3)
}

function describe({ label, file, call, item, why = '', completion, findings }) {
  const evidence = completion.evidence.map(
    (each) => `    ${each.weight} ${each.tool} (seq ${each.seq}): ${each.why}`,
  )
  return [
    `${label} judged ${completion.verdict} ${completion.support}: ${file} ${call} ${item}`,
    `    label: ${why}`,
    ...evidence,
    ...completion.missing.map((each) => `    missing: ${each}`),
    ...findings.map((each) => `    ${each.severity} ${each.rule}: ${each.message}`),
  ].join('\n')
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
