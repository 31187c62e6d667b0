// What the program costs grows with what it reads, and no faster, and where both the items and the calls grow, with their
// product: counted, not timed, at a size and at four times the size.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { main } from '../packages/replay-cli/dist/main.js'
import { worseThan } from './length/count-work.mjs'
import { hostileShapes } from './length/hostile-shapes.mjs'
import { isLongRun } from './random.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-growth-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** In `npm test` those that are quick; beyond what the audit looks at of one item, and what a line is parsed without a look at its depth. */
const quick = ['same text', 'parts of one']
const size = 200
/** Where each costs much, fewer show how it grows: a sub-agent is read as a session is, a task is created by a call. */
const few = 60
const costly = ['children', 'chain of children', 'one by one']
/** Each of n completions looks at n calls, or each of n updates at the list of n. */
const products = ['children', 'chain of children', 'one by one', 'in progress', 'edits']
const linear = 8
const product = 32
/** What a plan costs beyond reading the session is about how items depend on each other. */
const ofPlan = ['parts of one', 'parts of parts']

it.each(Object.keys(hostileShapes).filter((shape) => isLongRun || quick.includes(shape)))(
  'the cost of an audit grows no faster than what it looks at: %s',
  // A second try may count too little: V8 forgets some counts.
  { retry: 0 },
  async (shape) => {
    const least = costly.includes(shape) ? few : size
    const most = products.includes(shape) ? product : linear
    expect(await worseThan((length) => run(shape, length, ['audit']), least, most)).toEqual([])
  },
)

it.each(ofPlan)('the cost of a plan is linear: %s', { retry: 0 }, async (shape) => {
  expect(await worseThan((length) => run(shape, length, ['plan']), size, linear)).toEqual([])
})

async function run(shape: string, length: number, words: readonly string[]): Promise<void> {
  const file = join(folder, 'recording.jsonl')
  const lines = hostileShapes[shape]?.lines(length) ?? []
  writeFileSync(file, Array.from(lines, (line) => `${JSON.stringify(line)}\n`).join(''))
  const stderr = new Sink()
  const env = { HOME: folder, XDG_CACHE_HOME: folder }
  const code = await main([...words, file], {
    stdout: new Sink(),
    stderr,
    stdin: Readable.from([]),
    env,
    cwd: () => folder,
  })
  expect(code, stderr.text).toBeLessThan(2)
}

class Sink extends Writable {
  text = ''

  constructor() {
    super({ decodeStrings: false })
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    this.text = chunk
    done()
  }
}
