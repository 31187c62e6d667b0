/**
 * A step of a recording and what it does to todos that stand outside a todo tool: a checklist in a Markdown file or in
 * a message. Each change of such a list becomes a call of a tool of the source's profile, between the format's steps and the
 * importer. A call that does nothing but keep the list is replaced by it, so that ticking is no work.
 */

import { endsWaiting, HeldCalls, type OpenStep } from '../held-calls.js'
import type { CallStep, RecordingStep, ResultStep } from '../recording.js'
import { FileTexts } from './markdown/file-texts.js'
import { MarkdownSource } from './markdown/markdown-source.js'
import type { ListUpdate, TodoSource, TodoSourceName } from './todo-source.js'

/** The steps of a recording with the updates of lists outside a todo tool. */
export class StepsWithTodos {
  readonly #names: readonly TodoSourceName[]
  readonly #sessions = new Map<string, SessionTodos>()
  // A file is one file, whichever session of the recording writes it.
  readonly #texts = new FileTexts()

  /** @param names where such lists may stand; none: the steps are what they were */
  constructor(names: readonly TodoSourceName[]) {
    this.#names = names
  }

  *take(step: RecordingStep): Generator<RecordingStep, void, undefined> {
    const todos = this.#sessions.get(step.session)
    if (step.kind === 'session') {
      if (this.#names.length > 0)
        this.#sessions.set(step.session, new SessionTodos(sourcesOf(this.#names, this.#texts)))
      yield step
    } else if (step.kind === 'session-end') {
      yield* todos?.finish() ?? []
      this.#sessions.delete(step.session)
      yield step
    } else if (todos === undefined) yield step
    else yield* todos.take(step)
  }

  *finish(): Generator<RecordingStep, void, undefined> {
    for (const session of this.#sessions.values()) yield* session.finish()
  }
}

function sourcesOf(names: readonly TodoSourceName[], texts: FileTexts): readonly TodoSource[] {
  const made = { markdown: () => new MarkdownSource(texts) }
  return [...new Set(names)].map((name) => made[name]())
}

/** The lists of one session. Calls that may change one wait for their results, and what follows waits behind them. */
class SessionTodos {
  readonly #sources: readonly TodoSource[]
  readonly #held = new HeldCalls()
  readonly #wanted = new Set<string>()
  #saidLists = 0

  constructor(sources: readonly TodoSource[]) {
    this.#sources = sources
  }

  *take(step: OpenStep): Generator<RecordingStep, void, undefined> {
    if (step.kind === 'call' && this.#isWanted(step)) {
      this.#wanted.add(step.call)
      this.#held.hold(step)
    } else if (step.kind === 'result' && this.#wanted.has(step.call)) {
      const call = this.#held.answer(step)
      if (call !== null) yield* this.#called(call, step)
      yield* this.#release(this.#held.free())
    } else if (this.#held.isEmpty || this.#held.isFull || endsWaiting(step)) {
      yield* this.finish()
      yield* this.#pass(step)
    } else {
      this.#held.queue(step)
    }
  }

  *finish(): Generator<RecordingStep, void, undefined> {
    yield* this.#release(this.#held.all())
    this.#wanted.clear()
  }

  #isWanted(call: CallStep): boolean {
    return call.undecided !== true && this.#sources.some((source) => source.wants(call))
  }

  *#release(waiting: ReturnType<HeldCalls['all']>): Generator<RecordingStep, void, undefined> {
    for (const { step, result } of waiting) {
      if (step.kind === 'call' && this.#wanted.has(step.call)) yield* this.#called(step, result)
      else yield* this.#pass(step)
    }
  }

  *#pass(step: OpenStep): Generator<RecordingStep, void, undefined> {
    yield step
    if (step.kind !== 'message' || step.role !== 'assistant') return
    const { session, at, source } = step
    for (const each of this.#sources) {
      const update = each.said(step.text)
      if (update === null) continue
      this.#saidLists += 1
      const call = `said-${this.#saidLists}`
      yield { kind: 'call', session, at, source, call, name: update.tool, input: update.input }
      yield { kind: 'result', session, at, source, call, ok: true, output: '' }
    }
  }

  /** The call with what it does to lists; in its place where it does nothing else. */
  *#called(call: CallStep, result: ResultStep | null): Generator<RecordingStep, void, undefined> {
    const updates = this.#sources.flatMap((source) => (source.wants(call) ? source.called(call, result) : []))
    if (!updates.some(({ isAll }) => isAll)) {
      yield call
      if (result !== null) yield result
    }
    for (const [index, update] of updates.entries()) yield* updateCall(call, result, update, index)
  }
}

/** One update as a call. A todo call may have the id of the call that it stands in: their events have ids of their own. */
function* updateCall(
  { session, at, source, call, name, input }: CallStep,
  result: ResultStep | null,
  update: ListUpdate,
  index: number,
): Generator<RecordingStep, void, undefined> {
  const id = index === 0 ? call : `${call} (${index + 1})`
  const via = { tool: name, input }
  yield { kind: 'call', session, at, source, call: id, name: update.tool, input: { ...update.input, via } }
  if (result === null) return
  const { output } = result
  yield {
    ...base(result),
    kind: 'result',
    call: id,
    ok: true,
    output: update.isAll && index === 0 ? output : '',
  }
}

function base({ session, at, source }: ResultStep): Pick<ResultStep, 'session' | 'at' | 'source'> {
  return { session, at, source }
}
