/** A copy whose process is killed holds the beginning of the ledger, and the next one goes on with it. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { listSessions, verifyChain } from '@todo-ledger/core/store'
import { sampleEvents } from '@todo-ledger/core/testing'
import { afterAll, expect, test } from 'vitest'
import { program } from './run-program.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-copy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the program; kills it once the log of the copy has grown to so many bytes. */
function copyUntil(bytes: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, 'copy', 'todos.db', 'copied.db'], {
      cwd: folder,
      stdio: 'ignore',
    })
    const timer = setInterval(() => {
      const { size = 0 } = statSync(join(folder, 'copied.db-wal'), { throwIfNoEntry: false }) ?? {}
      if (size >= bytes) child.kill('SIGKILL')
    }, 2)
    child.on('error', reject)
    child.on('exit', (code) => {
      clearInterval(timer)
      resolve(code)
    })
  })
}

test('a copy that is killed again and again is the beginning of the ledger each time, and is finished', async () => {
  const from = sqliteStore(join(folder, 'todos.db'))
  for (let session = 1; session <= 40; session += 1) {
    await from.append(`s${session}`, sampleEvents(1, 300, `s${session}`), { expectedSeq: 0 })
  }
  const { head } = await verifyChain(from)
  await from.close()
  const seen: number[] = []
  for (const bytes of [400_000, 800_000, 1_600_000, 3_000_000]) {
    const code = await copyUntil(bytes)
    const held = await heldBy(join(folder, 'copied.db'))
    if (code === null && held !== null) seen.push(held)
  }
  expect(seen.filter((held) => held > 0 && held < 12_000)).not.toEqual([])
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
  expect(await copyUntil(Number.POSITIVE_INFINITY)).toBe(0)
  const copy = sqliteStore(join(folder, 'copied.db'), { readOnly: true })
  expect(await verifyChain(copy, head === null ? [] : [head])).toMatchObject({ ok: true, head })
  await copy.close()
})

/** How many events a copy holds, each of which is the ledger's; null where there is none yet. */
async function heldBy(path: string): Promise<number | null> {
  let copy: ReturnType<typeof sqliteStore>
  try {
    copy = sqliteStore(path, { readOnly: true })
  } catch {
    return null
  }
  const check = await verifyChain(copy)
  expect(check).toMatchObject({ ok: true, firstBad: null })
  const from = sqliteStore(join(folder, 'todos.db'), { readOnly: true })
  if (check.head !== null) expect(await verifyChain(from, [check.head])).toMatchObject({ ok: true })
  // Summaries are of the events that are there.
  const listed = (await listSessions(copy, { limit: 1000 })).sessions.reduce(
    (sum, { lastSeq }) => sum + lastSeq,
    0,
  )
  expect(listed).toBe(check.events)
  await from.close()
  await copy.close()
  return check.events
}
