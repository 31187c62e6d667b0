import { expect, it } from 'vitest'
import { Random } from '../crash/random.mjs'
import { Disk } from './disk.mjs'
import type { Operation } from './read-log.mjs'

/** A file `f`, written, synced, named for good, and written again at 512 and 4,096. */
const operations: readonly Operation[] = [
  { is: 'create', file: 0, name: 'f' },
  { is: 'write', file: 0, offset: 0, bytes: Buffer.alloc(1024, 'a') },
  { is: 'begin-sync', file: 0 },
  { is: 'write', file: 0, offset: 512, bytes: Buffer.alloc(1024, 'b') },
  { is: 'sync', file: 0 },
  { is: 'begin-sync-folder' },
  { is: 'sync-folder' },
  { is: 'write', file: 0, offset: 4096, bytes: Buffer.alloc(512, 'c') },
  { is: 'unlink', name: 'f' },
]

function diskAfter(count: number): Disk {
  const disk = new Disk()
  for (const operation of operations.slice(0, count)) disk.apply(operation)
  return disk
}

/** Every content of `f` that losses of power leave, as a letter for each 512 bytes (`.` for zeros); `-` without `f`. */
function contents(disk: Disk): Set<string> {
  const random = new Random(1)
  const seen = Array.from({ length: 500 }, () => {
    const content = disk.afterPowerLoss('some', random).files.get('f')
    if (content === undefined) return '-'
    const sectors = Array.from({ length: content.length / 512 }, (_, index) => content[index * 512] ?? 0)
    return sectors.map((byte) => (byte === 0 ? '.' : String.fromCharCode(byte))).join('')
  })
  return new Set(seen)
}

it('keeps what was synced and may lose, tear or reorder what was not', () => {
  const files = (kept: 'none' | 'all', count: number) =>
    diskAfter(count).afterPowerLoss(kept, new Random(1)).files.get('f')?.length
  // The name is there for good only when the folder was synced.
  expect([files('none', 5), files('all', 5)]).toEqual([undefined, 1536])
  expect([files('none', 7), files('all', 7), files('all', 9)]).toEqual([1024, 1536, undefined])
  // What was written while the sync ran is not synced: none of it, each half, both, or its size alone.
  expect([...contents(diskAfter(7))].toSorted()).toEqual(['aa', 'aa.', 'aab', 'ab', 'ab.', 'abb'])
  expect(contents(diskAfter(5))).toContain('-')
  // A later write may be there without the one before.
  expect(contents(diskAfter(8))).toContain('aa......c')
})

it('gives the same losses for the same seed', () => {
  const digests = (seed: number) => {
    const random = new Random(seed)
    return Array.from({ length: 20 }, () => diskAfter(8).afterPowerLoss('some', random).digest)
  }
  expect(digests(7)).toEqual(digests(7))
  expect(new Set(digests(7)).size).toBeGreaterThan(3)
})
