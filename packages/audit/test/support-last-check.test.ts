import { describe, expect, it } from 'vitest'
import { promiseOf } from '../src/evidence/items/item-class.js'
import type { OutcomeStatus } from '../src/evidence/outcomes/outcome.js'
import { lastCheckOf, type Step } from '../src/evidence/support/last-check.js'
import type { CallWork } from '../src/evidence/work/work.js'
import { WorkLog } from '../src/evidence/work/work-log.js'

/** `red npm test`: a command and how it came out. `edit src/a.ts`: a file that was changed, by the item in question. */
const outcomes: Readonly<Record<string, OutcomeStatus>> = {
  red: 'failed',
  green: 'succeeded',
  empty: 'ran-nothing',
  denied: 'not-run',
  started: 'unfinished',
  part: 'partial',
  masked: 'inconclusive',
  broken: 'environment-failed',
  silent: 'unknown',
}

function callOf(line: string, position: number): CallWork {
  const log = new WorkLog()
  const [, word = '', rest = ''] = /^(\S+) (.*)$/u.exec(line) ?? []
  const isEdit = word === 'edit'
  const input = isEdit ? { file_path: rest, old_string: 'a', new_string: 'b' } : { command: rest }
  const event = { id: 'e', session: 's', turn: 1, at: new Date(0), version: 1 }
  log.observe({
    ...event,
    seq: 1,
    type: 'tool.called',
    data: { call: 'x', name: isEdit ? 'Edit' : 'Bash', input },
  })
  log.observe({
    ...event,
    seq: 2,
    type: 'tool.returned',
    data: { call: 'x', ok: true, output: 'done', effect: 'execute', verify: false },
  })
  const [call] = log.work
  const status = isEdit ? 'succeeded' : outcomes[word]
  if (call?.kind !== 'call' || call.outcome === null || status === undefined) throw new Error(line)
  return { ...call, position, outcome: { ...call.outcome, status } }
}

