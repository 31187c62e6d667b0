import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readProfileFile } from '../src/config/chosen-profile.js'
import { Failure } from '../src/failure.js'
import { MemoryPlace } from './memory-place.js'
import { withoutLists } from './run-program.js'

const place = new MemoryPlace()
let files = 0

function reading(content: string): unknown {
  files += 1
  const file = join(place.folder, `${files}.yaml`)
  place.write(`${files}.yaml`, content)
  try {
    return readProfileFile(file).settings
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return withoutLists(`${error.code}: ${error.message}`.replace(file, 'p.yaml'))
  }
}

test.each([
  ['profile: todo-manager\nmaxItems: 5', { maxItems: 5, nagAfter: 3 }],
  ['{"profile": "todo-manager", "nagAfter": 4}', { maxItems: 20, nagAfter: 4 }],
  ['profile: loki\nauto_continue: true\nmax_auto_continues: 3', { autoContinue: true, maxAutoContinues: 3 }],
  ['profile: loki\ncontinuation_prompt: |\n  Go on.\n  Now.', { continuationPrompt: 'Go on.\nNow.\n' }],
])('%j', (content, settings) => {
  expect(reading(content)).toMatchObject(settings)
})

test('what is wrong is said with the file, the key and what was expected', () => {
  const contents = [
    '',
    '- a',
    'maxItems: 5',
    'profile: 7',
    'profile: nobody',
    'profile: loki\nauto_continue: yes please',
    'profile: loki\nmaxAutoContinues: "3"',
    'profile: loki\nmax_auto_continues: .nan',
    'profile: loki\nauto_continue: [true]',
    'profile: loki\nautoContine: true',
    'profile: loki\nconstructor: 1',
    'profile: loki\nprofile: loki',
    'profile: [loki',
    '1: 2',
    'profile: loki\na: &a [*a]',
    '{"profile": "loki",}}',
  ]
  expect(contents.map((content) => reading(content))).toMatchInlineSnapshot(`
    [
      "bad-profile-file: p.yaml:1: expected keys and values, such as "profile: loki"; got nothing.",
      "bad-profile-file: p.yaml:1: expected keys and values, such as "profile: loki"; got a list.",
      "bad-profile-file: p.yaml:1: profile: expected the name of a profile; got nothing.",
      "bad-profile-file: p.yaml:1: profile: expected the name of a profile; got a number.",
      "bad-profile-file: p.yaml:1: profile: There is no profile "nobody". There are todo-manager, ….",
      "bad-profile-file: p.yaml:2: auto_continue: Setting autoContinue of profile loki must be a boolean, not string.",
      "bad-profile-file: p.yaml:2: maxAutoContinues: Setting maxAutoContinues of profile loki must be a number, not string.",
      "bad-profile-file: p.yaml:2: max_auto_continues: Setting maxAutoContinues of profile loki must be a number, not null.",
      "bad-profile-file: p.yaml:2: auto_continue: Setting autoContinue of profile loki must be a boolean, not object.",
      "bad-profile-file: p.yaml:2: autoContine: Profile loki has no setting "autoContine". It has: autoContinue, maxAutoContinues, injectTodoInstructions, continuationPrompt, instructions, todoClear, evidenceRequired.",
      {
        "autoContinue": false,
        "continuationPrompt": "[SYSTEM REMINDER - TODO CONTINUATION]
    You have incomplete tasks in your todo list. Continue with the next pending item.
    Call tools immediately. Do not explain what you will do.",
        "injectTodoInstructions": true,
        "instructions": "## Todo list
    Work in more than one step is tracked with these tools:
    - todo__init(goal): begins a new list; do this before you start.
    - todo__add(task): adds one step; add all that are planned before you start.
    - todo__done(id): marks a step done; call it right after finishing the step, one by one.
    - todo__list(): shows the list.",
        "maxAutoContinues": 10,
        "todoClear": false,
      },
      "bad-profile-file: p.yaml:2: it is neither YAML nor JSON: Map keys must be unique",
      "bad-profile-file: p.yaml:1: it is neither YAML nor JSON: Flow sequence in block collection must be sufficiently indented and end with a ]",
      "bad-profile-file: p.yaml:1: profile: expected the name of a profile; got nothing.",
      "bad-profile-file: p.yaml:1: it can't be read: TypeError: Converting circular structure to JSON",
      "bad-profile-file: p.yaml:1: it is neither YAML nor JSON: Unexpected flow-map-end token in YAML stream: "}"",
    ]
  `)
})

test('every command that takes --profile takes a file', async () => {
  place.write('todo-write.yaml', 'profile: todo-write\n')
  place.write('bad.yaml', 'profile: todo-write\nmaxItem: 3\n')
  place.write(
    's.jsonl',
    '{"recording":"todo-ledger/1","session":"s1","profile":"todo-manager"}\n{"turn":1,"text":"a"}\n',
  )
  expect(await place.screen('show s.jsonl --profile todo-write.yaml')).toContain('todo-write')
  expect(await place.screen('show s.jsonl --profile bad.yaml')).toMatchInlineSnapshot(`
    "--- stderr
    todo-replay: bad.yaml:2: maxItem: Profile todo-write has no setting "maxItem". It has: maxItems, nagAfter, toolDescription, evidenceRequired.
    --- exit 2"
  `)
  expect(await place.screen('show s.jsonl --profile none.yaml')).toMatchInlineSnapshot(`
    "--- stderr
    todo-replay: none.yaml: there is no such file or folder.
    --- exit 2"
  `)
})
