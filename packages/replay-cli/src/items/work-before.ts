/** What was done right before each update of a list: the calls, and what the user or the host said. */

import type { RecordedPlace, TodoEvent } from '@todo-ledger/core'
import { callSummary } from '../log/event-summary.js'
import { count } from '../text/count.js'
import { shortened } from '../text/cut.js'
import { labelled, type ParagraphLayout } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import { fit } from '../text/wrap.js'
import { shortPlace } from './place.js'

/** As many calls, inputs, nags and compactions before an update are kept one by one, the last. */
const kept = 6
/** As many UTF-16 units of a text are kept. */
const longestText = 300

/** Follows a session from its first event on. */
export class WorkBeforeUpdates {
  readonly #before = new Map<number, WorkBefore>()
  readonly #open = new Map<string, number>()
  #work: WorkBefore = { calls: 0, last: [], since: null }

  /** What came before an update; undefined for an event that is none. @param seq the update's */
  before(seq: number): WorkBefore | undefined {
    return this.#before.get(seq)
  }

  observe(event: TodoEvent): void {
    const { turn, seq, type, data } = event
    const source: RecordedPlace | null = event.source ?? null
    const { calls, last, since } = this.#work
    if (type === 'tool.returned') {
      const called = this.#open.get(data.call)
      this.#open.delete(data.call)
      const returned = last.map((each) => (each.seq === called ? { ...each, ok: data.ok } : each))
      this.#work = { ...this.#work, last: returned }
    } else if ((type === 'todos.updated' && !data.query) || type === 'todos.rolled-back') {
      // Updates that one response makes in a row, one an item, come after the same work.
      const shared = calls === 0 && since?.turn === turn ? this.#before.get(since.seq) : undefined
      this.#before.set(seq, shared ?? this.#work)
      this.#work = { calls: 0, last: [], since: { turn, seq, source } }
    } else {
      const done = doneIn(event)
      if (done === null) return
      if (type === 'tool.called') this.#open.set(data.call, seq)
      const isCall = done.kind === 'call'
      this.#work = { calls: calls + (isCall ? 1 : 0), last: [...last, done].slice(-kept), since }
    }
  }
}

/** A call of another tool, or what the user, the supervisor or the host said before an update, cut. */
function doneIn({ turn, seq, source: at, type, data }: TodoEvent) {
  const source: RecordedPlace | null = at ?? null
  const said = (kind: 'call' | 'input' | 'nag' | 'continuation' | 'compaction', text: string) => ({
    ...{ turn, seq, source, kind },
    text: shortened(text, longestText),
  })
  switch (type) {
    case 'tool.called': {
      /** Null where the log does not say whether it worked, or it had not returned before the update. */
      const ok: boolean | null = null
      return { ...said('call', callSummary(data.input)), tool: shortened(data.name, longestText), ok }
    }
    case 'run.started':
      // The supervisor's own re-entry is shown as what it issued.
      return data.trigger === 'continuation' || data.trigger === 'wake' ? null : said('input', data.text)
    case 'nag.issued':
      return said('nag', data.text)
    case 'continuation.issued':
      return said('continuation', data.prompt)
    case 'context.compacted':
      return said('compaction', data.summary ?? '')
    default:
      return null
  }
}

interface DoneBefore
  extends Pick<NonNullable<ReturnType<typeof doneIn>>, 'turn' | 'seq' | 'source' | 'kind' | 'text'> {
  readonly tool?: string
  readonly ok?: boolean | null
}

/** What came between an update and the one before it: how many calls, and the last of them with what was said. */
export interface WorkBefore {
  readonly calls: number
  readonly last: readonly DoneBefore[]
  readonly since: Pick<DoneBefore, 'turn' | 'seq' | 'source'> | null
}

export function workBeforeText(
  { calls, last, since }: WorkBefore,
  layout: ParagraphLayout,
): readonly string[] {
  const beginning =
    since === null ? 'since the session began' : `since the update before, ${shortPlace(since)}`
  const shown = last.filter(({ kind }) => kind === 'call').length
  const text = `${calls === 0 ? 'no call' : count(calls, 'call')} ${beginning}${calls > shown ? '; the last' : ''}`
  const { indent, labelColumns, columns } = layout
  const before = indent + labelColumns
  return [
    ...labelled({ label: 'after', text }, layout),
    ...last.map((done) => `${' '.repeat(before)}${fit(doneLine(done), columns - before)}`),
  ]
}

/** What was done, in one line: `turn 2 (:5) write_file: ok, BUILD.md`, `input, turn 7 (:12): …`. */
function doneLine(done: DoneBefore): string {
  const { kind, text, tool = '', ok = null } = done
  const place = shortPlace(done)
  if (kind === 'compaction') return `the conversation was compacted, ${place}`
  if (kind !== 'call') return printable(`${kind === 'nag' ? 'reminder' : kind}, ${place}: ${text}`, 400)
  const outcome = ok === null ? 'outcome unknown' : ok ? 'ok' : 'failed'
  return `${place} ${printable(tool, 60)}: ${outcome}${text === '' ? '' : `, ${printable(text, 400)}`}`
}
