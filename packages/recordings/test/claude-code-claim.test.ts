/** Two agents of Claude Code share its tasks: one that has begun a task keeps it. */

import { memoryStore, openLedger } from '@todo-ledger/core'
import { expect, it } from 'vitest'
import { claudeCode } from '../src/agents/claude-code/profile.js'

it('a task that another has begun is refused, with whose it is', async () => {
  const session = await openLedger({ store: memoryStore() }).session('s1', { profile: claudeCode })
  await session.startRun({ trigger: 'user', text: 'Begin.' })
  const main = await session.startTurn()
  for (const subject of ['a', 'b']) await main.callTodoTool('TaskCreate', { subject })
  await main.end()
  const turnOf = (id: string) => session.startTurn({ actor: { kind: 'sub-agent', id } })
  const [first, second] = [await turnOf('one'), await turnOf('two')]
  const begin = (taskId: string, owner?: string) => ({
    taskId,
    status: 'in_progress',
    ...(owner && { owner }),
  })
  expect(await first.callTodoTool('TaskUpdate', begin('1', 'one'))).toMatchObject({ ok: true })
  expect(await second.callTodoTool('TaskUpdate', begin('1'))).toMatchObject({
    ok: false,
    text: 'Error: Task #1 belongs to one',
  })
  expect(await second.callTodoTool('TaskUpdate', begin('1', 'two'))).toMatchObject({ ok: false })
  expect(await first.callTodoTool('TaskUpdate', begin('1', 'one'))).toMatchObject({ ok: true })
  expect(await second.callTodoTool('TaskUpdate', begin('2'))).toMatchObject({ ok: true })
})
