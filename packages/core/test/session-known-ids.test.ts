import { expect, it } from 'vitest'
import { KnownIds } from '../src/session/session-log.js'

it('holds the seqs of the last ids, and knows of any whether it is new', () => {
  const ids = new KnownIds()
  for (let seq = 1; seq <= 20_000; seq += 1) ids.add(`e${seq}`, seq)
  expect([ids.isNew('e1'), ids.isNew('e20001'), ids.seqOf('e1'), ids.seqOf('e20000')]).toEqual([
    false,
    true,
    1,
    20_000,
  ])
  ids.add('e20001', 20_001)
  const held = ['e1', 'e10000', 'e10001', 'e20001'].map((id) => ids.seqOf(id))
  expect(held).toEqual([undefined, undefined, 10_001, 20_001])
})

it('takes no id that was there for a new one, and few new ones for one that may have been there', () => {
  const ids = new KnownIds()
  const idOf = (seq: number) => `a-session:call:toolu_${seq.toString(36)}`
  for (let seq = 1; seq <= 200_000; seq += 1) ids.add(idOf(seq), seq)
  const takenForNew = Array.from({ length: 200_000 }, (_, index) => idOf(index + 1)).filter((id) =>
    ids.isNew(id),
  )
  expect(takenForNew).toEqual([])
  const asked = Array.from({ length: 10_000 }, (_, index) => idOf(200_001 + index)).filter(
    (id) => !ids.isNew(id),
  )
  // A bit in 44 is set.
  expect(asked.length / 10_000).toBeLessThan(0.05)
})

it('knows of no id that it is new where the first were not taken in', () => {
  const late = new KnownIds()
  late.lackTheFirst()
  for (let seq = 500; seq <= 40_000; seq += 1) late.add(`e${seq}`, seq)
  expect([late.seqOf('e40000'), late.isNew('e40000'), late.isNew('e500'), late.isNew('e1')]).toEqual([
    40_000,
    false,
    false,
    false,
  ])
})
