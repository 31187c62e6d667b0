// @ts-nocheck: each line is what JSON.stringify makes of it
// Neutral recordings in which one thing grows, always the same ones, as somebody would write them who wants the program to
// work for ever: what costs more than its size shows.

/**
 * Each shape's lines for a size, and in words what grows.
 * @type {{ [shape: string]: { means: string, lines: (n: number) => Iterable<unknown> } }}
 */
export const hostileShapes = {
  'same text': {
    means: 'n items of one text, completed at once by one test run',
    lines: (n) => batch(n, () => 'Test the cache'),
  },
  'other texts': {
    means: 'n items of n texts, completed at once by one test run',
    lines: (n) => batch(n, (i) => `Test the cache ${i}`),
  },
  'one by one': { means: 'n tasks of one text, each completed after a call of its own', lines: oneByOne },
  'parts of one': {
    means: 'n items that are parts of one, in a list of their own',
    lines: (n) => listed(n, (i) => (i === 1 ? {} : { parent: '1' })),
  },
  'parts of parts': {
    means: 'n items, each a part of the one before',
    lines: (n) => listed(n, (i) => (i === 1 ? {} : { parent: `${i - 1}` })),
  },
  'to and fro': { means: 'one item, completed and opened again n times', lines: toAndFro },
  reworded: { means: 'one item of n texts', lines: reworded },
  'in progress': { means: 'n items in progress at once, and n calls meanwhile', lines: allInProgress },
  calls: { means: 'n test runs, then n items completed at once', lines: manyCalls },
  edits: { means: 'n files edited, each tested and named by an item', lines: edits },
  reminders: { means: 'n reminders and compactions', lines: reminders },
  children: { means: 'n sub-agents, each with a call', lines: children },
  'chain of children': { means: 'n sub-agents of one id', lines: (n) => children(n, () => 'child') },
}

const first = (shape, profile = 'claude-code') => [
  { recording: 'todo-ledger/1', session: shape, profile },
  { at: '2026-01-01T00:00:00Z', input: 'Work through the whole plan.' },
]

let calls = 0
const call = (name, input, output = 'ok') => ({ id: `c${++calls}`, name, input, ok: true, output })
const todos = (items) =>
  call('TodoWrite', { todos: items.map(({ text, status }) => ({ content: text, activeForm: text, status })) })
const list = (n, textOf, status) =>
  Array.from({ length: n }, (_, index) => ({ text: textOf(index + 1), status }))
const test = () => call('Bash', { command: 'npm test' }, '12 passed')

function* batch(n, textOf) {
  yield* first('batch')
  yield { turn: 1, calls: [todos(list(n, textOf, 'pending'))] }
  yield { turn: 1, calls: [test()] }
  yield { turn: 1, calls: [todos(list(n, textOf, 'completed'))] }
  yield { end: true }
}

function* oneByOne(n) {
  yield* first('one by one')
  for (let id = 1; id <= n; id += 1)
    yield {
      turn: 1,
      calls: [
        call(
          'TaskCreate',
          { subject: 'Test the cache', description: 'Test' },
          `Task #${id} created successfully: Test the cache`,
        ),
      ],
    }
  for (let id = 1; id <= n; id += 1) {
    yield { turn: 1, calls: [test()] }
    yield {
      turn: 1,
      calls: [call('TaskUpdate', { taskId: `${id}`, status: 'completed' }, `Updated task #${id} status`)],
    }
  }
  yield { end: true }
}

function* listed(n, fieldsOf) {
  yield* first('listed', 'todo-manager')
  for (const status of ['pending', 'completed']) {
    const items = Array.from({ length: n }, (_, i) => ({
      id: `${i + 1}`,
      text: `Test part ${i + 1}`,
      status,
      ...fieldsOf(i + 1),
    }))
    yield { turn: 1, calls: [call('todo', { items })] }
    yield { turn: 1, calls: [test()] }
  }
  yield { end: true }
}

