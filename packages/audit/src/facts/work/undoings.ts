/** Which changes of a session were undone later: by the reverse edit, by git, by the removal of a new file. */

import { isNamed, normalizePath } from '../../promise/named-files.js'
import { gitCommand } from '../shell/git.js'
import { looksLikePath } from '../shell/words.js'
import { type CallWork, type ChangeDigest, cameToNothing, type Work } from './work.js'

/** A change that still stands. */
interface Standing extends Pick<ChangeDigest, 'path' | 'before' | 'after'> {
  readonly call: CallWork
  isCommitted: boolean
}

/** So many changes are looked back at. */
const mostStanding = 1000

/** Follows a session's changes. What `git stash` puts away stands. */
export class Undoings {
  #standing: Standing[] = []
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
    for (const change of call.changes) this.#change(call, change)
    for (const { program, words } of call.description.commands) {
      if (program === 'git') this.#git(call, words)
      else if (program === 'rm') this.#remove(call, words)
    }
  }

  #change(call: CallWork, { path, before, after }: ChangeDigest): void {
    const ofFile = this.#standing.filter((one) => one.path === path)
    // A whole file that stood there takes back what came after it; an edit takes back its reverse.
    const same = before === null ? ofFile.findIndex((one) => one.before === null && one.after === after) : -1
    const reverse = ofFile.findLast((one) => before !== after && one.before === after && one.after === before)
    if (same >= 0) this.#undo(ofFile.slice(same + 1), call)
    else if (before !== null && reverse !== undefined) this.#undo([reverse], call)
    else {
      this.#standing = [...this.#standing, { call, path, before, after, isCommitted: false }].slice(
        -mostStanding,
      )
      this.#undoneBy.delete(call.position)
      return
    }
    this.#undoneBy.set(call.position, call)
  }

  #git(call: CallWork, words: readonly string[]): void {
    const [subcommand, ...args] = gitCommand(words) ?? []
    if (subcommand === 'commit') for (const one of this.#standing) one.isCommitted = true
    const open = this.#standing.filter(({ isCommitted }) => !isCommitted)
    // What the session itself made stays, as long as git was not told of it.
    if (subcommand === 'reset' && args.includes('--hard'))
      this.#undo(
        open.filter(({ path }) => !this.#isMade(path)),
        call,
      )
    const isOfFiles = subcommand === 'checkout' || subcommand === 'restore'
    const isElse = args.some((word) => /^(?:-[bBp]|--orphan|--staged|--patch)$/u.test(word))
    if (!isOfFiles || (isElse && !args.includes('--worktree'))) return
    const dashes = args.indexOf('--')
    // A word that is no path is a branch, whose name a folder may have, too.
    const isFile = (word: string) => subcommand === 'restore' || word === '.' || looksLikePath(word)
    const files = namesIn(dashes < 0 ? args.filter(isFile) : args.slice(dashes + 1))
    this.#undo(
      open.filter(({ path }) =>
        files.some((name) => isNamed(path, name) || (!this.#isMade(path) && isAt(path, name))),
      ),
      call,
    )
  }

  /** True for a file that the session itself made, as far as is known. */
  #isMade(path: string): boolean {
    return this.#standing.some((one) => one.path === path && one.before === null)
  }

  /** A file that is removed again was made in vain, as long as the session itself made it. */
  #remove(call: CallWork, words: readonly string[]): void {
    const names = namesIn(words.slice(1))
    const removed = this.#standing.filter(
      ({ path, isCommitted }) =>
        !isCommitted && names.some((name) => isNamed(path, name)) && this.#isMade(path),
    )
    this.#undo(removed, call)
    if (removed.length > 0) this.#undoneBy.set(call.position, call)
  }

  #undo(undone: readonly Standing[], by: CallWork): void {
    this.#standing = this.#standing.filter((one) => !undone.includes(one))
    for (const { call } of undone)
      if (!this.#standing.some((one) => one.call.position === call.position))
        this.#undoneBy.set(call.position, by)
  }
}

/** The normalized names among the words of a command. */
function namesIn(words: readonly string[]): readonly string[] {
  return words.filter((word) => !word.startsWith('-')).map(normalizePath)
}

/** True where a path is the named file, or lies in the named folder. */
function isAt(path: string, name: string): boolean {
  return name === '.' || isNamed(path, name) || path.startsWith(`${name}/`) || path.includes(`/${name}/`)
}
