/** What was done right before each update of a list: the calls, and what the user or the host said. */

import type { EventOf, RecordedPlace, TodoEvent } from '@todo-ledger/core'
import { callSummary } from '../log/call-summary.js'
import { count } from '../text/count.js'
import { labelled, type ParagraphLayout } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import { fit, widthOf } from '../text/wrap.js'
import { shortPlace } from './place.js'

/** As many calls before an update are shown one by one. */
const keptCalls = 5
/** As many inputs, nags and compactions before an update are kept, the last. */
const keptHappenings = 5
/** As many UTF-16 units of a text are kept. */
const longestText = 300

/** A call of another tool before an update. */
export interface CallBefore {
  /** The turn. */
  readonly turn: number
  /** The seq of its `tool.called`. */
  readonly seq: number
  /** Where it stands in the recorded file; null for a live session. */
  readonly source: RecordedPlace | null
  /** The tool. */
  readonly tool: string
  /** What it was given, in a few words; may be empty. */
  readonly what: string
  /** Whether it worked; null where the log does not say, or it had not returned before the update. */
  readonly ok: boolean | null
  /** True where it was a check: tests, a build, a linter. */
  readonly verify: boolean
}

/** What the user, the supervisor or the host did before an update. */
export interface HappenedBefore {
  /** What it was. */
  readonly kind: 'input' | 'nag' | 'continuation' | 'compaction'
  /** The turn. */
  readonly turn: number
  /** The seq of its event. */
  readonly seq: number
  /** Where it stands in the recorded file; null for a live session. */
  readonly source: RecordedPlace | null
  /** What was said, cut; empty for a compaction without a summary. */
  readonly text: string
}

/** What came between an update and the one before it; updates that one response makes in a row share it. */
export interface WorkBefore {
  /** How many calls of other tools there were. */
  readonly calls: number
  /** The last of them, in their order. */
  readonly recent: readonly CallBefore[]
  /** What the user, the supervisor or the host did, in its order. */
  readonly happened: readonly HappenedBefore[]
  /** The update before; null where there is none. */
  readonly since: {
    readonly turn: number
    readonly seq: number
    readonly source: RecordedPlace | null
  } | null
}

/** Follows a session from its first event on. */
export class WorkBeforeUpdates {
  readonly #before = new Map<number, WorkBefore>()
  #calls = 0
  #recent: CallUnderWay[] = []
  #happened: HappenedBefore[] = []
  #since: WorkBefore['since'] = null

  /** What came before an update; undefined for an event that is none. @param seq the update's */
  before(seq: number): WorkBefore | undefined {
    return this.#before.get(seq)
  }

  /** Takes in an event. */
  observe(event: TodoEvent): void {
    switch (event.type) {
      case 'tool.called':
        this.#calls += 1
        this.#recent.push({
          ...placed(event),
          ...callOf(event),
          call: event.data.call,
          ok: null,
          verify: false,
        })
        if (this.#recent.length > keptCalls) this.#recent.shift()
        return
      case 'tool.returned': {
        const call = this.#recent.findLast((each) => each.call === event.data.call)
        if (call !== undefined) Object.assign(call, { ok: event.data.ok, verify: event.data.verify })
        return
      }
      case 'run.started':
        if (isInput(event)) this.#happens('input', event, event.data.text)
        return
      case 'nag.issued':
        this.#happens('nag', event, event.data.text)
        return
      case 'continuation.issued':
        this.#happens('continuation', event, event.data.prompt)
        return
      case 'context.compacted':
        this.#happens('compaction', event, event.data.summary ?? '')
        return
      case 'todos.updated':
      case 'todos.rolled-back': {
        if (event.type === 'todos.updated' && event.data.query) return
        this.#before.set(event.seq, this.#workBefore(event))
        this.#calls = 0
        this.#recent = []
        this.#happened = []
        const { turn, seq, source } = placed(event)
        this.#since = { turn, seq, source }
        return
      }
      default:
    }
  }

  /** Updates that one response makes in a row, one an item, come after the same work. */
  #workBefore({ turn }: TodoEvent): WorkBefore {
    const previous = this.#since === null ? undefined : this.#before.get(this.#since.seq)
    if (previous !== undefined && this.#calls === 0 && this.#since?.turn === turn) return previous
    const recent = this.#recent.map(({ call: _, ...shown }) => shown)
    return { calls: this.#calls, recent, happened: this.#happened, since: this.#since }
  }

  #happens(kind: HappenedBefore['kind'], event: TodoEvent, text: string): void {
    this.#happened.push({ kind, ...placed(event), text: cut(text) })
    if (this.#happened.length > keptHappenings) this.#happened.shift()
  }
}

