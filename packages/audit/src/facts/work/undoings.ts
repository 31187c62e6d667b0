/** Which changes of a session were undone later: by the reverse edit, by git, by the removal of a new file. */

import { isNamed, normalizePath } from '../../promise/named-files.js'
import { type CallWork, cameToNothing, type Work } from './work.js'

/** A change that still stands. */
interface Standing {
  readonly call: CallWork
  readonly path: string
  /** What stood there, digested; null for a whole file. */
  readonly before: string | null
  readonly after: string
}

/** So many changes of one file are looked back at. */
const mostOfFile = 200

/** So many changes since the last commit are looked at when git takes some back. */
const mostOpen = 2000

/** Follows a session's changes. Linear in them, up to a limit for each file. */
export class Undoings {
  /** The changes that stand, by file. */
  readonly #byFile = new Map<string, readonly Standing[]>()
  /** Those that no commit has kept. */
  readonly #open = new Set<Standing>()
  /** What was put away, the last at the end. */
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
    for (let position = this.#known; position < work.length; position += 1) {
      const piece = work[position]
      if (piece?.kind === 'call') this.#take(piece)
    }
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
    if (before === null) {
      const same = ofFile.find((one) => one.before === null && one.after === after)
      if (same !== undefined) {
        for (const one of ofFile.slice(ofFile.indexOf(same) + 1)) this.#undo(one, call)
        this.#undoneBy.set(call.position, call)
        return
      }
    } else if (before !== after) {
      const reverse = ofFile.findLast((one) => one.before === after && one.after === before)
      if (reverse !== undefined) {
        this.#undo(reverse, call)
        this.#undoneBy.set(call.position, call)
        return
      }
    }
    this.#undoneBy.delete(call.position)
    this.#stand(change)
  }

  #stand(change: Standing): void {
    const { call, path } = change
    this.#byFile.set(path, [...(this.#byFile.get(path) ?? []), change].slice(-mostOfFile))
    this.#open.add(change)
    const oldest = this.#open.values().next().value
    if (this.#open.size > mostOpen && oldest !== undefined) this.#open.delete(oldest)
    this.#left.set(call.position, (this.#left.get(call.position) ?? 0) + 1)
  }

  #git(call: CallWork, words: readonly string[]): void {
    const args = words.slice(2)
    switch (words[1]) {
      case 'commit':
        this.#open.clear()
        return
      case 'checkout':
      case 'restore': {
        if (args.includes('--staged') && !args.includes('--worktree')) return
        if (args.some((word) => /^-[bB]$|^--orphan$/u.test(word))) return
        const named = args.filter((word) => !word.startsWith('-')).map(normalizePath)
        this.#undoAll(call, (one) => named.some((name) => isAt(one.path, name)))
        return
      }
      case 'reset':
        if (args.includes('--hard')) this.#undoAll(call, () => true)
        return
      case 'stash': {
        const [verb = 'push'] = args
        if (/^(?:pop|apply)$/u.test(verb)) {
          for (const one of this.#stashes.pop() ?? []) this.#redo(one)
        } else if (verb === 'push' || verb === 'save' || verb.startsWith('-')) {
          this.#stashes.push([...this.#open])
          this.#undoAll(call, () => true)
        }
        return
      }
      default:
    }
  }

  /** A file that is removed again was made in vain, as long as the session itself made it. */
  #remove(call: CallWork, words: readonly string[]): void {
    const named = words
      .slice(1)
      .filter((word) => !word.startsWith('-'))
      .map(normalizePath)
    const isMade = ({ path }: Standing) => this.#byFile.get(path)?.some((one) => one.before === null) === true
    const made = [...this.#open].filter((one) => named.some((name) => isNamed(one.path, name)) && isMade(one))
    for (const one of made) this.#undo(one, call)
    if (made.length > 0) this.#undoneBy.set(call.position, call)
  }

  #undoAll(by: CallWork, fits: (one: Standing) => boolean): void {
    for (const one of [...this.#open].filter(fits)) this.#undo(one, by)
  }

  #undo(one: Standing, by: CallWork): void {
    const { position } = one.call
    const rest = (this.#byFile.get(one.path) ?? []).filter((other) => other !== one)
    this.#byFile.set(one.path, rest)
    this.#open.delete(one)
    const left = (this.#left.get(position) ?? 1) - 1
    this.#left.set(position, left)
    if (left === 0) this.#undoneBy.set(position, by)
  }

  #redo(one: Standing): void {
    this.#stand(one)
    this.#undoneBy.delete(one.call.position)
  }
}

/** True where a path is the named file, or lies in the named folder. */
function isAt(path: string, name: string): boolean {
  return name === '.' || isNamed(path, name) || path.startsWith(`${name}/`) || path.includes(`/${name}/`)
}
