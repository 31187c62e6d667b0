/** Judges one completion by the evidence: its window, its links, its support. */

import { rememberedOfPart, type ShownList } from '../compact/list-history.js'
import type { CheckKind } from '../evidence/calls/call-description.js'
import type { ItemPromise } from '../evidence/items/item-class.js'
import { filesNamedIn, normalizePath } from '../evidence/items/named-files.js'
import { saying, TextPattern } from '../evidence/languages/index.js'
import { areComparable } from '../evidence/support/check-scope.js'
import { type Gap, type ItemSupport, supportOfItem } from '../evidence/support/item-support.js'
import { mostChildWork } from '../evidence/support/limits.js'
import { type ItemFeaturesByKey, linksOf, type Window } from '../evidence/support/links.js'
import { isCreditedTo } from '../evidence/work/credited.js'
import type { Undoings } from '../evidence/work/undoings.js'
import { type CallWork, succeeded, type Work } from '../evidence/work/work.js'
import type { Completion } from './item-histories.js'
import type { ListedItem } from './listed-item.js'
import type { ServedItems } from './served-items.js'

/** What a session's completions are judged with. */
export interface JudgeContext {
  /** The session's work, in order. */
  readonly work: readonly Work[]
  /** What an item's text promises. */
  readonly promiseOf: (text: string) => ItemPromise
  /** The items of the session, by key. */
  readonly featuresOfItem: ItemFeaturesByKey
  /** The words of a text with the weight of each, as a share of all of them. */
  readonly sharesOf: (text: string) => ReadonlyMap<string, number>
  /** What of such words any call of the session holds, by weight, 0 to 1. */
  readonly knownOf: (words: ReadonlyMap<string, number>) => number
  /** Whose each piece of the work was. */
  readonly served: ServedItems
  /** Which changes were undone later. */
  readonly undoings: Undoings
  /** The compaction with which the log begins, see `compactionAtStart`; else null. */
  readonly compactionAtStart: Work | null
  /** True where the log goes on, and was read no further. */
  readonly endsEarly?: boolean
  /** True for a completion of which the log shows only the todo call, and none of the other work. */
  readonly isTodoCallOnly?: (completion: Completion) => boolean
  /** The work of a child session, undefined where its log is not at hand. */
  readonly child: (session: string) => readonly Work[] | undefined
}

/**
 * Judges a completion by the session's work.
 * @param text what the item is taken to say; its own text when absent
 */
export function judgeCompletion(
  completion: Completion,
  context: JudgeContext,
  text: string = completion.text,
): ItemSupport {
  const { key, at, added, started, previousUpdate } = completion
  // What came into the list completed was done since the list was last written.
  const from = started ?? (completion.from === 'added' ? previousUpdate : added)
  const words =
    text === completion.text ? (context.featuresOfItem(key)?.words ?? new Map()) : context.sharesOf(text)
  const window: Window = {
    key,
    words,
    files: filesNamedIn(text).map(normalizePath),
    identifiers: identifiersIn(text),
    known: context.knownOf(words),
    from: Math.min(from?.position ?? 0, at.position),
    to: at.position,
    request: context.served.requestOf(completion),
    nextMark: context.served.nextMarkOf(completion),
    isCredited: (piece) => isCreditedTo(completion.actor, piece),
    ownership: (piece) => ({
      owners: context.served.ownersOf(piece, completion),
      latest: context.served.latestOf(piece, completion),
      spent: context.served.isSpent(piece, completion),
    }),
    isMarkedWith: (other) => context.served.isMarkedWith(other, completion),
  }
  const child = upTo(mostChildWork, context.child)
  return supportOfItem({
    promise: context.promiseOf(text),
    window,
    links: linksOf(window, context.work, context.featuresOfItem, child),
    fixFollows: isMended(completion.list),
    carriedOver: carriedOver(completion, context),
    // What is taken back later, at the user's word or for a better way, was done when it was marked.
    undoneBy: (piece) => {
      const undoing = context.undoings.undoneBy(piece)
      return undoing !== undefined && undoing.position < at.position ? undoing : undefined
    },
    asked: (word) => context.served.wereAskedFor(completion, word),
    passesAfter: (failed, position) =>
      context.work.slice(position + 1, position + provedWithin).some((piece) => provesMended(piece, failed)),
    child,
  })
}

