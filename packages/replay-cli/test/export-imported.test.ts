import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { untested } from './recordings.js'

test('an export of a ledger is imported as it is, and a gap where one event was taken out is refused', async () => {
  const place = new MemoryPlace()
  place.write('s.jsonl', untested)
  await place.run('import s.jsonl --ledger whole.db')
  const { stdout } = await place.run('export whole.db')
  const lines = stdout.split('\n')
  place.write('export.jsonl', stdout)
  await place.run('import export.jsonl --ledger again.db')
  // Each ledger has hashes of its own.
  const withoutHashes = (events: string): string => events.replaceAll(/,"hash":"[0-9a-f]{64}"/g, '')
  expect(withoutHashes((await place.run('export again.db')).stdout)).toBe(withoutHashes(stdout))
  place.write('cut.jsonl', lines.toSpliced(3, 1).join('\n'))
  const cut = await place.run('import cut.jsonl --ledger cut.db')
  expect(cut.code).toBe(2)
  expect(cut.stderr).toContain(
    'cut.jsonl:4: Session "login-7", event 5: it follows event 3: the log has a gap',
  )
})
