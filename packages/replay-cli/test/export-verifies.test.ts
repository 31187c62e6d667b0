import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { untested } from './recordings.js'

test('an export of a ledger verifies with as many events, and shows a gap where one was taken out', async () => {
  const place = new MemoryPlace()
  place.write('s.jsonl', untested)
  await place.run('import s.jsonl --ledger whole.db')
  const { stdout } = await place.run('export whole.db')
  const lines = stdout.split('\n')
  place.write('export.jsonl', stdout)
  expect(await place.json('verify export.jsonl --json')).toMatchObject({
    ...{ ok: true, kind: 'recording', hashed: false, firstBad: null },
    events: lines.length - 1,
  })
  place.write('cut.jsonl', lines.toSpliced(3, 1).join('\n'))
  const cut = await place.run('verify cut.jsonl')
  expect(cut.code).toBe(2)
  expect(cut.stderr).toContain(
    'cut.jsonl:4: Session "login-7", event 5: it follows event 3: the log has a gap',
  )
})
