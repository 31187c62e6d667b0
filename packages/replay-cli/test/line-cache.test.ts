/** The cache file: entries come back as they were kept, or not at all. */

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { cacheFolder } from '../src/cache/cache-folder.js'
import { LineCache } from '../src/cache/line-cache.js'

const root = mkdtempSync(join(tmpdir(), 'line-cache-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0

function emptyFolder(): string {
  folders += 1
  return join(root, String(folders))
}

function open(folder: string | null, restsOn = 'v1'): LineCache<unknown> {
  return new LineCache<unknown>({ folder, kind: 'test', restsOn })
}

const keepAll = (): boolean => true
const fileIn = (folder: string): string => join(folder, readdirSync(folder)[0] ?? '')

describe('entries', () => {
  test('come back in the next run, the last one of a name; not with another key', () => {
    const folder = emptyFolder()
    const first = open(folder)
    first.set('a', { n: 1, text: 'line\nbreak \u2028' })
    first.set('a', { n: 2 })
    first.set('b', [null])
    first.close(keepAll)
    const next = open(folder)
    expect([next.get('a'), next.get('b'), next.get('c')]).toEqual([{ n: 2 }, [null], undefined])
    expect(open(folder, 'v2').get('a')).toBeUndefined()
    expect([statSync(folder).mode & 0o777, statSync(fileIn(folder)).mode & 0o777]).toEqual([0o700, 0o600])
  })

  test('however the file is damaged, an entry is the one that was kept, or there is none', () => {
    const folder = emptyFolder()
    const cache = open(folder)
    const kept = new Map([...'abcdef'].map((name, index) => [name, { index, text: name.repeat(20) }]))
    for (const [name, entry] of kept) cache.set(name, entry)
    cache.close(keepAll)
    const bytes = readFileSync(fileIn(folder))
    const change = fc.record({
      at: fc.nat(bytes.length - 1),
      how: fc.constantFrom('byte', 'cut', 'insert', 'double'),
      byte: fc.nat(255),
      length: fc.integer({ min: 1, max: 80 }),
    })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        let damaged = bytes
        for (const { at, how, byte, length } of changes) {
          const before = damaged.subarray(0, at)
          const after = damaged.subarray(how === 'insert' ? at : at + (how === 'byte' ? 1 : length))
          const between =
            how === 'cut'
              ? Buffer.of()
              : how === 'double'
                ? damaged.subarray(0, at + length)
                : Buffer.of(byte)
          damaged = Buffer.concat([before, between, after])
        }
        writeFileSync(fileIn(folder), damaged)
        const read = open(folder)
        for (const [name, entry] of kept) expect([entry, undefined]).toContainEqual(read.get(name))
      }),
      { numRuns: runs(300) },
    )
  })

  test('what is appended after a torn line is read', () => {
    const folder = emptyFolder()
    const first = open(folder)
    first.set('a', 1)
    first.set('b', 2)
    first.close(keepAll)
    writeFileSync(fileIn(folder), readFileSync(fileIn(folder), 'utf8').slice(0, -5))
    const second = open(folder)
    second.set('c', 3)
    second.close(keepAll)
    const read = open(folder)
    expect([read.get('a'), read.get('b'), read.get('c')]).toEqual([1, undefined, 3])
  })

  test('a file that grew is rewritten with what is needed', () => {
    const folder = emptyFolder()
    for (let round = 0; round < 5; round += 1) {
      const cache = open(folder)
      for (let index = 0; index < 600; index += 1) cache.set(String(index), round)
      cache.close((name) => name !== '7')
    }
    const lines = readFileSync(fileIn(folder), 'utf8').split('\n').filter(Boolean)
    expect(lines.length).toBeLessThan(2_000)
    expect(open(folder).get('8')).toBe(4)
    expect(readdirSync(folder)).toHaveLength(1)
  })

  test('of caches with other keys a few are kept', () => {
    const folder = emptyFolder()
    for (let index = 0; index < 12; index += 1) {
      const cache = open(folder, `v${index}`)
      cache.set('a', index)
      cache.close(keepAll)
    }
    expect(readdirSync(folder)).toHaveLength(8)
  })
})

describe('what can not be used is no cache, and no error', () => {
  test.each([
    ['there is no folder', () => null],
    ['a file is where the folder should be', () => written('file')],
    [
      'a folder is where the file should be',
      (): string => {
        const folder = emptyFolder()
        const cache = open(folder)
        cache.set('a', 1)
        cache.close(keepAll)
        const file = fileIn(folder)
        rmSync(file)
        mkdirSync(file)
        return folder
      },
    ],
    ['the disk takes nothing', () => '/dev/null/cache'],
  ])('%s', (_name, folderOf) => {
    const cache = open(folderOf())
    expect(cache.get('a')).toBeUndefined()
    for (let index = 0; index < 100; index += 1) cache.set('a', index)
    cache.close(keepAll)
    expect(cache.get('a')).toBe(99)
  })
})

function written(name: string): string {
  const path = join(root, name)
  writeFileSync(path, '')
  return path
}

test('several programs at once lose nothing, and mix nothing', async () => {
  const folder = emptyFolder()
  const module = new URL('../dist/cache/line-cache.js', import.meta.url)
  const script = `import { LineCache } from ${JSON.stringify(fileURLToPath(module))}
    const cache = new LineCache({ folder: ${JSON.stringify(folder)}, kind: 'test', restsOn: 'v1' })
    const [, writer] = process.argv
    for (let n = 0; n < 200; n += 1) cache.set(writer + '/' + n, { writer, n, text: 'x'.repeat(n) })
    cache.close(() => true)`
  const writers = ['a', 'b', 'c', 'd']
  const codes = writers.map((writer) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, writer])
    return new Promise((resolve) => child.on('close', resolve))
  })
  expect(await Promise.all(codes)).toEqual([0, 0, 0, 0])
  const cache = open(folder)
  for (const writer of writers) {
    for (let n = 0; n < 200; n += 1)
      expect(cache.get(`${writer}/${n}`)).toEqual({ writer, n, text: 'x'.repeat(n) })
  }
})

test.each([
  [{ XDG_CACHE_HOME: '/c', HOME: '/h' }, '/c/todo-replay'],
  [{ XDG_CACHE_HOME: 'relative', HOME: '/h' }, '/h/.cache/todo-replay'],
  [{ XDG_CACHE_HOME: '', HOME: '/h' }, '/h/.cache/todo-replay'],
  [{ HOME: 'relative' }, null],
  [{}, null],
])('with %j it is %s', (env, folder) => {
  expect(cacheFolder(env)).toBe(folder)
})
