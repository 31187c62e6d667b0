import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { untested } from './recordings.js'

const place = new MemoryPlace()
place.write('some/untested.jsonl', untested)
const labels = (): string => readFileSync(join(place.folder, 'labels.tsv'), 'utf8')

test('a person labels the pages, blind to the verdicts, and goes on later', async () => {
  const first = await place.run('label some --out labels.tsv', { input: 'x\nd\nthe edit is\tthere\n\nq\n' })
  expect(first.code).toBe(0)
  expect(first.stdout).toContain('>>> THE MARK')
  expect(first.stdout).not.toMatch(/unsupported|supported|verify-item/i)
  expect(first.stdout.trimEnd().split('\n').at(-1)).toBe('1 label added to labels.tsv')
  const second = await place.run('label some --out labels.tsv', { input: 'n\nnothing ran\n' })
  expect(second.stdout).not.toContain('ITEM #1: ')
  expect(second.stdout).toContain('ITEM #2: Run the tests')
  expect(labels()).toMatchInlineSnapshot(`
    "file	call	item	label	class	why
    untested.jsonl	c5	Fix the redirect in login.ts	supported	change	the edit is there
    untested.jsonl	c6	Run the tests	unsupported	verify	nothing ran
    "
  `)
  const third = await place.run('label some --out labels.tsv', { input: '' })
  expect(third.stdout).toBe('\n0 labels added to labels.tsv\n')
})

test('what is skipped is asked again', async () => {
  await place.run('label some --out skipped.tsv', { input: 's\nq\n' })
  expect(existsSync(join(place.folder, 'skipped.tsv'))).toBe(false)
})

test('a file that holds something else is left as it is', async () => {
  place.write('notes.txt', 'my notes\n')
  expect(await place.screen('label some --out notes.txt', { input: 'd\n\n' })).toMatchInlineSnapshot(`
    "--- stderr
    todo-replay: notes.txt is not a file of labels: its first line must be file, call, item, label, class, why, separated by tabs. Name another --out.
    --- exit 2"
  `)
})
