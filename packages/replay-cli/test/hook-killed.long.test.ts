/** A hundred hooks at once, some of which are killed: who ended by itself is recorded once, who was killed once at the most. */

import { spawn } from 'node:child_process'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { expect, test } from 'vitest'
import { fire, HookTexts } from './claude-code-hooks.js'
import { runInMemory } from './memory-host.js'
import { program, Workplace } from './run-program.js'

const place = new Workplace()
const texts = new HookTexts('s1')

/** Runs a hook in a process of its own, which is killed after so many milliseconds, or not. @returns its exit code */
function hook(input: string, killedAfter: number | null): Promise<number | null> {
  const words = [program, 'hook', '--ledger', 'l.db', '--log', 'l.log']
  const child = spawn(process.execPath, words, { cwd: place.folder, stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  if (killedAfter !== null) setTimeout(() => child.kill('SIGKILL'), killedAfter)
  return new Promise((resolve) => child.on('close', resolve))
}

test('a hundred hooks at once, every fourth killed somewhere on its way', async () => {
  const ledger = `${place.folder}/l.db`
  expect(await hook(texts.prompt('Begin'), null)).toBe(0)
  const ids = Array.from({ length: 100 }, (_, index) => `c${index}`)
  const codes = await Promise.all(
    ids.map((id, index) =>
      hook(texts.before(id, 'Read', { file_path: `/${id}` }), index % 4 === 0 ? 20 * index : null),
    ),
  )
  await fire(texts.stop('Done.'), { ledger, log: `${place.folder}/stop.log`, limit: 100 })
  const store = sqliteStore(ledger, { readOnly: true })
  const times = new Map<string, number>()
  for await (const event of store.read('s1')) {
    if (event.type === 'tool.called') times.set(event.data.call, (times.get(event.data.call) ?? 0) + 1)
  }
  await store.close()
  const ended = ids.filter((_, index) => codes[index] === 0)
  expect(ended.length).toBeGreaterThanOrEqual(75)
  expect(ended.filter((id) => times.get(id) !== 1)).toEqual([])
  expect([...times].filter(([, count]) => count > 1)).toEqual([])
  expect((await runInMemory(['verify', ledger])).code).toBe(0)
})
