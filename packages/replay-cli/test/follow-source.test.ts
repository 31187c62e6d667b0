import { mkdirSync, mkdtempSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { type FollowedSource, followSource } from '../src/sources/follow-source.js'
import type { FollowedItem, FollowOptions } from '../src/sources/following.js'
import { ReadReport } from '../src/sources/read-report.js'
import { WatchEnd } from '../src/watch/watch-end.js'
import { called, claude, returned, said } from './claude-records.js'
import { quietOutput } from './memory-host.js'
import { delegated, untested } from './recordings.js'

const folder = mkdtempSync(join(tmpdir(), 'follow-'))
const lines = untested.split(/(?<=\n)/)

type Options = Omit<FollowOptions, 'take'>

function optionsOf(end: WatchEnd, more: Partial<Options> = {}): Options {
  return { report: new ReadReport(quietOutput()), end, once: false, again: () => null, ...more }
}

/** What comes of a source, item by item. */
class Items {
  readonly over: Promise<void>
  readonly #items: (FollowedItem | 'over')[] = []
  #came: () => void = () => undefined

  constructor(source: FollowedSource, options: Options) {
    this.over = followSource(source, { ...options, take: (item) => this.#take(item) }).finally(() =>
      this.#take('over'),
    )
    this.over.catch(() => undefined)
  }

  /** The ids of the sessions of which events came before such a notice, and the notice. */
  async until(kind: string): Promise<readonly unknown[]> {
    const seen = new Set<unknown>()
    for (;;) {
      const next = this.#items.shift()
      if (next === undefined) {
        await new Promise<void>((resolve) => {
          this.#came = resolve
        })
        continue
      }
      if (next === 'over') {
        await this.over
        return [...seen, next]
      }
      if ('event' in next) seen.add(next.event.session)
      else if (next.kind === kind) return [...seen, next]
    }
  }

  #take(item: FollowedItem | 'over'): void {
    this.#items.push(item)
    this.#came()
  }
}

test('a file from before it is there, cut short, and in the place of another', async () => {
  const file = join(folder, 'grows.jsonl')
  const end = new WatchEnd(null)
  const items = new Items({ kind: 'recording', file }, optionsOf(end))
  expect(await items.until('waiting')).toEqual([{ kind: 'waiting', reason: 'there is no such file yet' }])
  writeFileSync(file, lines.slice(0, 5).join(''))
  expect(await items.until('caught-up')).toEqual(['login-7', { kind: 'caught-up' }])
  truncateSync(file, 10)
  expect(await items.until('restarted')).toEqual([
    { kind: 'restarted', reason: 'it was cut short', goesOn: false },
  ])
  writeFileSync(file, untested)
  expect(await items.until('caught-up')).toEqual(['login-7', { kind: 'caught-up' }])
  writeFileSync(join(folder, 'next.jsonl'), delegated)
  renameSync(join(folder, 'next.jsonl'), file)
  expect(await items.until('restarted')).toMatchObject([{ reason: 'another file took its name' }])
  expect(await items.until('caught-up')).toEqual(['docs-1', 'docs-1/reader', { kind: 'caught-up' }])
  end.end('asked')
  expect(await items.until('drained')).toEqual(['over'])
})

const parent = join(folder, 'parent.jsonl')
writeFileSync(
  parent,
  claude(
    'parent',
    { version: '2.1.0' },
    said('Mend the dates.'),
    called('t1', 'Task', { description: 'Mend', prompt: 'Fix date.ts.' }),
    returned('t1', 'Done.', { status: 'completed', agentId: 'a1' }),
  ),
)
mkdirSync(join(folder, 'parent', 'subagents'), { recursive: true })
writeFileSync(
  join(folder, 'parent', 'subagents', 'agent-a1.jsonl'),
  claude('parent', { isSidechain: true, agentId: 'a1' }, said('Fix date.ts.'), called('e1', 'Read', {})),
)

test.each([
  [undefined, 2],
  [false, 1],
])('all was read once the files of its sub-agents were, too (beside: %s)', async (beside, sessions) => {
  const end = new WatchEnd(null)
  const options = optionsOf(end, beside === undefined ? {} : { beside })
  const items = new Items({ kind: 'recording', file: parent }, options)
  expect((await items.until('caught-up')).length).toBe(sessions + 1)
  end.end('asked')
  expect(await items.until('drained')).toEqual(['over'])
})

test('what comes through a pipe, to its end', async () => {
  const bytes = new PassThrough()
  const items = new Items({ kind: 'stream', name: 'pipe', bytes }, optionsOf(new WatchEnd(null)))
  bytes.write(lines.slice(0, 5).join(''))
  expect(await items.until('caught-up')).toEqual(['login-7', { kind: 'caught-up' }])
  bytes.end(lines.slice(5).join(''))
  expect(await items.until('drained')).toEqual(['login-7', { kind: 'drained' }])
  expect(await items.until('caught-up')).toEqual(['over'])
})

test('trouble in reading ends it', async () => {
  const file = join(folder, 'no-recording.jsonl')
  writeFileSync(file, 'Buy milk\n'.repeat(300))
  const source: FollowedSource = { kind: 'recording', file }
  const end = new WatchEnd(null)
  await expect(new Items(source, optionsOf(end)).until('caught-up')).rejects.toThrow('no-recording.jsonl')
  end.end('asked')
})
