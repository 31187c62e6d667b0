/** A session's state as it is answered: what is promised of it, without the counters behind. */

import type { SessionReading, SessionState, TodoItem } from '@todo-ledger/core'
import type { InferInput } from 'valibot'
import type { agent, item, state } from './schemas.js'

/** The state of a session that was read. */
export function stateView(reading: SessionReading, then: SessionState): InferInput<typeof state> {
  const { session, profile, goal, phase, seq, at, items, otherActors } = then
  return {
    session,
    profile,
    goal,
    phase,
    seq,
    at: timeOf(at),
    items: items.map(itemView),
    rendered: reading.profile === null ? null : reading.rendered(then),
    ...agentView(then),
    otherActors: otherActors.map(agentView),
  }
}

function agentView({
  actor,
  run,
  turn,
  undelivered,
  yielded,
}: SessionState['otherActors'][number]): InferInput<typeof agent> {
  return {
    actor,
    run: { number: run.number, trigger: run.trigger, open: run.open },
    turn: { number: turn.number, open: turn.open },
    undelivered: undelivered.map(({ id, kind, text }) => ({ id, kind, text })),
    yielded: yielded === null ? null : { to: yielded.to, waitingFor: yielded.waitingFor },
  }
}

export function itemView({
  added,
  started,
  closed,
  blocked,
  dependencies,
  ...rest
}: TodoItem): InferInput<typeof item> {
  const view = (moment: TodoItem['started']) =>
    moment === null ? null : { turn: moment.turn, seq: moment.seq, at: timeOf(moment.at) }
  return {
    ...rest,
    dependencies: [...dependencies],
    added: { turn: added.turn, seq: added.seq, at: timeOf(added.at) },
    started: view(started),
    closed: view(closed),
    blocked: view(blocked),
  }
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}
