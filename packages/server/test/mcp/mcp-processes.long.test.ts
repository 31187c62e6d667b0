import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { verifyChain } from '@todo-ledger/core/store'
import { describe, expect, it } from 'vitest'
import { nameOfFolder } from '../../src/mcp/list-name.js'
import { ownFolder } from '../own-folder.js'
import { said, textOf } from './connect.js'
import { started, stored } from './stdio.js'

const add = (text: string) => ({ items: [text] })

describe('todo-ledger mcp', () => {
  it('keeps every answered call of a client that is killed, and goes on in the next process', async () => {
    const folder = ownFolder()
    const file = join(folder, 'todos.db')
    const answered: string[] = []
    for (let round = 0; round < 30; round += 1) {
      const { client, pid } = await started('2025-11-25', folder, ['--store', file, '--profile', 'wake-loop'])
      const calls = Array.from({ length: 8 }, async (_, at) => {
        const text = `${round} ${at}`
        if ((await said(client, 'todo_write', add(text))).ok) answered.push(text)
        if (at === round % 8) process.kill(pid, 'SIGKILL')
      })
      await Promise.allSettled(calls)
      await client.close()
    }
    const { state, events } = await stored(file, folder)
    const texts = state.items.map(({ text }) => text)
    expect(texts).toEqual(expect.arrayContaining(answered))
    expect(new Set(texts).size).toBe(texts.length)
    expect(state.turn.open).toBe(false)
    expect(answered.length).toBeGreaterThan(0)
    expect(events.filter(({ type }) => type === 'turn.started')).toHaveLength(texts.length)
  })

  it('keeps a list for each folder, in the ledger of the person where none is named', async () => {
    const home = ownFolder()
    const folders = ['app', 'lib'].map((name) => join(home, name))
    for (const folder of folders) {
      mkdirSync(folder)
      const { client } = await started('2026-07-28', folder, ['--profile', 'wake-loop'], { HOME: home })
      await said(client, 'todo_write', add(`of ${folder}`))
      expect(await textOf(client, `todo-ledger://lists/${nameOfFolder(folder)}/checklist`)).toContain(
        `of ${folder}`,
      )
      expect((await client.listResources()).resources).toHaveLength(3)
      await client.close()
      expect(existsSync(join(folder, 'todos.db'))).toBe(false)
    }
    const file = join(home, '.local/share/todo-ledger/todos.db')
    for (const folder of folders)
      expect((await stored(file, folder)).state.items.map(({ text }) => text)).toEqual([`of ${folder}`])
    const store = sqliteStore(file)
    expect(await verifyChain(store)).toMatchObject({ ok: true })
    await store.close()
  })
})
