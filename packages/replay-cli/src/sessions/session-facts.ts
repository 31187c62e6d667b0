/** What there is to say of a session in a list of sessions. */

import { countCompleted, initialState, type SessionState, titleOf } from '@todo-ledger/core'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { Style } from '../text/style.js'
import { hang, wrap } from '../text/wrap.js'

/** One session of `sessions --json`. */
export type ListedSession = ReturnType<typeof factsOf>

/** So many of a ledger's events are read for a title; all but that stands in the state at the end. */
const mostForTitle = 20

/** Gathers the facts of a session. */
export function sessionFacts(session: SourceSession): SessionFollower<Promise<ListedSession>> {
  let title: string | null = null
  const { again, stateAt, opened } = session
  if (again !== undefined && stateAt !== undefined) {
    return {
      async finish() {
        for await (const { event } of again()) {
          if (event.type === 'run.started') title = titleOf(event.data.text)
          if (title !== null || event.seq >= mostForTitle) break
        }
        const { state, latestAt } = await stateAt('end')
        return factsOf(session, state, latestAt, title)
      },
    }
  }
  let state = initialState
  let latestAt = opened.at
  return {
    take({ event, state: after }) {
      if (event.type === 'run.started') title ??= titleOf(event.data.text)
      state = after
      if (event.at > latestAt) latestAt = event.at
    },
    finish: async () => factsOf(session, state, latestAt, title),
  }
}

function factsOf(
  { id: session, parent, profile, file, format, opened }: SourceSession,
  { turn, seq: events, updates, rejections: rejected, items }: SessionState,
  latestAt: Date,
  title: string | null,
) {
  return {
    session,
    parent,
    title,
    profile,
    file,
    format,
    turns: turn.number,
    events,
    updates,
    rejected,
    progress: { completed: countCompleted(items), total: items.length },
    from: opened.at.toISOString(),
    to: latestAt.toISOString(),
  }
}

/** A session as people read it: its id, its title, its facts, its file, and an empty line. */
export function sessionText(session: ListedSession, columns: number, style: Style): readonly string[] {
  const { progress, updates, rejected, title, file, parent, from, to } = session
  const list =
    updates === 0
      ? 'no list'
      : `${progress.completed}/${progress.total} completed, ${count(updates, 'update')}`
  const facts = [
    printable(session.profile, 60),
    count(session.turns, 'turn'),
    rejected === 0 ? list : `${list}, ${rejected} refused`,
    // A recording without times begins in 1970 (docs/sources/neutral-recording.md).
    from.startsWith('1970-') ? 'no times' : `${minute(from)} to ${minute(to)}`,
    ...(parent === null ? [] : [`sub-agent of ${printable(parent, 200)}`]),
  ]
  return [
    ...wrap(printable(session.session, 200), columns).map((line) => style('bold', line)),
    ...(title === null ? [] : hang('  ', printable(title), columns)),
    ...hang('  ', facts.join(' · '), columns),
    ...(file === null ? [] : hang('  ', printable(file), columns).map((line) => style('dim', line))),
    '',
  ]
}

function minute(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)}Z`
}
