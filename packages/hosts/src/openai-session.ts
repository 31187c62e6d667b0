/** The OpenAI Agents SDK's `Session`: the conversation of an agent, kept in the log that holds its todos. */

import {
  type AgentInputItem,
  applySessionHistoryMutations,
  type SessionHistoryRewriteArgs,
  type SessionHistoryRewriteAwareSession,
} from '@openai/agents'
import type { Ledger, Session } from '@todo-ledger/core'
import { Conversations } from './conversations.js'

/** The conversation of a session of a ledger, for `run(agent, input, { session })`. */
export class LedgerSession implements SessionHistoryRewriteAwareSession {
  readonly #conversations: Conversations<AgentInputItem>

  constructor(ledger: Ledger, session: Session) {
    this.#conversations = new Conversations(ledger, session)
  }

  async getSessionId(): Promise<string> {
    return this.#conversations.session.id
  }

  /** The items, oldest first; the last ones where a limit is given. */
  async getItems(limit?: number): Promise<AgentInputItem[]> {
    const items = [...((await this.#conversations.read()).get(name)?.entries ?? [])]
    return limit === undefined ? items : items.slice(Math.max(0, items.length - Math.max(0, limit)))
  }

  addItems(items: AgentInputItem[]): Promise<void> {
    return this.#conversations.change(name, () => ({ added: items }))
  }

  async popItem(): Promise<AgentInputItem | undefined> {
    let last: AgentInputItem | undefined
    await this.#conversations.change(name, (items) => {
      last = items.at(-1)
      return { removed: last === undefined ? 0 : 1 }
    })
    return last
  }

  /** Takes all items away. The log keeps what they were. */
  clearSession(): Promise<void> {
    return this.#conversations.change(name, ({ length }) => ({ removed: length }))
  }

  /** Puts calls of functions in place of others. */
  applyHistoryMutations({ mutations }: SessionHistoryRewriteArgs): Promise<void> {
    return this.#conversations.change(name, (items) => ({
      removed: items.length,
      added: applySessionHistoryMutations([...items], mutations),
    }))
  }
}

const name = 'openai-agents'
