/** What an audit says of the items that left a list while they were open, in words. */

import {
  defineAuditRule,
  type JudgedRemoval,
  judgedRemovals,
  type RemovalVerdict,
  SessionAuditor,
} from '@todo-ledger/audit'
import type { SessionState, TodoEvent } from '@todo-ledger/core'
import type { ItemDiff } from '@todo-ledger/core/history'
import { agentTools } from '@todo-ledger/recordings/agents'

/** What an audit says of an item that was dropped silently: the same, or why it lets it be. */
const words: { readonly [verdict in RemovalVerdict]: string } = {
  lost: 'dropped-item, a warning',
  done: 'dropped-item, but only info: the log shows its work',
  asked: 'nothing, for the user said something since the update before',
  compacted: 'nothing, for the conversation was compacted since the update before',
  'carried-on': 'nothing, for another item carries it on',
}

/** Follows a session as an audit does. */
export class AuditedRemovals {
  #removals: readonly JudgedRemoval[] = []
  readonly #auditor = new SessionAuditor({
    tools: agentTools,
    rules: [
      defineAuditRule({
        id: 'removals',
        meta: {
          severity: 'info',
          docs: 'It reports nothing: what is judged is kept.',
          options: {},
          example: { session: [], says: '' },
        },
        create: (session) => ({
          end: () => {
            this.#removals = judgedRemovals(session)
            return []
          },
        }),
      }),
    ],
  })

  /** Takes in one event, in order. @param state the state after it */
  observe(event: TodoEvent, state: SessionState): void {
    this.#auditor.observe(event, state)
  }

  /** No more events come. */
  finish(): void {
    this.#auditor.finish()
  }

  /** What the audit says of an item that left; null where it says nothing of its leaving. */
  of({ id, text, left }: Pick<ItemDiff, 'id' | 'text' | 'left'>): string | null {
    const found = this.#removals.find(
      ({ removal }) => removal.at.seq === left?.seq && removal.item === id && removal.text === text,
    )
    return found === undefined ? null : words[found.verdict]
  }
}
