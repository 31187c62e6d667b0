/** The part of a session's work in which what an item asks for may have been done. */

import type { Completion } from '../list/item-histories.js'
import { isNamed, normalizePath } from '../promise/named-files.js'
import type { Ask, ItemPromise } from '../promise/promise.js'
import { mayHaveBeen } from './runs.js'
import { isCreditedTo } from './work/credited.js'
import { Undoings } from './work/undoings.js'
import { type CallWork, filesWrittenBy, type InputWork, isRequest, type Work } from './work/work.js'

/** A completion with the work that bears on it. */
export interface Span {
  readonly completion: Completion
  readonly promise: ItemPromise
  /**
   * The calls of whoever marked it, from the request under which the item was listed to the mark. Behind a call that
   * started a child session stand the calls of that, at its place in this log.
   */
  readonly calls: readonly CallWork[]
  /** Its calls behind the mark, up to the next request. */
  readonly after: readonly CallWork[]
  /** What the user and sub-agents said between listing and mark. */
  readonly inputs: readonly InputWork[]
  /** The requests that it answers. */
  readonly requests: readonly InputWork[]
  /** What the agent said from the listing up to the next request. */
  readonly said: readonly { readonly position: number; readonly text: string }[]
  /** Where the item came into the list: what is vague counts only from here on. */
  readonly listed: number
  /** True where its last work may have been done before the log, or where the log does not show it. */
  readonly mayBeElsewhere: boolean
  /** The call that took the last of a call's changes back before the mark. */
  readonly undoneBy: (call: CallWork) => CallWork | undefined
  /** The command by which the project ran a check of a kind; null where the log shows none. */
  readonly commandFor: (check: string) => string | null
  /** Its calls that wrote a file, as the item names it. */
  readonly writersOf: (file: string) => readonly CallWork[]
  /** Its calls since the item was listed, and behind the mark, that may have been what is asked for. */
  readonly triedFor: (ask: Ask) => readonly CallWork[]
  /** True where one of its calls weakens a check. */
  readonly weakens: boolean
}

/** What a session's spans are cut from. */
export interface SpanSource {
  readonly work: readonly Work[]
  readonly cuts: Cuts
  readonly undoings: Undoings
  readonly commandFor: (check: string) => string | null
}

/**
 * Cuts out the span of a completion.
 * @param mayBeElsewhere true where its work may have been done before the log, or where the log does not show it
 */
export function spanOf(
  completion: Completion,
  promise: ItemPromise,
  { cuts, undoings, commandFor }: SpanSource,
  mayBeElsewhere: boolean,
): Span {
  const cut = cuts.of(completion)
  const { position } = completion.at
  return {
    completion,
    promise,
    calls: cut.calls,
    after: cut.after,
    inputs: cut.inputs,
    requests: cut.requests,
    said: cut.said,
    listed: cut.listed,
    weakens: cut.weakens,
    mayBeElsewhere,
    undoneBy: (call) => {
      const undoing = cut.undoneByChild.get(call) ?? undoings.undoneBy(call)
      return undoing !== undefined && undoing.position < position ? undoing : undefined
    },
    commandFor,
    writersOf: (file) => cut.writersOf(file),
    triedFor: (ask) => cut.triedFor(ask),
  }
}

/** The work of a child session, undefined where its log is not at hand. */
type ChildWork = (session: string) => readonly Work[] | undefined

/** Cuts pieces out of a session's work, which does not change meanwhile. What one update completes has a piece in common. */
export class Cuts {
  readonly #work: readonly Work[]
  readonly #child: ChildWork
  readonly #children = new Map<CallWork, readonly ChildCall[]>()
  #last: Cut | null = null

  constructor(work: readonly Work[], child: ChildWork) {
    this.#work = work
    this.#child = child
  }

  of({ added, at, from, previousUpdate, actor }: Completion): Cut {
    // What came into the list completed was done since the list was last written.
    const listed = Math.min((from === 'added' ? previousUpdate : added)?.position ?? 0, at.position)
    const last = this.#last
    if (last !== null && last.listed === listed && last.mark === at.position && last.actor === actor)
      return last
    this.#last = new Cut(this.#work, listed, at.position, actor, (call) => this.#childCalls(call))
    return this.#last
  }

  /** The calls of the child session that a call started, gathered once. */
  #childCalls(starter: CallWork): readonly ChildCall[] {
    if (starter.child === null) return []
    const known = this.#children.get(starter)
    if (known !== undefined) return known
    const made = callsOfChild(starter, this.#child)
    this.#children.set(starter, made)
    return made
  }
}

/** A piece of a session's work, and what was looked up in it. */
class Cut {
  readonly calls: CallWork[] = []
  readonly after: CallWork[] = []
  readonly inputs: InputWork[] = []
  readonly requests: InputWork[] = []
  readonly said: { readonly position: number; readonly text: string }[] = []
  readonly undoneByChild: Map<CallWork, CallWork> = new Map()
  readonly weakens: boolean
  readonly #tried = new Map<string, readonly CallWork[]>()
  #writers: ReadonlyMap<string, readonly Writer[]> | null = null

