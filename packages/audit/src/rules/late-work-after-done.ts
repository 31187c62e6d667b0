import type { Completion } from '../completions/item-histories.js'
import { Places } from '../completions/places.js'
import { placeOf } from '../describe-support.js'
import { filesNamedIn, isNamed, normalizePath } from '../evidence/items/named-files.js'
import { changesProduct, filesWrittenBy } from '../evidence/work/product-writes.js'
import { type CallWork, isRequest, type Work } from '../evidence/work/work.js'
import {
  type AuditRule,
  aboutCompletion,
  defineAuditRule,
  type JudgedCompletion,
  type Problem,
} from './audit-rule.js'
import { ownChanges } from './product-changes.js'

/** An item was worked on after it had been completed. */
export const lateWorkAfterDone: AuditRule<{ readonly leastChanges: number }> = defineAuditRule({
  id: 'late-work-after-done',
  meta: {
    severity: 'warning',
    docs: "Two changes or more of the item's own files came after it was completed, while no other item was in progress and before the user asked for something new. Spared: files that another item changed too or names, documents, comments and formatting, an item that was reopened.",
    options: {
      leastChanges: { default: 2, docs: 'So many changes after the completion are late work.' },
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
  },
  create: ({ completions, work }, { leastChanges }) => {
    // Gathered once, by item, and not for each completion: a long session has many of both.
    const owners = new ItemFiles()
    const changed: Life[] = []
    const end = (): readonly Problem[] => {
      const idle = idleChanges(work, owners)
      const claims = new ClaimedSpans(completions)
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
            `Item ${completion.item} was worked on after it had been completed: ${late.length} more ${late.length === 1 ? 'change' : 'changes'}, the last ${last.action} (${placeOf(last)}).`,
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
})

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

/** Knows for each piece of work whether an item of another key may claim it. */
class ClaimedSpans {
  /** By position the key of the item that may claim it; null where several may. */
  readonly #claims = new Map<number, string | null>()

  /** Linear in the spans: those of different updates do not overlap. */
  constructor(completions: readonly Completion[]) {
    const spans = new Map<string, { readonly from: number; readonly to: number; key: string | null }>()
    for (const { key, started, previousUpdate, at } of completions) {
      if (started !== null) continue
      const from = previousUpdate?.position ?? 0
      const name = `${from} ${at.position}`
      const span = spans.get(name)
      if (span === undefined) spans.set(name, { from, to: at.position, key })
      else if (span.key !== key) span.key = null
    }
    for (const { from, to, key } of spans.values()) {
      for (let position = from; position < to; position += 1) {
        const known = this.#claims.get(position)
        this.#claims.set(position, known === undefined || known === key ? key : null)
      }
    }
  }

  /** True where an item of another key may claim the piece at a position. */
  isOthers(position: number, key: string): boolean {
    const claim = this.#claims.get(position)
    return claim !== undefined && claim !== key
  }
}

/** What a path may be named by beside its own last part: `README` names `readme.md`. */
const documentName = /(?:^|\/)(readme|changelog|contributing)(?:[._-][^/]*)?$/
/** So many of a path's last parts are told apart; no project has folders as deep. */
const deepest = 50

/** Knows the items of each file. All paths are normalized. */
class ItemFiles {
  /** By path each file with its item; null where it is several items'. */
  readonly #files = new Map<string, string | null>()
  /** The same by the ends of those paths: what is named in full may be written shorter. */
  readonly #ends = new Map<string, string | null>()

  /** Takes in the files of an item. */
  add(key: string, files: readonly string[]): void {
    for (const file of files) {
      note(this.#files, file, key)
      for (const end of endsOf(file)) note(this.#ends, end, key)
    }
  }

  /** The one item whose a file is; null where it is several items', undefined where nobody's. Ask when all are added. */
  ownerOf(path: string): string | null | undefined {
    const document = documentName.exec(path)?.[1]
    const owners = [path, ...endsOf(path), ...(document === undefined ? [] : [document])].map((name) =>
      this.#files.get(name),
    )
    const known = new Set([...owners, this.#ends.get(path)].filter((owner) => owner !== undefined))
    const [owner] = known
    return known.size > 1 ? null : owner
  }
}

function note(owners: Map<string, string | null>, path: string, key: string): void {
  const known = owners.get(path)
  owners.set(path, known === undefined || known === key ? key : null)
}

/** A path without its first part, without its first two, and so on. */
function endsOf(path: string): readonly string[] {
  const parts = path.split('/')
  const from = Math.max(1, parts.length - deepest)
  return parts.slice(from).map((_, index) => parts.slice(from + index).join('/'))
}
