import type { Change, ItemAdded, JsonValue } from '../events.js'
import { itemsOfKeys } from '../items.js'
import type { SessionState, TodoItem } from '../state.js'
import { defineRule, type Rule } from './rule.js'

export type EvidenceRequirement = {
  /** After so many refusals of the same item its completion is accepted and flagged; 0: never refused. */
  readonly releaseAfter: number
}

/** How the gate is set where nothing else is said. */
export const usualRequirement: EvidenceRequirement = Object.freeze({ releaseAfter: 3 })

/**
 * No fact that a tool stated contradicts a completion. The session works the facts out when it decides and keeps them in
 * the event; the rule only reads them, so replay does not depend on how facts are read today. `releaseAfter` is for the
 * session.
 */
export const evidenceRequired: Rule = defineRule({
  id: 'evidence-required',
  summary: 'No fact that a tool stated contradicts a completion.',
  defaults: { ...usualRequirement },
  check(next, { changes, contradictions }) {
    return completedBy(changes, next).flatMap((item) => {
      const facts = Object.hasOwn(contradictions, item.key) ? (contradictions[item.key] ?? []) : []
      if (facts[0] === undefined) return []
      const message = facts[0].sentence.replace(/\.$/, '') // a sentence is made of it
      const received = facts.map(({ kind }) => kind)
      const fix = facts.map(({ needs }) => `${needs}.`).join(' ')
      return [{ message, item: item.id, expected: 'no stated fact against it', received, fix }]
    })
  },
})

/** The gate as a rule's options set it; what they leave out, or give in another type, is as usual. */
export function requirementOf(options: { readonly [name: string]: JsonValue }): EvidenceRequirement {
  const { releaseAfter } = options
  return { releaseAfter: typeof releaseAfter === 'number' ? releaseAfter : usualRequirement.releaseAfter }
}

/** The items, as they stand in `next`, that an update's changes completed. */
export function completedBy(changes: readonly Change[], next: SessionState): readonly TodoItem[] {
  const keys = changes.flatMap((change) => {
    if (change.type === 'added') return isAddedCompleted(change) ? [change.key] : []
    const completes = change.type === 'status-set' && change.to === 'completed' && change.from !== 'completed'
    return completes ? [change.key] : []
  })
  if (keys.length === 0) return []
  return itemsOfKeys(next.items, keys).filter((item) => item.status === 'completed')
}

/** True where an item came into the list completed, and did not stand there so before the log began. */
export function isAddedCompleted({ status, before }: ItemAdded): boolean {
  return status === 'completed' && before !== 'completed'
}
