/**
 * node test/reader-pages/measure.mjs SHARED CHECKOUT... [PAGES.jsonl...]: how many of the labelled completions of SHARED (cases/ and
 * labels.tsv with corpus/, which are not part of the project) have, on the page that each CHECKOUT makes, the step that
 * the reason of their label cites, with the text that decides. The first CHECKOUT gives the events.
 *
 * Which step a reason cites is decided by its words, in the same way for each checkout: each word of the reason counts by
 * how rare it is among the steps of the session, identifiers and numbers three times. Of the calls and the agent's
 * messages the one with the largest sum is the cited step; a step between start and mark counts whole, one up to 12
 * before or 6 behind it by 0.8, any other up to 25 behind it by 0.5. The text that decides is there where the page shows, within
 * that step, nine tenths of the weight of those words of the reason that the step holds at all.
 */

import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const [shared, ...checkouts] = process.argv.slice(2)
if (shared === undefined || checkouts.length === 0 || !existsSync(join(shared, 'labels.tsv'))) {
  process.stderr.write(
    'usage: measure.mjs SHARED CHECKOUT..., where SHARED has cases/, corpus/ and labels.tsv\n',
  )
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'todo-reader-pages-'))
try {
  measure()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function measure() {
  const labelled = [...labelsOf('cases/labels.tsv', 'cases'), ...labelsOf('labels.tsv', 'corpus')]
  mkdirSync(join(folder, 'sessions'))
  const names = new Map()
  for (const { file } of labelled) {
    if (names.has(file)) continue
    names.set(file, `${names.size}-${basename(file)}`)
    copyFileSync(file, join(folder, 'sessions', names.get(file)))
  }
  const made = checkouts.map((checkout) => pagesOf(checkout))
  const sessions = new Map()
  const found = checkouts.map(() => new Map())
  for (const label of labelled) {
    const pages = made.map((each) => each.get(`${label.call} ${label.item}`))
    if (pages.includes(undefined)) continue
    if (!sessions.has(label.file))
      sessions.set(label.file, stepsOf(join(folder, 'sessions', names.get(label.file))))
    const cited = citedStep(label.why, sessions.get(label.file), lifeOf(pages[0].page))
    if (cited === null) continue
    for (const [index, page] of pages.entries()) {
      const shown = shownOf(page.page, cited.line)
      const share = shown === null ? 0 : shareOf(cited.words, shown)
      const counts = found[index].get(label.label) ?? { all: 0, step: 0, text: 0, share: 0 }
      counts.all += 1
      counts.step += shown === null ? 0 : 1
      counts.text += share >= 0.9 ? 1 : 0
      counts.share += share
      found[index].set(label.label, counts)
      if (process.env.EACH && share < 0.9)
        print(
          `${index} ${label.label} ${basename(label.file)} ${cited.line} ${share.toFixed(2)} ${label.item} | ${label.why}`,
        )
    }
  }
  print(
    '| checkout | label | completions | cited step on the page | with the text that decides | share of that text |',
  )
  print('| --- | --- | ---: | ---: | ---: | ---: |')
  for (const [index, checkout] of checkouts.entries()) {
    const sum = { all: 0, step: 0, text: 0, share: 0 }
    for (const counts of found[index].values()) for (const name of Object.keys(sum)) sum[name] += counts[name]
    for (const [label, { all, step, text, share }] of [...found[index], ['all', sum]])
      print(`| ${checkout} | ${label} | ${all} | ${step} | ${text} | ${(share / all).toFixed(2)} |`)
  }
}

function labelsOf(name, under) {
  const [head, ...lines] = readFileSync(join(shared, name), 'utf8').trimEnd().split(/\r?\n/)
  const fields = head.split('\t')
  return lines.map((line) => {
    const row = Object.fromEntries(line.split('\t').map((value, index) => [fields[index], value]))
    return { ...row, file: join(shared, under, row.file) }
  })
}

/** The pages that a checkout makes, by call and item; `pages` is how it was asked for before `audit --pages`. */
function pagesOf(checkout) {
  if (checkout.endsWith('.jsonl')) return readPages(checkout)
  const out = join(folder, 'pages.jsonl')
  const sessions = join(folder, 'sessions')
  const asked = run(checkout, 'audit', sessions, '--pages', out, '--reader-all')
  if (asked.status > 1) run(checkout, 'pages', sessions, '--out', out)
  return readPages(out)
}

function readPages(file) {
  const pages = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return new Map(pages.map((page) => [`${page.call} ${page.text}`, page]))
}

/** The steps of a recording by their lines: what went in and came out, whole. */
function stepsOf(file) {
  const events = run(process.env.EVENTS ?? checkouts[0], 'export', file)
    .stdout.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const steps = []
  const calls = new Map()
  for (const { type, seq, source, data } of events) {
    const step = { seq, line: source?.line ?? seq, text: '' }
    if (type === 'tool.called') {
      step.text = `${data.name} ${
        typeof data.input === 'string'
          ? data.input
          : Object.values(data.input ?? {})
              .map(textOf)
              .join('\n')
      }`
      calls.set(data.call, step)
    } else if (type === 'tool.returned') {
      const call = calls.get(data.call)
      if (call !== undefined) call.text += `\n${data.output}`
      continue
    } else if (type === 'message.recorded' || type === 'run.started') {
      step.text = data.text
      step.isRequest = type === 'run.started'
    } else continue
    steps.push(step)
  }
  const known = new Map()
  for (const step of steps) {
    step.words = wordsIn(step.text)
    for (const word of step.words) known.set(word, (known.get(word) ?? 0) + 1)
  }
  return { steps, weightOf: (word) => Math.log((steps.length + 1) / (known.get(word) ?? steps.length + 1)) }
}

function textOf(value) {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function wordsIn(text) {
  return new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}_.:/-]*[\p{L}\p{N}_]/gu) ?? []).flatMap((word) => [
      word,
      ...word.split(/[./:-]/),
    ]),
  )
}

