import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SessionAuditor } from '@todo-ledger/audit'
import type { SessionEvent } from '@todo-ledger/recordings'
import { agentTools } from '@todo-ledger/recordings/agents'
import { expect, test } from 'vitest'
import { Output } from '../src/output.js'
import { shapeOf } from '../src/sources/followed-file.js'
import { recordingPieces } from '../src/sources/recording-file.js'
import { linesView } from '../src/watch/printed-view.js'
import { SessionWatcher } from '../src/watch/session-watcher.js'
import { sessionEventSeen, type WatchEvent } from '../src/watch/watch-event.js'
import { memoryHost } from './memory-host.js'

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url))
const cases = readdirSync(fixtures, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory()
    ? readdirSync(`${fixtures}/${entry.name}`)
        .filter((name) => /^session\.jsonl?$|^session\.json$/.test(name))
        .map((name) => `${entry.name}/${name}`)
    : [],
)

/** The sessions of a fixture, each with its events. */
async function sessionsOf(name: string): Promise<readonly (readonly SessionEvent[])[]> {
  const sessions = new Map<string, SessionEvent[]>()
  for await (const piece of recordingPieces(`${fixtures}/${name}`, {})) {
    for (const passed of piece) {
      const { session } = passed.event
      sessions.set(session, [...(sessions.get(session) ?? []), passed])
    }
  }
  return [...sessions.values()]
}

/** A watch whose clock stands still: it judges whenever all was read. */
function watching() {
  const emitted: WatchEvent[] = []
  const view = { emit: (event: WatchEvent) => void emitted.push(event), show: () => undefined }
  const watcher = new SessionWatcher({ view, source: 'a fixture', clock: () => 0 })
  return { emitted, watcher }
}

test.each(cases)('%s: however often it is judged, the news lead to the last word', async (name) => {
  for (const events of await sessionsOf(name)) {
    const { emitted, watcher } = watching()
    const auditor = new SessionAuditor({ tools: agentTools })
    for (const passed of events) {
      auditor.observe(passed.event, passed.state)
      watcher.take(passed)
      if (passed.event.seq % 3 === 0) watcher.take({ kind: 'caught-up' })
    }
    watcher.finish(true)
    const last = auditor.finish()
    const verdicts = new Map<string, unknown>()
    for (const event of emitted) {
      if (event.type !== 'completion' || !('verdict' in event)) continue
      const key = `${event.call} ${event.item}`
      expect(event.before).toBe(verdicts.get(key) ?? null)
      verdicts.set(key, event.verdict)
    }
    expect(verdicts).toEqual(
      new Map(last.completions.map(({ call, item, verdict }) => [`${call} ${item}`, verdict])),
    )
    const found = emitted.flatMap((event) =>
      'rule' in event ? [`${event.turn} ${event.item} ${event.rule}`] : [],
    )
    for (const { turn, item, rule } of last.findings) expect(found).toContain(`${turn} ${item} ${rule}`)
  }
})

test('what was emitted is not emitted again when the file is read anew', async () => {
  const [events = []] = await sessionsOf('tests-ticked-without-a-run/session.jsonl')
  const { emitted, watcher } = watching()
  const read = (part: readonly SessionEvent[]): void => {
    for (const passed of part) watcher.take(passed)
    watcher.take({ kind: 'caught-up' })
  }
  read(events)
  const { length } = emitted
  expect(length).toBeGreaterThan(10)
  watcher.take({ kind: 'restarted', reason: null, goesOn: true })
  read(events.slice(0, 12))
  read(events.slice(12))
  expect(emitted.length).toBe(length)
})

test.each([
  ['', null],
  ['{"recording":"todo-led', null],
  ['{"recording":"todo-ledger/1","session":"s"}\n', 'lines'],
  ['not JSON at all\n', 'lines'],
  ['{"sessionId":"a","projectHash":"b"}\n', 'lines'],
  ['{\n  "sessionId": "a",', 'document'],
  ['\uFEFF  [\n', 'document'],
  ['{"sessionId":"a","messages":[{"id":', 'document'],
  ['{"sessionId":"a","messages":[]}', 'document'],
  ['{"type":"user","message":{"content":"\\"sessionId\\":1,\\"messages\\":[1]"}}\n', 'lines'],
  [`{"type":"user","text":"${'x'.repeat(70_000)}`, 'lines'],
])('the start %j is that of %s', (start, shape) => {
  expect(shapeOf(start)).toBe(shape)
})

test('everything that is printed of the fixtures is printable', async () => {
  const { host, stdout } = memoryHost({ env: { COLUMNS: '100' } })
  const view = linesView(new Output(host))
  view.emit({ type: 'caught-up', source: 'hostile', reason: '' })
  for (const events of await sessionsOf('hostile-text/session.jsonl')) {
    for (const { event, state } of events) {
      const emitted = sessionEventSeen(event, state)
      if (emitted !== null) view.emit(emitted)
    }
  }
  expect(stdout.text.split('\n').length).toBeGreaterThan(10)
  expect(stdout.text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
})

test('a finding about a completion that was printed is not printed beside it', () => {
  const place = { session: 'a', turn: 2, seq: 7 }
  const { host, stdout } = memoryHost({ env: { COLUMNS: '100' } })
  const view = linesView(new Output(host))
  view.emit({ type: 'caught-up', source: 'a', reason: '' })
  view.emit({
    ...{ type: 'completion', ...place, item: '1', text: 'Do it', call: 'c7', verdict: 'unsupported' },
    ...{ before: null, why: 'No change was made.', needs: [] },
  })
  const finding = { type: 'finding', ...place, rule: 'one', severity: 'error' } as const
  view.emit({ ...finding, item: '1', message: 'No change was made.' })
  view.emit({ ...finding, item: '2', message: 'It was dropped.' })
  expect(stdout.text).toMatchInlineSnapshot(`
    "a
        t2         ✗ unsupported       #1 Do it: No change was made.
        t2         error               It was dropped. [one]
    "
  `)
})
