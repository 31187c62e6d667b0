import { readFileSync } from 'node:fs'
import { initialState, type JsonValue, type SessionState, type TodoItem } from '@todo-ledger/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarLines } from '../src/export/calendar.js'
import { plainLine } from '../src/text/printable.js'
import { MemoryPlace } from './memory-place.js'
import { lines } from './recordings.js'

const place = new MemoryPlace()
place.write(
  'release.jsonl',
  lines(
    { recording: 'todo-ledger/1', session: 'release-2', profile: 'recommended' },
    { input: 'Prepare the release', trigger: 'user', at: '2026-01-05T10:00:00Z' },
    {
      turn: 1,
      at: '2026-01-05T10:00:30Z',
      calls: [
        {
          id: 't1',
          name: 'write_todos',
          input: {
            items: [
              { id: '1', text: 'Release 2.0', status: 'in_progress', priority: 'high' },
              {
                id: '2',
                text: 'Write the changelog, short; “übersetzt” and 日本語',
                status: 'completed',
                parent: '1',
              },
              {
                id: '3',
                text: 'Build the packages for all platforms, sign them, and put them where the mirrors find them',
                status: 'pending',
                parent: '1',
                notes: 'Windows first\nthen the rest',
              },
              {
                id: '4',
                text: 'Tell the users',
                status: 'blocked',
                reason: 'waits for a date',
                parent: '1',
                dependencies: ['3'],
              },
            ],
          },
          ok: true,
          output: 'done',
        },
      ],
    },
    { end: true, at: '2026-01-05T10:01:00Z' },
  ),
)

test('a calendar file as a person sees it', async () => {
  const { stdout, stderr } = await place.run('export release.jsonl --format ics')
  expect(stderr).toBe('')
  expect(stdout.replaceAll('\r\n', '\n')).toMatchInlineSnapshot(`
    "BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//todo-ledger//todo-replay//EN
    BEGIN:VTODO
    UID:cf768c00de3d7e96f230323e6057e0cb-k1@todo-ledger
    DTSTAMP:20260105T100030Z
    CREATED:20260105T100030Z
    SUMMARY:Release 2.0
    DESCRIPTION:Item 1 of session release-2
    STATUS:IN-PROCESS
    PRIORITY:3
    END:VTODO
    BEGIN:VTODO
    UID:cf768c00de3d7e96f230323e6057e0cb-k3@todo-ledger
    DTSTAMP:20260105T100030Z
    CREATED:20260105T100030Z
    SUMMARY:Build the packages for all platforms\\, sign them\\, and put them whe
     re the mirrors find them
    DESCRIPTION:Windows first\\nthen the rest\\nItem 3 of session release-2
    STATUS:NEEDS-ACTION
    RELATED-TO:cf768c00de3d7e96f230323e6057e0cb-k1@todo-ledger
    END:VTODO
    BEGIN:VTODO
    UID:cf768c00de3d7e96f230323e6057e0cb-k4@todo-ledger
    DTSTAMP:20260105T100030Z
    CREATED:20260105T100030Z
    SUMMARY:Tell the users
    DESCRIPTION:Blocked: waits for a date\\nWaits for: Build the packages for al
     l platforms\\, sign them\\, and put them where the mirrors find them\\nItem 4
      of session release-2
    STATUS:NEEDS-ACTION
    RELATED-TO:cf768c00de3d7e96f230323e6057e0cb-k1@todo-ledger
    END:VTODO
    END:VCALENDAR
    "
  `)
  expect(await place.screen('export release.jsonl --format ics --out todos.ics')).toMatchInlineSnapshot(`
    "todos.ics: 3 open items of 1 session
    --- exit 0"
  `)
  expect(readFileSync('todos.ics', 'utf8')).toBe(stdout)
  expect((await place.run('export release.jsonl --format ics')).stdout).toBe(stdout)
})