/** The lines at which an item was started, else listed, and marked, as its page says. */
function lifeOf(page) {
  const at = (name) =>
    Number(new RegExp(String.raw`\b${name}: turn \d+, (?:line|event) (\d+)`).exec(page)?.[1] ?? Number.NaN)
  const [listed, started, marked] = [at('listed'), at('started'), at('marked as completed')]
  return { start: started || listed || 0, mark: marked }
}

function citedStep(why, { steps, weightOf }, { start, mark }) {
  const telling = [...wordsIn(why)].map((word) => {
    const isName = /[a-z][A-Z]|[A-Z_]{3}|[\d_./]/.test(originalOf(word, why))
    return [word, weightOf(word) * (isName ? 3 : 1)]
  })
  const from = steps.findIndex(({ line }) => line >= start)
  const to = steps.findLastIndex(({ line }) => line <= mark)
  let best = null
  for (const [place, step] of steps.entries()) {
    if (step.isRequest || place > to + 25) continue
    const words = telling.filter(([word, weight]) => weight > 0 && word.length > 2 && step.words.has(word))
    const near = place >= from && place <= to ? 1 : place >= from - 12 && place <= to + 6 ? 0.8 : 0.5
    const sum = near * words.reduce((total, [, weight]) => total + weight, 0)
    if (words.length > 0 && (best === null || sum >= best.sum)) best = { line: step.line, words, sum }
  }
  return best
}

function originalOf(word, text) {
  const at = text.toLowerCase().indexOf(word)
  return at < 0 ? word : text.slice(at, at + word.length)
}

/** What the page shows of the steps at a line, or null. */
function shownOf(page, line) {
  const steps = page.split(/\n(?=(?:>>> THE MARK )?\[turn |… )/)
  const shown = steps.filter((step) =>
    new RegExp(String.raw`^(?:>>> THE MARK )?\[turn \d+, (?:line|event) ${line}\]`).test(step),
  )
  return shown.length === 0 ? null : shown.join('\n')
}

function shareOf(words, shown) {
  const held = wordsIn(shown)
  const sum = (list) => list.reduce((total, [, weight]) => total + weight, 0)
  return sum(words.filter(([word]) => held.has(word))) / sum(words)
}

function run(checkout, ...words) {
  const bin = join(checkout, 'packages/replay-cli/bin/todo-replay.js')
  return spawnSync(process.execPath, [bin, ...words], { encoding: 'utf8', maxBuffer: 1 << 30 })
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
