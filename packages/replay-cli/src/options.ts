/** The options of a call, read at the border: commander does not say their types. */

import { type Profile, profileList, profileNamed } from '@todo-ledger/core'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { Failure } from './failure.js'
import { readProfileFile } from './profile-file.js'
import { didYouMean } from './text/did-you-mean.js'

/** The options of a call as they were given. */
export class Options {
  readonly #values: ReadonlyMap<string, unknown>

  /** @param values what commander read, by the options' names in camel case */
  constructor(values: { readonly [name: string]: unknown }) {
    this.#values = new Map(Object.entries(values))
  }

  /** True where the option was given. */
  flag(name: string): boolean {
    return this.#values.get(name) === true
  }

  /** True where `--no-<name>` was given. */
  isOff(name: string): boolean {
    return this.#values.get(name) === false
  }

  /** The option's text, or undefined where it was not given. */
  text(name: string): string | undefined {
    const value = this.#values.get(name)
    return typeof value === 'string' ? value : undefined
  }

  /** The texts of an option that may be given again, in their order; none where it was not given. */
  texts(name: string): readonly string[] {
    const value = this.#values.get(name)
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  }

  /** The option's number, or undefined where it was not given. */
  number(name: string): number | undefined {
    const value = this.#values.get(name)
    return typeof value === 'number' ? value : undefined
  }

  /** The option's time, or undefined where it was not given. */
  time(name: string): Date | undefined {
    const value = this.#values.get(name)
    return value instanceof Date ? value : undefined
  }

  /**
   * The profile that `--profile` names or `--profile-file` describes, or undefined. Both may be given when they agree.
   * @throws Failure `unknown-profile`, `bad-profile-file`, `usage`, and those of a file that can't be read
   */
  profile(): Profile | undefined {
    const file = this.text('profileFile')
    const named = this.#namedProfile()
    return file === undefined ? named : readProfileFile(file, named)
  }

  #namedProfile(): Profile | undefined {
    const name = this.text('profile')
    const profile = name === undefined ? undefined : profileNamed(name)
    if (name === undefined || profile !== undefined) return profile
    const known = profileList.map((each) => each.name)
    throw new Failure(
      'unknown-profile',
      `There is no profile ${JSON.stringify(name)}.${didYouMean(name, known)} There are ${known.join(', ')}.`,
    )
  }
}

/** Adds what every command on a source has. */
export function addSource(command: Command): Command {
  return addProfile(
    addTodos(addSessions(command)),
    'read recordings under this profile, not the one that they name',
    'the same, with the settings of a YAML or JSON file',
  )
}

/** Adds `--todos`, read by `todosWanted`. */
export function addTodos(command: Command): Command {
  return command.option(
    '--todos <where>',
    'also take todos from here: markdown (checklists in files and messages), beads (bd); may be given again',
    severalTexts,
  )
}

/** Adds the source and which of its sessions are meant. */
export function addSessions(command: Command): Command {
  return command
    .argument(
      '[source]',
      'a recorded session, a folder of them, a ledger (*.db), or - for standard input; without it the newest session of this folder',
    )
    .option(
      '--session <id>',
      'only this session of the source, or without one of all agents; the beginning of its id is enough',
    )
}

/** Adds `--no-beside`. */
export function addBeside(command: Command): Command {
  return command.option(
    '--no-beside',
    "leave out the files of a recording's sub-agents that stand beside it; else they are read for the evidence",
  )
}

/** Adds `--profile` and `--profile-file`. */
export function addProfile(command: Command, byName: string, byFile: string): Command {
  return command.option('--profile <name>', byName).option('--profile-file <file>', byFile)
}

/** Adds `--json`. */
export function addJson(command: Command): Command {
  return command.option(
    '--json',
    'print JSON on standard output; a failure prints {"error":{"code","message"}}',
  )
}

/** An option that takes one of some words. */
export function choice(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices)
}

/** Gathers the texts of an option that may be given again. */
export function severalTexts(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text]
}

/** Reads the number of a turn or an event. */
export function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number, such as 12.')
}

const isoTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i

/** Reads a time as ISO 8601 writes it; without a zone it is UTC, as the times that are printed. */
export function isoDate(text: string): Date {
  const given = text.trim().replace(' ', 'T').toUpperCase()
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(given) || !given.includes('T') ? given : `${given}Z`
  const time = new Date(zoned)
  // `2026-02-31` would be taken for a day in March.
  const day = new Date(`${given.slice(0, 10)}T00:00:00Z`)
  const isReal = !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === given.slice(0, 10)
  if (isoTime.test(text.trim()) && isReal && !Number.isNaN(time.getTime())) return time
  throw new InvalidArgumentError('It must be a time such as 2026-01-05T10:00:00Z.')
}
