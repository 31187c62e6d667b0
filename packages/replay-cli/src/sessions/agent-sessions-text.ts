/** The sessions of all agents as people read them: one row each. */

import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { TextLayout } from '../text/style.js'
import { type TableColumn, tableLines } from '../text/table.js'
import { fit } from '../text/wrap.js'
import type { AgentSession } from './agent-sessions.js'

/** So much of an id is shown at least. */
const leastOfId = 8
/** The columns of time, agent and id, with the space between them: project and title share the rest. */
const otherColumns = 46

const columnsOfTable: readonly TableColumn[] = [
  { title: 'until (UTC)', isText: true },
  { title: 'agent', isText: true },
  { title: 'session', isText: true },
  { title: 'title', isText: true },
]

export function agentSessionsText(
  sessions: readonly AgentSession[],
  layout: TextLayout & {
    readonly home: string | null
    readonly left: number
    readonly calledAs: string
  },
): readonly string[] {
  const { columns, style, home, left, calledAs } = layout
  if (sessions.length === 0) return [`No session of that kind: ${calledAs} sessions --all lists all.`]
  const ids = shortIds(sessions)
  const ofTitle = Math.max(12, Math.floor((columns - otherColumns) / 2))
  const rows = sessions.map(({ session, agent, project, title, to }) => ({
    name: project === null ? '?' : printable(withoutHome(project, home), 200),
    cells: [
      { text: to.toISOString().slice(0, 16).replace('T', ' ') },
      { text: printable(agent, 40) },
      { text: printable(ids.get(session) ?? session, 80), paint: (text: string) => style('dim', text) },
      { text: fit(printable(title ?? '', 200), ofTitle) },
    ],
  }))
  return [
    ...tableLines('project', columnsOfTable, rows, { columns, style, indent: 0 }),
    '',
    ...(left === 0 ? [] : [`and ${count(left, 'older file')}: --all shows them`]),
    `${count(sessions.length, 'session')}; ${calledAs} audit --session ID says how well one's completions are supported`,
  ]
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
