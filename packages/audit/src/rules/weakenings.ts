/** How a completed item's text was weakened while it was open: it lost a named action, "all", a number, a check, one of its objects. */

import { rememberedOfPart } from '../compact/list-history.js'
import type { Completion, FormerText } from '../completions/item-histories.js'
import { type NeedKind, promiseOf } from '../evidence/items/item-class.js'
import { itemWordsOf } from '../evidence/items/words.js'
import { anyOf, saying, sourceOf } from '../evidence/languages/index.js'
import { isRequest, type Work } from '../evidence/work/work.js'

/** A text that was weakened. */
export interface Weakening {
  /** The text before. */
  readonly former: FormerText
  /** What it lost. */
  readonly loss: Loss
}

/** The weakenings of a completed item's text, the oldest text first. */
export function weakeningsOf(completion: Completion, work: readonly Work[]): readonly Weakening[] {
  return completion.formerTexts.flatMap((former) => {
    if (work.slice(former.since, former.until.position).some((piece) => isRequest(piece))) return []
    const others = () =>
      [former.list, completion.list]
        .flatMap((list) => list.ofParts(askedIn).flat())
        .filter(({ key }) => key !== completion.key)
    return lossesOf(former.text, completion.text, others).map((loss) => ({ former, loss }))
  })
}

/** What an item of a list asks for. */
interface Asked {
  readonly key: string
  readonly words: ReadonlySet<string>
  readonly kinds: ReadonlySet<NeedKind>
}

const askedIn = rememberedOfPart((items) =>
  items.map(({ key, text }): Asked => {
    const kinds = new Set(promiseOf(text).needs.map(({ kind }) => kind))
    return { key, words: itemWordsOf(text), kinds }
  }),
)

/** One thing that a text lost. */
export interface Loss {
  /**
   * What was lost. `run`: to run something became to look at it or to write of it. `change`: to change something became
   * that. `all`: "all" became "some". `hedged`: "try to", "partly" came in. `whole`: "all" is gone. `number`: a count is
   * gone or smaller. `check`: a test or check beside other work is gone. `object`: one of the things that it was about
   * is gone.
   */
  readonly kind: 'run' | 'change' | 'all' | 'hedged' | 'whole' | 'number' | 'check' | 'object'
  /** The loss in a few words, for people. */
  readonly words: string
}

/**
 * What a text lost against an earlier one; nothing where another item of the list has it.
 * @param others the other items of the list then
 */
function lossesOf(from: string, to: string, others: () => readonly Asked[]): readonly Loss[] {
  const losses = [
    lostAction(from, to, others),
    lostAll(from, to),
    hedge(from, to),
    lostNumber(from, to),
    lostObject(from, to, others),
  ]
  return losses.filter((loss) => loss !== null)
}

const doing: ReadonlySet<NeedKind> = new Set(['check', 'execute', 'write'])
const running: ReadonlySet<NeedKind> = new Set(['check', 'execute'])

/** Verbs of mere looking. */
const looking = saying('looks')

function lostAction(from: string, to: string, others: () => readonly Asked[]): Loss | null {
  const before = promiseOf(from).needs.map(({ kind }) => kind)
  const after = promiseOf(to).needs.map(({ kind }) => kind)
  const looks = looking.test(to) && !looking.test(from)
  const lost = before.find(
    (kind) => (doing.has(kind) || kind === 'inspection') && (looks || !after.includes(kind)),
  )
  if (lost === undefined || (lost === 'inspection' && !looks)) return null
  if (!looks && after.some((kind) => doing.has(kind))) {
    // A test that was part of the item is gone; where it was all of it, the item is another one.
    const isPart = running.has(lost) && before.some((kind) => !running.has(kind) && after.includes(kind))
    return isPart && !others().some(({ kinds }) => kinds.has(lost))
      ? { kind: 'check', words: 'its check' }
      : null
  }
  // A verb that is not known may be as strong.
  if (after.every((kind) => kind === 'anything') && !looks) return null
  const words = itemWordsOf(from)
  const isElsewhere = others().some(
    (its) => its.kinds.has(lost) && (its.words.size === 0 || [...its.words].some((word) => words.has(word))),
  )
  if (isElsewhere) return null
  return lost !== 'write'
    ? {
        kind: 'run',
        words: lost === 'inspection' ? 'the check that it promised' : 'the run that it promised',
      }
    : { kind: 'change', words: 'the change that it promised' }
}

const all = saying('all')
const some = saying('some')
const hedges = saying('tries')

function lostAll(from: string, to: string): Loss | null {
  const lost = all.exec(from)
  if (lost === null || all.test(to)) return null
  const put = some.exec(to)
  if (put !== null && !some.test(from)) return { kind: 'all', words: `"${lost[0]}" became "${put[0]}"` }
  // A count in place of "all" was counted.
  return /\d/u.test(to) && !/\d/u.test(from) ? null : { kind: 'whole', words: `its "${lost[0]}"` }
}

function hedge(from: string, to: string): Loss | null {
  const put = hedges.exec(to)
  return put === null || hedges.test(from) ? null : { kind: 'hedged', words: `"${put[0]}" came in` }
}

/** Counts of things and shares, not numbers that are names: "Phase 2", "US-007", "port 8080". */
function countsIn(text: string): readonly number[] {
  const counts = text.matchAll(counted)
  return [...counts].map(([, digits]) => Number(digits))
}

const counted = new RegExp(
  String.raw`(?<![\p{L}\p{N}.#:/_-])(?<!\b(?:phase|step|stage|part|task|story|version|port|day|week|issue|pr|sprint|line|page|section|level|item|no\.?|http|error|status)\s)(\d{1,4})(?=\s*%|\+?\s+\p{L}|\s*${sourceOf('counter')})`,
  'giu',
)

function lostNumber(from: string, to: string): Loss | null {
  const before = countsIn(from)
  if (before.length === 0 || all.test(to)) return null
  const after = countsIn(to)
  const lost = before.find((count) => !after.some((other) => other >= count))
  return lost === undefined ? null : { kind: 'number', words: `its number ${lost}` }
}

const joints = new RegExp(String.raw`\s+(?:${anyOf('and')}|&|\+)\s+|[,;，；、]|${sourceOf('listSign')}`, 'u')

/** One of several things is gone and nothing came in its place: "Test login and reset", "Test login". */
function lostObject(from: string, to: string, others: () => readonly Asked[]): Loss | null {
  const before = itemWordsOf(from)
  const after = itemWordsOf(to)
  if (before.size === 0 || [...after].some((word) => !before.has(word))) return null
  const elsewhere = new Set(others().flatMap(({ words }) => [...words]))
  const isLost = (words: ReadonlySet<string>) =>
    words.size > 0 && [...words].every((word) => !after.has(word) && !elsewhere.has(word))
  const pieces = from.replace(/\([^)]*\)/gu, ' ').split(joints)
  const lost = after.size === 0 ? from : pieces.slice(1).find((piece) => isLost(itemWordsOf(piece)))
  if (lost === undefined || (after.size === 0 && !isLost(before))) return null
  return { kind: 'object', words: `"${lost.replace(/\s+/gu, ' ').trim().slice(0, 60)}"` }
}
