/** The judge of a live session's gate: it states what contradicts a completion, and abstains from everything else. */

import type { ClaimedCompletion, Evidence } from '@todo-ledger/core'
import { describeCall } from './facts/calls/describe.js'
import { type KnownTools, noTools } from './facts/calls/tool-names.js'
import { statedFacts } from './facts/completion-facts.js'
import { cut } from './facts/cut.js'
import { OwnChecks } from './facts/shell/own-checks.js'
import { Spans } from './facts/span.js'
import { Undoings } from './facts/work/undoings.js'
import { type EvidenceSettings, FollowedSession } from './followed-session.js'
import type { Completion } from './list/item-histories.js'
import type { Fact } from './result.js'

/**
 * Reads evidence for the sessions of a ledger: the effects of calls, and what contradicts completions for profiles that
 * ask for it (`evidenceRequired`).
 * @param settings own check commands, and what is known of agents' tools; only the general names of tools when absent
 * @throws HostError `bad-own-check` for an own check that is not one simple command
 */
export function evidence(settings: EvidenceSettings & { readonly tools?: KnownTools } = {}): Evidence {
  const { checks, tools = noTools } = settings
  if (checks !== undefined) new OwnChecks(checks)
  return {
    describeCall: (name, input) => describeCall(name, input, { tools }),
    newJudge() {
      const session = new FollowedSession(settings, tools)
      const undoings = new Undoings()
      return {
        observe: (event, state) => session.observe(event, state),
        judge(update, next, before = []) {
          const { items, log, todoCallsOnly, promiseOf } = session
          const { work } = log
          const tried = items.forked()
          for (const { event, state } of [...before, { event: update, state: next }])
            tried.observe(event, state, work.length)
          const completed = tried.completions.filter((completion) => completion.update === update.id)
          if (completed.length === 0) return []
          undoings.follow(work)
          // The gate sees the session's own log alone.
          const spans = new Spans(work, undoings)
          return completed.map((completion) => {
            const { predatesLog, carried, from, text } = completion
            const isElsewhere = todoCallsOnly || predatesLog || (carried && from === 'added')
            return claimOf(completion, statedFacts(spans.of(completion, promiseOf(text), isElsewhere)).facts)
          })
        },
      }
    },
  }
}

function claimOf({ key, item, text, from }: Completion, facts: readonly Fact[]): ClaimedCompletion {
  const against = facts.filter(({ says }) => says === 'against')
  return {
    key,
    item,
    text,
    title: `"${cut(text)}"`,
    isNew: from === 'added',
    facts: against.map(({ kind, asked, quote, sentence, needs }) => ({
      kind,
      asked,
      quote,
      sentence,
      needs: needs ?? `Do what "${cut(asked)}" asks for, to its end, with a tool whose call is recorded`,
    })),
  }
}
