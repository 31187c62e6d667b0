import { filesNamedIn, isNamed, normalizePath } from '../../evidence/items/named-files.js'
import { type CallWork, isRequest } from '../../evidence/work/work.js'
import { placeOf } from '../describe-support.js'
import { changesProduct, filesWrittenBy, ownChanges } from '../product-writes.js'
import { type AuditRule, aboutCompletion, type JudgedCompletion } from './audit-rule.js'

/** An item was worked on after it had been completed. */
export const lateWorkAfterDone: AuditRule<{ readonly leastChanges: number }> = {
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
  check: (session, { leastChanges }) => {
    const lives = session.completions.map(lifeOf)
    // Looked at once, not for each completion: a long session has many of both.
    const idle = session.work.filter(
      (piece): piece is CallWork => piece.busy.length === 0 && changesProduct(piece),
    )
    const requests = session.work.filter(isRequest)
    return lives.flatMap(({ judged, files }) => {
      const { completion, support } = judged
      if (support.itemClass !== 'change' || files.length === 0) return []
      const others = lives.filter((life) => life.judged.completion.key !== completion.key)
      const since = completion.at.position
      const end = requests.find(({ position }) => position >= since)?.position ?? Number.POSITIVE_INFINITY
      const late = idle.filter(
        (piece) =>
          piece.position >= since &&
          piece.position < end &&
          !others.some(({ claimed: [from, to] }) => piece.position >= from && piece.position < to) &&
          filesWrittenBy(piece).some(
            (file) => isOneOf(file, files) && !others.some((other) => isOneOf(file, other.files)),
          ),
      )
      const last = late.at(-1)
      if (last === undefined || late.length < leastChanges) return []
      return [
        aboutCompletion(
          judged,
          'warning',
          `Item ${completion.item} was worked on after it had been completed: ${late.length} more ${late.length === 1 ? 'change' : 'changes'}, the last ${last.deed} (${placeOf(last)}).`,
          late.map(({ seq }) => seq),
        ),
      ]
    })
  },
}

/** A completed item with its files and the work that it may claim. */
interface Life {
  readonly judged: JudgedCompletion
  /** The files that it names or that its own work changed, normalized. */
  readonly files: readonly string[]
  /** Of an item that was never started the span since the update before its completion; else empty. */
  readonly claimed: readonly [from: number, to: number]
}

function lifeOf(judged: JudgedCompletion): Life {
  const { text, started, previousUpdate, at } = judged.completion
  const named = filesNamedIn(text).map(normalizePath)
  return {
    judged,
    files: [...new Set([...named, ...ownChanges(judged).flatMap(filesWrittenBy)])],
    claimed: started === null ? [previousUpdate?.position ?? 0, at.position] : [at.position, at.position],
  }
}

function isOneOf(file: string, files: readonly string[]): boolean {
  return files.some((one) => isNamed(file, one))
}
