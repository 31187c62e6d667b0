import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { Output } from '../src/output.js'
import {
  type FollowedItem,
  type FollowedSource,
  type FollowOptions,
  followSource,
} from '../src/sources/follow-source.js'
import { ReadReport } from '../src/sources/read-report.js'
import { called, claude, returned, said } from './claude-records.js'
import { memoryHost, quietOutput } from './memory-host.js'
import { delegated, untested } from './recordings.js'

const folder = mkdtempSync(join(tmpdir(), 'follow-'))
const lines = untested.split(/(?<=\n)/)

type Options = Omit<FollowOptions, 'take'>

function optionsOf({ signal }: AbortController, more: Partial<Options> = {}): Options {
  return { report: new ReadReport(quietOutput()), stop: signal, once: false, again: () => null, ...more }
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
  const end = new AbortController()
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
  end.abort()
  expect(await items.until('drained')).toEqual(['over'])
})

const child = claude(
  'parent',
  { isSidechain: true, agentId: 'a1' },
  said('Fix date.ts.'),
  called('e1', 'Read', {}),
)

/** A Claude Code recording, with the file of its sub-agent beside it. @returns its path */
function claudeFamily(name: string, subagent: string): string {
  const place = join(folder, name)
  mkdirSync(join(place, 'parent', 'subagents'), { recursive: true })
  writeFileSync(join(place, 'parent', 'subagents', 'agent-a1.jsonl'), subagent)
  writeFileSync(
    join(place, 'parent.jsonl'),
    claude(
      'parent',
      { version: '2.1.0' },
      said('Mend the dates.'),
      called('t1', 'Task', { description: 'Mend', prompt: 'Fix date.ts.' }),
      returned('t1', 'Done.', { status: 'completed', agentId: 'a1' }),
    ),
  )
  return join(place, 'parent.jsonl')
}

const parent = claudeFamily('beside', child)

test.each([
  [undefined, 2],
  [false, 1],
])('all was read once the files of its sub-agents were, too (beside: %s)', async (beside, sessions) => {
  const end = new AbortController()
  const options = optionsOf(end, beside === undefined ? {} : { beside })
  const items = new Items({ kind: 'recording', file: parent }, options)
  expect((await items.until('caught-up')).length).toBe(sessions + 1)
  end.abort()
  expect(await items.until('drained')).toEqual(['over'])
})

/** A Codex rollout that starts these agents, and those of the agents beside it. @returns its path */
function codexFamily(name: string, children: { readonly [agent: string]: string }): string {
  const place = join(folder, name)
  mkdirSync(place)
  for (const [agent, text] of Object.entries(children)) writeFileSync(codexFile(name, agent), text)
  const started = Object.keys(children).flatMap((agent) => [
    { type: 'function_call', call_id: agent, name: 'spawn_agent', arguments: '{"message":"Go"}' },
    { type: 'function_call_output', call_id: agent, output: JSON.stringify({ agent_id: agent }) },
  ])
  writeFileSync(codexFile(name, name), codexLines(name, ...started))
  return codexFile(name, name)
}

const codexFile = (family: string, agent: string): string =>
  join(folder, family, `rollout-2026-01-05T10-00-00-${agent}.jsonl`)

const codexLines = (id: string, ...payloads: readonly object[]): string =>
  [
    { type: 'session_meta', payload: { id } },
    ...[went, ...payloads].map((payload) => ({ type: 'response_item', payload })),
  ]
    .map((line) => `${JSON.stringify({ timestamp: '2026-01-05T10:00:00Z', ...line })}\n`)
    .join('')

const went = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] }

/** Meant to be an exported event, and none. */
const damagedEvent = '{"id":"e","session":"s","type":"x","seq":1,"turn":0,"version":1,"data":{}}\n'

/** The files of a folder that this process holds open. */
const heldOpen = (place: string): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap((each) => {
    try {
      return [readlinkSync(`/proc/self/fd/${each}`)].filter((path) => path.startsWith(place))
    } catch {
      return []
    }
  })

test("a sub-agent's file whose first line has no end yet is read once it has", async () => {
  const end = new AbortController()
  const file = claudeFamily('late', child.split('\n', 1).join())
  const items = new Items({ kind: 'recording', file }, optionsOf(end))
  expect(await items.until('caught-up')).toEqual(['parent', { kind: 'caught-up' }])
  writeFileSync(join(folder, 'late', 'parent', 'subagents', 'agent-a1.jsonl'), child)
  while (!(await items.until('caught-up')).includes('parent/a1'));
  end.abort()
  expect(await items.until('drained')).toEqual(['over'])
})

