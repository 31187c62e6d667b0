/** A command line that is being typed, taken apart as far as completion needs it. */

import type { Command, Option } from 'commander'

/** What is being typed. */
export type Typed =
  | {
      /** The name of an option. */
      readonly kind: 'option'
    }
  | {
      /** The value of an option. */
      readonly kind: 'value'
      /** The option. */
      readonly option: Option
      /** What stands before the value in the same word: `--format=`; or nothing. */
      readonly before: string
    }
  | {
      /** A word that is no option. */
      readonly kind: 'word'
      /** How many such words stand before it. */
      readonly place: number
    }

/** A command line, its last word unfinished. */
export interface CommandLine {
  /** What is being typed. */
  readonly typed: Typed
  /** As much of it as there is, without what stands before it in the same word. */
  readonly start: string
  /** The words before it that are no options. */
  readonly words: readonly string[]
  /** The options that were given before it. */
  readonly given: ReadonlySet<Option>
}

/**
 * Reads a command line.
 * @param before the words behind the command's name, before the one that is being typed; bash makes `=` a word of its own
 * @param current the word that is being typed
 */
export function readCommandLine(command: Command, before: readonly string[], current: string): CommandLine {
  const words: string[] = []
  const given = new Set<Option>()
  let expecting: Option | null = null
  let isOver = false
  for (const word of before) {
    if (word === '=' && expecting !== null) continue
    if (expecting !== null) expecting = null
    else if (word === '--') isOver = true
    else if (!isOver && isOption(word)) {
      const [name = ''] = word.split('=')
      const option = optionNamed(command, name)
      if (option === undefined) continue
      given.add(option)
      if (takesValue(option) && !word.includes('=')) expecting = option
    } else words.push(word)
  }
  const line = { words, given }
  if (expecting !== null) {
    return {
      ...line,
      typed: { kind: 'value', option: expecting, before: '' },
      start: current === '=' ? '' : current,
    }
  }
  if (isOver || !current.startsWith('-') || current === '-') {
    const typed: Typed =
      current === '-' && !isOver ? { kind: 'option' } : { kind: 'word', place: words.length }
    return { ...line, typed, start: current }
  }
  const equals = current.indexOf('=')
  const option = equals === -1 ? undefined : optionNamed(command, current.slice(0, equals))
  if (option === undefined) return { ...line, typed: { kind: 'option' }, start: current }
  const name = current.slice(0, equals + 1)
  return { ...line, typed: { kind: 'value', option, before: name }, start: current.slice(equals + 1) }
}

function isOption(word: string): boolean {
  return word.startsWith('-') && word !== '-'
}

function optionNamed(command: Command, name: string): Option | undefined {
  return command.options.find((option) => option.long === name || option.short === name)
}

function takesValue(option: Option): boolean {
  return option.required || option.optional
}
