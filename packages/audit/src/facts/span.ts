/** The part of a session's work in which what an item asks for may have been done. */

import type { Completion } from '../list/item-histories.js'
import type { ItemPromise } from '../promise/promise.js'
import { isCreditedTo } from './work/credited.js'
import { Undoings } from './work/undoings.js'
import { type CallWork, type InputWork, isRequest, type Work } from './work/work.js'

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
}

/** What a session's spans are cut from. */
export interface SpanSource {
  readonly work: readonly Work[]
  readonly undoings: Undoings
  /** The work of a child session, undefined where its log is not at hand. */
  readonly child: (session: string) => readonly Work[] | undefined
  readonly commandFor: (check: string) => string | null
}

/**
 * Cuts out the span of a completion.
 * @param mayBeElsewhere true where its work may have been done before the log, or where the log does not show it
 */
export function spanOf(
  completion: Completion,
  promise: ItemPromise,
  { work, undoings, child, commandFor }: SpanSource,
  mayBeElsewhere: boolean,
): Span {
  const { added, at, from, previousUpdate, actor } = completion
  // What came into the list completed was done since the list was last written.
  const listed = Math.min((from === 'added' ? previousUpdate : added)?.position ?? 0, at.position)
  const start = lastRequestBefore(work, listed)
  const calls: CallWork[] = []
  const after: CallWork[] = []
  const inputs: InputWork[] = []
  const requests: InputWork[] = []
  const said: { position: number; text: string }[] = []
  const undoneByChild = new Map<CallWork, CallWork>()
  for (let position = start; position < work.length; position += 1) {
    const piece = work[position]
    if (piece === undefined || (position >= at.position && isRequest(piece))) break
    if (piece.kind === 'input') {
      if (isRequest(piece)) requests.push(piece)
      if (position >= listed && position < at.position) inputs.push(piece)
    } else if (piece.kind === 'message') {
      if (position >= listed && isCreditedTo(actor, piece)) said.push(piece)
    } else if (piece.kind === 'call' && isCreditedTo(actor, piece)) {
      const made = position < at.position ? calls : after
      made.push(piece)
      for (const { call, undoneBy } of callsOfChild(piece, child)) {
        made.push(call)
        if (undoneBy !== undefined) undoneByChild.set(call, undoneBy)
      }
    }
  }
  return {
    completion,
    promise,
    calls,
    after,
    inputs,
    requests,
    said,
    listed,
    mayBeElsewhere,
    undoneBy: (call) => {
      const undoing = undoneByChild.get(call) ?? undoings.undoneBy(call)
      return undoing !== undefined && undoing.position < at.position ? undoing : undefined
    },
    commandFor,
  }
}

/** A call of a child session, at the place of the call that started it, and the child's call that took it back. */
interface ChildCall {
  readonly call: CallWork
  readonly undoneBy: CallWork | undefined
}

/** The calls of the child session that a call started, and of its children; none where their logs are not at hand. */
function callsOfChild(
  starter: CallWork,
  child: SpanSource['child'],
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
