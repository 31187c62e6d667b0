/** `todo-replay diff`: what changed between two turns, item by item. */

import { isCarriedOn } from '@todo-ledger/audit'
import type { Point } from '@todo-ledger/core'
import {
  type ChangedField,
  type ItemDiff,
  type ItemThen,
  isDropped,
  type ListDiff,
  ListDiffer,
} from '@todo-ledger/core/history'
import { type CommandModule, defineCommand } from '../command.js'
import { exitCode, Failure } from '../failure.js'
import { headLines, headOf, placeOutput, type SessionHead, shortPlace } from '../items/place.js'
import { jsonOption, sourceArgument, sourceOptions } from '../options.js'
import { moveText, valueText, worded } from '../session-view/words.js'
import { itemText } from '../show/checklist-text.js'
import { missingMoment, momentName, momentNamed } from '../show/moment.js'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'
import { count } from '../text/count.js'
import { labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { StyleName, TextLayout } from '../text/style.js'
import { wrap } from '../text/wrap.js'
import { farthest, printResults, resultsOf } from './session-results.js'

export const command: CommandModule = defineCommand({
  arguments: [
    sourceArgument,
    ['[range]', 'two turns such as 3..9, ..9 or 3..; or one turn (default: the whole session)'],
  ],
  options: { ...sourceOptions, ...jsonOption },
  help: `A range goes from the end of one turn to the end of another; a single turn means what changed in it. Other moments: seq:40 (an event), start, end, or a time. A number after a colon is the line in the recording.

Examples:
  todo-replay diff 1..3
  todo-replay diff todos.db start..2 --json`,
  async run(call) {
    const { words, options, output } = call
    const { source, range } = wanted(words)
    const { results, exit } = await resultsOf({ ...call, source }, (session) => diffSession(session, range))
    const diffs = results.flatMap(({ head, diff }) => (diff === null ? [] : [{ head, diff }]))
    if (diffs.length === 0) throw farthest(results)
    const forms = {
      json: diffOutput,
      text: (diff: (typeof diffs)[number]) => diffText(diff, output),
      session: ({ head }: (typeof diffs)[number]) => head.session,
      isShown: hasDiff,
      others: 'with no change',
    }
    printResults(call, diffs, forms, results.length === 1)
    const missing = results.length - diffs.length
    if (missing > 0 && !options.json)
      output.message(`note: ${count(missing, 'session')} never came to both moments`)
    return exit(exitCode.fine)
  },
})

/** What is to be read, and which range of it. A single word that can only be a range is one. */
function wanted([first, second]: readonly string[]): {
  readonly source: string | undefined
  readonly range: Range
} {
  const isRange = second === undefined && first !== undefined && looksLikeRange(first)
  const range = isRange ? first : second
  return { source: isRange ? undefined : first, range: range === undefined ? wholeSession : rangeOf(range) }
}

interface SessionDiff {
  readonly head: SessionHead
  readonly diff: ListDiff
}

/** Follows a session and says what changed in it; the diff is null where it never came to one of the moments. */
function diffSession(session: SourceSession, range: Range) {
  const { from, to } = range
  const differ = new ListDiffer(from, to, isCarriedOn)
  const missing = (): Failure => {
    const { reached, seen } = differ
    if (!reached.to || (!reached.from && !differ.isOver))
      return missingMoment(session, reached.from ? to : from, seen)
    const order = `${momentName(from)} comes after ${momentName(to)}`
    const message = `In session ${JSON.stringify(session.id)} ${order}: give the earlier moment first.`
    return new Failure('backwards', message)
  }
  return {
    take: ({ event, state }) => differ.observe(event, state),
    finish: () => ({
      head: headOf(session.opened),
      diff: differ.finish(),
      turns: differ.seen.turn,
      missing,
    }),
  } satisfies SessionFollower<unknown>
}

export function countsOf({ items, passing, same }: ListDiff) {
  const counts = { added: 0, removed: 0, changed: 0, passing: 0, dropped: 0, same }
  for (const item of [...items, ...passing]) {
    counts[kindOf(item)] += 1
    if (isDropped(item)) counts.dropped += 1
  }
  return counts
}

/** What became of an item; `passing` came and went in between. */
export function kindOf({ was, now }: Pick<ItemDiff, 'was' | 'now'>) {
  if (was !== null) return now === null ? 'removed' : 'changed'
  return now === null ? 'passing' : 'added'
}

function diffOutput({ head, diff }: SessionDiff) {
  const { from, to, goal } = diff
  return {
    ...head,
    from: { turn: from.turn, seq: from.seq },
    to: { turn: to.turn, seq: to.seq },
    counts: countsOf(diff),
    goal,
    items: diff.items.map(itemOutput),
    passing: diff.passing.map(itemOutput),
  }
}

function itemOutput(item: ItemDiff) {
  const { id, text, was, now, fields, added, statusSet, left, again } = item
  const then = (at: ItemThen | null) =>
    at && { id: at.id, text: at.text, status: at.status, position: at.position }
  return {
    ...{ id, text, kind: kindOf(item), droppedSilently: isDropped(item) },
    was: then(was),
    now: then(now),
    changes: fields.map(({ field, from, to, ...place }) => ({ field, from, to, ...placeOutput(place) })),
    added: added && placeOutput(added),
    statusSet: statusSet && placeOutput(statusSet),
    left: now === null && left ? { ...placeOutput(left), status: left.status } : null,
    again: again && { id: again.id, turn: again.added.turn, seq: again.added.seq },
  }
}

/** Two moments of a session, the earlier first. */
interface Range {
  readonly from: Point
  readonly to: Point
}

export const wholeSession: Range = { from: { turn: 0 }, to: 'end' }

const moment = /^(?:\d{1,15}|seq:\d{1,15}|start|end|\d{4}-\d\d-\d\d.*)$/

/** True for a word that can only be a range: a path such as `../file` is none. */
export function looksLikeRange(word: string): boolean {
  return (sidesOf(word) ?? [word]).every((side) => side === '' || moment.test(side)) && word !== ''
}

/**
 * Reads a range. A single turn stands for what changed in it.
 * @throws Failure `usage`
 */
export function rangeOf(word: string): Range {
  const sides = sidesOf(word)
  if (sides === null) {
    if (!/^\d{1,15}$/.test(word) || Number(word) === 0) throw notRange(word)
    return { from: { turn: Number(word) - 1 }, to: { turn: Number(word) } }
  }
  const from = sides[0] === '' ? wholeSession.from : momentNamed(sides[0])
  const to = sides[1] === '' ? wholeSession.to : momentNamed(sides[1])
  if (from === null || to === null) throw notRange(word)
  return { from, to }
}

function sidesOf(word: string): readonly [string, string] | null {
  const place = word.indexOf('..')
  return place < 0 ? null : [word.slice(0, place), word.slice(place + 2)]
}

function notRange(word: string): Failure {
  return new Failure(
    'usage',
    `${JSON.stringify(word)} is not a range. Give two turns such as 3..9, ..9 or 3.., one turn such as 9, or other moments: seq:40..seq:90, 2026-01-05T10:00..2026-01-05T11:00.`,
  )
}

const signs: { readonly [Kind in ReturnType<typeof kindOf>]: readonly [sign: string, style: StyleName] } = {
  added: ['+', 'green'],
  removed: ['-', 'red'],
  changed: ['~', 'cyan'],
  passing: ['±', 'dim'],
}

/** Columns before an item's checklist line: its sign stands there. */
const signColumns = 4

function diffText({ head, diff }: SessionDiff, layout: TextLayout): readonly string[] {
  const { goal, items, passing } = diff
  const { columns, style } = layout
  const facts = `${momentText(diff.from)} → ${momentText(diff.to)}: ${countsText(diff)}`
  const text = `${goal?.from ?? 'none'} → ${goal?.to ?? 'none'}`
  const goalLayout = { indent: 2, labelColumns: 9, columns, style }
  return [
    ...headLines(head, facts, columns, style),
    ...(goal === null ? [] : ['', ...labelled({ label: 'goal', text }, goalLayout)]),
    ...(items.length === 0 ? [] : ['', ...items.flatMap((item) => itemLines(item, layout))]),
    ...(passing.length === 0
      ? []
      : ['', style('bold', 'In between'), ...passing.flatMap((item) => itemLines(item, layout))]),
  ]
}

/** True where there is something to show. */
function hasDiff({ diff: { items, passing, goal } }: SessionDiff): boolean {
  return items.length + passing.length > 0 || goal !== null
}

function momentText({ turn, seq }: ListDiff['from']): string {
  return turn === 0 ? 'the start' : `turn ${turn} (event ${seq})`
}

function countsText(diff: ListDiff): string {
  const { passing, dropped, same, ...changed } = countsOf(diff)
  const parts = Object.entries({ ...changed, 'came and went': passing, 'dropped silently': dropped })
    .filter(([, number]) => number > 0)
    .map(([what, number]) => `${number} ${what}`)
  if (parts.length > 0) return `${parts.join(', ')}${same > 0 ? `, ${same} the same` : ''}`
  return same === 0 ? 'no item at either moment' : `no change, ${count(same, 'item')}`
}

function itemLines(item: ItemDiff, { columns, style }: TextLayout): readonly string[] {
  const { id, text, was, now, left } = item
  const [sign, name] = signs[kindOf(item)]
  const status = now?.status ?? left?.status ?? was?.status ?? 'pending'
  const lines = itemText({ id, text, status, reason: now?.reason ?? null }, columns - signColumns, style)
  const layout = { indent: 8, labelColumns: 10, columns, style }
  return [
    ...lines.map((line, index) => `  ${index === 0 ? style(name, sign) : ' '} ${line}`),
    ...item.fields.filter(isTold).flatMap((field) => labelled(fieldText(field), layout)),
    ...comings(item).flatMap((each) =>
      wrap(each, columns - 8).map((line) => `        ${style('dim', line)}`),
    ),
  ]
}

/** An item that stays shows the list after; its own number changes with what stands before it, and is no news. */
function isTold({ field }: ChangedField): boolean {
  return field !== 'id' && field !== 'activeForm'
}

function comings(item: ItemDiff): readonly string[] {
  const { was, now, added, left, statusSet, again } = item
  const came = was === null && added !== null
  const parts = [
    ...(came ? [`added in ${shortPlace(added)}`] : []),
    ...(came && statusSet !== null && statusSet.seq > added.seq
      ? [`${valueText(statusSet.to)} in ${shortPlace(statusSet)}`]
      : []),
    ...(now === null && left !== null ? [`removed in ${shortPlace(left)}`] : []),
  ]
  const back =
    again === null ? '' : `; listed again as #${printable(again.id, 40)} in turn ${again.added.turn}`
  const dropped = isDropped(item) ? [`dropped silently while ${worded(left?.status ?? 'open')}${back}`] : []
  return [...(parts.length === 0 ? [] : [parts.join(', ')]), ...dropped]
}

function fieldText({ field, from, to, ...place }: ChangedField) {
  const where = shortPlace(place)
  if (field === 'position') return { label: 'moved', text: `${moveText(from, to)}, ${where}` }
  return { label: field, text: `${valueText(from)} → ${valueText(to)}, ${where}` }
}
