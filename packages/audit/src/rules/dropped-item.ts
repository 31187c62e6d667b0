import type { Completion, Removal } from '../completions/item-histories.js'
import { Places } from '../completions/places.js'
import { quoted } from '../describe-support.js'
import { isCarriedOn } from '../evidence/items/rewordings.js'
import { cameToNothing } from '../evidence/outcomes/outcome.js'
import { isRequest, type Work } from '../evidence/work/work.js'
import { type AuditedSession, type AuditRule, defineAuditRule, type Problem } from './audit-rule.js'

/** An open item vanished from the list. */
export const droppedItem: AuditRule<{ readonly newPlan: number }> = defineAuditRule({
  id: 'dropped-item',
  meta: {
    severity: 'warning',
    docs: 'An open item vanished from the list, and no other item carries it on. Bookkeeping alone where the log shows its work and the list moved on: it was removed instead of completed. Spared: rewordings, splits and merges, a new request or an answer of the user, a compaction.',
    options: {
      newPlan: {
        default: 3,
        docs: 'So many items that vanish with one update are one finding: the plan was made anew.',
      },
    },
    example: {
      session: [
        'todo [>] Add the cache  [ ] Translate the labels',
        'edit src/cache.ts',
        'todo [x] Add the cache',
      ],
      says: 'Item 2 ("Translate the labels") was still pending and vanished from the list.',
    },
  },
  create: (session, { newPlan }) => ({
    end: () => {
      const updates = new Map<string, JudgedRemoval[]>()
      for (const judged of judgedRemovals(session)) {
        if (judged.verdict !== 'lost' && judged.verdict !== 'done') continue
        const { update } = judged.removal
        updates.set(update, [...(updates.get(update) ?? []), judged])
      }
      return [...updates.values()].flatMap((dropped) => {
        const of = (verdict: RemovalVerdict) =>
          dropped.filter((judged) => judged.verdict === verdict).map(({ removal }) => removal)
        const lost = of('lost')
        return [
          ...of('done').map((removal) =>
            problemOf(
              removal,
              'info',
              `Item ${removal.item} (${quoted(removal.text)}) left the list while it was ${statusOf(removal)}; the log shows its work.`,
            ),
          ),
          ...(lost.length >= newPlan ? newPlanOf(lost) : lost.map(lossOf)),
        ]
      })
    },
  }),
})

function lossOf(removal: Removal): Problem {
  const { item, text } = removal
  const message = `Item ${item} (${quoted(text)}) was still ${statusOf(removal)} and vanished from the list.`
  return problemOf(removal, 'warning', message)
}

function newPlanOf(lost: readonly Removal[]): readonly Problem[] {
  const [first] = lost
  if (first === undefined) return []
  const names = lost.map(({ item, text }) => `${item} (${quoted(text)})`)
  const shown = names.length > 8 ? [...names.slice(0, 8), '…'] : names
  return [
    problemOf(
      first,
      'warning',
      `${lost.length} open items vanished from the list with one update: ${shown.join(', ')}.`,
    ),
  ]
}

function statusOf({ status }: Removal): string {
  return status.replace('_', ' ')
}

function problemOf(
  { item, at, source, previousUpdate }: Removal,
  severity: Problem['severity'],
  message: string,
): Problem {
  return {
    severity,
    item,
    turn: at.turn,
    seq: at.seq,
    ...(source === null ? {} : { source }),
    message,
    evidence: previousUpdate === null ? [] : [previousUpdate.seq],
  }
}

/** Tools by which the user is asked: the answer is a word of the user as any. To approve of a plan asks for nothing new. */
const questions = /^(?:ask_?user(?:_?question)?|request_?user_?input|ask_?follow_?up_?question|question)$/iu

/**
 * What an open item's removal is: the item is lost, or its work is done; or it is spared, for since the update before
 * the user asked for something or answered, or the conversation was compacted, or for another item carries it on.
 */
export type RemovalVerdict = 'lost' | 'done' | 'asked' | 'compacted' | 'carried-on'

/** A removal with what it is. */
export interface JudgedRemoval {
  /** The removal. */
  readonly removal: Removal
  /** What it is. */
  readonly verdict: RemovalVerdict
}

/** Every removal of an open item, in order, with what it is. */
export function judgedRemovals(session: AuditedSession): readonly JudgedRemoval[] {
  const words = new Places(session.work, isWordOfUser)
  const compactions = new Places(session.work, ({ kind }) => kind === 'compaction')
  return session.removals.map((removal) => {
    const { previousUpdate, at, list } = removal
    const isSince = (places: Places) => places.isBetween(previousUpdate?.position ?? 0, at.position)
    if (isSince(words)) return { removal, verdict: 'asked' }
    if (isSince(compactions)) return { removal, verdict: 'compacted' }
    if (isCarriedOn({ ...removal, items: list.items })) return { removal, verdict: 'carried-on' }
    return { removal, verdict: isDone(removal, session) ? 'done' : 'lost' }
  })
}

function isWordOfUser(piece: Work): boolean {
  return (
    isRequest(piece) || (piece.kind === 'call' && questions.test(piece.tool) && !cameToNothing(piece.outcome))
  )
}

/**
 * True where the log would support the item had it been completed instead, and the list moved on: another item is in
 * progress in its place, or what was pending made room for new items.
 */
function isDone(removal: Removal, { judge }: AuditedSession): boolean {
  const { status, list, renewed } = removal
  const movedOn =
    status === 'in_progress' ? list.items.some((item) => item.status === 'in_progress') : renewed.length > 0
  const completion: Completion = { ...removal, from: status, batch: [removal.key], references: [] }
  return movedOn && judge(completion, removal.text).verdict === 'supported'
}