function stepOf(line: string, position: number): Step {
  const [, by = '', rest = line] = /^(next|other's): (.*)$/u.exec(line) ?? []
  const call = callOf(rest, position)
  const place = by === 'next' ? 'after' : 'within'
  return {
    call,
    isCheck: call.description.checks.length > 0,
    place,
    own: by === '',
    others: by === "other's",
  }
}

/** What the last word is: its state, the call, and what speaks against it. */
function wordOn(item: string, ...lines: readonly string[]): string {
  const [need] = promiseOf(item).needs
  if (need === undefined) throw new Error(item)
  const { state, call, against } = lastCheckOf(need, lines.map(stepOf))
  return [state, ...[call, ...against].flatMap((one) => (one === null ? [] : lines[one.position]))].join(
    ' < ',
  )
}

const tests = 'Run the tests'
const works = 'Verify that the cart works'

const rows: readonly (readonly [why: string, item: string, lines: readonly string[], word: string])[] = [
  ['none', tests, ['edit src/a.ts'], 'none'],
  ['it passed', tests, ['green npm test'], 'passed < green npm test'],
  ['nobody says how it ended', tests, ['silent npm test'], 'passed < silent npm test'],
  [
    'what was brought out was, whatever is written later',
    'Deploy to staging',
    ['green npm run deploy', 'edit src/a.ts'],
    'passed < green npm run deploy',
  ],
  ['red after green is red', tests, ['green npm test', 'red npm test'], 'failed < red npm test'],
  [
    'green after red is green',
    tests,
    ['red npm test', 'edit src/a.ts', 'green npm test'],
    'passed < green npm test',
  ],
  [
    'a crash that was mended and run again',
    works,
    ['broken node a.js', 'edit a.js', 'green node a.js'],
    'passed < green node a.js',
  ],
  [
    'a part of what failed undoes nothing',
    tests,
    ['red npx vitest run', 'green npx vitest run -t cart'],
    'failed < red npx vitest run',
  ],
  [
    'a part after a change is a part',
    tests,
    ['red npx vitest run', 'edit src/a.ts', 'green npx vitest run -t cart'],
    'filtered < green npx vitest run -t cart < red npx vitest run',
  ],
  [
    'which makes nothing green that was to be',
    'Make sure all tests pass',
    ['red npx vitest run', 'edit src/a.ts', 'green npx vitest run -t cart'],
    'failed < red npx vitest run',
  ],
  [
    'the part that had failed, again',
    tests,
    ['red npx vitest run -t cart', 'green npx vitest run -t cart'],
    'passed < green npx vitest run -t cart',
  ],
  [
    'a part is what counts where no suite is asked for',
    works,
    ['red npx vitest run', 'edit src/a.ts', 'green npx vitest run -t cart'],
    'passed < green npx vitest run -t cart',
  ],
  ['lines dropped', tests, ['red npm test', 'green npm test | grep -v FAIL'], 'failed < red npm test'],
  ['another language', tests, ['red pytest', 'green npm test'], 'failed < red pytest'],
  [
    'it may be the same behind a script',
    tests,
    ['red pytest', 'green make test'],
    'passed < green make test',
  ],
  ['a program that runs is no suite', tests, ['red npm test', 'green node a.js'], 'failed < red npm test'],
  ['and takes no word from it', tests, ['green npm test', 'red node a.js'], 'passed < green npm test'],
  ['where none ran it is the word', tests, ['green node a.js'], 'passed < green node a.js'],
  [
    'a build undoes no failing test',
    works,
    ['red npm test', 'edit src/a.ts', 'green npm run build'],
    'failed < red npm test',
  ],
  [
    'a request does',
    works,
    ['red npm test', 'edit src/a.ts', 'green curl localhost:3000'],
    'passed < green curl localhost:3000',
  ],
  [
    'a build checks types, too, once they were changed',
    'Run the type check',
    ['green npx tsc', 'edit src/a.ts', 'green npx next build'],
    'passed < green npx next build',
  ],
  [
    'and says nothing of them before',
    'Run the type check',
    ['green npx tsc', 'red npx next build'],
    'passed < green npx tsc',
  ],
  [
    'stale',
    tests,
    ['green npm test', 'edit src/a.ts', 'edit src/b.ts'],
    'stale < green npm test < edit src/a.ts < edit src/b.ts',
  ],
  [
    'its configuration',
    'Run the linter',
    ['green npx eslint .', 'edit .eslintrc.json'],
    'stale < green npx eslint . < edit .eslintrc.json',
  ],
  [
    'requirements are no text',
    tests,
    ['green pytest', 'edit requirements.txt'],
    'stale < green pytest < edit requirements.txt',
  ],
  [
    'documentation',
    tests,
    ['green npm test', 'edit README.md', 'edit docs/a.mdx'],
    'passed < green npm test',
  ],
  [
    'another language after it',
    tests,
    ['green go test ./...', 'edit web/a.ts'],
    'passed < green go test ./...',
  ],
  [
    'anything behind a script',
    tests,
    ['green make test', 'edit web/a.ts'],
    'stale < green make test < edit web/a.ts',
  ],
  [
    "another item's change after it",
    tests,
    ['green npm test', "other's: edit src/a.ts"],
    'passed < green npm test',
  ],
  [
    "another item's change in the same time",
    tests,
    ["other's: green npm test", "other's: edit src/a.ts"],
    "stale < other's: green npm test < other's: edit src/a.ts",
  ],
  [
    'run again in the next step',
    tests,
    ['green npm test', 'edit src/a.ts', 'next: green npm test'],
    'passed < next: green npm test',
  ],
  [
    'what fails in the next step is another matter',
    tests,
    ['green npm test', 'next: red npm test'],
    'passed < green npm test',
  ],
  [
    'what says nothing takes nothing back',
    tests,
    ['green npm test', 'masked npm test', 'denied npm test'],
    'passed < green npm test',
  ],
  [
    'unless something was written',
    tests,
    ['green npm test', 'edit src/a.ts', 'masked npm test'],
    'inconclusive < masked npm test',
  ],
  ['nor a failure', tests, ['red npm test', 'masked npm test'], 'failed < red npm test'],
  [
    'after a change it is the word',
    tests,
    ['red npm test', 'edit src/a.ts', 'started npm test'],
    'unfinished < started npm test',
  ],
  [
    'a request that failed takes back no page that was seen',
    works,
    ['green npx playwright-cli open /cart', 'red curl localhost:3000/login'],
    'passed < green npx playwright-cli open /cart',
  ],
  [
    'what fails while another item is in progress may be that item',
    works,
    ['green node a.js', "other's: red node b.js"],
    'passed < green node a.js',
  ],
  [
    'a request that failed takes back another',
    works,
    ['green curl localhost:3000/cart', 'red curl localhost:3000/cart'],
    'failed < red curl localhost:3000/cart',
  ],
  ['it ran nothing', tests, ['empty npm test'], 'ran-nothing < empty npm test'],
  ['it stopped before its end', tests, ['part npm test'], 'partial < part npm test'],
  ['a deployment that failed', 'Deploy to staging', ['red ./deploy.sh'], 'failed < red ./deploy.sh'],
  [
    'and then did not',
    'Deploy to staging',
    ['red ./deploy.sh', 'green ./deploy.sh'],
    'passed < green ./deploy.sh',
  ],
]

describe('the last word of the checks', () => {
  it.each(rows)('%s: %s', (_, item, lines, word) => {
    expect(wordOn(item, ...lines)).toBe(word)
  })

  it('is the only one where the same check came out otherwise before', () => {
    for (const first of Object.keys(outcomes))
      for (const [word, state] of [
        ['green', 'passed'],
        ['red', 'failed'],
      ] as const)
        expect([first, wordOn(tests, `${first} npm test`, `${word} npm test`).split(' ', 1)[0]]).toEqual([
          first,
          state,
        ])
  })
})
