/**
 * Measures whether the audit finds completions whose work was deleted.
 *
 *     node test/audit-deletions.mjs --labels FILE --recordings DIR [--seed N] [--count 20] [--all] [--class CLASS]
 *
 * FILE and DIR are those of `audit-labels.mjs`. Of the completions labelled `supported`, so many are drawn by the
 * seed. In a copy of each one's recording the calls and texts that did its work are deleted: from its start to its
 * completion, in the 30 calls before it and in the next 8 calls, with the texts from there on to the user's next
 * request; todo calls stay. Found are those
 * that are then judged unsupported; the rest are listed with what they rest on. `--all` takes them all. Needs a build.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openLedger, SessionAuditor, transientStore } from '@todo-ledger/core'
import { importRecording, openRecording } from '@todo-ledger/recordings'

/** Calls that go, beside those of the item's span: work is done before its item is started, or right after the mark. */
const callsBefore = 30
const callsAfter = 8

const { values } = parseArgs({
  options: {
    labels: { type: 'string' },
    recordings: { type: 'string' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    all: { type: 'boolean', default: false },
    class: { type: 'string' },
  },
})
if (values.labels === undefined || values.recordings === undefined) {
  process.stderr.write(
    'usage: node test/audit-deletions.mjs --labels FILE --recordings DIR [--seed N] [--count 20]\n',
  )
  process.exit(2)
}

const supported = readLabels(values.labels).filter(
  (row) => row.label === 'supported' && (values.class === undefined || row.class === values.class),
)
const drawn = values.all ? supported : shuffled(supported, Number(values.seed)).slice(0, Number(values.count))
const rows = []
for (const label of drawn) rows.push({ ...label, ...(await withoutItsWork(label)) })

const found = rows.filter(({ completion }) => completion?.verdict === 'unsupported')
const withError = found.filter(({ findings }) => findings.some(({ severity }) => severity === 'error'))
const share = rows.length === 0 ? 0 : (100 * found.length) / rows.length
print(
  `found ${found.length} of ${rows.length} (${share.toFixed(1)} in 100), ${withError.length} with an error finding`,
)
for (const row of rows) if (!withError.includes(row)) print(describe(row))

/** Audits a copy of a label's recording from which the item's work is deleted. */
async function withoutItsWork({ file, call, item }) {
  const path = join(values.recordings, file)
  const steps = []
  const recording = await openRecording(path)
  for await (const step of recording.steps) steps.push(step)
  const sessions = await replay(recording, steps)
  const owner = sessions.find(({ span }) => span(call, item) !== null)
  if (owner === undefined) return { completion: undefined, findings: [] }
  const copy = deleted(steps, owner.session, owner.span(call, item))
  const again = await replay(recording, copy)
  const child = (id) => again.find((one) => one.id === id)?.auditor.work
  for (const { auditor } of again) {
    const audit = auditor.finish({ child })
    const completion = audit.completions.find((each) => each.call === call && each.text === item)
    if (completion === undefined) continue
    const findings = audit.findings.filter(
      (each) => each.seq === completion.seq && (each.item === completion.item || each.item === null),
    )
    return { completion, findings }
  }
  return { completion: undefined, findings: [] }
}

/** Imports steps, audits their sessions, and follows the spans of their items. */
async function replay(recording, steps) {
  const sessions = []
  const ledger = openLedger({ store: transientStore() })
  await importRecording(steps, ledger, {
    format: recording.format,
    file: recording.file,
    onSession: (session) => {
      const auditor = new SessionAuditor()
      const spans = new Map()
      const updates = []
      sessions.push({
        id: session.id,
        session,
        auditor,
        span: (call, item) => spans.get(`${call} ${item}`) ?? null,
      })
      const started = new Map()
      session.on('event', ({ event, state }) => {
        auditor.observe(event, state)
        if (event.type !== 'todos.updated' || event.data.query) return
        const { call, changes } = event.data
        for (const change of changes) {
          const status =
            change.type === 'added' ? change.status : change.type === 'status-set' ? change.to : null
          if (status === 'in_progress') started.set(change.key, call)
          if (status !== 'completed') continue
          const text = state.items.find(({ key }) => key === change.key)?.text
          spans.set(`${call} ${text}`, { from: started.get(change.key) ?? updates.at(-1) ?? null, to: call })
        }
        updates.push(call)
      })
    },
  })
  await ledger.close()
  return sessions
}

/** The steps without the work of a span: its calls and results, what was said, and reports that came in meanwhile. */
function deleted(steps, session, { from, to }) {
  const calls = steps
    .map((step, index) => ({ step, index }))
    .filter(({ step }) => step.session === session.id && step.kind === 'call')
  const first = from === null ? 0 : calls.findIndex(({ step }) => step.call === from)
  const last = calls.findIndex(({ step }) => step.call === to)
  const work = calls
    .map(({ step, index }, place) => ({ step, index, place }))
    .filter(({ step }) => !session.isTodoTool(step.name))
  const gone = [
    ...work.filter(({ place }) => place < first).slice(-callsBefore),
    ...work.filter(({ place }) => place >= first && place <= last),
    ...work.filter(({ place }) => place > last).slice(0, callsAfter),
  ]
  const names = new Set(gone.map(({ step }) => step.call))
  const lowest = Math.min(calls[first]?.index ?? 0, gone[0]?.index ?? Number.POSITIVE_INFINITY)
  const highest = Math.max(calls[last]?.index ?? 0, gone.at(-1)?.index ?? 0)
  // A report that comes later, up to the user's next request, may be the work of several items.
  const isRequest = (step) => step.session === session.id && step.kind === 'input' && !isReport(step)
  const next = steps.findIndex((step, index) => index > highest && isRequest(step))
  const end = next === -1 ? steps.length : next
  return steps.flatMap((step, index) => {
    if (step.session !== session.id) return [step]
    if ('call' in step && names.has(step.call)) return []
    if (index < lowest || index >= end) return [step]
    if (step.kind === 'message' && step.role === 'assistant') return []
    if (step.kind === 'input' && isReport(step)) return [{ ...step, trigger: 'continuation', text: '' }]
    return [step]
  })
}

function isReport({ trigger, text }) {
  return trigger === 'subagent' || text.trimStart().startsWith('<task-notification')
}

function readLabels(path) {
  const [header = '', ...lines] = readFileSync(path, 'utf8').split(/\r?\n/)
  const names = header.split('\t')
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => Object.fromEntries(line.split('\t').map((cell, index) => [names[index], cell])))
}

/** The rows in an order that the seed decides: Fisher and Yates, with a linear congruential generator. */
function shuffled(some, seed) {
  const order = [...some]
  let state = (seed * 2654435761 + 12345) >>> 0
  const next = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = next(i + 1)
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}

function describe({ file, call, item, completion, findings }) {
  const verdict = completion === undefined ? 'not found' : `${completion.verdict} ${completion.support}`
  return [
    `${verdict}: ${file} ${call} ${item}`,
    ...(completion?.evidence ?? []).map(
      (each) => `    ${each.weight} ${each.tool} (seq ${each.seq}): ${each.why}`,
    ),
    ...findings.map((each) => `    ${each.severity} ${each.rule}`),
  ].join('\n')
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
