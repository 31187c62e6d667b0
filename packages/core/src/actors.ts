/** Who did what a session's events say. */

import type { Actor, EventOf, TodoEvent } from './events.js'

/** The one agent of a session whose host names nobody. */
const soleAgent: Actor = Object.freeze({ kind: 'agent', id: 'agent' })
const soleUser: Actor = Object.freeze({ kind: 'person', id: 'user' })
const host: Actor = Object.freeze({ kind: 'program', id: 'host' })

/** Who did an event; where nobody is named, whom its type means: the one agent, or of an input the user or the host. */
export function actorOf(event: TodoEvent): Actor {
  if (event.actor !== undefined) return event.actor
  switch (event.type) {
    case 'run.started':
      return event.data.trigger === 'user' || event.data.trigger === 'reply' ? soleUser : host
    case 'message.recorded':
      return event.data.role === 'user' ? soleUser : soleAgent
    case 'session.opened':
    case 'session.redacted':
    case 'completion.read':
    case 'event.erased':
      return host
    default:
      return soleAgent
  }
}

/** True where no agent did it but a person or another program: it is no claim of a model's, and no work of it. */
export function isFromOutside({ actor }: Pick<TodoEvent, 'actor'>): boolean {
  return actor !== undefined && (actor.kind === 'person' || actor.kind === 'program')
}

/** What an update is called by: its tool, or who made it where that was no agent. */
export function calledBy(event: EventOf<'todos.updated' | 'todos.rejected'>): string {
  return (isFromOutside(event) ? event.actor?.id : undefined) ?? event.data.tool
}

/** True where both are the same one, or nobody is named in either. */
export function isSameActor(one: Actor | null | undefined, other: Actor | null | undefined): boolean {
  return one === other || (one?.kind === other?.kind && one?.id === other?.id)
}
