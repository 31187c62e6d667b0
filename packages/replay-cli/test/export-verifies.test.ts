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
  const { code, stderr, stdout: said } = await place.run('verify cut.jsonl')
  console.log(code, stderr, said)
})
