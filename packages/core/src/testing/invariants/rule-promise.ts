/** What one rule promises, said without the rule's own check: so a check that is wrong shows. */

import type { EventOf, JsonValue } from '../../events.js'
import type { TodoTool } from '../../profiles/profile.js'
import type { SessionState } from '../../state.js'
import type { SessionRun } from '../run/session-run.js'
import type { Invariant } from './invariant.js'
import { promisedRules } from './promised-rules.js'

/** An accepted update with the states around it. */
export interface AcceptedUpdate {
  /** The update's event. */
  readonly event: EventOf<'todos.updated'>
  /** The tool that was called; undefined where the profile has none of the name. */
  readonly tool: TodoTool | undefined
  /** The state that it found. */
  readonly before: SessionState
  /** The state that it led to. */
  readonly after: SessionState
  /** The rule's options, the defaults filled in. */
  readonly options: { readonly [key: string]: JsonValue }
}

/** Says what is wrong with an accepted call, in one sentence, or null. */
export type RulePromise = (update: AcceptedUpdate) => string | null

/**
 * The invariant that a rule's promise is kept wherever the profile sets the rule to `reject`.
 * @param judges what it is held against: `updates` of the list alone, or all `calls` that are accepted, queries too
 */
export function rulePromise(
  rule: string,
  summary: string,
  promise: RulePromise,
  judges: 'updates' | 'calls' = 'updates',
): Invariant {
  return {
    name: rule,
    summary,
    check(run) {
      const promised = promisedRules(run).find((each) => each.rule.id === rule)
      if (promised === undefined) return null
      for (const update of acceptedUpdates(run)) {
        if (judges === 'updates' && update.event.data.query) continue
        const wrong = promise({ ...update, options: promised.options })
        if (wrong !== null) return { seq: update.event.seq, message: wrong }
      }
      return null
    },
  }
}

function* acceptedUpdates(run: SessionRun): Iterable<Omit<AcceptedUpdate, 'options'>> {
  for (const [index, event] of run.events.entries()) {
    const before = run.states[index - 1]
    const after = run.states[index]
    if (event.type !== 'todos.updated' || before === undefined || after === undefined) continue
    const tool = run.promises.tools.find(({ name }) => name === event.data.tool)
    yield { event, tool, before, after }
  }
}
