// The five systems of docs/sources, each embedded in the same agent loop with a scripted model.

import { memoryStore, openLedger, profiles } from '@todo-ledger/core'
import { runAgent } from './agent-loop.mjs'

/** @typedef {import('./agent-loop.mjs').Response} Response */

/** @param {string} name @param {unknown} input @returns {Response} */
const calls = (name, input) => ({ calls: [{ name, input }] })
const works = calls('write_file', { path: 'login.html' })
/** @param {string} text @returns {Response} */
const says = (text) => ({ text })

/** @type {readonly (readonly [import('@todo-ledger/core').Profile, string, readonly Response[]])[]} */
const systems = [
  [
    profiles.todoManager,
    'Add a login page',
    [
      calls('todo', { items: [{ text: 'Design the form', status: 'in_progress' }, { text: 'Wire it up' }] }),
      works,
      works,
      works, // the third turn without the tool: the nag
      calls('todo', { items: [{ text: 'Design the form', status: 'completed' }, { text: '' }] }), // refused
      says('Half of it is there.'),
    ],
  ],
  [
    profiles.todoWrite,
    'Write a summary',
    [
      calls('todo', { items: [{ id: '1', text: 'Read the sources', status: 'doing' }] }), // refused
      calls('todo', { items: [{ id: '1', text: 'Read the sources', status: 'in_progress' }] }),
      calls('read_file', { path: 'notes.md' }),
      calls('todo', { items: [{ id: '1', text: 'Read the sources', status: 'completed' }] }),
      says('Summary: …'),
    ],
  ],
  [
    profiles.loki.with({ auto_continue: true, max_auto_continues: 3 }),
    'Refactor the authentication module',
    [
      {
        calls: [
          { name: 'todo__init', input: { goal: 'Refactor the authentication module' } },
          { name: 'todo__add', input: { task: 'Extract password validation' } },
          { name: 'todo__add', input: { task: 'Add unit tests' } },
        ],
      },
      works,
      calls('todo__done', { id: 1 }),
      says('One is done.'), // continued
      calls('todo__done', { id: '2' }),
      says('All is done.'),
    ],
  ],
  [
    profiles.wakeLoop.with({ maxWakeCycles: 2 }),
    'Clean up after the incident',
    [
      calls('todo_write', { items: ['Roll back the deploy', 'Write the post-mortem'] }),
      says('Planned.'), // woken
      works,
      calls('todo_update', { id: 1, status: 'done' }),
      says('Rolled back.'), // woken
      calls('todo_update', { id: 2, status: 'blocked', reason: 'waiting on the on-call' }),
      says('The rest is blocked.'),
    ],
  ],
  [
    profiles.todoListMiddleware,
    'Translate the page',
    [
      calls('write_todos', {
        todos: [
          { content: 'Translate', status: 'in_progress' },
          { content: 'Proofread', status: 'pending' },
        ],
      }),
      works,
      says('It is translated.'), // corrected once
      calls('write_todos', {
        todos: [
          { content: 'Translate', status: 'completed' },
          { content: 'Proofread', status: 'in_progress' },
        ],
      }),
      says('Proofreading is left to you.'),
    ],
  ],
]

for (const [profile, input, script] of systems) {
  console.log(`== ${profile.name}`)
  const ledger = openLedger({ store: memoryStore() })
  const session = await ledger.session('example', { profile })
  const responses = script.values()
  const model = () => responses.next().value ?? says('Nothing more to say.')
  await runAgent(session, input, model, (line) => console.log(line))
  await ledger.close()
}
