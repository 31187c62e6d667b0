/** What completion offers for a command line. */

import { Command, type Option } from 'commander'
import type { KnownCommand } from '../command.js'
import type { Host } from '../host.js'
import { severalTexts } from '../options.js'
import type { Candidate, Offer } from './candidate.js'
import { type CommandLine, readCommandLine } from './command-line.js'
import { offeredSessions } from './offered-sessions.js'
import { offerForArgument, offerForOption } from './value-offers.js'

/**
 * What the word that is being typed can become.
 * @param before the words before it, without the program's name
 * @param current the word, as far as it is typed
 */
export async function offerFor(
  before: readonly string[],
  current: string,
  commands: readonly KnownCommand[],
  host: Pick<Host, 'cwd' | 'env'>,
): Promise<Offer> {
  const [name, ...words] = before.filter((word, index) => index > 0 || !word.startsWith('-'))
  if (name === undefined) {
    return beginningWith(current, current.startsWith('-') ? optionsOfTheProgram : commandNames(commands))
  }
  if (name === 'help') return words.length === 0 ? beginningWith(current, commandNames(commands)) : []
  const known = commands.find((each) => each.name === name)
  if (known === undefined) return []
  const command = await loaded(known)
  const line = readCommandLine(command, words, current)
  const offer = await offerAt(command, line, host)
  return offer === 'files' ? offer : beginningWith(line.start, offer).map((each) => inWord(each, line))
}

const help: Candidate = { word: '--help', means: 'print this help' }
const optionsOfTheProgram: readonly Candidate[] = [{ word: '--version', means: 'print the version' }, help]

function commandNames(commands: readonly KnownCommand[]): readonly Candidate[] {
  const names = commands.map(({ name, summary }) => ({ word: name, means: summary }))
  return [...names, { word: 'help', means: 'print the help of a command' }]
}

async function loaded({ name, load }: KnownCommand): Promise<Command> {
  const command = new Command(name)
  const { declare } = await load()
  declare(command)
  return command
}

async function offerAt(command: Command, line: CommandLine, host: Pick<Host, 'cwd' | 'env'>): Promise<Offer> {
  const { typed, given, words } = line
  switch (typed.kind) {
    case 'option': {
      const open = command.options.filter(
        (option) => !option.hidden && (!given.has(option) || isForSeveral(option)),
      )
      return [...open.map((option) => ({ word: option.long ?? '', means: option.description })), help]
    }
    case 'value': {
      const offer = offerForOption(typed.option)
      return offer === 'sessions' ? offeredSessions(words[0], host) : offer
    }
    case 'word': {
      const argument = command.registeredArguments[typed.place]
      return argument === undefined ? [] : offerForArgument(argument)
    }
  }
}

/** True for an option that may be given again. */
function isForSeveral(option: Option): boolean {
  return option.parseArg === severalTexts
}

function beginningWith(start: string, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(start))
}

function inWord({ word, means }: Candidate, { typed }: CommandLine): Candidate {
  return { word: typed.kind === 'value' ? `${typed.before}${word}` : word, means }
}
