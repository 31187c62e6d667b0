import { expect, it } from 'vitest'
import { KnownIds } from '../src/session/session-log.js'

it('holds the last ids, and knows whether these are all', () => {
  const ids = new KnownIds()
  for (let seq = 1; seq <= 20_000; seq += 1) ids.add(`e${seq}`, seq)
  expect([ids.isComplete, ids.seqOf('e1'), ids.seqOf('e20000')]).toEqual([true, 1, 20_000])
  ids.add('e20001', 20_001)
  expect(ids.isComplete).toBe(false)
  const held = ['e1', 'e10000', 'e10001', 'e20001'].map((id) => ids.seqOf(id))
  expect(held).toEqual([undefined, undefined, 10_001, 20_001])
  const late = new KnownIds()
  late.lackTheFirst()
  late.add('e500', 500)
  expect([late.isComplete, late.seqOf('e500'), late.seqOf('e1')]).toEqual([false, 500, undefined])
})
