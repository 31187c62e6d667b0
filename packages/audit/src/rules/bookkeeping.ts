/** How the list was kept: `info` about the list, never about the work. */

import { cut } from '../facts/cut.js'
import { isCall, workBetween } from '../facts/joined-work.js'
import { isRequest } from '../facts/work/work.js'
import type { Removal } from '../list/item-histories.js'
import {
  type AuditedSession,
  type AuditRule,
  defineAuditRule,
  type Problem,
  problemOf,
} from './audit-rule.js'

function bookkeeping(
  id: string,
  docs: string,
  check: (session: AuditedSession) => readonly Problem[],
): AuditRule {
  return defineAuditRule({ id, meta: { severity: 'info', docs }, check })
}

/** So many items that are completed, or vanish, with one update are one finding. */
const several = 3

/** The id of the rule about the session's end: while a run is under way it says nothing. */
export const endRule = 'ended-with-open-items'

const endedWithOpenItems = bookkeeping(endRule, 'The session ends with open items.', ({ open, end }) => {
  const [first] = open
  if (first === undefined) return []
  const names = listed(open, ({ id }) => id, 5)
  const message = `The session ends with ${open.length === 1 ? 'item' : 'items'} ${names} open.`
  return [problemOf({ item: first.id, at: end, source: end.source }, 'info', message)]
})

const instantFlip = bookkeeping(
  'instant-flip',
  'The item was started and completed with no call between.',
  ({ completions, work }) =>
    completions.flatMap((completion) => {
      const { started, at, item, verdict } = completion
      // Where the log has a gap, a call may be in it.
      if (verdict === 'unknown' || started === null) return []
      if (workBetween(work, started.position, at.position).some(isCall)) return []
      const message = `Item ${item} was started in turn ${started.turn} and completed in turn ${at.turn} with no call between.`
      return [problemOf(completion, 'info', message, [started.seq])]
    }),
)

const batchCompletion = bookkeeping(
  'batch-completion',
  'Three or more items were completed with one update.',
  ({ completions }) =>
    groupedByUpdate(completions).flatMap((batch) => {
      const names = listed(batch, ({ item }) => item)
      const message = `${batch.length} items were completed with one update: ${names}.`
      return batch.length < several ? [] : batch.slice(0, 1).map((first) => problemOf(first, 'info', message))
    }),
)

const rewordedItem = bookkeeping(
  'reworded-item',
  'The item was reworded while it was open, and then it was completed. Not reported if: the user asked for something before that.',
  ({ completions, work }) =>
    completions.flatMap((completion) => {
      const { reworded, text, item, added } = completion
      if (reworded === null) return []
      if (workBetween(work, added.position + 1, reworded.at.position).some(isRequest)) return []
      const message = `Item ${item} was reworded from "${cut(reworded.from)}" to "${cut(text)}", and then it was completed.`
      return [problemOf(completion, 'info', message, [reworded.at.seq])]
    }),
)

const droppedItem = bookkeeping(
  'dropped-item',
  'An open item vanished from the list. Not reported if: another item carries it on, the user said something since the update before, or the conversation was compacted.',
  ({ removals, work }) => {
    const lost = removals.filter(({ carriedOn, previousUpdate, at }) => {
      const since = workBetween(work, previousUpdate?.position ?? 0, at.position)
      return !carriedOn && !since.some((piece) => piece.kind === 'compaction' || isRequest(piece))
    })
    return groupedByUpdate(lost).flatMap((dropped) => {
      const nameOf = ({ item, text }: Removal): string => `${item} ("${cut(text)}")`
      if (dropped.length >= several) {
        const message = `${dropped.length} open items vanished from the list with one update: ${listed(dropped, nameOf)}.`
        return dropped.slice(0, 1).map((first) => problemOf(first, 'info', message))
      }
      return dropped.map((removal) => {
        const status = removal.status.replace('_', ' ')
        return problemOf(
          removal,
          'info',
          `Item ${nameOf(removal)} was still ${status} and vanished from the list.`,
        )
      })
    })
  },
)

const skippedInProgress = bookkeeping(
  'skipped-in-progress',
  'The item was completed without having been in progress. One completion in five does so. Not reported if: the todo system has no such status.',
  ({ completions, hasInProgress }) =>
    completions
      .filter(({ from }) => hasInProgress && from === 'pending')
      .map((one) =>
        problemOf(one, 'info', `Item ${one.item} was completed without having been in progress.`),
      ),
)

function groupedByUpdate<Ending extends { readonly update: string }>(endings: readonly Ending[]) {
  const groups = new Map<string, Ending[]>()
  for (const ending of endings) groups.set(ending.update, [...(groups.get(ending.update) ?? []), ending])
  return [...groups.values()]
}

function listed<Named>(those: readonly Named[], nameOf: (each: Named) => string, most = 8): string {
  const names = those.slice(0, most).map(nameOf).join(', ')
  return those.length > most ? `${names}, …` : names
}

/** In the order in which their findings of one place stand. */
export const bookkeepingRules: readonly AuditRule[] = [
  endedWithOpenItems,
  instantFlip,
  batchCompletion,
  rewordedItem,
  droppedItem,
  skippedInProgress,
]
