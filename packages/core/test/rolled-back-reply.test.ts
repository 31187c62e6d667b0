/** A second write of the list in one response: the first is rolled back, and the reply says so. */

import { expect, test } from 'vitest'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { openSession, rows } from './open-session.js'

const todos = (...texts: readonly string[]) => ({
  todos: texts.map((content, index) => ({ content, status: index === 0 ? 'in_progress' : 'pending' })),
})

test('says that the first was rolled back, and what the list is now', async () => {
  const session = await openSession(profiles.todoListMiddleware)
  const before = await session.startTurn()
  await before.callTodoTool('write_todos', todos('Plan it'))
  await before.end()
  const turn = await session.startTurn()
  await turn.callTodoTool('write_todos', todos('Plan it', 'Write it'), { call: 'c1' })
  const second = await turn.callTodoTool('write_todos', todos('Test it'), { call: 'c2' })
  expect(second.text).toMatchInlineSnapshot(`
    "Error: The todo list may be updated only once in a turn

    The update that came before it in this response was rolled back. The todo list is now:
    {"todos":[{"content":"Plan it","status":"in_progress"}]}"
  `)
  expect(rows(session)).toEqual([['1', 'Plan it', 'in_progress']])
  // The third finds nothing to roll back, and a repeated call gets its answer again.
  const third = await turn.callTodoTool('write_todos', todos('Ship it'), { call: 'c3' })
  expect(third.text).not.toContain('rolled back')
  expect(await turn.callTodoTool('write_todos', todos('Test it'), { call: 'c2' })).toEqual(second)
})
