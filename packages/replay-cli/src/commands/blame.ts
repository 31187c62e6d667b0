/** `todo-replay blame`: which event last changed each part of an item, and after what. */

import { existsSync } from 'node:fs'
import type { SessionState } from '@todo-ledger/core'
import type { ItemLife } from '@todo-ledger/core/history'
import { blameListText, blameText } from '../blame/blame-text.js'
import { blamedItem, blamedSession, findItems } from '../blame/blamed-session.js'
import { type CommandModule, defineCommand } from '../command.js'
import { exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { headLines, type SessionHead } from '../items/place.js'
import type { WorkBeforeUpdates } from '../items/work-before.js'
import { flag, jsonOption, sourceArgument, sourceOptions } from '../options.js'
import type { Output } from '../output.js'
import { momentOf, momentOption } from '../show/moment.js'
import { count, someOf } from '../text/count.js'
import { didYouMean } from '../text/did-you-mean.js'
import { farthest, printResults, type ResultForms, resultsOf } from './session-results.js'

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument, ['[item]', 'an item: its id, or a part of its text (default: all)']],
  options: {
    ...sourceOptions,
    ...momentOption,
    ...jsonOption,
    all: flag('--all', 'the whole history of each item'),
  },
  help: `An id means the item that has it at that moment; where ids are positions, name the turn. A part of a text also finds items that are gone. A number after a colon is the line in the recording.

Examples:
  todo-replay blame
  todo-replay blame 2 --all
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
    const blamed = reached.map((session) => ({ ...session, ...wantedItems(session.lives, item) }))
    if (item !== undefined && blamed.every(({ items }) => items.length === 0))
      throw unknownItem(
        reached.flatMap(({ lives }) => lives),
        item,
      )
    const { all } = options
    const forms: ResultForms<Blamed> = {
      json: ({ head, turn, state: { seq }, work, items }) => ({
        ...{ ...head, turn, seq },
        items: items.map((life) => blamedItem(life, work, all)),
      }),
      text: (each) => sessionText(each, item === undefined && !all, all, output),
      session: ({ head }) => head.session,
      isShown: ({ items }) => items.length > 0,
      others: `without ${item === undefined ? 'an' : 'such an'} item`,
    }
    printResults(call, blamed, forms, results.length === 1)
    return exit(exitCode.fine)
  },
})

/** A session with the items that are meant. */
interface Blamed {
  readonly head: SessionHead
  readonly turn: number
  readonly state: SessionState
  readonly work: WorkBeforeUpdates
  readonly items: readonly ItemLife[]
  /** Items that had the same id before and are gone. */
  readonly gone: readonly ItemLife[]
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

function wantedItems(lives: readonly ItemLife[], item: string | undefined) {
  return item === undefined ? { items: lives, gone: [] } : findItems(lives, item)
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
  { head, turn, state: { seq }, work, items, gone }: Blamed,
  isList: boolean,
  whole: boolean,
  { columns, style }: Output,
): readonly string[] {
  const layout = { file: head.file, work, whole, columns, style }
  const left = items.filter((life) => life.left !== null).length
  const counts = `${count(items.length, 'item')}${left === 0 ? '' : `, ${left} of them gone`}`
  const lines = items.flatMap((life) =>
    isList ? blameListText(life, work, layout) : ['', ...blameText(life, layout)],
  )
  return [
    ...headLines(head, `as of turn ${turn}, event ${seq}: ${counts}`, columns, style),
    ...(isList ? [''] : []),
    ...lines,
    ...(gone.length === 0
      ? []
      : [
          '',
          style('dim', `${count(gone.length, 'item')} that had this id before and left: name it by its text`),
        ]),
  ]
}
