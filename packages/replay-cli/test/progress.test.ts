/** How far a long piece of work is: said on a terminal alone, and not of what is over at once. */

import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { Output } from '../src/output.js'
import { recordingPieces } from '../src/sources/recording-file.js'
import { memoryHost } from './memory-host.js'

const file = fileURLToPath(
  new URL('../../../fixtures/tests-ticked-without-a-run/session.jsonl', import.meta.url),
)

it.each([
  ['a terminal', 80, ['', '', 'at 1000', '', 'at 1200', 'at 5000']],
  ['a pipe', undefined, ['', '', '', '', '', '']],
])('%s: nothing in the first second, then a few times in each', (_, columns, expected) => {
  const { host, stderr } = memoryHost({ ...(columns === undefined ? {} : { columns }) })
  let now = 0
  const output = new Output(host, () => now)
  const said = [0, 999, 1000, 1199, 1200, 5000].map((time) => {
    now = time
    const before = stderr.text.length
    output.slowProgress(() => `at ${time}`)
    return stderr.text.slice(before).replace('\r\u001b[2K', '')
  })
  expect(said).toEqual(expected)
})

it('the share of a file that was read rises to all of it', async () => {
  const shares: number[] = []
  const pieces = recordingPieces(file, { onRead: (share) => shares.push(share) })
  for await (const piece of pieces) for (const _ of piece);
  expect(shares.at(-1)).toBe(1)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
})
