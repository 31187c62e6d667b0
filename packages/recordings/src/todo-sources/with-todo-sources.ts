/**
 * A step of a recording and what it does to todos that stand outside a todo tool: a checklist in a Markdown file or in
 * a message. Each change of such a list becomes a call of `markdown_checklist`, between the format's steps and the importer.
 * A call that does nothing but keep the list is replaced by it, so that ticking is no work.
 */

import type { Profile } from '@todo-ledger/core'
import { beside } from '@todo-ledger/core/profiles'
import { HeldCalls, type OpenStep, type ReleasedStep } from '../held-calls.js'
import type { CallStep, RecordingStep, ResultStep } from '../recording.js'
import { MarkdownLists } from './markdown-lists.js'
import { checklistTool, markdownList } from './profile.js'
import type { TodoSourceName } from './todo-source.js'

/** The profile with that of the lists beside it; the very same where none are read. */
export function profileWithSources(profile: Profile, names: readonly TodoSourceName[]): Profile {
  return names.length === 0 ? profile : beside(profile, [markdownList])
}

/** The steps of a recording with the updates of lists outside a todo tool. */
export class StepsWithTodos {
  readonly #isOn: boolean
  readonly #sessions = new Map<string, SessionTodos>()

  /** @param names where such lists may stand; none: the steps are what they were */
  constructor(names: readonly TodoSourceName[]) {
    this.#isOn = names.length > 0
  }

  *take(step: RecordingStep): Generator<RecordingStep, void, undefined> {
    const todos = this.#sessions.get(step.session)
    if (step.kind === 'session') {
      if (this.#isOn) this.#sessions.set(step.session, new SessionTodos())
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

/** The lists of one session. Calls that may change one wait for their results, and what follows waits behind them. */
class SessionTodos {
  readonly #lists = new MarkdownLists()
  readonly #held = new HeldCalls((call) => call.undecided !== true && this.#lists.wants(call))
  #saidLists = 0

  take(step: OpenStep): Generator<RecordingStep, void, undefined> {
    return this.#release(this.#held.take(step))
  }

  finish(): Generator<RecordingStep, void, undefined> {
    return this.#release(this.#held.finish())
  }

  *#release(released: Iterable<ReleasedStep>): Generator<RecordingStep, void, undefined> {
    for (const each of released)
      if (each.call === null) yield* this.#pass(each.step)
      else yield* this.#called(each.call, each.result)
  }

  *#pass(step: OpenStep): Generator<RecordingStep, void, undefined> {
    yield step
    const input = step.kind === 'message' && step.role === 'assistant' ? this.#lists.said(step.text) : null
    if (input === null) return
    this.#saidLists += 1
    const { session, at, source } = step
    const base = { session, at, source, call: `said-${this.#saidLists}` }
    yield { ...base, kind: 'call', name: checklistTool, input }
    yield { ...base, kind: 'result', ok: true, output: '' }
  }

  /** The call with what it does to lists; in its place where it does nothing else. */
  *#called(call: CallStep, result: ResultStep | null): Generator<RecordingStep, void, undefined> {
    const updates = this.#lists.called(call, result)
    const isAll = updates[0]?.isAll === true
    if (!isAll) {
      yield call
      if (result !== null) yield result
    }
    const via = { tool: call.name, input: call.input }
    for (const [index, { input }] of updates.entries()) {
      // A todo call may have the id of the call that it stands in: their events have ids of their own.
      const id = index === 0 ? call.call : `${call.call} (${index + 1})`
      yield { ...call, call: id, name: checklistTool, input: { ...input, via } }
      const output = isAll && index === 0 ? (result?.output ?? '') : ''
      if (result === null) continue
      const { session, at, source } = result
      yield { session, at, source, kind: 'result', call: id, ok: true, output }
    }
  }
}
