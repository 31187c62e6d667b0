/** What was done right before each update of a list: the calls, and what the user or the host said. */

import type { RecordedPlace, TodoEvent } from '@todo-ledger/core'
import { callSummary } from '../log/event-summary.js'
import { count } from '../text/count.js'
import { shortened } from '../text/cut.js'
import { labelled, type ParagraphLayout } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import { fit } from '../text/wrap.js'
import { shortPlace } from './place.js'

/** As many calls before an update are kept one by one, the last. */
const kept = 6
/** As many UTF-16 units of a text are kept. */
const longestText = 300

/** A call of another tool, cut; `ok` is null where the log does not say, or it had not returned before the update. */
interface CallBefore {
  readonly turn: number
  readonly seq: number
  readonly source: RecordedPlace | null
  readonly tool: string
  readonly text: string
  readonly ok: boolean | null
}

/** What came between an update and the one before it: how many calls, and the last of them. */
export interface WorkBefore {
  readonly calls: number
  readonly last: readonly CallBefore[]
  readonly since: Pick<CallBefore, 'turn' | 'seq' | 'source'> | null
}

/** Follows a session from its first event on. */
export class WorkBeforeUpdates {
  readonly #before = new Map<number, WorkBefore>()
  readonly #open = new Map<string, number>()
  #work: WorkBefore = { calls: 0, last: [], since: null }

  /** What came before an update; undefined for an event that is none. @param seq the update's */
  before(seq: number): WorkBefore | undefined {
    return this.#before.get(seq)
  }

  observe({ turn, seq, type, data, source: at }: TodoEvent): void {
    const source: RecordedPlace | null = at ?? null
    const { calls, last, since } = this.#work
    if (type === 'tool.called') {
      this.#open.set(data.call, seq)
      const tool = shortened(data.name, longestText)
      const text = shortened(callSummary(data.input), longestText)
      const call: CallBefore = { turn, seq, source, tool, text, ok: null }
      this.#work = { calls: calls + 1, last: [...last, call].slice(-kept), since }
    } else if (type === 'tool.returned') {
      const called = this.#open.get(data.call)
      this.#open.delete(data.call)
      const returned = last.map((each) => (each.seq === called ? { ...each, ok: data.ok } : each))
      this.#work = { ...this.#work, last: returned }
    } else if ((type === 'todos.updated' && !data.query) || type === 'todos.rolled-back') {
      // Updates that one response makes in a row, one an item, come after the same work.
      const shared = calls === 0 && since?.turn === turn ? this.#before.get(since.seq) : undefined
      this.#before.set(seq, shared ?? this.#work)
      this.#work = { calls: 0, last: [], since: { turn, seq, source } }
    }
  }
}

export function workBeforeText(
  { calls, last, since }: WorkBefore,
  layout: ParagraphLayout,
): readonly string[] {
  const beginning =
    since === null ? 'since the session began' : `since the update before, ${shortPlace(since)}`
  const text = `${calls === 0 ? 'no call' : count(calls, 'call')} ${beginning}${calls > last.length ? '; the last' : ''}`
  const { indent, labelColumns, columns } = layout
  const before = ' '.repeat(indent + labelColumns)
  const lines = last.map((call) => {
    const outcome = call.ok === null ? 'outcome unknown' : call.ok ? 'ok' : 'failed'
    const what = call.text === '' ? '' : `, ${printable(call.text, 400)}`
    return `${before}${fit(`${shortPlace(call)} ${printable(call.tool, 60)}: ${outcome}${what}`, columns - before.length)}`
  })
  return [...labelled({ label: 'after', text }, layout), ...lines]
}
