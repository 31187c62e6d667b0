/** What takes long, because whole sessions and recordings are read for it: audits, and what the page shows. */

import { auditEvents } from '@todo-ledger/audit'
import { createReducer, type EventStore, initialState, type TodoEvent } from '@todo-ledger/core'
import { clientWork } from '@todo-ledger/recordings'
import { agentTools, type UserHome } from '@todo-ledger/recordings/agents'
import { type LedgerEntry, LedgerReplays, pageJson, reportEntry } from 'todo-replay/reading'
import { type Caller, isTheirs } from '../access/tokens.js'
import { Recordings } from './recordings.js'

/** Whose agents' recordings show the work beside todo calls. */
export interface User extends UserHome {
  /** The folder whose sessions are theirs whatever the folder's name. */
  readonly cwd: string
}

/** Who asks: which sessions are theirs, and whether the recordings of this machine are. */
interface Asking extends Pick<Caller, 'prefix'> {
  readonly isOwner: boolean
}

/** What is asked for. */
export type Analysis =
  | ({ readonly kind: 'audit'; readonly session: string } & Asking)
  | ({ readonly kind: 'page'; readonly session: string } & Asking)
  | ({
      readonly kind: 'entries'
      readonly sessions: readonly { readonly id: string; readonly seq: number }[]
    } & Asking)
  | { readonly kind: 'recordings'; readonly from: number }
  | { readonly kind: 'recording'; readonly key: string }

/** So many recordings are in one answer. */
const pageOfRecordings = 100

/** Answers what is asked, as JSON; null where there is no such thing. */
export class Analyses {
  readonly #store: Pick<EventStore, 'read'>
  readonly #user: User | null
  readonly #recordings: Recordings | null
  readonly #replaysOfAll: LedgerReplays
  readonly #replaysOfOwner: LedgerReplays

  constructor(store: Pick<EventStore, 'read'>, user: User | null) {
    this.#store = store
    this.#user = user
    this.#recordings = user === null ? null : new Recordings(user)
    const read = (session: string, after: number) => store.read(session, { from: after + 1 })
    this.#replaysOfAll = new LedgerReplays(read)
    this.#replaysOfOwner = new LedgerReplays(read, async (session) => {
      const work = await this.#clientWork(session)
      return work === null || work.recordings.length === 0 ? null : work
    })
  }

  async answer(asked: Analysis): Promise<string | null> {
    switch (asked.kind) {
      case 'audit':
        return JSON.stringify(await this.#audit(asked.session, asked.isOwner))
      case 'page': {
        const found = await this.#replays(asked).session(asked.session, (other) => isTheirs(asked, other))
        return found === null ? null : pageJson({ entry: found.entry, session: found.replay })
      }
      case 'entries':
        return pageJson({ entries: await this.#entries(asked) })
      case 'recordings': {
        const all = (await this.#recordings?.list()) ?? []
        const next = asked.from + pageOfRecordings
        return pageJson({
          recordings: all.slice(asked.from, next),
          next: next < all.length ? next : null,
        })
      }
      case 'recording': {
        const replay = (await this.#recordings?.replay(asked.key)) ?? null
        return replay === null ? null : pageJson({ entry: reportEntry(replay, asked.key), session: replay })
      }
    }
  }

  #replays({ isOwner }: Asking): LedgerReplays {
    return isOwner ? this.#replaysOfOwner : this.#replaysOfAll
  }

  async #entries(asked: Extract<Analysis, { kind: 'entries' }>): Promise<readonly LedgerEntry[]> {
    const entries: LedgerEntry[] = []
    for (const { id, seq } of asked.sessions) {
      if (!isTheirs(asked, id)) continue
      const entry = await this.#replays(asked).entry(id, seq, (other) => isTheirs(asked, other))
      if (entry !== null) entries.push(entry)
    }
    return entries
  }

  async #audit(session: string, isOwner: boolean) {
    const work = isOwner ? await this.#clientWork(session) : null
    const events = work === null ? withStates(this.#store.read(session)) : work.events()
    const context = work === null ? {} : { recordedCalls: work.recordedCalls }
    return await auditEvents(events, { child: () => undefined, ...context }, { tools: agentTools })
  }

  async #clientWork(session: string) {
    const user = this.#user
    return user === null ? null : await clientWork(() => this.#store.read(session), { user })
  }
}

async function* withStates(events: AsyncIterable<TodoEvent>) {
  let state = initialState
  const reducer = createReducer()
  for await (const event of events) {
    state = reducer.accept(state, event)
    yield { event, state }
  }
}
