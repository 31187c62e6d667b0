/**
 * The options of commands: each is declared once, with its words in the help and its type. What commander reads comes
 * in untyped; `optionValues` narrows it here, at the border.
 */

import { todoSourceNames } from '@todo-ledger/recordings'
import { type Command, InvalidArgumentError, Option } from 'commander'

/** One option of a command, and its value, of what commander read. */
export interface OptionDeclaration<Value> {
  readonly option: Option
  readonly read: (given: unknown) => Value
}

/** The options of a command, by their names in camel case: `writeBaseline` is `--write-baseline`. */
export interface OptionDeclarations {
  readonly [name: string]: OptionDeclaration<unknown>
}

export type OptionValues<Declared extends OptionDeclarations> = {
  readonly [Name in keyof Declared]: ReturnType<Declared[Name]['read']>
}

/** Adds options to a command. @throws Error where a name and its flags do not agree: a fault of the declaration */
export function addOptions(command: Command, declared: OptionDeclarations): void {
  for (const [name, { option }] of Object.entries(declared)) {
    if (option.attributeName() !== name) throw new Error(`${option.flags} is declared as ${name}.`)
    command.addOption(option)
  }
}

/** The values of options, of what commander read. */
export function optionValues<Declared extends OptionDeclarations>(
  declared: Declared,
  given: { readonly [name: string]: unknown },
): OptionValues<Declared> {
  const values = Object.entries(declared).map(([name, { read }]) => [name, read(given[name])] as const)
  // One value for each declared name, of the type that its declaration reads.
  return Object.fromEntries(values) as OptionValues<Declared>
}

export function flag(flags: string, description: string): OptionDeclaration<boolean> {
  return { option: new Option(flags, description), read: (given) => given === true }
}

/** An option `--no-…`: true unless it was given. */
function unless(flags: string, description: string): OptionDeclaration<boolean> {
  return { option: new Option(flags, description), read: (given) => given !== false }
}

/** A text, or undefined where it was not given. */
export function text(flags: string, description: string): OptionDeclaration<string | undefined> {
  return { option: new Option(flags, description), read: textOf }
}

export function requiredText(flags: string, description: string): OptionDeclaration<string> {
  return {
    option: new Option(flags, description).makeOptionMandatory(),
    read: (given) => textOf(given) ?? '',
  }
}

function textOf(given: unknown): string | undefined {
  return typeof given === 'string' ? given : undefined
}

/** The texts of an option that may be given again, in their order; none where it was not given. */
export function texts(flags: string, description: string): OptionDeclaration<readonly string[]> {
  const several = (given: string, before: readonly string[] = []) => [...before, given]
  return {
    option: new Option(flags, description).argParser(several),
    read: (given) => (Array.isArray(given) ? given.filter((each) => typeof each === 'string') : []),
  }
}

/** One of some words, or undefined where it was not given. */
export function choice<const Word extends string>(
  flags: string,
  description: string,
  words: readonly Word[],
): OptionDeclaration<Word | undefined> {
  // The description names them: the list that commander adds is that of a program.
  const option = new Option(flags, description).argParser((given) => {
    if (words.some((word) => word === given)) return given
    throw new InvalidArgumentError(`Allowed choices are ${words.join(', ')}.`)
  })
  return { option, read: (given) => words.find((word) => word === given) }
}

/** What a text is parsed to, or undefined where it was not given. @param parse throws InvalidArgumentError */
export function parsed<Value>(
  flags: string,
  description: string,
  parse: (text: string) => Value,
): OptionDeclaration<Value | undefined> {
  // Parsed twice: what commander hands on has no type.
  const checked = (given: string): string => {
    parse(given)
    return given
  }
  return {
    option: new Option(flags, description).argParser(checked),
    read: (given) => (typeof given === 'string' ? parse(given) : undefined),
  }
}

export const jsonOption = {
  json: flag('--json', 'print JSON; a failure as {"error":{"code","message"}}'),
}

export const todosOption = {
  todos: choice('--todos <where>', 'also take todos from: markdown, its checklists', todoSourceNames),
}

/** `--profile`, read by `chosenProfile`. @param what it does, for the help */
export function profileOption(what: string) {
  return { profile: text('--profile <name|module>', what) }
}

export const redactOption = {
  redact: unless('--no-redact', 'leave secrets in'),
}

export const sourceOptions = {
  session: text('--session <id>', 'only this session, of any agent; a prefix of its id is enough'),
  ...profileOption('read recordings with this profile, or one of a module'),
}

/** The source of a command, as its help says it. */
export const sourceArgument: readonly [name: string, description: string] = [
  '[source]',
  'a recorded session, a folder of them, a ledger (*.db), or - for standard input (default: the newest session of this folder)',
]

/** The sources of a command that reads several, as its help says them. */
export const sourcesArgument: readonly [name: string, description: string] = [
  '[source...]',
  'recorded sessions, folders of them, a ledger (*.db), or - for standard input (default: the newest session of this folder)',
]

/** The ledger of a command that takes nothing else. */
export const ledgerArgument: readonly [name: string, description: string] = [
  '[ledger]',
  'a ledger (*.db, or postgres://…)',
]

export function wholeNumber(given: string): number {
  if (/^\d{1,15}$/.test(given)) return Number(given)
  throw new InvalidArgumentError('It must be a whole number, such as 12.')
}

const isoTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i

/** Reads a time as ISO 8601 writes it; without a zone it is UTC, as the times that are printed. */
export function isoDate(text: string): Date {
  const given = text.trim().replace(' ', 'T').toUpperCase()
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(given) || !given.includes('T') ? given : `${given}Z`
  const moment = new Date(zoned)
  // `2026-02-31` would be taken for a day in March.
  const day = new Date(`${given.slice(0, 10)}T00:00:00Z`)
  const isReal = !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === given.slice(0, 10)
  if (isoTime.test(text.trim()) && isReal && !Number.isNaN(moment.getTime())) return moment
  throw new InvalidArgumentError('It must be a time such as 2026-01-05T10:00:00Z.')
}
