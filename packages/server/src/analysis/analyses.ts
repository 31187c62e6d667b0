/** What takes long, because whole sessions and recordings are read for it: audits, and what the page shows. */

import { createHash } from 'node:crypto'
import { auditEvents } from '@todo-ledger/audit'
import { createReducer, type EventStore, initialState, type TodoEvent } from '@todo-ledger/core'
import { clientWork } from '@todo-ledger/recordings'
import { agentTools, type UserHome } from '@todo-ledger/recordings/agents'
import {
  type AgentSession,
  type LedgerEntry,
  LedgerReplays,
  machineReplay,
  machineSessions,
  pageJson,
  reportEntry,
} from 'todo-replay/reading'
import { type Caller, isTheirs } from '../access/tokens.js'

/** Whose agents' recordings show the work beside todo calls. */
export interface User extends UserHome {
  /** The folder whose sessions are theirs whatever the folder's name. */
  readonly cwd: string
}

/** Who asks: which sessions are theirs, and whether the recordings of this machine are. */
export interface Asking {
  readonly by: Pick<Caller, 'prefix'> & { readonly isOwner: boolean }
}

/** What is asked for. */
export type Analysis =
  | { readonly kind: 'audit' | 'page'; readonly session: string }
  | { readonly kind: 'entries'; readonly ids: readonly { readonly id: string; readonly seq: number }[] }
  | { readonly kind: 'recordings'; readonly from: number }
  | { readonly kind: 'recording'; readonly key: string }

/** So many recordings are in one answer. */
const pageOfRecordings = 100

/** For so many milliseconds the list of recordings is not made anew: each looks at every file's date. */
const listLasts = 3000

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
  const list = recordingsOf(user)

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
      case 'recordings': {
        const all = await list()
        const next = asked.from + pageOfRecordings
        return pageJson({ recordings: all.slice(asked.from, next), next: next < all.length ? next : null })
      }
      case 'recording': {
        // No key leads to a file that is not in the list.
        const found = (await list()).find(({ key }) => key === asked.key)?.session
        if (user === null || found?.file == null) return null
        const replay = await machineReplay(user, { ...found, file: found.file })
        return replay === null ? null : pageJson({ entry: reportEntry(replay, asked.key), session: replay })
      }
    }
  }
}

/** Gives what agents recorded on a machine, newest first, each with a key that says nothing of where its file is. */
function recordingsOf(user: User | null) {
  let list: readonly { readonly key: string; readonly session: AgentSession }[] = []
  let until = 0
  return async () => {
    if (user === null || Date.now() < until) return list
    const sessions = await machineSessions(user)
    list = sessions.map((session) => {
      const place = `${session.file}\n${session.session}`
      return { key: createHash('sha256').update(place).digest('base64url').slice(0, 22), session }
    })
    until = Date.now() + listLasts
    return list
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
