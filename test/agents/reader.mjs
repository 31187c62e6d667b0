/**
 * The real program as a reader of pages: `audit --reader` asks it with a scripted model behind it. What is held: what it is
 * sent, what it may do, what comes of its answer, and that it leaves no session of its own.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the script is named by, so that the model finds it: it stands on the page, as recorded text. */
const marker = 'script:reader'

const recording = [
  { recording: 'todo-ledger/1', session: 'greeting', profile: 'todo-manager' },
  { input: `Greet everybody by name, and run the tests. ${marker}`, trigger: 'user' },
  {
    turn: 1,
    calls: [
      {
        id: 'c1',
        name: 'todo',
        input: { items: [{ id: '1', text: 'Greet everybody by name', status: 'in_progress' }] },
      },
    ],
  },
  {
    turn: 2,
    calls: [
      {
        id: 'c2',
        name: 'Edit',
        input: { file_path: 'greet.mjs', old_string: "'hello'", new_string: "'hello, world'" },
        ok: true,
        output: 'The file greet.mjs has been updated.',
      },
    ],
  },
  {
    turn: 3,
    calls: [
      {
        id: 'c3',
        name: 'todo',
        input: { items: [{ id: '1', text: 'Greet everybody by name', status: 'completed' }] },
      },
    ],
  },
  { turn: 4, text: 'Everybody is greeted by name now.' },
  { end: true },
]

/** What the model answers: first with a quote that stands nowhere, and asked once more with one that does. */
export const answers = ["'hello, name'", "new_string: 'hello, world'"].map((quote) => ({
  verdict: 'not_done',
  p: 92,
  parts: [{ part: 'greet by name', done: false, line: 4 }],
  line: 4,
  quote,
  why: 'the edit greets the world, nobody by name',
}))

/**
 * Holds the program as a reader.
 * @param {import('./place.mjs').Place} place
 * @param {object} how
 * @param {string} how.reader its name for `--reader`
 * @param {{ requests: any[], left: () => string[] }} how.model what answers, with `answers` as its script `reader`
 * @param {object} how.env what the program needs in its environment
 * @param {readonly string[]} [how.words] words of the test's own, before those of the reader
 * @param {(request: any) => { tools: readonly string[] }} how.sent what stands in a request beside the page
 * @param {readonly string[]} how.tools what the program can't be kept from offering its model
 */
export async function checkReader(place, { reader, model, env, words = [], sent, tools }) {
  // Whoever is asked is found by its name alone; the test hears with which words.
  const bin = place.make('bin')
  const said = join(place.folder, 'said.txt')
  const program = [...place.program, ...words].map((word) => `'${word}'`).join(' ')
  const script = `#!/bin/sh\nprintf '%s\\0' "$@" >> '${said}'\nprintf '\\n' >> '${said}'\nexec ${program} "$@"\n`
  writeFileSync(join(bin, reader), script, { mode: 0o755 })
  Object.assign(place.environment, env, { PATH: `${bin}:${place.environment.PATH}` })
  writeFileSync(
    join(place.project, 'greeting.jsonl'),
    `${recording.map((line) => JSON.stringify(line)).join('\n')}\n`,
  )
  const call = ['audit', 'greeting.jsonl', '--reader', reader, '--fail-on', 'never']
  const { status, stdout } = await place.replay(...call)
  place.expect(`${reader} answers`, { status, left: model.left() }, { status: 0, left: [] })
  place.expect(
    `${reader} is shown the whole page, and what is asked`,
    model.requests.map((request) => {
      const text = JSON.stringify(request)
      return ['You judge whether one item', '<<<recorded data', 'end of recorded data'].map((each) =>
        text.includes(each),
      )
    }),
    answers.map(() => [true, true, true]),
  )
  const { stdout: sessions } = await place.replay('sessions', '--json')
  place.expect(`${reader} leaves no session of its own`, JSON.parse(sessions).sessions ?? [], [])
  const again = await place.replay(...call)
  place.expect(`${reader} is not asked again`, again.stdout, stdout)

  const calls = readFileSync(said, 'utf8')
    .trimEnd()
    .split('\n')
    .map((each) => each.split('\0').slice(0, -1).map(shown(place)).join(' '))
  place.expect(`${reader} is asked in the same way each time`, new Set(calls).size, 1)
  for (const request of model.requests)
    place.expect(`${reader} offers these tools alone`, sent(request).tools, tools)
}

/** A word as a person would type it: what is long, and what is another folder each time, is cut. */
function shown({ folder }) {
  return (word) => {
    if (word.startsWith('{')) return "'{…}'"
    if (word.startsWith(folder)) return `…/${word.split('/').at(-1)}`
    return /^[\w./=-]+$/.test(word) ? word : `'${word}'`
  }
}
