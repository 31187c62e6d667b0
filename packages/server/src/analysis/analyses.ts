/** What takes long, because whole sessions and recordings are read for it: audits, and what the page shows. */

import { auditEvents } from '@todo-ledger/audit'
import { createReducer, type EventStore, initialState, type TodoEvent } from '@todo-ledger/core'
import { clientWork } from '@todo-ledger/recordings'
import { agentTools, type UserHome } from '@todo-ledger/recordings/agents'
import { type LedgerEntry, LedgerReplays, pageJson } from 'todo-replay/reading'
import { type Caller, isTheirs } from '../access/tokens.js'

/** Whose agents' recordings show the work beside todo calls. */
export interface User extends UserHome {
  /** The folder whose sessions are theirs whatever the folder's name. */
  readonly cwd: string
}

/** Who asks: which sessions are theirs, and whether what this machine's agents recorded is. */
export interface Asking {
  readonly by: Pick<Caller, 'prefix'> & { readonly isOwner: boolean }
}

/** What is asked for. */
export type Analysis =
  | { readonly kind: 'audit' | 'page'; readonly session: string }
  | { readonly kind: 'entries'; readonly ids: readonly { readonly id: string; readonly seq: number }[] }

/** Gives a function that answers what is asked, as JSON; null where there is no such thing. */
export function analyses(store: Pick<EventStore, 'read'>, user: User | null) {
  const workOf = async (session: string) =>
    user === null ? null : await clientWork(() => store.read(session), { user })
  const read = (session: string, after: number) => store.read(session, { from: after + 1 })
  const ofAll = new LedgerReplays(read)
  const ofOwner = new LedgerReplays(read, async (session) => {
    const work = await workOf(session)
    return work === null || work.recordings.length === 0 ? null : work
  })

  return async (asked: Analysis & Asking): Promise<string | null> => {
    const { by } = asked
    const replays = by.isOwner ? ofOwner : ofAll
    const isVisible = (session: string) => isTheirs(by, session)
    switch (asked.kind) {
      case 'audit': {
        const work = by.isOwner ? await workOf(asked.session) : null
        const events = work === null ? withStates(store.read(asked.session)) : work.events()
        const context = work === null ? {} : { recordedCalls: work.recordedCalls }
        const tools = { tools: agentTools }
        return JSON.stringify(await auditEvents(events, { child: () => undefined, ...context }, tools))
      }
      case 'page': {
        const found = await replays.session(asked.session, isVisible)
        return found === null ? null : pageJson({ entry: found.entry, session: found.replay })
      }
      case 'entries': {
        const entries: LedgerEntry[] = []
        for (const { id, seq } of asked.ids) {
          const entry = isVisible(id) ? await replays.entry(id, seq, isVisible) : null
          if (entry !== null) entries.push(entry)
        }
        return pageJson({ entries })
      }
    }
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
