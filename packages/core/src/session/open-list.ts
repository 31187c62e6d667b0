import { isOpen } from '../items.js'
import type { SessionState } from '../state.js'

/** What a conversation that begins anew is to read first, or null if nothing is open. @param rendered the list as its profile shows it */
export function openList({ items }: Pick<SessionState, 'items'>, rendered: () => string): string | null {
  if (!items.some(isOpen)) return null
  return `The todo list of this session, as it was left before this conversation:\n${rendered()}`
}
