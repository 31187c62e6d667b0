import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'

/**
 * What a program of before wrote and printed: a ledger, an export of it, an anchor, a proof. Of the first version of the
 * hash, when an event said of a tracker's change `by` whom it was.
 */
const folder = join(import.meta.dirname, 'old-versions', 'hash-1')
interface Printed {
  readonly [words: string]: { readonly code: number; readonly printed: object }
}
const printed = JSON.parse(readFileSync(join(folder, 'printed.json'), 'utf8')) as Printed

const place = new MemoryPlace()
const copied = ['ledger.db', 'export.jsonl', 'anchor.txt', 'proof.json']

test.each(Object.entries(printed))('%s says what it did', async (words, then) => {
  for (const file of copied) copyFileSync(join(folder, file), join(place.folder, file))
  const { code, stdout } = await place.run(`${words} --json`)
  expect(code).toBe(then.code)
  expect(JSON.parse(stdout)).toMatchObject(then.printed)
})
