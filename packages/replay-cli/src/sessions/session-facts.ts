/** What there is to say of a session in a list of sessions. */

import { countCompleted, type EventOf, type SessionState, type TodoEvent } from '@todo-ledger/core'
import type { MomentWish, SessionListener, Wish } from '../sources/reading.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { Style } from '../text/style.js'
import { hang, wrap } from '../text/wrap.js'

/** One session of `sessions --json`. */
export interface ListedSession {
  /** The session's id. */
  readonly session: string
  /** The session that started it as a sub-agent, or null. */
  readonly parent: string | null
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

/** Gathers the facts of a session. */
export class SessionFacts implements SessionListener {
  readonly #opened: EventOf<'session.opened'>
  readonly #finished: (session: ListedSession) => void
  #state: SessionState | null = null
  #latest: Date
  /** All that there is to say stands in the state at the end. */
  readonly moment: MomentWish = {
    point: 'end',
    took: ({ state, latestAt }) => {
      this.#state = state
      this.#latest = latestAt
    },
  }

  /** @param opened its first event; @param finished is given the facts */
  constructor(opened: EventOf<'session.opened'>, finished: (session: ListedSession) => void) {
    this.#opened = opened
    this.#finished = finished
    this.#latest = opened.at
  }

  /** Takes an event. */
  passed(event: TodoEvent, state: SessionState): Wish {
    this.#state = state
    if (event.at > this.#latest) this.#latest = event.at
    return 'more'
  }

  /** Gives the facts. */
  finished(): void {
    const { session, at, data } = this.#opened
    const items = this.#state?.items ?? []
    this.#finished({
      session,
      parent: data.parent,
      profile: data.profile,
      file: data.source?.file ?? null,
      format: data.source?.format ?? null,
      turns: this.#state?.turn.number ?? 0,
      events: this.#state?.seq ?? 0,
      updates: this.#state?.updates ?? 0,
      rejected: this.#state?.rejections ?? 0,
      progress: { completed: countCompleted(items), total: items.length },
      from: at.toISOString(),
      to: this.#latest.toISOString(),
    })
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
    `${minute(session.from)} to ${minute(session.to)}`,
    ...(session.parent === null ? [] : [`sub-agent of ${printable(session.parent, 200)}`]),
  ]
  return [
    ...wrap(printable(session.session, 200), columns).map((line) => style('bold', line)),
    ...hang('  ', facts.join(' · '), columns),
    ...(session.file === null
      ? []
      : hang('  ', printable(session.file), columns).map((line) => style('dim', line))),
    '',
  ]
}

function minute(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)}Z`
}
