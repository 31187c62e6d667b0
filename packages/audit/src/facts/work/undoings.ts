/** Which changes of a session were undone later: by the reverse edit, by git, by the removal of a new file. */

import { isNamed, normalizePath } from '../../promise/named-files.js'
import { gitCommand } from '../shell/git.js'
import { looksLikePath } from '../shell/words.js'
import { type CallWork, type ChangeDigest, cameToNothing, type Work } from './work.js'

/** A change that still stands. */
interface Standing extends Pick<ChangeDigest, 'path' | 'before' | 'after'> {
  readonly call: CallWork
}

/** So many changes are looked back at: of one file, and since the last commit. */
const mostOfFile = 200
const mostOpen = 2000

/** Follows a session's changes. Linear in them, up to a limit for each file. What `git stash` puts away stands. */
export class Undoings {
  /** The changes that stand, by file. */
  readonly #byFile = new Map<string, readonly Standing[]>()
  /** Those that no commit has kept. */
  readonly #open = new Set<Standing>()
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

  /** The call that took the last of a call's changes back, or undefined. */
  undoneBy({ position }: Work): CallWork | undefined {
    return this.#undoneBy.get(position)
  }

  #take(call: CallWork): void {
    if (call.outcome === null || cameToNothing(call.outcome)) return
    for (const { path, before, after } of call.changes) this.#change({ call, path, before, after })
    for (const { program, words } of call.description.commands) {
      if (program === 'git') this.#git(call, words)
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
      this.#undoneBy.delete(call.position)
      this.#byFile.set(path, [...ofFile, change].slice(-mostOfFile))
      if (this.#open.size < mostOpen) this.#open.add(change)
      this.#left.set(call.position, (this.#left.get(call.position) ?? 0) + 1)
      return
    }
    for (const one of same < 0 ? [reverse] : ofFile.slice(same + 1))
      if (one !== undefined) this.#undo(one, call)
    this.#undoneBy.set(call.position, call)
  }

  #git(call: CallWork, words: readonly string[]): void {
    const [subcommand, ...args] = gitCommand(words) ?? []
    if (subcommand === 'commit') this.#open.clear()
    // What the session itself made stays, as long as git was not told of it.
    if (subcommand === 'reset' && args.includes('--hard'))
      this.#undoAll(call, (one) => !this.#isMade(one.path))
    if (subcommand !== 'checkout' && subcommand !== 'restore') return
    if (
      args.some((word) => /^(?:-[bBp]|--orphan|--staged|--patch)$/u.test(word)) &&
      !args.includes('--worktree')
    )
      return
    const dashes = args.indexOf('--')
    // A word that is no path is a branch, whose name a folder may have, too.
    const isFile = (word: string) => subcommand === 'restore' || word === '.' || looksLikePath(word)
    const files = dashes < 0 ? args.filter(isFile) : args.slice(dashes + 1)
    const named = files.filter((word) => !word.startsWith('-')).map(normalizePath)
    this.#undoAll(call, ({ path }) =>
      named.some((name) => isNamed(path, name) || (!this.#isMade(path) && isAt(path, name))),
    )
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
    const fits = (one: Standing) => named.some((name) => isNamed(one.path, name)) && this.#isMade(one.path)
    if (this.#undoAll(call, fits)) this.#undoneBy.set(call.position, call)
  }

  #undoAll(by: CallWork, fits: (one: Standing) => boolean): boolean {
    const undone = [...this.#open].filter(fits)
    for (const one of undone) this.#undo(one, by)
    return undone.length > 0
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
