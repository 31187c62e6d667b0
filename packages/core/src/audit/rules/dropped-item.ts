import { itemWordsOf } from '../../evidence/item-words.js'
import { isRequest, type Work } from '../../evidence/work.js'
import type { ListedItem, Removal } from '../item-histories.js'
import type { AuditRule, Complaint } from './audit-rule.js'

/** From this share of common words on, an item of the new list carries a removed one on. */
const carriedFrom = 0.34

/** An open item vanished from the list. */
export const droppedItem: AuditRule = {
  id: 'dropped-item',
  severity: 'warning',
  doc: 'An open item vanished from the list, and no other item carries it on. Spared: rewordings, splits and merges, a new request of the user, a compaction.',
  check: ({ removals, work }) =>
    removals.filter((removal) => !isExcused(removal, work) && !isCarriedOn(removal)).map(complaintOf),
}

function complaintOf({ item, text, status, at, source, previousUpdate }: Removal): Complaint {
  const line = text.replace(/\s+/g, ' ').trim()
  const cut = line.length > 80 ? `${line.slice(0, 79)}…` : line
  return {
    severity: 'warning',
    item,
    turn: at.turn,
    seq: at.seq,
    ...(source === null ? {} : { source }),
    message: `Item ${item} ("${cut}") was still ${status.replace('_', ' ')} and vanished from the list.`,
    evidence: previousUpdate === null ? [] : [previousUpdate.seq],
  }
}

/** True where the user asked for something new, or the host compacted the conversation, since the update before. */
function isExcused({ previousUpdate, at }: Removal, work: readonly Work[]): boolean {
  return work
    .slice(previousUpdate?.position ?? 0, at.position)
    .some((piece) => isRequest(piece) || piece.kind === 'compaction')
}

/** True where an item of the new list shares its words: reworded, split into several, or merged into one. */
function isCarriedOn({ text, items }: Removal): boolean {
  const words = itemWordsOf(text)
  if (words.size === 0) return true
  return items.some((item) => sharedBy(words, item) >= carriedFrom)
}

function sharedBy(words: ReadonlySet<string>, item: ListedItem): number {
  const others = itemWordsOf(item.text)
  if (others.size === 0) return 0
  let shared = 0
  for (const word of words) if (others.has(word)) shared += 1
  return shared / Math.min(words.size, others.size)
}
