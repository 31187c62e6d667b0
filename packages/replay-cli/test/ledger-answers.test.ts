import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@todo-ledger/audit/reader'
import { Ledger } from '@todo-ledger/core'
import { expect, test, vi } from 'vitest'
import { Output } from '../src/output.js'
import { ledgerAnswers } from '../src/reader/answers.js'
import { inflatedPage } from './inflated-page.js'
import { memoryHost } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { untested } from './recordings.js'

const place = new MemoryPlace()
place.write('untested.jsonl', untested)
const env = { XDG_STATE_HOME: join(place.folder, 'state') }
const folder = join(place.folder, 'state', 'todo-replay', 'answers')

/** A reader in a file: done for what was edited, not done for the tests; it says in a file that it was asked. */
place.write(
  'read.mjs',
  `import { appendFileSync } from 'node:fs'
let text = ''
for await (const piece of process.stdin) text += piece
const { text: item } = JSON.parse(text)
appendFileSync('asked.txt', item + '\\n')
console.log(JSON.stringify(item === 'Run the tests'
  ? { verdict: 'not_done', p: 96, parts: [], line: null, quote: '', why: 'no test was run' }
  : { verdict: 'done', p: 4, parts: [], line: 4, quote: 'redirect(safe(next))', why: 'it was edited' }))
`,
)
/** One after the other: what comes first stands first. */
const reader = "--reader 'command:node ./read.mjs' --reader-all"
const asked = (): number =>
  existsSync('asked.txt') ? readFileSync('asked.txt', 'utf8').trimEnd().split('\n').length : 0
const kept = (): number => (existsSync(folder) ? readdirSync(folder).length : 0)

/** A ledger of its own, with the session in it. */
async function imported(name: string): Promise<string> {
  await place.run(`import untested.jsonl --ledger ${name}`, { env })
  return name
}

test('the answers to the pages of a ledger stand in it, and nothing is asked twice', async () => {
  const ledger = await imported('todos.db')
  const run = (words: string) => place.run(`audit ${ledger} --all --fail-on never ${words}`, { env })
  const first = await run(reader)
  expect(first.stdout).toContain('reader    not done: no test was run')
  expect(asked()).toBe(2)
  const second = await run(reader)
  expect(second.stderr).toContain('0 pages read by command:node ./read.mjs; 2 on record')
  expect(second.stdout).toBe(first.stdout)
  const third = await run('')
  expect({ stdout: third.stdout, stderr: third.stderr }).toEqual({ stdout: first.stdout, stderr: '' })
  expect((await run('--reader none')).stdout).not.toContain('reader    ')
  expect(asked()).toBe(2)
  expect(kept()).toBe(0)
  // Several are asked at once: which of them answers first is not said.
  const log = await place.screen(`log ${ledger}`)
  const lines = log.split('\n').filter((line) => line.includes('completion.read'))
  expect(lines.map((line) => line.replace(/^ +\d+ +/, '  ')).toSorted()).toMatchInlineSnapshot(`
    [
      "  t6         completion.read     command:node ./read.mjs on #1: done (4 % likely not wholly done), at 4: “redirect(safe(next))”: it was edited",
      "  t6         completion.read     command:node ./read.mjs on #2: not done (96 % likely not wholly done): no test was run",
    ]
  `)
  expect(await place.json(`verify ${ledger} --json`)).toMatchObject({ ok: true })
  await place.run(`report ${ledger} --out report.html`, { env })
  expect(inflatedPage(readFileSync('report.html', 'utf8'))).toContain('no test was run')
})

test('a ledger that takes no answer is closed all the same, and one that can’t be opened is said to be none', async () => {
  const ledger = await imported('refusing.db')
  const closed = vi.spyOn(Ledger.prototype, 'close')
  place.write('none.db', 'no ledger')
  const page: Page = {
    ...{ id: 'p', session: 'of-another', item: '1', call: 'c', seq: 1, turn: 1, text: 'Fix it' },
    ...{ page: 'what was done', question: 'Was it done?' },
  }
  const given = { id: 'p', answer: null, model: 'm', asked: null, cost: null }
  for (const file of [ledger, 'none.db']) {
    const { host, stderr } = memoryHost()
    const answers = ledgerAnswers(file, new Output(host))
    await answers.keep(page, 'r', given)
    await answers.keep(page, 'r', given)
    expect(stderr.text.match(/answers are not kept/g)).toHaveLength(1)
    await answers.close()
    await answers.close()
  }
  expect(closed).toHaveBeenCalledTimes(1)
  closed.mockRestore()
})

test('what was done and what the list was, they do not touch', async () => {
  const ledger = await imported('beside.db')
  const commands = [
    'show --json',
    'show --at 2026-03-01T00:00:00Z --json',
    'show --at 3 --json',
    'what-if --profile todo-manager --json',
    'blame --json',
    'stats --json',
    'sessions --json',
    'diff 1..4 --json',
    'audit --reader none --fail-on never --json',
    'watch --once --json',
  ]
  const all = async (): Promise<readonly string[]> => {
    const printed: string[] = []
    for (const words of commands) {
      const [command, ...options] = words.split(' ')
      const { stdout, stderr, code } = await place.run(`${command} ${ledger} ${options.join(' ')}`, { env })
      // The log is longer by them; that is all.
      const same = stdout.replace(/"(seq|events)": 2\d,/g, '"$1": …')
      expect(code, words).toBe(0)
      printed.push(`${words} ${stderr} ${same}`)
    }
    return printed
  }
  const before = await all()
  await place.run(`audit ${ledger} ${reader}`, { env })
  expect(await all()).toEqual(before)
})
