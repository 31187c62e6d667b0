/**
 * The steps of one session with what they do to todos that stand outside a todo tool: a checklist in a Markdown file or in
 * a message. Each change of such a list becomes a call of `markdown_checklist`. A call that does nothing but keep the list
 * is replaced by it, so that ticking is no work.
 */

import { HeldCalls, type OpenStep, type ReleasedStep } from '../held-calls.js'
import type { CallStep, ResultStep } from '../recording.js'
import { MarkdownLists } from './markdown-lists.js'
import { checklistTool } from './profile.js'

/** The places outside a todo tool that can be read for todos, as the command line names them. */
export const todoSourceNames = ['markdown'] as const

export type TodoSourceName = (typeof todoSourceNames)[number]

/** Calls that may change a list wait for their results, and what follows waits behind them. */
export class SessionLists {
  readonly #lists = new MarkdownLists()
  readonly #held = new HeldCalls((call) => this.#lists.wants(call))
  #saidLists = 0

  take(step: OpenStep): Generator<OpenStep, void, undefined> {
    return this.#release(this.#held.take(step))
  }

  finish(): Generator<OpenStep, void, undefined> {
    return this.#release(this.#held.finish())
  }

  *#release(released: Iterable<ReleasedStep>): Generator<OpenStep, void, undefined> {
    for (const each of released)
      if (each.call === null) yield* this.#pass(each.step)
      else yield* this.#called(each.call, each.result)
  }

  *#pass(step: OpenStep): Generator<OpenStep, void, undefined> {
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
  *#called(call: CallStep, result: ResultStep | null): Generator<OpenStep, void, undefined> {
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
      if (result !== null) yield { ...withoutDetails(result), call: id, ok: true, output }
    }
  }
}

function withoutDetails({ details: _, ...result }: ResultStep): ResultStep {
  return result
}
