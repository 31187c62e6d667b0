/** The shell line that a call of a shell tool holds, in the shapes of the agents. */

import { fieldOf, isText } from './tool-input.js'
import { type KnownTools, noTools } from './tool-names.js'

const commandFields = [
  'command',
  'cmd',
  'CommandLine',
  'commandLine',
  'cli_command',
  'script',
  'commands',
  'code',
  'input',
]

/** The shell line of a call: a text, the words of a command, several lines, or lines inside a program. */
export function shellSource(input: unknown, tools: KnownTools = noTools): string | null {
  if (typeof input === 'string') return tools.programIn(input)?.lines ?? input
  if (Array.isArray(input)) return wordsAsLine(input)
  for (const field of commandFields) {
    const value = fieldOf(input, field)
    if (typeof value === 'string') {
      if (field === 'command') return lineOfProgram(value, fieldOf(input, 'args'))
      return (field === 'input' ? tools.programIn(value)?.lines : undefined) ?? value
    }
    if (Array.isArray(value))
      return field === 'commands' ? value.flatMap(lineOfEntry).join('\n') : wordsAsLine(value)
  }
  const task = fieldOf(input, 'task')
  return typeof task === 'object' && task !== null ? shellSource(task, tools) : null
}

/** Several commands are lines, and programs with their words. */
function lineOfEntry(entry: unknown): readonly string[] {
  if (isText(entry)) return [entry]
  const command = fieldOf(entry, 'command')
  return isText(command) ? [lineOfProgram(command, fieldOf(entry, 'args'))] : []
}

function lineOfProgram(command: string, words: unknown): string {
  return Array.isArray(words) && words.some(isText) ? `${command} ${wordsAsLine(words)}` : command
}

function wordsAsLine(words: readonly unknown[]): string {
  return words
    .filter(isText)
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ')
}
