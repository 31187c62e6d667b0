/** `todo-replay blame`: which event last changed each part of an item, and after what. */

import { stat } from 'node:fs/promises'
import type { ItemLife } from '@todo-ledger/core/history'
import { blameListText } from '../blame/blame-list-text.js'
import { blamedItem } from '../blame/blame-output.js'
import { blameText } from '../blame/blame-text.js'
import { BlamedSession } from '../blame/blamed-session.js'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { findItems } from '../items/find-items.js'
import { headLines } from '../items/place.js'
import { flag, jsonOption, type OptionValues, sourceArgument, sourceOptions } from '../options.js'
import type { Output } from '../output.js'
import { momentOf, momentOption } from '../show/moment.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { count, someOf } from '../text/count.js'
import { didYouMean } from '../text/did-you-mean.js'
import { printable } from '../text/printable.js'

const options = {
  ...sourceOptions,
  ...momentOption,
  ...jsonOption,
  all: flag('--all', 'the whole history of each item'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument, ['[item]', 'an item: its id, or a part of its text (default: all)']],
  options,
  help: `An id means the item that has it at that moment; where ids are positions, name the turn. A part of a text also finds items that are gone. A number after a colon is the line in the recording.

Examples:
  todo-replay blame
  todo-replay blame 2 --all
  todo-replay blame todos.db redirect --at 5 --json`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { words, options, output } = call
  const { source, item } = await wanted(words)
  const moment = momentOf(options)
  const found = await resolveSource(source, call)
  const reading = await readOptions(call)
  const sessions = await listOf(openSource(found, reading, (session) => new BlamedSession(session, moment)))
  const reached = sessions.filter(({ cameToIt }) => cameToIt)
  if (reached.length === 0) throw farthest(sessions)
  const blamed = reached.map((session) => ({ session, ...wantedItems(session.lives, item) }))
  if (item !== undefined && blamed.every(({ items }) => items.length === 0)) throw unknownItem(reached, item)
  const whole = options.all
  if (options.json) {
    const outputs = blamed.map((each) => outputOf(each, whole))
    output.json(sessions.length === 1 ? outputs[0] : { sessions: outputs })
  } else print(blamed, { item, whole }, output)
  return reading.report.exit(exitCode.fine)
}

/** A session with the items that are meant. */
interface Blamed {
  readonly session: BlamedSession
  readonly items: readonly ItemLife[]
  /** Items that had the same id before and are gone. */
  readonly gone: readonly ItemLife[]
}

const path = /[\\/]|\.(?:jsonl?|db|sqlite3?)$/i

/** What is to be read, and which item is meant. A single word that names no file is the item. */
async function wanted([first, second]: readonly string[]): Promise<{
  readonly source: string | undefined
  readonly item: string | undefined
}> {
  if (first === undefined || second !== undefined) return { source: first, item: second }
  const isSource = first === '-' || path.test(first) || (await exists(first))
  return isSource ? { source: first, item: undefined } : { source: undefined, item: first }
}

async function exists(name: string): Promise<boolean> {
  try {
    await stat(name)
    return true
  } catch {
    return false
  }
}

function wantedItems(lives: readonly ItemLife[], item: string | undefined): Omit<Blamed, 'session'> {
  return item === undefined ? { items: lives, gone: [] } : findItems(lives, item)
}

function outputOf({ session, items }: Blamed, whole: boolean) {
  const { head, turn, seq, work } = session
  return { ...head, turn, seq, items: items.map((life) => blamedItem(life, work, whole)) }
}

function farthest(sessions: readonly BlamedSession[]): Failure {
  const [first, ...rest] = sessions
  if (first === undefined) return new Failure('no-session', 'There is no session.')
  return rest.reduce((best, next) => (next.turn > best.turn ? next : best), first).missing()
}

function unknownItem(sessions: readonly BlamedSession[], item: string): Failure {
  const lives = sessions.flatMap((session) => session.lives)
  const what = `There is no item ${JSON.stringify(item)}: no id is that, and no text holds it.`
  if (lives.length === 0) return new Failure('unknown-item', `${what} The list never had an item.`)
  const texts = lives.map(({ text }) => text)
  const words = texts.flatMap((text) => text.slice(0, 200).match(/[\p{L}\p{N}]{4,}/gu) ?? [])
  const ids = [...new Set(lives.filter(({ left }) => left === null).map(({ id }) => `#${id}`))]
  const there = ids.length === 0 ? 'The list is empty at that moment.' : `There are ${someOf(ids, 12)}.`
  return new Failure('unknown-item', `${what}${didYouMean(item, [...texts, ...words])} ${there}`)
}

function print(
  blamed: readonly Blamed[],
  { item, whole }: { readonly item: string | undefined; readonly whole: boolean },
  output: Output,
): void {
  const listed = blamed.length === 1 ? blamed : blamed.filter(({ items }) => items.length > 0)
  for (const [index, each] of listed.entries()) {
    if (index > 0) output.line()
    output.lines(sessionText(each, item === undefined && !whole, whole, output))
  }
  const names = blamed
    .filter((each) => !listed.includes(each))
    .map(({ session }) => printable(session.head.session, 60))
  if (names.length === 0) return
  output.line()
  output.line(
    `${count(names.length, 'session')} without ${item === undefined ? 'an' : 'such an'} item: ${someOf(names, 3)}`,
  )
}

function sessionText(
  { session, items, gone }: Blamed,
  isList: boolean,
  whole: boolean,
  { columns, style }: Output,
): readonly string[] {
  const { head, turn, seq, work } = session
  const layout = { file: head.file, work, whole, columns, style }
  const left = items.filter((life) => life.left !== null).length
  const counts = `${count(items.length, 'item')}${left === 0 ? '' : `, ${left} of them gone`}`
  const lines = items.flatMap((life) =>
    isList ? blameListText(life, work, columns, style) : ['', ...blameText(life, layout)],
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
