/** The gate: a completion that the recorded work does not show is refused before the agent makes the call. */

import type { TodoReply } from '@todo-ledger/core'
import type { HookCall } from './adapter.js'
import { isObject } from './json-object.js'
import { type LiveSession, openLive } from './live-session.js'
import { type Preview, previewOf } from './preview-store.js'
import { turnOf } from './turns.js'

/** What the session decides of a call, and what it would store of that. */
interface Decision {
  readonly reply: TodoReply
  readonly preview: Preview
}

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

async function decide(live: LiveSession, { call, name, input }: HookCall): Promise<Decision> {
  const preview = previewOf(live.store)
  const { store } = preview
  const session = await openLive(store, live.session.id, { gate: true, parent: null, at: live.at })
  const turn = await turnOf({ ...live, session, store }, call)
  return { reply: await turn.callTodoTool(name, input, { call }), preview }
}

/** True where the gate is on and the call may complete something: the session is read from its start for it. */
function isJudged({ session }: LiveSession, { input }: HookCall): boolean {
  const { rules, items } = session.state
  if (!rules.some(({ id, mode }) => id === 'evidence-required' && mode !== 'off')) return false
  const todos = isObject(input) ? input['todos'] : undefined
  if (!Array.isArray(todos)) return JSON.stringify(input).includes('completed')
  const completed = new Set(items.flatMap(({ text, status }) => (status === 'completed' ? [text] : [])))
  return todos
    .filter(isObject)
    .some(({ content, status }) => status === 'completed' && !completed.has(String(content)))
}
