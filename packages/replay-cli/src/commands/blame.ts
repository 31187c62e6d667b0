/** `todo-replay blame`: which event last changed each part of an item, and after what. */

import { existsSync } from 'node:fs'
import { isCarriedOn } from '@todo-ledger/audit'
import type { Point, SessionState } from '@todo-ledger/core'
import { type FieldOrigin, type ItemLife, ItemLives } from '@todo-ledger/core/history'
import { type CommandModule, defineCommand } from '../command.js'
import { exitCode, Failure } from '../failure.js'
import { headLines, placeOutput, placeText, type SessionHead, shortPlace } from '../items/place.js'
import { WorkBeforeUpdates, workBeforeText } from '../items/work-before.js'
import { jsonOption, sourceArgument, sourceOptions } from '../options.js'
import type { Output } from '../output.js'
import { lifePhrase, phraseText, valueText, worded } from '../session-view/words.js'
import { itemText } from '../show/checklist-text.js'
import { momentOf, momentOption, snapshotAt } from '../show/moment.js'
import type { SourceSession } from '../sources/source-session.js'
import { count, someOf } from '../text/count.js'
import { didYouMean } from '../text/did-you-mean.js'
import { labelled, type ParagraphLayout } from '../text/paragraph.js'
import type { TextLayout } from '../text/style.js'
import { wrap } from '../text/wrap.js'
import { farthest, printResults, type ResultForms, resultsOf } from './session-results.js'

export const command: CommandModule = defineCommand({
  arguments: [sourceArgument, ['[item]', 'an item: its id, or a part of its text (default: all)']],
  options: {
    ...sourceOptions,
    ...momentOption,
    ...jsonOption,
  },
  help: `An id means the item that has it at that moment; where ids are positions, name the turn. A part of a text also finds items that are gone. A number after a colon is the line in the recording.

Examples:
  todo-replay blame
  todo-replay blame 2
  todo-replay blame todos.db redirect --at 5 --json`,
  async run(call) {
    const { words, options, output } = call
    const { source, item } = wanted(words)
    const moment = momentOf(options)
    const { results, exit } = await resultsOf({ ...call, source }, (session) =>
      blamedSession(session, moment),
    )
    const reached = results.flatMap(({ state, ...rest }) => (state === null ? [] : [{ ...rest, state }]))
    if (reached.length === 0) throw farthest(results)
    const blamed = reached.map((session) => ({
      ...session,
      items: item === undefined ? session.lives : findItems(session.lives, item),
    }))
    if (item !== undefined && blamed.every(({ items }) => items.length === 0))
      throw unknownItem(
        reached.flatMap(({ lives }) => lives),
        item,
      )
    const forms: ResultForms<Blamed> = {
      json: ({ head, turn, state: { seq }, work, items }) => ({
        ...{ ...head, turn, seq },
        items: items.map((life) => blamedItem(life, work)),
      }),
      text: (each) => sessionText(each, item === undefined, output),
      session: ({ head }) => head.session,
      isShown: ({ items }) => items.length > 0,
      others: `without ${item === undefined ? 'an' : 'such an'} item`,
    }
    printResults(call, blamed, forms, results.length === 1)
    return exit(exitCode.fine)
  },
})

interface Blamed {
  readonly head: SessionHead
  readonly turn: number
  readonly state: SessionState
  readonly work: WorkBeforeUpdates
  readonly items: readonly ItemLife[]
}

const path = /[\\/]|\.(?:jsonl?|db|sqlite3?)$/i

/** What is to be read, and which item is meant. A single word that names no file is the item. */
function wanted([first, second]: readonly string[]): {
  readonly source: string | undefined
  readonly item: string | undefined
} {
  if (first === undefined || second !== undefined) return { source: first, item: second }
  const isSource = first === '-' || path.test(first) || existsSync(first)
  return isSource ? { source: first, item: undefined } : { source: undefined, item: first }
}

function unknownItem(lives: readonly ItemLife[], item: string): Failure {
  const what = `There is no item ${JSON.stringify(item)}: no id is that, and no text holds it.`
  if (lives.length === 0) return new Failure('unknown-item', `${what} The list never had an item.`)
  const texts = lives.map(({ text }) => text)
  const words = texts.flatMap((text) => text.slice(0, 200).match(/[\p{L}\p{N}]{4,}/gu) ?? [])
  const ids = [...new Set(lives.filter(({ left }) => left === null).map(({ id }) => `#${id}`))]
  const there = ids.length === 0 ? 'The list is empty at that moment.' : `There are ${someOf(ids, 12)}.`
  return new Failure('unknown-item', `${what}${didYouMean(item, [...texts, ...words])} ${there}`)
}

function sessionText(
  { head, turn, state: { seq }, work, items }: Blamed,
  isList: boolean,
  { columns, style }: Output,
): readonly string[] {
  const layout = { file: head.file, work, columns, style }
  const left = items.filter((life) => life.left !== null).length
  const counts = `${count(items.length, 'item')}${left === 0 ? '' : `, ${left} of them gone`}`
  const lines = items.flatMap((life) =>
    isList ? blameListText(life, work, layout) : ['', ...blameText(life, layout)],
  )
  return [
    ...headLines(head, `as of turn ${turn}, event ${seq}: ${counts}`, columns, style),
    ...(isList ? [''] : []),
    ...lines,
  ]
}