/** The work of children until so many pieces were given; then none is at hand. */
function upTo(most: number, child: JudgeContext['child']): JudgeContext['child'] {
  let left = most
  return (session) => {
    const work = child(session)
    left -= work?.length ?? 0
    return left < 0 ? undefined : work
  }
}

/** So far ahead a run is looked for that shows what had failed to be mended. */
const provedWithin = 2000

/** True where a check succeeds that shows what had failed to be mended, or a sub-agent may have made one. */
function provesMended(piece: Work, failed: CallWork): boolean {
  if (piece.kind === 'input') return piece.report
  if (piece.kind !== 'call' || !succeeded(piece)) return false
  const { effect, verify, checks } = piece.description
  if (effect === 'delegate' || effect === 'unknown') return true
  const isSuite = (kind: CheckKind) => kind === 'test' || kind === 'build'
  return (
    verify &&
    areComparable(failed, piece) &&
    checks.some((kind) => failed.description.checks.includes(kind) || isSuite(kind) || kind === 'run')
  )
}

/** What hides work that was done before the log begins, or after it was read, where the item may have had such; else null. */
function carriedOver(completion: Completion, context: JudgeContext): Gap | null {
  if (context.isTodoCallOnly?.(completion) === true) return 'todo-calls-only'
  const compaction = completion.carried ? context.compactionAtStart : null
  if (compaction !== null || completion.predatesLog) {
    return compaction ?? 'before-log'
  }
  return context.endsEarly === true && !context.served.isAnswered(completion) ? 'after-log' : null
}

/** The names in an item's text that only code has: camelCase, PascalCase, snake_case. */
function identifiersIn(text: string): ReadonlySet<string> {
  const read = text.slice(0, 2000)
  const tokens = read.match(token.for(read)) ?? []
  return new Set(tokens.filter((each) => inParts.test(each)).map((each) => each.toLowerCase()))
}

const token = new TextPattern(String.raw`[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)*`, 'gu')
const inParts = new TextPattern(String.raw`\p{Ll}\p{Lu}|_`, 'u')

/** The compaction with which the log begins, before any call; then what was done before it is not in the log. */
export function compactionAtStart(work: readonly Work[]): Work | null {
  const first = work.find((piece) => piece.kind === 'call' || piece.kind === 'compaction')
  return first?.kind === 'compaction' ? first : null
}

/** What is known of lists: one update often completes many items. */
const mendedLists = new WeakMap<ShownList, boolean>()

function isMended(list: ShownList): boolean {
  const known = mendedLists.get(list) ?? fixFollows(list)
  mendedLists.set(list, known)
  return known
}

/** The open items of a stretch of a list. */
interface OpenItems {
  readonly first: ListedItem | undefined
  readonly inProgress: ListedItem | undefined
  /** True where one of them mends whatever is found. */
  readonly mends: boolean
}

/** True where the list goes on to mend, or to look into, what a check found. */
function fixFollows(list: ShownList): boolean {
  const open = list.ofParts(openItems)
  if (open.some((part) => part.mends)) return true
  const next = open.find((part) => part.inProgress) ?? open.find((part) => part.first)
  const item = next?.inProgress ?? next?.first
  return item !== undefined && mends.test(item.text)
}

const openItems = rememberedOfPart((items): OpenItems => {
  const open = items.filter((item) => item.status === 'in_progress' || item.status === 'pending')
  return {
    first: open[0],
    inProgress: open.find((item) => item.status === 'in_progress'),
    mends: open.some((item) => mendsFindings.test(item.text)),
  }
})

/** Named in the next item, these mend or look into something. */
const mends = saying('mendsNext')

/** Named in any later item, these mend whatever is found. */
const mendsFindings = saying('mendsFindings')
