import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type SessionAudit, SessionAuditor } from '@todo-ledger/audit'
import type { SessionState } from '@todo-ledger/core'
import type { SessionEvent } from '@todo-ledger/recordings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordingEvents } from '../src/sources/recording-file.js'
import { styleFor } from '../src/text/style.js'
import { widthOf } from '../src/text/width.js'
import { AuditChanges } from '../src/watch/audit-changes.js'
import { fileShape } from '../src/watch/following/file-shape.js'
import { type ScreenContents, screenLines } from '../src/watch/screen/screen-layout.js'
import { toldLine } from '../src/watch/text/told-line.js'
import { toldEvent } from '../src/watch/told-event.js'
import type { SessionWatchEvent } from '../src/watch/watch-event.js'

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
  for await (const passed of recordingEvents(`${fixtures}/${name}`, {})) {
    const { session } = passed.event
    sessions.set(session, [...(sessions.get(session) ?? []), passed])
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
            news.kind === 'completion' ? news.call : news.rule,
          ])
          if (news.kind === 'completion') {
            expect(news.before).toBe(standing.get(name) ?? null)
            standing.set(name, news.verdict)
          } else if (news.kind === 'finding') findings.add(name)
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
  const told = changes.take(whole, false).map(({ kind }) => kind)
  expect(told).toEqual(['completion', 'completion', 'completion', 'finding'])
  changes.restart()
  expect(changes.take(auditOf(events.slice(0, 12)), false)).toEqual([])
  expect(changes.take(whole, false)).toEqual([])
  expect(changes.take({ ...whole, findings: [] }, false).map(({ kind }) => kind)).toEqual(['finding-gone'])
  expect(changes.take(whole, false).map(({ kind }) => kind)).toEqual(['finding'])
  const known = whole.findings.map((finding) => ({ ...finding, known: true as const }))
  expect(new AuditChanges().take({ ...whole, completions: [], findings: known }, false)).toEqual([])
})

test.each([
  ['', 'unsure'],
  ['{"recording":"todo-led', 'unsure'],
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
  expect(fileShape(Buffer.from(start).subarray(0, 64 * 1024))).toBe(shape)
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '\u001b[2J\u001b]0;owned\u0007',
    '把期限移到 config/loans.yaml',
    'a\nb\r\nc',
    'x'.repeat(400),
    '👩‍👩‍👧‍👧 ok',
  ),
)

test('the screen fits its terminal, whatever the texts are', async () => {
  const [events = []] = await sessionsOf('items-dropped/session.jsonl')
  const last = events.at(-1)
  const items = last?.state.items ?? []
  const [item] = items
  if (last === undefined || item === undefined) throw new Error('the fixture has no list')
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          text: hostile,
          status: fc.constantFrom('pending', 'in_progress', 'completed', 'blocked'),
        }),
        { maxLength: 40 },
      ),
      fc.array(hostile, { maxLength: 20 }),
      hostile,
      fc.integer({ min: 1, max: 130 }),
      fc.integer({ min: 1, max: 50 }),
      fc.boolean(),
      (todos, texts, name, columns, rows, hasSession) => {
        const state: SessionState = {
          ...last.state,
          session: name,
          goal: name,
          items: todos.map(({ text, status }, index) => ({
            ...item,
            key: `k${index}`,
            id: `${index + 1}`,
            text,
            status,
          })),
        }
        const feed = texts.flatMap((text) => {
          const place = { session: name, turn: 12, seq: 3, at: '2026-01-01T00:00:00.000Z' }
          const event: SessionWatchEvent = { kind: 'input', ...place, trigger: 'user', text }
          const told = toldLine(event)
          return told === null ? [] : [told]
        })
        const session = { state, parent: null, file: name, audit: null, isWanted: true }
        const contents: ScreenContents = {
          source: name,
          session: hasSession ? session : null,
          others: 2,
          feed,
          note: '',
        }
        const lines = screenLines(contents, { columns, rows }, styleFor(false))
        expect(lines.length).toBeLessThanOrEqual(rows)
        for (const line of lines) {
          expect(widthOf(line), line).toBeLessThanOrEqual(Math.max(10, columns))
          expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('everything that is told of the fixtures is printable', async () => {
  for (const events of await sessionsOf('hostile-text/session.jsonl')) {
    for (const { event, state } of events) {
      const told = toldEvent(event, state)
      const line = told === null ? null : toldLine(told)
      for (const text of [...(line?.texts ?? []), line?.label ?? '', line?.session ?? '']) {
        expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
      }
    }
  }
})