/** A session with these items. */
function sessionWith(...items: readonly Partial<TodoItem>[]): SessionState {
  const moment = { turn: 1, seq: 3, at: Date.UTC(2026, 0, 5, 10) }
  return {
    ...initialState,
    session: 'release-2',
    at: Date.UTC(2026, 0, 5, 11),
    items: items.map(
      (item, index): TodoItem => ({
        key: `k${index + 1}`,
        id: String(index + 1),
        text: 'Write the docs',
        status: 'pending',
        reason: null,
        parent: null,
        dependencies: [],
        activeForm: null,
        priority: null,
        owner: null,
        notes: null,
        estimate: null,
        metadata: null,
        added: moment,
        started: null,
        closed: null,
        blocked: null,
        actor: null,
        ...item,
      }),
    ),
  }
}

test('standard output and --out get the same bytes, and a build server no command', async () => {
  const items = Array.from({ length: 80 }, (_, length) => ({
    id: String(length + 1),
    text: `${'a'.repeat(length)}::::error::x`,
    status: 'pending',
  }))
  place.write(
    'colons.jsonl',
    lines(
      { recording: 'todo-ledger/1', session: 'colons', profile: 'recommended' },
      { input: '::error::x', trigger: 'user', at: '2026-01-05T10:00:00Z' },
      { turn: 1, calls: [{ id: 't1', name: 'write_todos', input: { items }, ok: true, output: 'done' }] },
    ),
  )
  const { stdout } = await place.run('export colons.jsonl --format ics')
  await place.run('export colons.jsonl --format ics --out colons.ics')
  expect(readFileSync('colons.ics', 'utf8')).toBe(stdout)
  expect(stdout.split('BEGIN:VTODO')).toHaveLength(81)
  expect(stdout).not.toMatch(/^\s*::/m)
})

/** The values of a file's properties, with its lines unfolded as RFC 5545 says. */
function valuesOf(state: SessionState, name: string): readonly string[] {
  const lines = calendarLines([state]).join('\n').replaceAll('\n ', '').split('\n')
  return lines.flatMap((line) => (line.startsWith(`${name}:`) || line.startsWith(`${name};`) ? [line] : []))
}

test('whatever a text holds is one value, in lines of 75 bytes', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.stringMatching(/^[\w ,;:\\'"😀äß日本\n]{0,300}$/u),
        fc.constantFrom('a\r\nEND:VTODO\r\nBEGIN:VEVENT', '##[error]', '\u001b[31m\u202e'),
      ),
      (text) => {
        const state = sessionWith({ text, notes: text })
        expect(valuesOf(state, 'BEGIN')).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VTODO'])
        expect(valuesOf(state, 'SUMMARY')).toHaveLength(1)
        expect(valuesOf(state, 'DESCRIPTION')).toEqual([
          expect.stringMatching(/Item 1 of session release-2$/),
        ])
        // What is escaped is escaped as RFC 5545 says, and nothing else.
        expect(valuesOf(state, 'SUMMARY')[0]).toMatch(/^SUMMARY:(?:[^\\;,]|\\[\\;,])*$/)
        for (const line of calendarLines([state])) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(plainLine(line)).toBe(line)
          expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e]/u)
        }
      },
    ),
  ))

test.each<[JsonValue, readonly string[]]>([
  [{ due: '2026-02-01' }, ['DUE;VALUE=DATE:20260201']],
  [{ deadline: '2026-02-01T10:00:00+02:00' }, ['DUE:20260201T080000Z']],
  ['tomorrow', []],
  [{ due: 'soon' }, []],
  [{ due: '2026-02-31' }, []],
  [{ due: '2026-02-01T10:00' }, []],
  [{ due: 1770000000 }, []],
  [['2026-02-01'], []],
  [null, []],
])('due by %j is %j', (metadata, due) => {
  expect(valuesOf(sessionWith({ metadata }), 'DUE')).toEqual(due)
})
