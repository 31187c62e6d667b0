/** A ledger that was cut shows it where it verified before, without anybody having kept an anchor. */

import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { delegated, untested } from './recordings.js'

const place = new MemoryPlace()
const env = { XDG_STATE_HOME: join(place.folder, 'state') }
const verify = (ledger: string) => place.run(`verify ${ledger}`, { env })

test('what verified before is remembered, and a cut is said; a redaction is none', async () => {
  place.write('a.jsonl', untested)
  place.write('b.jsonl', delegated)
  await place.run('import a.jsonl --ledger todos.db')
  copyFileSync(join(place.folder, 'todos.db'), join(place.folder, 'older.db'))
  await place.run('import b.jsonl --ledger todos.db')
  expect((await verify('todos.db')).code).toBe(0)
  const [name = '', ...others] = readdirSync(join(env.XDG_STATE_HOME, 'todo-replay/anchors'))
  expect([/^[0-9a-f]{64}$/.test(name), others]).toEqual([true, []])
  const kept = readFileSync(join(env.XDG_STATE_HOME, 'todo-replay/anchors', name), 'utf8')
  expect(kept).toMatch(/^todo-ledger-anchor:2:\S+\n$/)
  // A copy elsewhere may be behind.
  expect((await verify('older.db')).code).toBe(0)
  await place.run('redact todos.db --forget --session login-7')
  expect((await verify('todos.db')).code).toBe(0)
  copyFileSync(join(place.folder, 'older.db'), join(place.folder, 'todos.db'))
  const { code, stdout } = await verify('todos.db')
  const text = stdout.replace(/\s+/g, ' ')
  expect([code, text]).toEqual([1, expect.stringContaining('its end was cut off')])
  expect(text).toContain('if you put another in its place yourself, remove')
})
