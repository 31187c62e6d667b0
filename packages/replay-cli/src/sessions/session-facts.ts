/** What there is to say of a session in a list of sessions. */

import { countCompleted, initialState, type SessionState } from '@todo-ledger/core'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { Style } from '../text/style.js'
import { hang, wrap } from '../text/wrap.js'
import { titleOf } from './session-title.js'

/** One session of `sessions --json`. */
export interface ListedSession {
  /** The session's id. */
  readonly session: string
  /** The session that started it as a sub-agent, or null. */
  readonly parent: string | null
  /** The beginning of what was first said to it, without secrets; null where nothing was. */
  readonly title: string | null
  /** Its profile. */
  readonly profile: string
  /** The recorded file, or null for a live session. */
  readonly file: string | null
  /** The recording's format, or null for a live session. */
  readonly format: string | null
  /** Its turns. */
  readonly turns: number
  /** Its events. */
  readonly events: number
  /** Updates of the list that were accepted. */
  readonly updates: number
  /** Updates of the list that were refused. */
  readonly rejected: number
  /** How many items are completed at its end, of how many. */
  readonly progress: { readonly completed: number; readonly total: number }
  /** The time of its first event, as ISO 8601 in UTC. */
  readonly from: string
  /** The latest time of its events, as ISO 8601 in UTC. */
  readonly to: string
}

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
          title = titleOf(event)
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
    take(passed) {
      title ??= titleOf(passed.event)
      state = passed.state
      if (passed.event.at > latestAt) latestAt = passed.event.at
    },
    finish: async () => factsOf(session, state, latestAt, title),
  }
}

/** The facts of a session that was read. @param latestAt the latest time of its events; @param title what it is called */
export function factsOf(
  { id, parent, profile, file, format, opened }: SourceSession,
  state: SessionState,
  latestAt: Date,
  title: string | null,
): ListedSession {
  return {
    session: id,
    parent,
    title,
    profile,
    file,
    format,
    turns: state.turn.number,
    events: state.seq,
    updates: state.updates,
    rejected: state.rejections,
    progress: { completed: countCompleted(state.items), total: state.items.length },
    from: opened.at.toISOString(),
    to: latestAt.toISOString(),
  }
}

/** A session as people read it: its id, its facts, its file, and an empty line. */
export function sessionText(session: ListedSession, columns: number, style: Style): readonly string[] {
  const { progress, updates, rejected } = session
  const list =
    updates === 0
      ? 'no list'
      : `${progress.completed}/${progress.total} completed, ${count(updates, 'update')}`
  const facts = [
    printable(session.profile, 60),
    count(session.turns, 'turn'),
    rejected === 0 ? list : `${list}, ${rejected} refused`,
    isTimed(session.from) ? `${minute(session.from)} to ${minute(session.to)}` : 'no times',
    ...(session.parent === null ? [] : [`sub-agent of ${printable(session.parent, 200)}`]),
  ]
  return [
    ...wrap(printable(session.session, 200), columns).map((line) => style('bold', line)),
    ...(session.title === null ? [] : hang('  ', printable(session.title), columns)),
    ...hang('  ', facts.join(' · '), columns),
    ...(session.file === null
      ? []
      : hang('  ', printable(session.file), columns).map((line) => style('dim', line))),
    '',
  ]
}

/** False for a recording without times (docs/sources/neutral-recording.md). */
function isTimed(time: string): boolean {
  return !time.startsWith('1970-')
}

function minute(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)}Z`
}
