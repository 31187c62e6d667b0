import { readFileSync } from 'node:fs'
import { initialState, type JsonValue, type SessionState, type TodoItem } from '@todo-ledger/core'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { convertIcsCalendar } from 'ts-ics'
import { describe, expect, it, test } from 'vitest'
import { calendarLines } from '../src/export/calendar.js'
import { plainLine, printable } from '../src/text/printable.js'
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

test('it goes with no other kind of export', async () => {
  expect(await place.screen('export release.jsonl --format ics --until 1')).toMatchInlineSnapshot(`
    "--- stderr
    todo-replay: --format ics can't be combined with --until.
    --- exit 2"
  `)
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

/** A title as it is to be read: two colons stand apart. */
function shownLine(text: string): string {
  return plainLine(printable(text, 500)).replace(/:(?=:)/g, ': ')
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

/** The file as calendar programs read it: by the reader of Mozilla Thunderbird, and by another one. */
function readBack(state: SessionState) {
  const file = calendarLines([state])
    .map((line) => `${line}\r\n`)
    .join('')
  const todos = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vtodo')
  const value = (todo: (typeof todos)[number], name: string): string | null =>
    todo.getFirstPropertyValue(name)?.toString() ?? null
  const other = convertIcsCalendar(undefined, file)
  return { file, todos, value, other }
}

describe('calendar programs read what was written', () => {
  it('whatever a text holds: escaped, in lines of 75 bytes, one value each', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 300 }),
          fc.stringMatching(/^[\w ,;:\\'"😀äß日本\n]{0,300}$/u),
          fc.constantFrom(
            'a\r\nEND:VTODO\r\nBEGIN:VEVENT',
            `${'std::vector '.repeat(20)}::error::`,
            ...Array.from({ length: 80 }, (_, length) => `${'a'.repeat(length)}::::error::x`),
            '##[error]',
            '\u001b[31m\u202e',
          ),
        ),
        (text) => {
          const { file, todos, value } = readBack(sessionWith({ text, notes: text }))
          expect(todos).toHaveLength(1)
          const [todo] = todos
          if (todo === undefined) return
          const shown = text.trim() === '' ? '(no text)' : text
          expect(value(todo, 'summary')).toBe(shownLine(shown))
          expect(value(todo, 'description')).toMatch(/Item 1 of session release-2$/)
          for (const line of file.split('\r\n')) {
            expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
            expect(plainLine(line)).toBe(line)
            expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e]/u)
          }
        },
      ),
    ))

  it('status, priority, parents, and a date only where there is one', () => {
    const { todos, value, other } = readBack(
      sessionWith(
        { status: 'in_progress', priority: 'critical' },
        { status: 'blocked', priority: 'low', parent: '1' },
        { status: 'completed' },
        { metadata: { due: '2026-02-01' } },
        { metadata: { due_at: '2026-02-01T10:00:00+02:00' }, parent: '3' },
      ),
    )
    const rows = todos.map((todo) =>
      ['uid', 'status', 'priority', 'due', 'related-to', 'dtstamp'].map((name) => value(todo, name)),
    )
    expect(rows).toMatchInlineSnapshot(`
      [
        [
          "cf768c00de3d7e96f230323e6057e0cb-k1@todo-ledger",
          "IN-PROCESS",
          "1",
          null,
          null,
          "2026-01-05T11:00:00Z",
        ],
        [
          "cf768c00de3d7e96f230323e6057e0cb-k2@todo-ledger",
          "NEEDS-ACTION",
          "7",
          null,
          "cf768c00de3d7e96f230323e6057e0cb-k1@todo-ledger",
          "2026-01-05T11:00:00Z",
        ],
        [
          "cf768c00de3d7e96f230323e6057e0cb-k4@todo-ledger",
          "NEEDS-ACTION",
          null,
          "2026-02-01",
          null,
          "2026-01-05T11:00:00Z",
        ],
        [
          "cf768c00de3d7e96f230323e6057e0cb-k5@todo-ledger",
          "NEEDS-ACTION",
          null,
          "2026-02-01T08:00:00Z",
          null,
          "2026-01-05T11:00:00Z",
        ],
      ]
    `)
    expect(other.todos?.map(({ uid, status }) => [uid, status])).toEqual(
      rows.map(([uid, status]) => [uid, status]),
    )
  })

  it.each<[JsonValue]>([
    ['tomorrow'],
    [{ due: 'soon' }],
    [{ due: '2026-02-31' }],
    [{ due: '2026-02-01T10:00' }],
    [{ due: 1770000000 }],
    [['2026-02-01']],
    [null],
  ])('%j is no date', (metadata) => {
    const { todos, value } = readBack(sessionWith({ metadata }))
    expect(todos.map((todo) => value(todo, 'due'))).toEqual([null])
  })

  it('nothing that is open is an empty calendar', () => {
    expect(readBack(sessionWith({ status: 'completed' })).file).toBe(
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//todo-ledger//todo-replay//EN\r\nEND:VCALENDAR\r\n',
    )
  })
})
