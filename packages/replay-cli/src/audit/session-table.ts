/** Many sessions at a glance: one row each, the worst first. */

import {
  completionsIn,
  countFindings,
  isNotable,
  type SessionCounts,
  worstFirst,
} from '../session-view/concerns.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { ListLayout, Style, StyleName } from '../text/style.js'
import { type TableCell, type TableColumn, tableLines } from '../text/table.js'
import type { AuditedSession } from './followed-session.js'

/** What is kept of a session for its row. */
export interface SessionRow extends NamedSession, SessionCounts {
  /** Its profile. */
  readonly profile: string
  /** Its turns. */
  readonly turns: number
  /** How many completions a baseline accepts; none of the verdicts counts them. */
  readonly accepted: number
  /** True where a person should look at it. */
  readonly isNotable: boolean
}

/** So many sessions are all shown; of more only those with something to look at. */
const fewSessions = 20

/** As many rows are shown where not all are asked for. */
const mostRows = 100

/** What is kept of a session for its row. */
export function sessionRow({ audit, file, accepted }: AuditedSession): SessionRow {
  const { session, profile, turns, summary } = audit
  return {
    session,
    file,
    profile,
    turns,
    verdicts: summary.verdicts,
    findings: countFindings(audit),
    accepted: accepted?.completions ?? 0,
    isNotable: isNotable(audit),
  }
}

/** The lines of the table: the worst session first, those with nothing to look at as a number where there are many. */
export function sessionTable(
  rows: readonly SessionRow[],
  { columns, style, all }: ListLayout,
): readonly string[] {
  const isLong = !all && rows.length > fewSessions
  const wanted = (isLong ? rows.filter((row) => row.isNotable) : rows).toSorted(worstFirst)
  const shown = all ? wanted : wanted.slice(0, mostRows)
  const left = wanted.length - shown.length
  const quiet = isLong ? rows.filter((row) => !row.isNotable) : []
  const profiles = new Set(rows.map(({ profile }) => profile))
  const names = sessionNames(rows)
  const nameOf = new Map(rows.map((row, index) => [row, names[index] ?? '']))
  const shownNumbers = numbers.filter(({ of, isRare }) => isRare !== true || shown.some((row) => of(row) > 0))
  const agent: readonly TableColumn[] = profiles.size > 1 ? [{ title: 'agent', isText: true }] : []
  const table = tableLines(
    'session',
    [...agent, ...shownNumbers.map(({ title }) => ({ title }))],
    shown.map((row) => ({
      name: nameOf.get(row) ?? '',
      cells: [
        ...(profiles.size > 1 ? [{ text: printable(row.profile, 40) }] : []),
        ...shownNumbers.map((number) => cellOf(number, row, style)),
      ],
    })),
    { columns, style },
  )
  const completions = quiet.reduce((sum, row) => sum + completionsIn(row) + row.accepted, 0)
  return [
    ...(shown.length === 0 ? [] : [...table, style('dim', legend), '']),
    ...(left === 0 ? [] : [`  and ${count(left, 'more session')} to look at: --all shows them`, '']),
    ...(quiet.length === 0
      ? []
      : [
          `${style('green', '✓')} ${count(quiet.length, shown.length === 0 ? 'session' : 'other session')} with nothing to look at (${count(completions, 'completion')})`,
          '',
        ]),
  ]
}

const legend = '  ✓ supported  ~ weak  ✗ unsupported  ○ undecided  ? unknown'

/** A column of numbers. */
interface NumberColumn {
  readonly title: string
  readonly of: (row: SessionRow) => number
  /** True: left out where it is 0 in every row. */
  readonly isRare?: true
  /** How a number above 0 is set off. */
  readonly style?: StyleName
}

const numbers: readonly NumberColumn[] = [
  { title: 'turns', of: ({ turns }) => turns },
  { title: 'done', of: (row) => completionsIn(row) + row.accepted },
  { title: '✓', of: ({ verdicts }) => verdicts.supported },
  { title: '~', of: ({ verdicts }) => verdicts.weak, style: 'yellow' },
  { title: '✗', of: ({ verdicts }) => verdicts.unsupported, style: 'red' },
  { title: '○', of: ({ verdicts }) => verdicts.undecided },
  { title: '?', of: ({ verdicts }) => verdicts.unknown, style: 'blue' },
  { title: 'accepted', of: ({ accepted }) => accepted, isRare: true },
  { title: 'error', of: ({ findings }) => findings.error, style: 'red' },
  { title: 'warn', of: ({ findings }) => findings.warning, style: 'yellow' },
]

function cellOf({ of, style: name }: NumberColumn, row: SessionRow, style: Style): TableCell {
  const number = of(row)
  if (number === 0) return { text: '·', paint: (text) => style('dim', text) }
  const text = String(number)
  return name === undefined ? { text } : { text, paint: (padded) => style(name, padded) }
}

/** What a session is named by. */
export interface NamedSession {
  /** Its id. */
  readonly session: string
  /** The recorded file as it was named, or null for a live session. */
  readonly file: string | null
}

/** A short name of each session of one source: its file without what all files share, and the session where a file holds several; printable. */
export function sessionNames(sessions: readonly NamedSession[]): readonly string[] {
  const paths = [...new Set(sessions.flatMap(({ file }) => (file === null ? [] : [file])))]
  const shared = sharedFolder(paths)
  const names = new Map(paths.map((path) => [path, path.slice(shared).replace(/\.jsonl?$/i, '')]))
  const files = counted([...names.values()].map(lastOf))
  const folders = counted([...names.values()].map(folderOf))
  const perFile = counted(sessions.flatMap(({ file }) => (file === null ? [] : [file])))
  return sessions.map(({ session, file }) => {
    const name = file === null ? undefined : names.get(file)
    if (file === null || name === undefined) return printable(session)
    if (perFile.get(file) !== 1 && session.startsWith(lastOf(name))) return printable(session)
    // A file called as others are is known by its folder, where it is alone there.
    const folder = folderOf(name)
    const isKnownByFolder = folder !== '' && files.get(lastOf(name)) !== 1 && folders.get(folder) === 1
    const known = isKnownByFolder ? folder : name
    return printable(
      perFile.get(file) === 1 || known.endsWith(session) ? known : `${known} ${lastOf(session)}`,
    )
  })
}

/** How many characters of the files' paths are folders that all of them share. */
function sharedFolder(files: readonly string[]): number {
  const [first = '', ...others] = files
  let length = first.lastIndexOf('/') + 1
  while (length > 0 && !others.every((file) => file.startsWith(first.slice(0, length)))) {
    length = first.lastIndexOf('/', length - 2) + 1
  }
  return length
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function counted(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
