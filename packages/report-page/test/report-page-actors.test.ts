/** A report of a list on which several agents work. In a real browser. */

import { join } from 'node:path'
import { type Actor, openLedger, profiles } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInMemory } from '../../replay-cli/test/memory-host.js'
import { describeInBrowser, shown } from './browser.js'
import { pageFolder } from './report-of.js'

const { folder, remove } = pageFolder()
const file = join(folder, 'shared.html')
const lead: Actor = { kind: 'agent', id: 'lead' }
const helper: Actor = { kind: 'sub-agent', id: '<b>helper</b>\u202e' }

beforeAll(async () => {
  const store = sqliteStore(join(folder, 'todos.db'))
  const clock = () => new Date('2026-02-03T12:00:00Z')
  const ledger = openLedger({ store, clock, turnLeases: false })
  const session = await ledger.session('shared', { profile: profiles.recommended })
  await session.startRun({ trigger: 'user', text: 'Begin', agent: lead })
  const first = await session.startTurn({ actor: lead })
  const second = await session.startTurn({ actor: helper })
  const items = ['Write it', 'Test it'].map((text) => ({ text, status: 'pending' }))
  await first.callTodoTool('write_todos', { items })
  await second.callTodoTool('update_todo', { id: '2', status: 'completed' })
  await second.end()
  await first.end()
  const ann: Actor = { kind: 'person', id: 'ann' }
  await session.edit({ edit: [{ key: 'k1', status: 'blocked', reason: 'No key' }] }, { actor: ann })
  await ledger.close()
  const { code, stderr } = await runInMemory(['report', join(folder, 'todos.db'), '--out', file])
  if (code !== 0) throw new Error(stderr)
})
afterAll(remove)

describeInBrowser('a report of several agents', (open) => {
  test('says who has what, and whose each turn is', async () => {
    const { page, misdeeds } = await open(file, { hash: '#turn=2' })
    const texts = async (where: string) =>
      (await page.locator(where).allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
    expect(await texts('.checklist .line-button')).toMatchInlineSnapshot(`
      [
        "#1 Write it , blocked No key by ann was pending",
        "#2 Test it , completed by <b>helper</b>\\u202e was pending unknown",
      ]
    `)
    expect(await shown(page.locator('#turn-title'))).toMatchInlineSnapshot(
      `"What happened turn 2 of 2 by <b>helper</b>\\u202e"`,
    )
    expect(await texts('.event-head')).toMatchInlineSnapshot(`
      [
        "update write_todos + #2 Test it event 5",
        "update update_todo #2 Test it pending → completed event 6",
        "update ann #1 Write it pending → blocked (No key) event 9",
        "update update_todo #2 Test it pending → completed flagged: Item 2 was completed without having been in_progress skipped-in-progress event 6",
        "update ann #1 Write it pending → blocked (No key) event 9",
      ]
    `)
    expect(misdeeds).toEqual({ requests: [], complaints: [] })
  })
})