  constructor(
    work: readonly Work[],
    readonly listed: number,
    readonly mark: number,
    readonly actor: Completion['actor'],
    childCalls: (starter: CallWork) => readonly ChildCall[],
  ) {
    for (let position = lastRequestBefore(work, listed); position < work.length; position += 1) {
      const piece = work[position]
      if (piece === undefined || (position >= mark && isRequest(piece))) break
      if (piece.kind === 'input') {
        if (isRequest(piece)) this.requests.push(piece)
        if (position >= listed && position < mark) this.inputs.push(piece)
      } else if (piece.kind === 'message') {
        if (position >= listed && isCreditedTo(actor, piece)) this.said.push(piece)
      } else if (piece.kind === 'call' && isCreditedTo(actor, piece)) {
        const made = position < mark ? this.calls : this.after
        made.push(piece)
        for (const { call, undoneBy } of childCalls(piece)) {
          made.push(call)
          if (undoneBy !== undefined) this.undoneByChild.set(call, undoneBy)
        }
      }
    }
    this.weakens = this.calls.some(({ weakenings }) => weakenings.length > 0)
  }

  triedFor(ask: Ask): readonly CallWork[] {
    // Nothing else of what is asked for bears on it.
    const name = `${ask.kind} ${'check' in ask ? ask.check : 'deed' in ask ? ask.deed : ''}`
    const known = this.#tried.get(name)
    if (known !== undefined) return known
    const vague = [...this.calls.filter(({ position }) => position >= this.listed), ...this.after]
    const tried = vague.filter((call) => mayHaveBeen(ask, call))
    this.#tried.set(name, tried)
    return tried
  }

  writersOf(file: string): readonly CallWork[] {
    this.#writers ??= writersIn(this.calls)
    const name = normalizePath(file)
    const found = this.#writers.get(lastName(name)) ?? []
    return found.flatMap(({ call, paths }) => (paths.some((path) => isNamed(path, name)) ? [call] : []))
  }
}

/** A call, and those of the paths that it wrote that end in one name, normalized. */
interface Writer {
  readonly call: CallWork
  readonly paths: string[]
}

/** The calls that wrote files, by the last names of these: two names of one file end in the same. */
function writersIn(calls: readonly CallWork[]): ReadonlyMap<string, readonly Writer[]> {
  const writers = new Map<string, Writer[]>()
  for (const call of calls) {
    for (const path of filesWrittenBy(call).map(normalizePath)) {
      const name = lastName(path)
      const known = writers.get(name) ?? []
      const last = known.at(-1)
      if (last?.call === call) last.paths.push(path)
      else known.push({ call, paths: [path] })
      writers.set(name, known)
    }
  }
  return writers
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** A call of a child session, at the place of the call that started it, and the child's call that took it back. */
interface ChildCall {
  readonly call: CallWork
  readonly undoneBy: CallWork | undefined
}

/** The calls of the child session that a call started, and of its children; none where their logs are not at hand. */
function callsOfChild(
  starter: CallWork,
  child: ChildWork,
  known: ReadonlySet<string> = new Set(),
): readonly ChildCall[] {
  if (starter.child === null || known.has(starter.child)) return []
  const work = child(starter.child) ?? []
  const ancestors = new Set([...known, starter.child])
  const undoings = new Undoings(work)
  const made = work.flatMap((piece): readonly ChildCall[] =>
    piece.kind === 'call'
      ? [{ call: piece, undoneBy: undoings.undoneBy(piece) }, ...callsOfChild(piece, child, ancestors)]
      : [],
  )
  const { seq, turn, source, position } = starter
  // Between the positions of the starting call and of what follows it, in the child's own order.
  const placed = (call: CallWork, index: number): CallWork => ({
    ...call,
    seq,
    turn,
    source,
    position: position + (index + 1) / (made.length + 1),
  })
  return made.map(({ call, undoneBy }, index) => ({
    call: placed(call, index),
    undoneBy: undoneBy === undefined ? undefined : placed(undoneBy, index),
  }))
}

function lastRequestBefore(work: readonly Work[], position: number): number {
  for (let at = position - 1; at > 0; at -= 1) {
    const piece = work[at]
    if (piece !== undefined && isRequest(piece)) return at
  }
  return 0
}

/** Words by which a user says that something was run, or came out well. */
const reports =
  /\b(?:test(?:s|ed|ing)?|pass(?:es|ed)?|works?|working|ran|run|built|build|deployed|pushed|committed|merged|installed|green|ok(?:ay)?|looks? good|lgtm|done|fixed|verified|checked)\b|测试|通过|好了|可以了|没问题|跑|テスト|通り|動い|확인|통과|getestet|läuft|funktioniert|fonctionne|funciona/iu

/** True for a word of the user, or of a sub-agent, that may say that a check was made. */
export function mayReport({ report, text }: InputWork): boolean {
  return report || (!text.startsWith('[Request interrupted') && reports.test(text))
}
