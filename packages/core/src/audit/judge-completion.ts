/** Puts one completion to the evidence: its window, its links, its support. */

import { promiseOf } from '../evidence/item-class.js'
import { clausesOf } from '../evidence/item-parts.js'
import { type ItemSupport, supportOfItem } from '../evidence/item-support.js'
import { type ItemSketches, linksOf, type Vocabulary, type Window } from '../evidence/links.js'
import { filesNamedIn, normalizePath } from '../evidence/named-files.js'
import type { Work } from '../evidence/work.js'
import type { Completion, ListedItem } from './item-histories.js'

/** What a session's completions are judged with. */
export interface Bench {
  /** The session's work, in order. */
  readonly work: readonly Work[]
  /** What its words tell. */
  readonly vocabulary: Vocabulary
  /** The items of the session, by key. */
  readonly sketchOf: ItemSketches
  /** The work of a child session, undefined where its log is not at hand. */
  readonly child: (session: string) => readonly Work[] | undefined
}

/** Judges a completion by the session's work. */
export function judgeCompletion(completion: Completion, bench: Bench): ItemSupport {
  const { key, text, at, added, started, previousUpdate } = completion
  const cameCompleted = completion.from === 'added'
  const from = started ?? (cameCompleted ? previousUpdate : added) ?? added
  const window: Window = {
    key,
    words: bench.sketchOf(key)?.words ?? new Set(),
    files: filesNamedIn(text).map(normalizePath),
    from: Math.min(from.position, at.position),
    to: at.position,
  }
  return supportOfItem({
    promise: promiseOf(text),
    window,
    links: linksOf(window, bench.work, bench.vocabulary, bench.sketchOf),
    fixFollows: fixFollows(completion.items),
    child: bench.child,
  })
}

/** True where the next item in the list is there to mend what was found. */
function fixFollows(items: readonly ListedItem[]): boolean {
  const next =
    items.find((item) => item.status === 'in_progress') ?? items.find((item) => item.status === 'pending')
  if (next === undefined) return false
  const [clause] = clausesOf(next.text)
  return (
    clause !== undefined && (clause.act === 'change' || clause.act === 'research') && mends.test(clause.text)
  )
}

const mends =
  /\b(?:fix|debug|resolve|address|repair|correct|handle|diagnose|investigate)\w*\b|修复|解决|处理|beheben|corriger|corregir|arreglar|修正/iu