function* toAndFro(n) {
  yield* first('to and fro')
  for (let time = 0; time < n; time += 1)
    yield {
      turn: 1,
      calls: [
        todos([
          { text: 'Test the cache', status: time % 2 === 0 ? 'pending' : 'completed' },
          { text: 'Test the store', status: 'pending' },
        ]),
        test(),
      ],
    }
  yield { end: true }
}

function* reworded(n) {
  yield* first('reworded')
  yield {
    turn: 1,
    calls: [
      call(
        'TaskCreate',
        { subject: 'Test all 10 caches and the store', description: 'Test' },
        'Task #1 created successfully: Test',
      ),
    ],
  }
  for (let time = 0; time < n; time += 1)
    yield {
      turn: 1,
      calls: [
        call(
          'TaskUpdate',
          { taskId: '1', subject: `Test all ${n - time} caches and the store` },
          'Updated task #1 subject',
        ),
      ],
    }
  for (let time = 0; time < n; time += 1)
    yield {
      turn: 1,
      calls: [
        call(
          'TaskUpdate',
          { taskId: '1', status: time % 2 === 0 ? 'completed' : 'pending' },
          'Updated task #1 status',
        ),
      ],
    }
  yield { end: true }
}

function* allInProgress(n) {
  yield* first('in progress')
  yield { turn: 1, calls: [todos(list(n, (i) => `Test the cache ${i}`, 'in_progress'))] }
  for (let time = 0; time < n; time += 1)
    yield {
      turn: 1,
      calls: [test(), call('Edit', { file_path: `/src/cache-${time}.ts`, old_string: 'a', new_string: 'b' })],
    }
  yield { turn: 1, calls: [todos(list(n, (i) => `Test the cache ${i}`, 'completed'))] }
  yield { end: true }
}

function* manyCalls(n) {
  yield* first('calls')
  yield { turn: 1, calls: [todos(list(n, (i) => `Test the cache ${i}`, 'pending'))] }
  for (let time = 0; time < n; time += 1) yield { turn: 1, calls: [test()] }
  yield { turn: 1, calls: [todos(list(n, (i) => `Test the cache ${i}`, 'completed'))] }
  yield { end: true }
}

function* edits(n) {
  yield* first('edits')
  const items = (done) =>
    Array.from({ length: n }, (_, i) => ({
      text: `Fix src/part-${i}/cache.ts`,
      status: done ? 'completed' : 'pending',
    }))
  yield { turn: 1, calls: [todos(items(false))] }
  for (let i = 0; i < n; i += 1)
    yield {
      turn: 1,
      calls: [
        call('Edit', { file_path: `/repo/src/part-${i}/cache.ts`, old_string: 'a', new_string: 'b' }),
        test(),
      ],
    }
  yield { turn: 1, calls: [todos(items(true))] }
  for (let i = 0; i < n; i += 1)
    yield {
      turn: 1,
      calls: [call('Edit', { file_path: `/repo/src/part-${i}/cache.ts`, old_string: 'a', new_string: 'c' })],
    }
  yield { end: true }
}

function* reminders(n) {
  yield* first('reminders')
  for (let time = 0; time < n; time += 1) {
    yield { nag: 'The todo list has not been updated for a while.' }
    yield { turn: 1, calls: [todos([{ text: `Test the cache ${time}`, status: 'completed' }])] }
    yield { compacted: true }
  }
  yield { end: true }
}

function* children(n, nameOf = (i) => `child ${i}`) {
  yield* first('children')
  yield { turn: 1, calls: [todos(list(n, (i) => `Test the cache ${i}`, 'pending'))] }
  for (let i = 0; i < n; i += 1) {
    const asked = call('Task', { description: `Test the cache ${i}`, prompt: 'Test' }, 'All tests pass.')
    yield { turn: 1, calls: [asked] }
    yield {
      subagent: nameOf(i),
      call: asked.id,
      calls: [test(), todos([{ text: 'Test', status: 'completed' }])],
    }
  }
  yield { turn: 1, calls: [todos(list(n, (i) => `Test the cache ${i}`, 'completed'))] }
  yield { end: true }
}