test.runIf(process.platform === 'linux')(
  'files of sub-agents that fail are told, closed, and do not keep the others from being read',
  async () => {
    const file = codexFamily('failing', {
      'failing-1': damagedEvent,
      'failing-2': codexLines('failing-2'),
      'failing-3': '',
      'failing-4': damagedEvent,
    })
    renameSync(codexFile('failing', 'failing-3'), join(folder, 'failing', 'elsewhere'))
    symlinkSync('/proc/self/mem', codexFile('failing', 'failing-3'))
    const { host, stderr } = memoryHost({ env: { NO_COLOR: '1' } })
    const report = new ReadReport(new Output(host))
    const items = new Items(
      { kind: 'recording', file },
      optionsOf(new AbortController(), { report, once: true }),
    )
    expect(await items.until('nothing')).toEqual(['failing', 'failing-2', 'over'])
    expect(
      stderr.text.replaceAll(`${folder}/failing/rollout-2026-01-05T10-00-00-`, ''),
    ).toMatchInlineSnapshot(`
      "failing-3.jsonl: the disk or the device failed.
      failing-1.jsonl: 1: This line has a field at that is not what it must be. It was damaged, or written by another program.
      failing-4.jsonl: 1: This line has a field at that is not what it must be. It was damaged, or written by another program.
      "
    `)
    expect(heldOpen(join(folder, 'failing'))).toEqual([])
  },
)

test('trouble of whoever takes what comes is none of a file', async () => {
  const end = new AbortController()
  const take = (item: FollowedItem): void => {
    if ('event' in item && item.event.session === 'parent/a1') throw new Error('there is no room for it')
    if ('kind' in item) end.abort()
  }
  await expect(
    followSource({ kind: 'recording', file: parent }, { ...optionsOf(end), take }),
  ).rejects.toThrow('no room')
})

test('what comes through a pipe, to its end', async () => {
  const bytes = new PassThrough()
  const items = new Items({ kind: 'stream', name: 'pipe', bytes }, optionsOf(new AbortController()))
  bytes.write(lines.slice(0, 5).join(''))
  expect(await items.until('caught-up')).toEqual(['login-7', { kind: 'caught-up' }])
  bytes.end(lines.slice(5).join(''))
  expect(await items.until('drained')).toEqual(['login-7', { kind: 'drained' }])
  expect(await items.until('caught-up')).toEqual(['over'])
})

test('a stream that is held open is let go of when the watch ends', async () => {
  const bytes = new PassThrough()
  const end = new AbortController()
  const items = new Items({ kind: 'stream', name: 'pipe', bytes }, optionsOf(end))
  bytes.write(lines.slice(0, 5).join(''))
  expect(await items.until('caught-up')).toEqual(['login-7', { kind: 'caught-up' }])
  end.abort()
  expect(await items.until('drained')).toEqual(['over'])
  expect(bytes.destroyed).toBe(true)
})

test('a file that stays no ledger is said to be none', async () => {
  const file = join(folder, 'no-ledger.db')
  writeFileSync(file, 'Buy milk')
  const grows = setInterval(() => appendFileSync(file, '.'), 5)
  const { over } = new Items({ kind: 'ledger', file }, optionsOf(new AbortController()))
  await expect(over.finally(() => clearInterval(grows))).rejects.toThrow('not a SQLite database')
})

test('trouble in reading ends it', async () => {
  const file = join(folder, 'no-recording.jsonl')
  writeFileSync(file, 'Buy milk\n'.repeat(300))
  const source: FollowedSource = { kind: 'recording', file }
  const end = new AbortController()
  await expect(new Items(source, optionsOf(end)).until('caught-up')).rejects.toThrow('no-recording.jsonl')
  end.abort()
})

const document = readFileSync(new URL('../../../fixtures/gemini-chat/session.json', import.meta.url), 'utf8')
const documentId = JSON.parse(document).sessionId

test('a document that is half written is waited for, and may begin with a byte order mark', async () => {
  const file = join(folder, 'half.json')
  writeFileSync(file, `\uFEFF${document.slice(0, -20)}`)
  const end = new AbortController()
  const items = new Items({ kind: 'recording', file }, optionsOf(end))
  expect(await items.until('waiting')).toEqual([{ kind: 'waiting', reason: 'it is not whole yet' }])
  writeFileSync(file, `\uFEFF${document}`)
  expect(await items.until('caught-up')).toEqual([documentId, { kind: 'caught-up' }])
  end.abort()
  expect(await items.until('drained')).toEqual(['over'])
})