/** Follows a session and remembers the lives of its items, and what was done before each update. */
function blamedSession(session: SourceSession, moment: Point) {
  const work = new WorkBeforeUpdates()
  const all = new ItemLives(isCarriedOn)
  let turn = 0
  const followed = snapshotAt(session, moment, ({ event, state }) => {
    turn = event.turn
    all.observe(event, state)
    work.observe(event)
  })
  return {
    ...followed,
    async finish() {
      const snapshot = await followed.finish()
      const items = snapshot.state?.items ?? []
      const places = new Map(items.map(({ key }, index) => [key, index]))
      const at = ({ key }: ItemLife): number => places.get(key) ?? places.size
      // Those on the list in its order, then those that left it.
      return { ...snapshot, turn, work, lives: all.lives.toSorted((one, other) => at(one) - at(other)) }
    },
  }
}

/** What `blame --json` prints of an item. */
function blamedItem(life: ItemLife, work: WorkBeforeUpdates) {
  const { id, text, status, reason, added, before, left, fields, changes } = life
  const origin = (part: string, set: FieldOrigin) => {
    const { from, to, seq } = set
    const after = part === 'status' ? work.before(seq) : undefined
    return { ...placeOutput(set), from, to, ...(after === undefined ? {} : { after }) }
  }
  const lived = changes.map((change) => ({
    what: change.what,
    status: change.status,
    ...origin(change.what, change),
  }))
  return {
    ...{ id, text, status, reason },
    added: placeOutput(added),
    ...(before === undefined ? {} : { before }),
    left: left === null ? null : { ...placeOutput(left), status: left.status, silently: left.silently },
    fields: Object.fromEntries(Object.entries(fields).map(([part, set]) => [part, origin(part, set)])),
    life: lived,
  }
}

interface BlameLayout extends TextLayout {
  /** The recorded file; null for a live session. */
  readonly file: string | null
  readonly work: WorkBeforeUpdates
}

/** The lines of one item: what set its status after what, and its life. */
function blameText(life: ItemLife, { file, work, columns, style }: BlameLayout): readonly string[] {
  const layout: ParagraphLayout = { indent: 2, labelColumns: 10, columns, style }
  const { added, left, changes, status, before } = life
  const set = statusSetter(life)
  const done = work.before((set ?? added).seq)
  const text =
    set === undefined ? `listed as ${worded(status)}` : `${valueText(set.from)} → ${valueText(set.to)}`
  const silently =
    left?.silently === true ? [{ label: 'left', text: 'while it was open, and nothing says why' }] : []
  return [
    ...itemText(life, columns, style),
    ...labelled({ label: 'status', text }, layout),
    ...labelled({ label: '', text: placeText(set ?? added, file) }, layout),
    ...(done === undefined ? [] : workBeforeText(done, layout)),
    ...changes.flatMap((change, index) => {
      const said = phraseText(lifePhrase(change, before), (foreign) => foreign)
      return labelled({ label: index === 0 ? 'life' : '', text: `${shortPlace(change)}  ${said}` }, layout)
    }),
    ...silently.flatMap((row) => labelled({ ...row, labelStyle: 'yellow' }, layout)),
  ]
}

/** The lines of one item of several: itself, and who set its status after what. */
function blameListText(life: ItemLife, work: WorkBeforeUpdates, { columns, style }: TextLayout) {
  const { status, added, before, fields, left } = life
  const set = statusSetter(life)
  const done = set === undefined ? undefined : work.before(set.seq)
  const after = done === undefined ? '' : ` after ${done.calls === 0 ? 'no call' : count(done.calls, 'call')}`
  const facts = [
    set === undefined
      ? `listed as ${worded(status)} in ${shortPlace(added)}`
      : `${worded(status)} since ${shortPlace(set)}${after}; listed in ${shortPlace(added)}`,
    ...(before === undefined ? [] : ['in the list before this log']),
    ...(fields.text !== undefined && fields.text.seq !== added.seq
      ? [`reworded in ${shortPlace(fields.text)}`]
      : []),
    ...(left === null ? [] : [`left${left.silently ? ' silently' : ''} in ${shortPlace(left)}`]),
  ]
  return [
    ...itemText(life, columns, style),
    ...wrap(facts.join('; '), columns - 4).map((line) => `    ${style('dim', line)}`),
  ]
}

/** What set the status; undefined where an item has that with which it was listed. */
function statusSetter({ fields: { status }, added }: ItemLife) {
  return status === undefined || status.seq === added.seq ? undefined : status
}

/**
 * The items that are meant by an id (with or without `#`) or by a part of a text, whatever its case. An id stands for
 * the item that has it now; only where none has, for those that went with it: ids are used again where they are positions.
 */
function findItems<Item extends Pick<ItemLife, 'id' | 'text'> & { readonly left: object | null }>(
  lives: readonly Item[],
  wanted: string,
): readonly Item[] {
  const given = wanted.trim()
  const named = lives.filter(({ id }) => id === given.replace(/^#/u, ''))
  const present = named.filter(({ left }) => left === null)
  if (named.length > 0 || given === '') return present.length > 0 ? present : named
  const text = given.toLowerCase()
  const exact = lives.filter((life) => life.text.trim().toLowerCase() === text)
  return exact.length > 0 ? exact : lives.filter((life) => life.text.toLowerCase().includes(text))
}
