/** The gate: a completion that the recorded work does not show is refused before the agent makes the call. */

import type { EventStore, TodoEvent } from '@todo-ledger/core'
import { isObject } from '@todo-ledger/recordings/json'
import type { HookCall } from './hook-input.js'
import { hasGate, type LiveSession, openLive, turnOf } from './live-session.js'

/**
 * Why the gate refuses a call, or null. A refusal is recorded; of all else than evidence the agent is the judge, so
 * nothing else that the session decides is kept.
 */
export async function gateRefusal(live: LiveSession, call: HookCall): Promise<string | null> {
  if (!isJudged(live, call)) return null
  const { reply, preview } = await decide(live, call)
  const { violations = [] } = reply
  if (violations.length === 0 || !violations.every(({ rule }) => rule === 'evidence-required')) return null
  await preview.commit()
  return reply.text
}

/** Records an update that the gate lets pass, with the support of its completions. False where it is not such a one. */
export async function recordPassed(live: LiveSession, call: HookCall): Promise<boolean> {
  if (!isJudged(live, call)) return false
  const { reply, preview } = await decide(live, call)
  if (reply.ok) await preview.commit()
  return reply.ok
}

/** What the session decides of a call, and what it would store of that. */
async function decide({ store, session: { id }, at }: LiveSession, { call, name, input }: HookCall) {
  const preview = previewOf(store)
  const session = await openLive(preview.store, id, { gate: true, judges: true, parent: null, at })
  const turn = await turnOf(session)
  return { reply: await turn.callTodoTool(name, input, { call }), preview }
}

/** A store in front of another one that keeps what is appended to itself, until it is stored. */
function previewOf(base: EventStore) {
  const own = new Map<string, readonly TodoEvent[]>()
  const ownOf = (session: string): readonly TodoEvent[] => own.get(session) ?? []
  const store: EventStore = {
    ...(base.side === undefined ? {} : { side: base.side }),
    ledger: () => base.ledger(),
    readAll: (range) => base.readAll(range),
    lastPosition: () => base.lastPosition(),
    sessions: (only) => base.sessions(only),
    redact: (session, redaction, options) => base.redact(session, redaction, options),
    append: (session, events, { expectedSeq }) => {
      own.set(session, [...ownOf(session), ...events])
      return Promise.resolve({ lastSeq: expectedSeq + events.length, events })
    },
    async *read(session, { from = 1, to = Number.MAX_SAFE_INTEGER, id } = {}) {
      const added = ownOf(session)
      if (id !== undefined) {
        const named = added.filter((event) => event.id === id)
        yield* named.length > 0 ? named : base.read(session, { id })
        return
      }
      // What others stored since is not seen: seqs would come twice.
      const last = Math.min(to, (added[0]?.seq ?? Number.MAX_SAFE_INTEGER) - 1)
      if (from <= last) yield* base.read(session, { from, to: last })
      yield* added.filter(({ seq }) => seq >= from && seq <= to)
    },
    close: () => Promise.resolve(),
  }
  return {
    store,
    /** @throws ConcurrencyError when the session has moved on since, and what the store throws */
    async commit() {
      for (const [session, events] of own) {
        const [first] = events
        if (first !== undefined) await base.append(session, events, { expectedSeq: first.seq - 1 })
      }
      own.clear()
    },
  }
}

/** True where the gate is on and the call may complete something: the session is read from its start for it. */
function isJudged({ session }: LiveSession, { input }: HookCall): boolean {
  if (!hasGate(session)) return false
  const todos = isObject(input) ? input['todos'] : undefined
  if (!Array.isArray(todos)) return JSON.stringify(input).includes('completed')
  const completed = new Set(
    session.state.items.flatMap(({ text, status }) => (status === 'completed' ? [text] : [])),
  )
  return todos
    .filter(isObject)
    .some(({ content, status }) => status === 'completed' && !completed.has(String(content)))
}
