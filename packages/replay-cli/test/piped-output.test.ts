/** What goes into a pipe or a file: no path and no sentence of it is broken, however long it is. */

import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInMemory } from './memory-host.js'

const fixtures = fileURLToPath(new URL('../../../fixtures/', import.meta.url))

/** Every command that says which file it read. */
const commands = [
  'audit FILE',
  'audit FOLDER',
  'audit FILE --all',
  'audit FILE --format markdown',
  'blame FILE',
  'blame FILE 2',
  'bisect FILE --rule single-in-progress',
  'diff FILE',
  'log FILE',
  'plan FILE',
  'sessions FILE',
  'sessions FOLDER',
  'show FILE',
  'stats FILE',
  'what-if FILE --profile loki',
]

describe('in a pipe', () => {
  const root = mkdtempSync(join(tmpdir(), 'piped-'))
  const folder = join(root, 'a-folder-of-a-name-that-is-long'.repeat(3), 'with spaces in it')
  const file = join(folder, 'session.jsonl')

  beforeAll(() => {
    mkdirSync(folder, { recursive: true })
    cpSync(join(fixtures, 'openhands-events', 'session.jsonl'), file)
    cpSync(join(fixtures, 'weakened-texts', 'session.jsonl'), join(folder, 'other.jsonl'))
  })

  afterAll(() => rmSync(root, { recursive: true }))

  it.each(commands)('%s breaks no line', async (line) => {
    const words = line.split(' ').map((word) => word.replace('FILE', file).replace('FOLDER', folder))
    const piped = await runInMemory(words, { env: { COLUMNS: '' } })
    const wide = await runInMemory(words, { env: { COLUMNS: '10000' } })
    expect(piped).toEqual(wide)
    expect(piped.code).toBeLessThan(2)
  })

  it('is as wide as COLUMNS says; help is 80 wide', async () => {
    const narrow = await runInMemory(['audit', file], { env: { COLUMNS: '60' } })
    const terminal = await runInMemory(['audit', file], { columns: 60, env: { NO_COLOR: '1' } })
    expect(narrow.stdout).toBe(terminal.stdout)
    const help = await runInMemory(['audit', '--help'], { env: { COLUMNS: '' } })
    expect(Math.max(...help.stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
  })
})
