/** The part of a session's work in which what an item asks for may have been done. */

import type { Completion } from '../list/item-histories.js'
import { isNamed, normalizePath } from '../promise/named-files.js'
import type { ItemPromise } from '../promise/promise.js'
import type { CheckKind } from './calls/call.js'
import { isCall, workBetween } from './joined-work.js'
import { isCreditedTo, nameOf } from './work/credited.js'
import type { Undoings } from './work/undoings.js'
import {
  type CallWork,
  filesWrittenBy,
  type InputWork,
  isRequest,
  type MessageWork,
  type Work,
} from './work/work.js'

/** The part of a session's work that bears on a completion. */
interface Cut {
  /** The calls of whoever marked it, from the request under which the item was listed to the mark. */
  readonly calls: readonly CallWork[]
  /** Its calls behind the mark, up to the next request. */
  readonly after: readonly CallWork[]
  /** What the user and sub-agents said between listing and mark. */
  readonly inputs: readonly InputWork[]
  /** The requests that it answers. */
  readonly requests: readonly InputWork[]
  /** What the agent said from the listing up to the next request. */
  readonly said: readonly MessageWork[]
  /** Where the item came into the list: what is vague counts only from here on. */
  readonly listed: number
}

/** A completion with the work that bears on it. */
export interface Span extends Cut {
  readonly completion: Completion
  readonly promise: ItemPromise
  /** True where its last work may have been done before the log, or where the log does not show it. */
  readonly mayBeElsewhere: boolean
  /** The call that took the last of a call's changes back before the mark. */
  readonly undoneBy: (call: CallWork) => CallWork | undefined
  /** The command by which the project ran a check of a kind, as it can be typed; null where the log shows none. */
  readonly commandFor: (check: CheckKind) => string | null
}

/** Cuts out the spans of a session's completions. Those of one update have their work in common. */
export class Spans {
  readonly #work: readonly Work[]
  readonly #requests: readonly InputWork[]
  /** The work that counts for each who marked an item: thousands of completions look through it. */
  readonly #credited = new Map<string, { calls: readonly CallWork[]; messages: readonly MessageWork[] }>()
  readonly #undoings: Undoings
  #last: { readonly of: Completion; readonly cut: Cut } | null = null

  /** @param work the session's work with that of its sub-agents */
  constructor(work: readonly Work[], undoings: Undoings) {
    this.#work = work
    this.#requests = work.filter(isRequest)
    this.#undoings = undoings
  }

  of(completion: Completion, promise: ItemPromise, mayBeElsewhere: boolean): Span {
    const last = this.#last
    const isSame = last?.of.update === completion.update && listedAt(last.of) === listedAt(completion)
    const cut = last !== null && isSame ? last.cut : this.#cut(completion)
    this.#last = { of: completion, cut }
    return {
      ...cut,
      completion,
      promise,
      mayBeElsewhere,
      undoneBy: (call) => {
        const undoing = this.#undoings.undoneBy(call)
        return undoing !== undefined && undoing.position < completion.at.position ? undoing : undefined
      },
      commandFor: (check) =>
        this.#work.filter(isCall).findLast((call) => isCommandFor(call, check))?.label ?? null,
    }
  }

  #cut(completion: Completion): Cut {
    const { position } = completion.at
    const listed = listedAt(completion)
    const request = this.#requests.findLast((each) => each.position < listed)?.position ?? 0
    const next = this.#requests.find((each) => each.position >= position)?.position ?? Infinity
    const { calls, messages } = this.#creditedTo(completion.actor)
    return {
      calls: workBetween(calls, request, position),
      after: workBetween(calls, position, next),
      inputs: workBetween(this.#work, listed, position).filter((piece) => piece.kind === 'input'),
      requests: this.#requests.filter((each) => each.position >= request && each.position < position),
      said: workBetween(messages, listed, next),
      listed,
    }
  }

  #creditedTo(actor: Completion['actor']) {
    const name = nameOf(actor)
    const work = this.#credited.has(name) ? [] : this.#work.filter((piece) => isCreditedTo(actor, piece))
    const known = this.#credited.get(name) ?? {
      calls: work.filter(isCall),
      messages: work.filter((piece) => piece.kind === 'message'),
    }
    this.#credited.set(name, known)
    return known
  }
}

/** True for a whole check of a kind that stands alone in its line, and whose label is all of it. */
function isCommandFor({ description, label }: CallWork, check: CheckKind): boolean {
  const { commands, checks, opaque, filter } = description
  return (
    commands.length === 1 && checks.includes(check) && !opaque && filter === null && !/[…$`<>*]/u.test(label)
  )
}

/** What came into the list completed was done since the list was last written. */
function listedAt({ added, at, from, previousUpdate }: Completion): number {
  return Math.min((from === 'added' ? previousUpdate : added)?.position ?? 0, at.position)
}

/** Its calls that wrote a file, as the item names it. */
export function writersOf(file: string, { calls }: Span): readonly CallWork[] {
  const name = normalizePath(file)
  return calls.filter((call) => writtenPaths(call).some((path) => isNamed(path, name)))
}

/** The normalized paths that a call wrote, made once: each of thousands of items looks through all calls. */
function writtenPaths(call: CallWork): readonly string[] {
  const known = paths.get(call) ?? filesWrittenBy(call).map(normalizePath)
  paths.set(call, known)
  return known
}
const paths = new WeakMap<CallWork, readonly string[]>()

/** Words by which a user says that something was run, or came out well. */
const reports =
  /\b(?:test(?:s|ed|ing)?|pass(?:es|ed)?|works?|working|ran|run|built|build|deployed|pushed|committed|merged|installed|green|ok(?:ay)?|looks? good|lgtm|done|fixed|verified|checked)\b|测试|通过|好了|可以了|没问题|跑|テスト|通り|動い|확인|통과|getestet|läuft|funktioniert|fonctionne|funciona/iu

/** True for a word of the user, or of a sub-agent, that may say that a check was made. */
export function mayReport({ report, text }: InputWork): boolean {
  return report || (!text.startsWith('[Request interrupted') && reports.test(text))
}
