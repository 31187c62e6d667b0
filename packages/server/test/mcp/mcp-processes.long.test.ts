import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { verifyChain } from '@todo-ledger/core/store'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/random.js'
import { nameOfFolder } from '../../src/mcp/list-name.js'
import { ownFolder } from '../own-folder.js'
import { type Age, ages, said, textOf, toldChanges } from './connect.js'
import { program, started, stored } from './stdio.js'

const add = (text: string) => ({ items: [text] })

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a client', version: '1' },
  },
})

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

  it('shares the list of a folder between processes, whatever age their clients are of', async () => {
    const folder = ownFolder()
    const file = join(folder, 'todos.db')
    const [one, two] = await Promise.all([
      started('2026-07-28', folder, ['--store', file, '--profile', 'wake-loop']),
      started('2025-11-25', folder, ['--store', file, '--profile', 'wake-loop']),
    ])
    const each = runs(100)
    const texts = Array.from({ length: each }, (_, at) => [`one ${at}`, `two ${at}`] as const)
    const replies = await Promise.all(
      texts.flatMap(([first, second]) => [
        said(one.client, 'todo_write', add(first)),
        said(two.client, 'todo_write', add(second)),
      ]),
    )
    expect(replies.filter(({ ok }) => !ok)).toEqual([])
    const list = `todo-ledger://lists/${nameOfFolder(folder)}/checklist`
    expect(await textOf(one.client, list)).toBe(await textOf(two.client, list))
    await Promise.all([one.client.close(), two.client.close()])
    const { state, events } = await stored(file, folder)
    expect(new Set(state.items.map(({ text }) => text))).toEqual(new Set(texts.flat()))
    expect(state.turn).toMatchObject({ number: 2 * each, open: false })
    // Nobody's turn was cut off by the other.
    expect(
      events.filter(({ type, data }) => type === 'turn.ended' && 'interrupted' in data && data.interrupted),
    ).toEqual([])
    expect(events.filter(({ type }) => type === 'run.started')).toHaveLength(1)
  })

  it('tells a conversation that begins anew what is open on the list of its folder', async () => {
    const folder = ownFolder()
    const words = ['--store', join(folder, 'todos.db'), '--profile', 'wake-loop']
    const first = await started('2025-11-25', folder, words)
    expect(first.client.getInstructions()).not.toContain('as it was left')
    await said(first.client, 'todo_write', add('Write the form'))
    await first.client.close()
    const second = await started('2025-11-25', folder, words)
    const asLeft = /as it was left before this conversation:\n.*Write the form/s
    expect(second.client.getInstructions()).toMatch(asLeft)
    // Not every client shows its model the instructions.
    const replies = [
      await said(second.client, 'todo_write', add('A')),
      await said(second.client, 'todo_write', add('B')),
    ]
    expect(replies.map(({ texts }) => asLeft.test(texts[0] ?? ''))).toEqual([true, false])
    await second.client.close()
  })

  it.each(Object.keys(ages) as Age[])(
    'tells a client of %s what the client of another process changes',
    async (age) => {
      const folder = ownFolder()
      const words = ['--store', join(folder, 'todos.db'), '--profile', 'wake-loop']
      const [one, two] = [await started(age, folder, words), await started('2026-07-28', folder, words)]
      const list = `todo-ledger://lists/${nameOfFolder(folder)}/checklist`
      const told = await toldChanges(one.client, age, [list])
      await said(two.client, 'todo_write', add('A'))
      await expect.poll(() => [...told]).toEqual(['list', list])
      await Promise.all([one.client.close(), two.client.close()])
    },
  )

  it('ends well when its client goes away without a word', async () => {
    const folder = ownFolder()
    const start = (...words: readonly string[]) =>
      spawn(process.execPath, [program, 'mcp', '--store', join(folder, 'todos.db'), ...words], {
        cwd: folder,
      })
    const gone = start()
    const call = { name: 'todo_write', arguments: add('A') }
    gone.stdin.end(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })}\nno JSON\n`,
    )
    expect(await once(gone, 'exit')).toEqual([0, null])
    // What was asked before is answered and stored.
    const piped = start('--profile', 'wake-loop')
    const calls = ['A', 'B', 'C'].map((text, id) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: id + 1,
        method: 'tools/call',
        params: { name: 'todo_write', arguments: add(text) },
      }),
    )
    piped.stdin.end(`${[initialize, ...calls].join('\n')}\n`)
    const answers = (await text(piped.stdout)).trim().split('\n')
    expect(answers).toHaveLength(4)
    const { state } = await stored(join(folder, 'todos.db'), folder)
    expect(state.items.map(({ text }) => text).toSorted()).toEqual(['A', 'B', 'C'])
    // One that is told to end does, though its client still has the pipe; so does one whose answers nobody reads.
    const ended = start()
    ended.stdin.write(`${initialize}\n`)
    await once(ended.stdout, 'data')
    ended.kill('SIGTERM')
    expect(await once(ended, 'exit')).toEqual([0, null])
    const unread = start()
    unread.stdout.destroy()
    unread.stdin.on('error', () => undefined)
    unread.stdin.end(`${[initialize, ...calls].join('\n')}\n`)
    expect(await once(unread, 'exit')).toEqual([0, null])
    const told = start('--profile', 'nope')
    const [message] = await once(told.stderr, 'data')
    expect(String(message)).toBe('todo-ledger: There is no profile "nope".\n')
    expect(await once(told, 'exit')).toEqual([2, null])
  })
})
