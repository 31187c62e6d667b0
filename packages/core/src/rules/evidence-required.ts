import type { Change, ItemAdded, JsonValue } from '../events.js'
import { itemsOfKeys } from '../items.js'
import type { SessionState, TodoItem } from '../state.js'
import { defineRule, numberOption, type Rule } from './rule.js'

/** How the gate is set. */
export type EvidenceRequirement = {
  /** A completion needs this much support, 0 to 1. */
  readonly threshold: number
  /** After so many refusals of the same item its completion is accepted and flagged; 0: never refused. */
  readonly releaseAfter: number
  /** The classes of items that need no recorded work. */
  readonly spare: readonly string[]
}

/** The classes of items, by their verbs; `unknown` where none is known. */
export const gateClasses = [
  'change',
  'verify',
  'execute',
  'research',
  'think',
  'communicate',
  'unknown',
] as const

/** How the gate is set where nothing else is said. What is thought or said leaves no call behind: it is spared. */
export const usualRequirement: EvidenceRequirement = Object.freeze({
  threshold: 0.3,
  releaseAfter: 3,
  spare: Object.freeze(['think', 'communicate']),
})

/**
 * A completion has at least `threshold` support. The session works the support out when it decides and keeps it in the
 * event; the rule only compares, so replay does not depend on how support is computed today. What is spared, and what
 * a gap of the log leaves open, has no support in the event. `releaseAfter` and `spare` are for the session.
 */
export const evidenceRequired: Rule = defineRule({
  id: 'evidence-required',
  version: 1,
  summary: `A completion has enough support in the log (option threshold, ${usualRequirement.threshold}).`,
  defaults: { ...usualRequirement },
  check(next, context) {
    const threshold = numberOption(context, 'threshold', usualRequirement.threshold)
    return completedBy(context.changes, next).flatMap((item) => {
      const support = Object.hasOwn(context.support, item.key) ? context.support[item.key] : undefined
      if (support === undefined || support >= threshold) return []
      return [
        {
          message: `Item ${item.id} was completed with support ${support.toFixed(2)}, below ${threshold}`,
          item: item.id,
          expected: threshold,
          received: support,
          fix: 'Do the work that the item names, or check it, before you complete it.',
        },
      ]
    })
  },
})

/** The gate as a rule's options set it; what they leave out, or give in another type, is as usual. */
export function requirementOf(options: { readonly [name: string]: JsonValue }): EvidenceRequirement {
  const { threshold, releaseAfter, spare } = options
  return {
    threshold: typeof threshold === 'number' ? threshold : usualRequirement.threshold,
    releaseAfter: typeof releaseAfter === 'number' ? releaseAfter : usualRequirement.releaseAfter,
    spare: Array.isArray(spare) ? spare.filter((entry) => typeof entry === 'string') : usualRequirement.spare,
  }
}

/** The items, as they stand in `next`, that an update's changes completed. */
export function completedBy(changes: readonly Change[], next: SessionState): readonly TodoItem[] {
  const keys = new Set<string>()
  for (const change of changes) {
    const completes = change.type === 'status-set' && change.to === 'completed' && change.from !== 'completed'
    if (completes) keys.add(change.key)
    if (change.type === 'added' && isAddedCompleted(change)) keys.add(change.key)
  }
  if (keys.size === 0) return []
  return itemsOfKeys(next.items, keys).filter((item) => item.status === 'completed')
}

/** True where an item came into the list completed, and did not stand there so before the log began. */
export function isAddedCompleted({ status, before }: ItemAdded): boolean {
  return status === 'completed' && before !== 'completed'
}
