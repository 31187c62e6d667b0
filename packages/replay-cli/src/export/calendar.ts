/** `export --format ics`: open items as a calendar file that calendar programs read as tasks (VTODO). Source: RFC 5545. */

import { createHash } from 'node:crypto'
import { isOpen, type JsonValue, type SessionState, type TodoItem } from '@todo-ledger/core'
import { plainLine, printable } from '../text/printable.js'

/** As many characters of an item's text are its title, and of a longer text. */
const longestTitle = 500
const longestText = 10_000

/** The lines of a calendar file with the open items of some sessions, without their ends. Same sessions, same lines. */
export function calendarLines(sessions: readonly SessionState[]): readonly string[] {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//todo-ledger//todo-replay//EN',
    ...sessions.flatMap(sessionLines),
    'END:VCALENDAR',
  ].flatMap(folded)
}

function sessionLines(state: SessionState): readonly string[] {
  const open = state.items.filter(isOpen)
  const byId = new Map(open.map((item) => [item.id, item]))
  const id = createHash('sha256').update(state.session).digest('hex').slice(0, 32)
  const uidOf = ({ key }: TodoItem): string => `${id}-${key.replace(/[^\w-]/g, '_')}@todo-ledger`
  return open.flatMap((item) => {
    const { text, status, priority, parent, added, metadata } = item
    const level = priorityLevel(priority)
    const due = dueOf(metadata)
    const above = parent === null ? undefined : byId.get(parent)
    return [
      'BEGIN:VTODO',
      `UID:${uidOf(item)}`,
      `DTSTAMP:${utc(state.at)}`,
      `CREATED:${utc(added.at)}`,
      `SUMMARY:${escaped(text.trim() === '' ? '(no text)' : text, longestTitle)}`,
      `DESCRIPTION:${description(item, state, byId)}`,
      `STATUS:${status === 'in_progress' ? 'IN-PROCESS' : 'NEEDS-ACTION'}`,
      ...(level === null ? [] : [`PRIORITY:${level * 2 + 1}`]),
      ...(due === null ? [] : [due]),
      ...(above === undefined ? [] : [`RELATED-TO:${uidOf(above)}`]),
      'END:VTODO',
    ]
  })
}

/** What there is no field for. An unknown kind of relation is taken for a parent, so what an item waits for is told here. */
function description(item: TodoItem, { session }: SessionState, open: ReadonlyMap<string, TodoItem>): string {
  const { id, status, reason, notes, owner, dependencies } = item
  const waits = dependencies.flatMap((each) => open.get(each) ?? [])
  const lines = [
    ...(notes === null ? [] : notes.split(/\r\n|[\n\r\u2028\u2029]/)),
    ...(status === 'blocked' ? [`Blocked${reason === null ? '' : `: ${reason}`}`] : []),
    ...waits.map((each) => `Waits for: ${each.text}`),
    ...(owner === null ? [] : [`Owner: ${owner}`]),
    `Item ${id} of session ${session}`,
  ]
  return lines.map((line) => escaped(line, longestText)).join('\\n')
}

/** The day or the moment at which an item is due, where a field of its metadata says so as ISO 8601. */
function dueOf(metadata: JsonValue): string | null {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return null
  const fields = new Map<string, JsonValue>(Object.entries(metadata))
  const due = ['due', 'due_date', 'dueDate', 'deadline'].map((name) => fields.get(name)).find(isText)
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.exec(due ?? '') ?? []
  const moment = day === undefined ? Number.NaN : Date.parse(`${day}${time ?? 'T00:00:00Z'}`)
  // `2026-02-31` is read as a day of March.
  if (day === undefined || Number.isNaN(moment) || !utc(Date.parse(day)).startsWith(day.replaceAll('-', '')))
    return null
  return time === undefined ? `DUE;VALUE=DATE:${day.replaceAll('-', '')}` : `DUE:${utc(moment)}`
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string'
}

function utc(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/**
 * A text as one value: harmless in a terminal too, with what has a meaning in a calendar file escaped. A line may be
 * folded anywhere, so two colons, which would begin a command to a build server, stand apart everywhere.
 */
function escaped(text: string, limit: number): string {
  const harmless = plainLine(printable(text, limit)).replace(/:(?=:)/g, ': ')
  return harmless.replace(/[\\;,]/g, (sign) => `\\${sign}`)
}

/** A line in pieces of at most 75 bytes, the later ones behind a space; no character is cut in two. */
function folded(line: string): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 75) {
      pieces.push(piece)
      piece = ' '
      bytes = 1
    }
    piece += character
    bytes += size
  }
  return [...pieces, piece]
}

const levels: readonly (readonly [words: RegExp, level: number])[] = [
  [/^(?:critical|urgent|highest|p?0)$/, 0],
  [/^(?:high|p?1)$/, 1],
  [/^(?:medium|normal|p?2)$/, 2],
  [/^(?:low|p?3)$/, 3],
  [/^(?:lowest|p?4)$/, 4],
]

/** A level from 0 (highest) to 4 for a priority as people write it; null for none. */
function priorityLevel(priority: JsonValue): number | null {
  if (typeof priority === 'number') return Math.min(4, Math.max(0, Math.round(priority)))
  const word = typeof priority === 'string' ? priority.trim().toLowerCase() : ''
  return levels.find(([words]) => words.test(word))?.[1] ?? null
}
