/** What was issued reaches the model once. */

import type { TodoEvent } from '../../events.js'
import type { Breakage, Invariant } from './invariant.js'

/**
 * The next turn delivers every reminder that waits, the supervisor's next run every continuation; fresh input takes a
 * continuation's place. Nothing else is delivered, and the state says at each event what still waits.
 */
export const deliveredOnce: Invariant = {
  name: 'delivered-once',
  summary: 'Every reminder and continuation that was issued is delivered exactly once, and waits until then.',
  check({ events, states }) {
    const waiting = new Map<string, 'nag' | 'continuation'>()
    for (const [index, event] of events.entries()) {
      const wrong = settle(waiting, event)
      if (wrong !== null) return wrong
      const told = (states[index]?.undelivered ?? []).map(({ id }) => id).join(' ')
      if (told !== [...waiting.keys()].join(' ')) {
        return {
          seq: event.seq,
          message: `The state says that [${told}] waits, not [${[...waiting.keys()].join(' ')}]`,
        }
      }
    }
    return null
  },
}

function settle(waiting: Map<string, 'nag' | 'continuation'>, event: TodoEvent): Breakage | null {
  const { seq } = event
  if (event.type === 'nag.issued') waiting.set(event.id, 'nag')
  if (event.type === 'continuation.issued') waiting.set(event.id, 'continuation')
  if (event.type !== 'turn.started' && event.type !== 'run.started') return null
  for (const id of event.data.delivers) {
    if (!waiting.delete(id)) return { seq, message: `${event.type} delivers ${id}, which does not wait` }
  }
  const takes = event.type === 'turn.started' ? 'nag' : continuationDue(event.data.trigger)
  const late = [...waiting].find(([, kind]) => kind === takes)
  if (late !== undefined && !isFresh(event)) return { seq, message: `${event.type} leaves ${late[0]} behind` }
  if (isFresh(event)) for (const [id, kind] of waiting) if (kind === 'continuation') waiting.delete(id)
  return null
}

function continuationDue(trigger: string): 'continuation' | null {
  return trigger === 'continuation' || trigger === 'wake' ? 'continuation' : null
}

function isFresh(event: TodoEvent): boolean {
  return event.type === 'run.started' && (event.data.trigger === 'user' || event.data.trigger === 'external')
}