/** A call with its id, until its result is there. */
interface CallUnderWay extends CallBefore {
  readonly call: string
}

/** True for what comes from outside: the supervisor's own re-entry is shown as what it issued. */
function isInput({ data: { trigger } }: EventOf<'run.started'>): boolean {
  return trigger !== 'continuation' && trigger !== 'wake'
}

function placed({ turn, seq, source }: TodoEvent): Pick<CallBefore, 'turn' | 'seq' | 'source'> {
  return { turn, seq, source: source ?? null }
}

function callOf({ data: { name, input } }: EventOf<'tool.called'>): Pick<CallBefore, 'tool' | 'what'> {
  return { tool: cut(name), what: cut(callSummary(input)) }
}

function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`
}

/** As many UTF-16 units of what was said are shown. */
const longestSaid = 160
/** As many of what was said are shown, the last. */
const shownHappenings = 3
/** Columns that what a call was given has at least. */
const leastRoom = 10

/** The lines: what was said, then how many calls there were and the last of them. */
export function workBeforeText(before: WorkBefore, layout: ParagraphLayout): readonly string[] {
  const { calls, recent, happened, since } = before
  const beginning =
    since === null ? 'since the session began' : `since the update before, ${placeOfUpdate(since)}`
  const text =
    calls === 0
      ? `no call ${beginning}`
      : `${count(calls, 'call')} ${beginning}${calls > recent.length ? '; the last' : ''}`
  return [
    ...labelled({ label: 'after', text }, layout),
    ...[
      ...recent.map((call) => ({ seq: call.seq, line: callLine(call, layout) })),
      ...happened
        .slice(-shownHappenings)
        .map((each) => ({ seq: each.seq, line: happenedText(each, layout) })),
    ]
      .sort((one, other) => one.seq - other.seq)
      .map(({ line }) => line),
  ]
}

/** What happened, in one line: `the user said in turn 7 (:12): …`. */
export function happenedLine(happened: HappenedBefore): string {
  const { kind, text } = happened
  const place = shortPlace(placeOf(happened))
  if (kind === 'compaction') return `the conversation was compacted, ${place}`
  const who = { input: 'input', nag: 'reminder', continuation: 'continuation' }[kind]
  return `${who}, ${place}: ${text.length <= longestSaid ? text : `${text.slice(0, longestSaid)}…`}`
}

function happenedText(happened: HappenedBefore, { indent, labelColumns, columns }: ParagraphLayout): string {
  const room = columns - indent - labelColumns
  return `${' '.repeat(indent + labelColumns)}${fit(printable(happenedLine(happened), 400), room)}`
}

function placeOfUpdate(since: NonNullable<WorkBefore['since']>): string {
  return shortPlace(placeOf(since))
}

/** One line under a label: how the call went is kept, and of a path its end. */
function callLine(call: CallBefore, { indent, labelColumns, columns }: ParagraphLayout): string {
  const { tool, what, ok, verify } = call
  const outcome = ok === null ? 'outcome unknown' : ok ? 'ok' : 'failed'
  const end = ` — ${verify ? 'a check, ' : ''}${outcome}`
  const begin = `${shortPlace(placeOf(call))} ${printable(tool, 60)}${what === '' ? '' : ': '}`
  const room = Math.max(leastRoom, columns - indent - labelColumns - widthOf(begin) - end.length)
  return `${' '.repeat(indent + labelColumns)}${begin}${shortened(printable(what, 400), room)}${end}`
}

/** A path is known by its end, any other text by its beginning. */
function shortened(text: string, room: number): string {
  if (widthOf(text) <= room || !/^[^\s]*[\\/][^\s]*$/u.test(text)) return fit(text, room)
  const parts = text.split(/(?=[\\/])/u)
  while (parts.length > 1 && widthOf(parts.join('')) >= room) parts.shift()
  return fit(`…${parts.join('')}`, room)
}

function placeOf({
  turn,
  seq,
  source,
}: Pick<CallBefore, 'turn' | 'seq' | 'source'>): Parameters<typeof shortPlace>[0] {
  return { turn, seq, ...(source === null ? {} : { source }) }
}
