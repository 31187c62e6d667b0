/** What was done right before each update of a list: the calls, and what the user or the host said. */

import type { RecordedPlace, TodoEvent } from '@todo-ledger/core'
import { callSummary } from '../log/event-summary.js'
import { count } from '../text/count.js'
import { shortened } from '../text/cut.js'
import { labelled, type ParagraphLayout } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import { fit, widthOf } from '../text/wrap.js'
import { shortPlace } from './place.js'

/** As many calls, inputs, nags and compactions before an update are kept one by one, the last. */
const kept = 5
/** As many UTF-16 units of a text are kept. */
const longestText = 300

interface Place {
  readonly turn: number
  readonly seq: number
  /** Null for a live session. */
  readonly source: RecordedPlace | null
}

/** A call of another tool before an update. */
export interface CallBefore extends Place {
  readonly tool: string
  /** What it was given, in a few words; may be empty. */
  readonly what: string
  /** Null where the log does not say, or it had not returned before the update. */
  readonly ok: boolean | null
  /** True for a check: tests, a build, a linter. */
  readonly verify: boolean
}

/** What the user, the supervisor or the host said before an update, cut; empty for a compaction without a summary. */
export interface HappenedBefore extends Place {
  readonly kind: 'input' | 'nag' | 'continuation' | 'compaction'
  readonly text: string
}

/** What came between an update and the one before it; updates that one response makes in a row share it. */
export interface WorkBefore {
  /** How many calls of other tools there were, and the last of them. */
  readonly calls: number
  readonly recent: readonly CallBefore[]
  readonly happened: readonly HappenedBefore[]
  readonly since: Place | null
}

/** Follows a session from its first event on. */
export class WorkBeforeUpdates {
  readonly #before = new Map<number, WorkBefore>()
  readonly #open = new Map<string, CallBefore>()
  #work: WorkBefore = { calls: 0, recent: [], happened: [], since: null }

  /** What came before an update; undefined for an event that is none. @param seq the update's */
  before(seq: number): WorkBefore | undefined {
    return this.#before.get(seq)
  }

  observe(event: TodoEvent): void {
    const { turn, seq, source = null, type, data } = event
    const place = { turn, seq, source }
    const { calls, recent, happened, since } = this.#work
    if (type === 'tool.called') {
      const [tool, what] = [data.name, callSummary(data.input)].map((text) => shortened(text, longestText))
      const call = { ...place, tool: tool ?? '', what: what ?? '', ok: null, verify: false }
      this.#open.set(data.call, call)
      this.#work = { ...this.#work, calls: calls + 1, recent: [...recent, call].slice(-kept) }
    } else if (type === 'tool.returned') {
      const { ok, verify } = data
      const open = this.#open.get(data.call)
      this.#open.delete(data.call)
      this.#work = {
        ...this.#work,
        recent: recent.map((call) => (call === open ? { ...call, ok, verify } : call)),
      }
    } else if ((type === 'todos.updated' && !data.query) || type === 'todos.rolled-back') {
      // Updates that one response makes in a row, one an item, come after the same work.
      const shared = calls === 0 && since?.turn === turn ? this.#before.get(since.seq) : undefined
      this.#before.set(seq, shared ?? this.#work)
      this.#work = { calls: 0, recent: [], happened: [], since: place }
    } else {
      const said = saidIn(event)
      if (said === null) return
      const next = { ...said, ...place, text: shortened(said.text, longestText) }
      this.#work = { ...this.#work, happened: [...happened, next].slice(-kept) }
    }
  }
}

function saidIn({ type, data }: TodoEvent): Pick<HappenedBefore, 'kind' | 'text'> | null {
  switch (type) {
    case 'run.started': {
      // The supervisor's own re-entry is shown as what it issued.
      const isOwn = data.trigger === 'continuation' || data.trigger === 'wake'
      return isOwn ? null : { kind: 'input', text: data.text }
    }
    case 'nag.issued':
      return { kind: 'nag', text: data.text }
    case 'continuation.issued':
      return { kind: 'continuation', text: data.prompt }
    case 'context.compacted':
      return { kind: 'compaction', text: data.summary ?? '' }
    default:
      return null
  }
}

/** As many UTF-16 units of what was said are shown. */
const longestSaid = 160
/** As many of what was said are shown, the last. */
const shownHappenings = 3
/** Columns that what a call was given has at least. */
const leastRoom = 10

/** The lines: how many calls there were, and the last of them with what was said between them. */
export function workBeforeText(before: WorkBefore, layout: ParagraphLayout): readonly string[] {
  const { calls, recent, happened, since } = before
  const beginning =
    since === null ? 'since the session began' : `since the update before, ${shortPlace(since)}`
  const last = calls > recent.length ? '; the last' : ''
  const text = `${calls === 0 ? 'no call' : count(calls, 'call')} ${beginning}${last}`
  const { indent, labelColumns, columns } = layout
  const room = columns - indent - labelColumns
  const lines = [
    ...recent.map((call) => [call.seq, callLine(call, room)] as const),
    ...happened
      .slice(-shownHappenings)
      .map((each) => [each.seq, fit(printable(happenedLine(each), 400), room)] as const),
  ].sort(([one], [other]) => one - other)
  return [
    ...labelled({ label: 'after', text }, layout),
    ...lines.map(([, line]) => `${' '.repeat(indent + labelColumns)}${line}`),
  ]
}

/** What happened, in one line: `input, turn 7 (:12): …`. */
function happenedLine(happened: HappenedBefore): string {
  const { kind, text } = happened
  if (kind === 'compaction') return `the conversation was compacted, ${shortPlace(happened)}`
  const who = kind === 'nag' ? 'reminder' : kind
  return `${who}, ${shortPlace(happened)}: ${shortened(text, longestSaid)}`
}

/** A call in one line: how it went is kept, and of a path its end. */
function callLine(call: CallBefore, room: number): string {
  const { tool, what, ok, verify } = call
  const outcome = ok === null ? 'outcome unknown' : ok ? 'ok' : 'failed'
  const end = ` — ${verify ? 'a check, ' : ''}${outcome}`
  const begin = `${shortPlace(call)} ${printable(tool, 60)}${what === '' ? '' : ': '}`
  const left = Math.max(leastRoom, room - widthOf(begin) - end.length)
  return `${begin}${pathEnd(printable(what, 400), left)}${end}`
}

/** A path is known by its end, any other text by its beginning. */
function pathEnd(text: string, room: number): string {
  if (widthOf(text) <= room || !/^[^\s]*[\\/][^\s]*$/u.test(text)) return fit(text, room)
  const parts = text.split(/(?=[\\/])/u)
  while (parts.length > 1 && widthOf(parts.join('')) >= room) parts.shift()
  return fit(`…${parts.join('')}`, room)
}
