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
import type { ListLayout, StyleName } from '../text/style.js'
import { type TableColumn, tableLines } from '../text/table.js'
import type { AuditedSession } from './followed-session.js'

/** What is kept of a session for its row. */
export interface SessionRow extends NamedSession, SessionCounts {
  readonly profile: string
  readonly turns: number
  /** How many completions a baseline accepts; none of the verdicts counts them. */
  readonly accepted: number
  /** True where a person should look at it. */
  readonly isNotable: boolean
}

/** What a session is named by: its id, and the recorded file as it was named, or null for a live session. */
export interface NamedSession {
  readonly session: string
  readonly file: string | null
}

/** So many sessions are all shown; of more only those with something to look at, and as many rows. */
const fewSessions = 20
const mostRows = 100

/** What is kept of a session for its row. */
export function sessionRow({ audit, file, accepted }: AuditedSession): SessionRow {
  const { session, profile, turns, summary } = audit
  return {
    ...{ session, file, profile, turns },
    verdicts: summary.verdicts,
    findings: countFindings(audit),
    accepted: accepted?.completions ?? 0,
    isNotable: isNotable(audit),
  }
}

/** A column of numbers, how one above 0 is set off, and whether it is left out where it is 0 in every row. */
type NumberColumn = readonly [
  title: string,
  of: (row: SessionRow) => number,
  style?: StyleName | null,
  isRare?: true,
]

const numbers: readonly NumberColumn[] = [
  ['turns', ({ turns }) => turns],
  ['done', (row) => completionsIn(row) + row.accepted],
  ['✓', ({ verdicts }) => verdicts.supported],
  ['~', ({ verdicts }) => verdicts.weak, 'yellow'],
  ['✗', ({ verdicts }) => verdicts.unsupported, 'red'],
  ['○', ({ verdicts }) => verdicts.undecided],
  ['?', ({ verdicts }) => verdicts.unknown, 'blue'],
  ['accepted', ({ accepted }) => accepted, null, true],
  ['error', ({ findings }) => findings.error, 'red'],
  ['warn', ({ findings }) => findings.warning, 'yellow'],
]

const legend = '  ✓ supported  ~ weak  ✗ unsupported  ○ undecided  ? unknown'

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
  const names = sessionNames(rows)
  const nameOf = new Map(rows.map((row, index) => [row, names[index] ?? '']))
  const hasAgents = new Set(rows.map(({ profile }) => profile)).size > 1
  const printed = numbers.filter(([, of, , isRare]) => isRare !== true || shown.some((row) => of(row) > 0))
  const titles: readonly TableColumn[] = printed.map(([title]) => ({ title }))
  const table = tableLines(
    'session',
    hasAgents ? [{ title: 'agent', isText: true }, ...titles] : titles,
    shown.map((row) => ({
      name: nameOf.get(row) ?? '',
      cells: [
        ...(hasAgents ? [{ text: printable(row.profile, 40) }] : []),
        ...printed.map(([, of, name]) => {
          const number = of(row)
          const paint = number === 0 ? 'dim' : (name ?? null)
          const text = number === 0 ? '·' : String(number)
          return paint === null ? { text } : { text, paint: (padded: string) => style(paint, padded) }
        }),
      ],
    })),
    { columns, style },
  )
  const completions = quiet.reduce((sum, row) => sum + completionsIn(row) + row.accepted, 0)
  const others = count(quiet.length, shown.length === 0 ? 'session' : 'other session')
  return [
    ...(shown.length === 0 ? [] : [...table, style('dim', legend), '']),
    ...(left === 0 ? [] : [`  and ${count(left, 'more session')} to look at: --all shows them`, '']),
    ...(quiet.length === 0
      ? []
      : [
          `${style('green', '✓')} ${others} with nothing to look at (${count(completions, 'completion')})`,
          '',
        ]),
  ]
}

/** A short name of each session of one source: its file without what all files share, and the session where a file holds several; printable. */
export function sessionNames(sessions: readonly NamedSession[]): readonly string[] {
  const all = sessions.flatMap(({ file }) => (file === null ? [] : [file]))
  const paths = [...new Set(all)]
  const shared = sharedFolder(paths)
  const names = new Map(paths.map((path) => [path, path.slice(shared).replace(/\.jsonl?$/i, '')]))
  const files = counted([...names.values()].map(lastOf))
  const folders = counted([...names.values()].map(folderOf))
  const perFile = counted(all)
  return sessions.map(({ session, file }) => {
    const name = file === null ? undefined : names.get(file)
    if (file === null || name === undefined) return printable(session)
    const isAlone = perFile.get(file) === 1
    if (!isAlone && session.startsWith(lastOf(name))) return printable(session)
    // A file called as others are is known by its folder, where it is alone there.
    const folder = folderOf(name)
    const isKnownByFolder = folder !== '' && files.get(lastOf(name)) !== 1 && folders.get(folder) === 1
    const known = isKnownByFolder ? folder : name
    return printable(isAlone || known.endsWith(session) ? known : `${known} ${lastOf(session)}`)
  })
}

/** How many characters of the files' paths are folders that all of them share. */
function sharedFolder(files: readonly string[]): number {
  const [first = '', ...others] = files
  let length = first.lastIndexOf('/') + 1
  while (length > 0 && !others.every((file) => file.startsWith(first.slice(0, length))))
    length = first.lastIndexOf('/', length - 2) + 1
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
