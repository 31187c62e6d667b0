import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type SessionAudit, SessionAuditor } from '@todo-ledger/audit'
import type { SessionEvent } from '@todo-ledger/recordings'
import { expect, test } from 'vitest'
import { Output } from '../src/output.js'
import { shapeOf } from '../src/sources/followed-file.js'
import { recordingPieces } from '../src/sources/recording-file.js'
import { AuditChanges, type CompletionJudged, type FindingSeen } from '../src/watch/audit-changes.js'
import { LinesView } from '../src/watch/printed-view.js'
import { watchEventOf } from '../src/watch/watch-event.js'
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

test('there are fixtures to look at', () => {
  expect(cases.length).toBeGreaterThan(20)
})

test.each(cases)(
  '%s: to ask an auditor again and again changes nothing, and its news lead to its last word',
  async (name) => {
    for (const events of await sessionsOf(name)) {
      const often = new SessionAuditor()
      const rarely = new SessionAuditor()
      const changes = new AuditChanges()
      const standing = new Map<string, string>()
      const findings = new Set<string>()
      const take = (audit: SessionAudit, isOver: boolean): void => {
        for (const news of changes.take(audit, isOver)) {
          const name = JSON.stringify([
            news.turn,
            news.item,
            news.type === 'completion' ? news.call : news.rule,
          ])
          if (news.type === 'completion') {
            expect(news.before).toBe(standing.get(name) ?? null)
            standing.set(name, news.verdict)
          } else if (news.type === 'finding') findings.add(name)
          else expect(findings.delete(name)).toBe(true)
        }
      }
      for (const { event, state } of events) {
        often.observe(event, state)
        rarely.observe(event, state)
        if (event.seq % 3 === 0) take(often.finish(), false)
      }
      const last = rarely.finish()
      expect(often.finish()).toEqual(last)
      take(last, true)
      expect(new Set(findings)).toEqual(
        new Set(last.findings.map(({ turn, item, rule }) => JSON.stringify([turn, item, rule]))),
      )
      expect(changes.take(last, true)).toEqual([])
      for (const { turn, item, call, verdict } of last.completions) {
        expect(standing.get(JSON.stringify([turn, item, call]))).toBe(verdict)
      }
    }
  },
)

test('what an audit said is not said again when the file is read anew, and half of it takes nothing back', async () => {
  const [events = []] = await sessionsOf('tests-ticked-without-a-run/session.jsonl')
  const changes = new AuditChanges()
  const auditOf = (part: readonly SessionEvent[]): SessionAudit => {
    const auditor = new SessionAuditor()
    for (const { event, state } of part) auditor.observe(event, state)
    return auditor.finish()
  }
  const whole = auditOf(events)
  const told = changes.take(whole, false).map(({ type }) => type)
  expect(told).toEqual(['completion', 'completion', 'completion', 'finding'])
  changes.restart()
  expect(changes.take(auditOf(events.slice(0, 12)), false)).toEqual([])
  expect(changes.take(whole, false)).toEqual([])
  expect(changes.take({ ...whole, findings: [] }, false).map(({ type }) => type)).toEqual(['finding-gone'])
  expect(changes.take(whole, false).map(({ type }) => type)).toEqual(['finding'])
  const known = whole.findings.map((finding) => ({ ...finding, known: true as const }))
  expect(new AuditChanges().take({ ...whole, completions: [], findings: known }, false)).toEqual([])
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
  const view = new LinesView(new Output(host))
  view.emit({ type: 'caught-up', source: 'hostile', reason: '' })
  for (const events of await sessionsOf('hostile-text/session.jsonl')) {
    for (const { event, state } of events) {
      const emitted = watchEventOf(event, state)
      if (emitted !== null) view.emit(emitted)
    }
  }
  expect(stdout.text.split('\n').length).toBeGreaterThan(10)
  expect(stdout.text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
})

test('a finding is shortened to its rule only below the completion that it is about', () => {
  const place = { turn: 2, seq: 7 }
  const why = (item: string): string => `Item ${item} promises a change, but no change was made for it.`
  const completion = (session: string, item: string): CompletionJudged => ({
    ...{ type: 'completion', session, ...place, item, text: 'Do it', call: 'c7' },
    ...{ verdict: 'unsupported', before: null, why: why(item), needs: [] },
  })
  const finding = (session: string, item: string, rule: string): FindingSeen => ({
    ...{ type: 'finding', session, ...place, rule, severity: 'error', item },
    message: why(item),
  })
  const { host, stdout } = memoryHost({ env: { COLUMNS: '100' } })
  const view = new LinesView(new Output(host))
  view.emit({ type: 'caught-up', source: 'a', reason: '' })
  view.emit(completion('a', '1'))
  view.emit(finding('a', '1', 'one'))
  view.emit(finding('a', '1', 'other'))
  view.emit(completion('a', '2'))
  view.emit(completion('a', '3'))
  view.emit(finding('a', '2', 'one'))
  view.emit(finding('a', '3', 'one'))
  view.emit(finding('b', '3', 'one'))
  view.emit(completion('b', '4'))
  // It is not shown, so it is not between them.
  view.emit({ ...completion('b', '5'), verdict: 'supported' })
  view.emit(finding('b', '4', 'one'))
  expect(stdout.text).toMatchInlineSnapshot(`
    "a
        t2         ✗ unsupported       #1 Do it: Item 1 promises a change, but no change was made for
                                       it.
        t2         error               [one]
        t2         error               [other]
        t2         ✗ unsupported       #2 Do it: Item 2 promises a change, but no change was made for
                                       it.
        t2         ✗ unsupported       #3 Do it: Item 3 promises a change, but no change was made for
                                       it.
        t2         error               Item 2 promises a change, but no change was made for it. [one]
        t2         error               Item 3 promises a change, but no change was made for it. [one]

    b
        t2         error               Item 3 promises a change, but no change was made for it. [one]
        t2         ✗ unsupported       #4 Do it: Item 4 promises a change, but no change was made for
                                       it.
        t2         ✓ supported         #5 Do it: Item 5 promises a change, but no change was made for
                                       it.
        t2         error               Item 4 promises a change, but no change was made for it. [one]
    "
  `)
})
