/** Which changes of a session were undone later: by the reverse edit, by git, by the removal of a new file. */

import { isNamed, normalizePath } from '../../promise/named-files.js'
import { gitKeeping } from '../shell/git.js'
import { type CallWork, type ChangeDigest, cameToNothing, type Work } from './work.js'

/** A change that still stands. */
interface Standing extends Pick<ChangeDigest, 'path' | 'before' | 'after'> {
  readonly call: CallWork
}

/** So many changes are looked back at: of one file, and since the last commit. */
const mostOfFile = 200
const mostOpen = 2000

/** Follows a session's changes. Linear in them, up to a limit for each file. */
export class Undoings {
  /** The changes that stand, by file. */
  readonly #byFile = new Map<string, readonly Standing[]>()
  /** Those that no commit has kept. */
  readonly #open = new Set<Standing>()
  /** New files that git was told of. */
  readonly #tracked = new Set<string>()
  /** What each stash holds. */
  readonly #stashes: (readonly Standing[])[] = []
  /** How many changes of a call stand, by its position. */
  readonly #left = new Map<number, number>()
  readonly #undoneBy = new Map<number, CallWork>()
  #known = 0

  /** @param work the session's work, in order */
  constructor(work: readonly Work[] = []) {
    this.follow(work)
  }

  /** Takes in what came since the last time. */
  follow(work: readonly Work[]): void {
    for (const piece of work.slice(this.#known)) if (piece.kind === 'call') this.#take(piece)
    this.#known = work.length
  }

  /** The call that took the last of a call's changes back, or undefined; for that call itself the same. */
  undoneBy({ position }: Work): CallWork | undefined {
    return this.#undoneBy.get(position)
  }

  #take(call: CallWork): void {
    if (call.outcome === null || cameToNothing(call.outcome)) return
    for (const { path, before, after } of call.changes) this.#change({ call, path, before, after })
    for (const { program, words, dry } of call.description.commands) {
      if (program === 'git' && !dry) this.#git(call, words)
      else if (program === 'rm') this.#remove(call, words)
    }
  }

  #change(change: Standing): void {
    const { call, path, before, after } = change
    const ofFile = this.#byFile.get(path) ?? []
    // A whole file that stood there takes back what came after it; an edit takes back its reverse.
    const same = before === null ? ofFile.findIndex((one) => one.before === null && one.after === after) : -1
    const reverse = ofFile.findLast((one) => before !== after && one.before === after && one.after === before)
    if (same < 0 && (before === null || reverse === undefined)) {
      this.#stand(change)
      return
    }
    for (const one of same < 0 ? [reverse] : ofFile.slice(same + 1))
      if (one !== undefined) this.#undo(one, call)
    this.#undoneBy.set(call.position, call)
  }

  #stand(change: Standing): void {
    const { path, call } = change
    this.#undoneBy.delete(call.position)
    this.#byFile.set(path, [...(this.#byFile.get(path) ?? []), change].slice(-mostOfFile))
    if (this.#open.size < mostOpen) this.#open.add(change)
    this.#left.set(call.position, (this.#left.get(call.position) ?? 0) + 1)
  }

  #git(call: CallWork, words: readonly string[]): void {
    const { does, paths = [], untracked = false } = gitKeeping(words) ?? {}
    if (does === 'commit') this.#open.clear()
    else if (does === 'add') for (const { path } of this.#open) this.#tracked.add(path)
    else if (does === 'take-out') for (const one of this.#stashes.pop() ?? []) this.#stand(one)
    else if (does !== undefined) {
      const named = paths.map(normalizePath)
      // Git takes no name of a file that it does not know.
      const isTracked = ({ path }: Standing) =>
        untracked ||
        !this.#isMade(path) ||
        this.#tracked.has(path) ||
        (does !== 'clean' && named.some((name) => isNamed(path, name)))
      const undone = this.#undoAll(
        call,
        (one) =>
          isTracked(one) === (does !== 'clean') &&
          (named.length === 0 || named.some((name) => isAt(one.path, name))),
      )
      if (does === 'put-away') this.#stashes.push(undone)
    }
  }

  /** True for a file that the session itself made, as far as is known. */
  #isMade(path: string): boolean {
    return this.#byFile.get(path)?.some((one) => one.before === null) === true
  }

  /** A file that is removed again was made in vain, as long as the session itself made it. */
  #remove(call: CallWork, words: readonly string[]): void {
    const named = words
      .slice(1)
      .filter((word) => !word.startsWith('-'))
      .map(normalizePath)
    const isRemoved = ({ path }: Standing) => named.some((name) => isNamed(path, name)) && this.#isMade(path)
    this.#undoAll(call, isRemoved)
  }

  #undoAll(by: CallWork, fits: (one: Standing) => boolean): readonly Standing[] {
    const undone = [...this.#open].filter(fits)
    for (const one of undone) this.#undo(one, by)
    if (undone.length > 0) this.#undoneBy.set(by.position, by)
    return undone
  }

  #undo(one: Standing, by: CallWork): void {
    const { position } = one.call
    this.#byFile.set(one.path, this.#byFile.get(one.path)?.filter((other) => other !== one) ?? [])
    this.#open.delete(one)
    const left = (this.#left.get(position) ?? 1) - 1
    this.#left.set(position, left)
    if (left === 0) this.#undoneBy.set(position, by)
  }
}

/** True where a path is the named file, or lies in the named folder. */
function isAt(path: string, name: string): boolean {
  return name === '.' || isNamed(path, name) || path.startsWith(`${name}/`) || path.includes(`/${name}/`)
}
