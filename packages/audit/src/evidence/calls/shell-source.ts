/** The shell line that a call of a shell tool holds, in the shapes of the agents. */

import { filesOfPatch } from '../shell/special-commands.js'
import { fieldOf, isText } from './tool-input.js'

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

/** The shell line of a call: a text, the words of a command, several lines, or lines inside a program of Codex. */
export function shellSource(input: unknown): string | null {
  if (typeof input === 'string') return input.includes('tools.') ? linesInProgram(input) : input
  if (Array.isArray(input)) return wordsAsLine(input)
  for (const field of commandFields) {
    const value = fieldOf(input, field)
    if (typeof value === 'string') {
      if (field === 'command') return lineOfProgram(value, fieldOf(input, 'args'))
      return value.includes('tools.') && field === 'input' ? linesInProgram(value) : value
    }
    if (Array.isArray(value))
      return field === 'commands' ? value.flatMap(lineOfEntry).join('\n') : wordsAsLine(value)
  }
  const task = fieldOf(input, 'task')
  return typeof task === 'object' && task !== null ? shellSource(task) : null
}

/** Cline's `run_commands` takes lines, and programs with their words. */
function lineOfEntry(entry: unknown): readonly string[] {
  if (isText(entry)) return [entry]
  const command = fieldOf(entry, 'command')
  return isText(command) ? [lineOfProgram(command, fieldOf(entry, 'args'))] : []
}

function lineOfProgram(command: string, words: unknown): string {
  return Array.isArray(words) && words.some(isText) ? `${command} ${wordsAsLine(words)}` : command
}

/** True for a program of Codex that does nothing but update the plan: no work of its own. */
export function onlyUpdatesPlan(input: unknown): boolean {
  const program = typeof input === 'string' ? input : fieldOf(input, 'input')
  if (typeof program !== 'string' || !program.includes('tools.update_plan')) return false
  const tools = [...program.slice(0, longestProgram).matchAll(/\btools\.(\w{1,60})/g)]
  return tools.every(([, tool]) => tool === 'update_plan')
}

function wordsAsLine(words: readonly unknown[]): string {
  return words
    .filter(isText)
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ')
}

const commandLiteral =
  /\b(?:cmd|command)["']?\s{0,4}:\s{0,4}("(?:[^"\\]|\\.){0,20000}"|'(?:[^'\\]|\\.){0,20000}'|`(?:[^`\\]|\\.){0,20000}`)/g
const longestProgram = 100_000

/** The shell lines that a program given to Codex's `exec` tool holds as literals: `tools.exec_command({ cmd: "…" })`. */
function linesInProgram(program: string): string {
  const seen = program.slice(0, longestProgram)
  const lines = [...seen.matchAll(commandLiteral)].map((match) => unescaped((match[1] ?? '').slice(1, -1)))
  if (seen.includes('tools.apply_patch')) {
    lines.push(
      ...filesOfPatch(seen.replaceAll('\\n', '\n')).map((file) => `touch '${file.path.replaceAll("'", '')}'`),
    )
  }
  return lines.join('\n')
}

function unescaped(literal: string): string {
  return literal.replace(/\\(.)/gs, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char))
}
