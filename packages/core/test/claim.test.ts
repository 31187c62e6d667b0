/** Two agents of two processes take the same item at the same time: one gets it, the other is told whose it is. */

import { expect, test } from 'vitest'
import { openLedger } from '../src/ledger.js'
import { profiles } from '../src/profiles/builtin-profiles.js'
import type { CallToRead, Profile } from '../src/profiles/profile.js'
import { violationOf } from '../src/rules/rule.js'
import { memoryStore } from '../src/store/memory/memory-store.js'

/** `update_todo` takes the first item for whoever calls, if it is nobody's. */
const claiming: Profile = {
  ...profiles.recommended,
  read(call: CallToRead) {
    if (call.tool !== 'update_todo') return profiles.recommended.read(call)
    const { actor, items } = call.state
    const [item] = items
    const owner = item?.owner ?? null
    const violations =
      owner === null
        ? []
        : [
            violationOf('id-known', {
              message: `It is ${owner}'s`,
              expected: null,
              received: owner,
              fix: 'Take another.',
            }),
          ]
    const edit = [{ key: item?.key ?? '', fields: { owner: actor?.id ?? null } }]
    return { intent: { kind: 'edit', edit }, violations }
  },
}

test('a claim is decided anew after a lost race', async () => {
  const store = memoryStore()
  const open = (id: string) =>
    openLedger({ store, actor: { kind: 'agent', id } }).session('s1', { profile: claiming })
  const first = await open('ann')
  await first.startRun({ trigger: 'user', text: 'Begin.' })
  const begin = await first.startTurn()
  await begin.callTodoTool('write_todos', { items: [{ text: 'Design the form' }] })
  await begin.end()
  const second = await open('ben')
  await second.startRun({ trigger: 'user', text: 'Begin.' })
  await first.refresh()
  const turns = [await first.startTurn(), await second.startTurn()]
  await first.refresh()
  const replies = await Promise.all(
    turns.map((turn) => turn.callTodoTool('update_todo', {}, { call: `c${turn.number}` })),
  )
  expect(replies.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  await Promise.all([first.refresh(), second.refresh()])
  const [owner] = first.state.items.map((item) => item.owner)
  expect(replies.find(({ ok }) => !ok)?.text).toContain(`It is ${owner}'s`)
  expect(second.state.items).toEqual(first.state.items)
})
