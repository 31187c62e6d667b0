import { ClaimedSpans } from '../claimed-spans.js'
import { placeOf } from '../describe-support.js'
import { filesNamedIn, isNamed, normalizePath } from '../evidence/items/named-files.js'
import { type CallWork, isRequest, type Work } from '../evidence/work/work.js'
import { ItemFiles } from '../item-files.js'
import type { Completion } from '../item-histories.js'
import { Places } from '../places.js'
import { changesProduct, filesWrittenBy, ownChanges } from '../product-writes.js'
import { aboutCompletion, type Complaint, type JudgedCompletion, type SteppedRule } from './audit-rule.js'

/** An item was worked on after it had been completed. */
export const lateWorkAfterDone: SteppedRule<{ readonly leastChanges: number }> = {
  id: 'late-work-after-done',
  severity: 'warning',
  doc: "Two changes or more of the item's own files came after it was completed, while no other item was in progress and before the user asked for something new. Spared: files that another item changed too or names, documents, comments and formatting, an item that was reopened.",
  options: {
    leastChanges: { default: 2, doc: 'So many changes after the completion are late work.' },
  },
  example: {
    session: [
      'todo [>] Add the cache',
      'edit src/cache.ts',
      'todo [x] Add the cache',
      'edit src/cache.ts',
      'edit src/cache.ts',
    ],
    says: 'Item 1 was worked on after it had been completed: 2 more changes, the last edited src/cache.ts (event 18).',
  },
  begin: ({ marked, work }, { leastChanges }) => {
    // Gathered once, by item, and not for each completion: a long session has many of both.
    const owners = new ItemFiles()
    const changed: Life[] = []
    const end = (): readonly Complaint[] => {
      const idle = idleChanges(work, owners)
      const claims = new ClaimedSpans(marked)
      const requests = new Places(work, isRequest)
      return changed.flatMap((life) => {
        const { completion, files } = life
        const { key } = completion
        const since = completion.at.position
        const end = requests.nextFrom(since)
        const late = (idle.get(key) ?? []).filter(
          (piece) =>
            piece.position >= since &&
            piece.position < end &&
            !claims.isOthers(piece.position, key) &&
            filesWrittenBy(piece).some((file) => owners.ownerOf(file) === key && isOneOf(file, files)),
        )
        const last = late.at(-1)
        if (last === undefined || late.length < leastChanges) return []
        return [
          aboutCompletion(
            life,
            'warning',
            `Item ${completion.item} was worked on after it had been completed: ${late.length} more ${late.length === 1 ? 'change' : 'changes'}, the last ${last.deed} (${placeOf(last)}).`,
            late.map(({ seq }) => seq),
          ),
        ]
      })
    }
    return {
      completion: (judged) => {
        const { completion, support } = judged
        const files = filesOf(judged)
        owners.add(completion.key, files)
        if (support.itemClass === 'change' && files.length > 0) changed.push({ completion, files })
        return []
      },
      end,
    }
  },
}

/** The changes that were made while no item was in progress, by the items whose files they are alone; in order. */
function idleChanges(work: readonly Work[], owners: ItemFiles): ReadonlyMap<string, readonly CallWork[]> {
  const changes = new Map<string, CallWork[]>()
  for (const piece of work) {
    if (piece.busy.length > 0 || !changesProduct(piece)) continue
    for (const key of new Set(filesWrittenBy(piece).map((file) => owners.ownerOf(file)))) {
      if (key === undefined || key === null) continue
      const known = changes.get(key)
      if (known === undefined) changes.set(key, [piece])
      else known.push(piece)
    }
  }
  return changes
}

/** A completed change with its files. */
interface Life {
  readonly completion: Completion
  /** The files that it names or that its own work changed, normalized. */
  readonly files: readonly string[]
}

function filesOf(judged: JudgedCompletion): readonly string[] {
  const named = filesNamedIn(judged.completion.text).map(normalizePath)
  return [...new Set([...named, ...ownChanges(judged).flatMap(filesWrittenBy)])]
}

function isOneOf(file: string, files: readonly string[]): boolean {
  return files.some((one) => isNamed(file, one))
}
