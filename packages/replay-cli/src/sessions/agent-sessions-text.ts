/** The sessions of all agents as people read them: one row each. */

import { count, grouped } from '../text/count.js'
import { printable } from '../text/printable.js'
import { type Style, styleFor, type TextLayout } from '../text/style.js'
import { type TableCell, type TableColumn, tableLines } from '../text/table.js'
import { fit, widthOf } from '../text/wrap.js'
import type { AgentSession } from './overview/session-overview.js'

/** How the list is shown. */
export interface AgentSessionsLayout extends TextLayout {
  /** The person's home, which is shown as `~`, or null. */
  readonly home: string | null
  /** True: all sessions, however many. */
  readonly all: boolean
  /** What a person types to call the program. */
  readonly calledAs: string
}

/** As many rows are shown where not all are asked for. */
const mostRows = 100

/** A title is shown beside the rest in no fewer columns than this. */
const leastOfTitle = 30

/** So much of an id is shown at least. */
const leastOfId = 8

const columnsOfTable: readonly TableColumn[] = [
  { title: 'until (UTC)', isText: true },
  { title: 'agent', isText: true },
  { title: 'turns' },
  { title: 'items' },
  { title: '✗' },
  { title: 'session', isText: true },
]

/** The lines of the list. */
export function agentSessionsText(
  sessions: readonly AgentSession[],
  { columns, style, home, all, calledAs }: AgentSessionsLayout,
): readonly string[] {
  const shown = all ? sessions : sessions.slice(0, mostRows)
  const left = sessions.length - shown.length
  const ids = shortIds(sessions)
  const rows = shown.map((session) => ({
    name: session.project === null ? '?' : printable(withoutHome(session.project, home), 200),
    cells: cellsOf(session, ids.get(session.session) ?? session.session, style),
  }))
  const layout = { columns, style: styleFor(false), indent: 0 }
  const room = columns - Math.max(...tableLines('project', columnsOfTable, rows, layout).map(widthOf)) - 2
  const titles = shown.map(({ title }) => printable(title ?? '', 200))
  // Beside the rest where there is room for it, else below it.
  const beside = room >= leastOfTitle
  const table = beside
    ? tableLines(
        'project',
        [...columnsOfTable, { title: 'title', isText: true }],
        rows.map(({ name, cells }, index) => ({
          name,
          cells: [...cells, { text: fit(titles[index] ?? '', room) }],
        })),
        { columns, style, indent: 0 },
      )
    : tableLines('project', columnsOfTable, rows, { columns, style, indent: 0 }).flatMap((line, index) => {
        const title = titles[index - 1] ?? ''
        return title === '' ? [line] : [line, `  ${style('dim', fit(title, columns - 2))}`]
      })
  return [
    ...(rows.length === 0 ? [] : [...table, '']),
    ...(left === 0 ? [] : [`and ${count(left, 'older session')}: --all shows them`]),
    sumLine(sessions, calledAs),
  ]
}

function cellsOf(session: AgentSession, id: string, style: Style): readonly TableCell[] {
  const { progress, completions, turns } = session
  const quiet = (text: string): string => style('dim', text)
  const items =
    progress.total === 0 ? { text: '·', paint: quiet } : { text: `${progress.completed}/${progress.total}` }
  const unsupported =
    completions.unsupported === 0
      ? { text: '·', paint: quiet }
      : { text: String(completions.unsupported), paint: (text: string) => style('red', text) }
  const until = `${session.to.slice(0, 10)} ${session.to.slice(11, 16)}`
  const agent = printable(session.agent, 40)
  return [
    { text: until },
    { text: agent },
    { text: String(turns) },
    items,
    unsupported,
    { text: printable(id, 80), paint: quiet },
  ]
}

function sumLine(sessions: readonly AgentSession[], calledAs: string): string {
  if (sessions.length === 0) return `No session of that kind: ${calledAs} sessions lists all.`
  const notable = sessions.filter(({ completions }) => completions.unsupported > 0)
  const completions = notable.reduce((sum, session) => sum + session.completions.unsupported, 0)
  const found =
    completions === 0
      ? 'no completion unsupported (✗)'
      : `${count(completions, 'completion')} unsupported (✗) in ${grouped(notable.length)} of them`
  return `${count(sessions.length, 'session')}, ${found}; ${calledAs} audit --session ID says more of one`
}

/** The beginning of each id that is enough to tell it from the others. */
function shortIds(sessions: readonly AgentSession[]): ReadonlyMap<string, string> {
  const ids = [...new Set(sessions.map(({ session }) => session))].toSorted()
  return new Map(
    ids.map((id, index) => {
      const shared = Math.max(sharedStart(id, ids[index - 1]), sharedStart(id, ids[index + 1]))
      return [id, id.slice(0, Math.max(leastOfId, shared + 1))]
    }),
  )
}

function sharedStart(one: string, other = ''): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

function withoutHome(folder: string, home: string | null): string {
  if (home === null || home === '/' || !folder.startsWith(home)) return folder
  const rest = folder.slice(home.length)
  return rest === '' || /^[/\\]/.test(rest) ? `~${rest}` : folder
}
