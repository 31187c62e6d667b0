import { itemWordsOf } from '../../evidence/items/item-words.js'
import { carriedOn } from '../../evidence/support/fitted.js'
import { isRequest, type Work } from '../../evidence/work/work.js'
import type { Removal } from '../item-histories.js'
import type { AuditRule, Complaint } from './audit-rule.js'

/** An open item vanished from the list. */
export const droppedItem: AuditRule = {
  id: 'dropped-item',
  severity: 'warning',
  doc: 'An open item vanished from the list, and no other item carries it on. Spared: rewordings, splits and merges, a new request of the user, a compaction.',
  options: {},
  example: {
    session: [
      'todo [>] Add the cache  [ ] Translate the labels',
      'edit src/cache.ts',
      'todo [x] Add the cache',
    ],
    says: 'Item 2 ("Translate the labels") was still pending and vanished from the list.',
  },
  check: ({ removals, work }) => {
    const words = new Map<string, ReadonlySet<string>>()
    const wordsOf = (text: string): ReadonlySet<string> => {
      const known = words.get(text) ?? itemWordsOf(text)
      words.set(text, known)
      return known
    }
    return removals
      .filter((removal) => !isExcused(removal, work) && !isCarriedOn(removal, wordsOf))
      .map(complaintOf)
  },
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

/**
 * True where an item that the update brought in or reworded shares its words: reworded, split into several, or merged
 * into one; or where the same text stands in the list once more.
 */
function isCarriedOn(
  { text, items, renewed }: Removal,
  wordsOf: (text: string) => ReadonlySet<string>,
): boolean {
  const words = wordsOf(text)
  return (
    words.size === 0 ||
    items.some((item) => item.text === text || holds(wordsOf(item.text), words)) ||
    renewed.some((item) => carriesOn(words, wordsOf(item.text)))
  )
}

/** True where an item that stood there before holds most of a removed one: it was listed twice. */
function holds(others: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  const shared = sharedOf(words, others)
  return shared >= carriedOn.words && shared / words.size >= carriedOn.shareOfStanding
}

function sharedOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0
  for (const word of words) if (others.has(word)) shared += 1
  return shared
}

function carriesOn(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const shared = sharedOf(words, others)
  if (shared / words.size >= carriedOn.share) return true
  return shared >= carriedOn.words && shared / Math.min(words.size, others.size) >= carriedOn.shareOfShorter
}
