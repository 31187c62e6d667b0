import { describe, expect, test } from 'vitest'
import { cline, roo } from '../src/agents/index.js'
import { neutralUnder, told } from './what-if-session.js'

const todo = (turn: number, ...items: readonly (readonly [text: string, status: string])[]) => ({
  turn,
  calls: [
    {
      id: `c${turn}`,
      name: 'todowrite',
      input: { todos: items.map(([content, status]) => ({ content, status, priority: 'high' })) },
      ok: true,
      output: '[]',
    },
  ],
})
const session = [
  { input: 'Go', trigger: 'user' },
  todo(1, ['Sow', 'in_progress'], ['Water\nall', 'pending']),
  todo(2, ['Sow', 'completed'], ['Water\nall', 'in_progress'], ['Weed', 'cancelled']),
  { turn: 3, calls: [{ id: 'c3', name: 'todoread', input: {}, ok: true, output: '[]' }] },
  { turn: 4, text: 'Done.' },
]

describe('a list of opencode under systems that take Markdown or other words', () => {
  test('roo', async () => {
    expect(told(await neutralUnder('opencode', session, roo.profile))).toMatchInlineSnapshot(`
      "
      first divergence: none
      T1 todowrite: accepted -> accepted update_todo_list {"items":[{"text":"Sow","status":"in_progress"},{"text":"Water all","status":"pending"}]}
      T2 todowrite: accepted -> accepted update_todo_list {"items":[{"text":"Sow","status":"completed"},{"text":"Water all","status":"in_progress"}]}
      T2 not expressible: roo has no status cancelled: item "3" is left out
      T3 todoread: accepted -> null
      T3 not expressible: roo has no tool that only reads the list
      T4 yield idle: open todos, no continuation
      #1 Sow completed
      #2 Water all in_progress
      "
    `)
  })

  test('cline', async () => {
    expect(told(await neutralUnder('opencode', session, cline.profile))).toMatchInlineSnapshot(`
      "
      first divergence: none
      T1 todowrite: accepted -> accepted task_progress {"items":[{"text":"Sow","status":"pending"},{"text":"Water all","status":"pending"}]}
      T1 not expressible: cline has no status in_progress: item "1" is pending there
      T2 todowrite: accepted -> accepted task_progress {"items":[{"text":"Sow","status":"completed"},{"text":"Water all","status":"pending"}]}
      T2 not expressible: cline has no status in_progress: item "2" is pending there
      T2 not expressible: cline has no status cancelled: item "3" is left out
      T3 todoread: accepted -> null
      T3 not expressible: cline has no tool that only reads the list
      T4 yield idle: open todos, no continuation
      #1 Sow completed
      #2 Water all pending
      "
    `)
  })
})
