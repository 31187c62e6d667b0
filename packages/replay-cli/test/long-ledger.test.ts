import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { lines } from './recordings.js'

const place = new MemoryPlace()

/** More than a thousand events: two turns a minute, each with the list and a call. */
const turns = 300
place.write(
  'long.jsonl',
  lines(
    { recording: 'todo-ledger/1', session: 'long', profile: 'todo-manager' },
    { input: 'Begin', trigger: 'user', at: '2026-01-05T10:00:00Z' },
    ...Array.from({ length: turns }, (_, index) => ({
      turn: index + 1,
      at: new Date(Date.UTC(2026, 0, 5, 10, 0, 30 * (index + 1))).toISOString(),
      calls: [
        {
          id: `t${index}`,
          name: 'todo',
          input: { items: [{ id: '1', text: `Step ${index + 1}`, status: 'in_progress' }] },
          ok: index !== 7,
          output: 'done',
        },
        { id: `c${index}`, name: 'bash', input: { command: 'make' }, ok: true, output: 'made' },
      ],
    })),
    { end: true },
  ),
)

/** Runs the program in this process, in the folder. */
async function run(...words: readonly string[]) {
  const { code, stdout, stderr } = await runInMemory(
    words.map((word) => word.replace(/^in\//, `${place.folder}/`)),
  )
  return { code, stdout, stderr }
}

const moments = [['--at', 'seq:1450'], ['--at', '2026-01-05T12:29:00Z'], ['--at', '250'], ['--at', '999'], []]

/** What `show` and `sessions` tell of a source. */
async function told(source: string) {
  const runs = []
  for (const moment of moments) runs.push(await run('show', source, '--json', ...moment))
  return [...runs, await run('sessions', source, '--json')]
}

test('a long session of a ledger is told from its snapshots, not read whole', async () => {
  const recorded = await told('in/long.jsonl')
  expect((await run('import', 'in/long.jsonl', '--ledger', 'in/long.db')).stdout).toContain(
    '1,503 events added',
  )
  expect(await told('in/long.db')).toEqual(recorded)

  // What is never read can't be missed.
  const file = `${place.folder}/long.db`
  writeFileSync(file, readFileSync(file, 'latin1').replaceAll('"call":"t3"', '"call":*t3*'), 'latin1')
  expect(await told('in/long.db')).toEqual(recorded)
  expect((await run('show', 'in/long.db', '--at', '20')).code).toBe(2)
})
