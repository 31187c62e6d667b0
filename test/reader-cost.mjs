/**
 * npm run bench:reader -- DIR [--price IN,OUT]: what it takes to have every completion of the recordings in DIR read, by the
 * size of the page: pages, tokens in and out (bytes through four, question and schema included), and, with prices in US
 * dollars for a million tokens, what that costs. Then the time that the audit takes of its own, with a reader that answers
 * at once. Without a folder the project's own fixtures are taken.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from '../tools/script-options.mjs'
import { root, setUp } from '../tools/set-up.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { price: { type: 'string' } },
})
const [source = join(root, 'fixtures')] = positionals
const [priceIn, priceOut] = (values.price ?? '').split(',').map(Number)
const todoReplay = join(root, 'packages', 'replay-cli', 'bin', 'todo-replay.js')
const state = mkdtempSync(join(tmpdir(), 'todo-reader-cost-'))

/** The length of answers that were given: those to the project's own fixtures are kept whole. */
const answers = readFileSync(join(root, 'test/audit-benchmark/answers/fixtures.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))
  .map(({ verdict, p, parts, line, quote, why }) => JSON.stringify({ verdict, p, parts, line, quote, why }))
const tokensOut = Math.round(
  answers.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / answers.length / 4,
)

if (!setUp()) process.exitCode = 3
else {
  try {
    printSizes()
    printTimes()
  } finally {
    rmSync(state, { recursive: true, force: true })
  }
}

function printSizes() {
  const price = Number.isFinite(priceOut) ? ' cost of all |' : ''
  print(`| page | pages | tokens in, a page | tokens out, a page | tokens in, all |${price}`)
  print(`| ---: | ---: | ---: | ---: | ---: |${price === '' ? '' : ' ---: |'}`)
  for (const size of [4000, 8000, 12_000, 16_000]) {
    const lines = run('pages', source, '--size', String(size)).trimEnd().split('\n')
    const bytes = lines
      .map((line) => JSON.parse(line))
      .map(({ page, question }) => Buffer.byteLength(page) + Buffer.byteLength(question))
    const tokens = Math.round(bytes.reduce((sum, each) => sum + each, 0) / 4)
    const each = [size, bytes.length, Math.round(tokens / bytes.length), tokensOut, tokens].map((number) =>
      number.toLocaleString('en-US'),
    )
    const cost = (tokens * priceIn + bytes.length * tokensOut * priceOut) / 1e6
    print(`| ${each.join(' | ')} |${price === '' ? '' : ` $${cost.toFixed(2)} |`}`)
  }
}

function printTimes() {
  const answer = '{"verdict":"cannot_tell","p":50,"parts":[],"line":null,"quote":"","why":""}'
  const words = ['audit', source, '--fail-on', 'never', '--json', '--no-config']
  const none = timed(...words, '--reader', 'none')
  const read = timed(...words, '--reader', `command:echo '${answer}'`)
  const again = timed(...words, '--reader', `command:echo '${answer}'`)
  print('')
  print(
    `the audit takes ${none} s of the processor without a reader, ${read} s with one that answers at once, ${again} s with all on record`,
  )
}

/** The processor's seconds that it takes, of its own and of what it runs: what else a machine does is not in them. */
function timed(...words) {
  const script = '"$@" > /dev/null && times'
  const printed = spawned('sh', ['-c', script, 'sh', process.execPath, todoReplay, ...words])
  const times = [...(printed.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
  return times
    .reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0)
    .toFixed(1)
}

function run(...words) {
  return spawned(process.execPath, [todoReplay, ...words])
}

function spawned(program, words) {
  const { status, stdout, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    env: { ...process.env, XDG_STATE_HOME: state, TODO_REPLAY_READER: '' },
  })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}: ${stderr}`)
  return stdout
}

function print(line) {
  process.stdout.write(`${line}\n`)
}
