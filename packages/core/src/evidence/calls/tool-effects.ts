/** What a tool call did, from the tool's name and its input alone. */

import type { Effect } from '../../events.js'
import { filesOfPatch } from '../shell/commands.js'
import { describeShell } from '../shell/description.js'
import { isScratch } from '../shell/file-programs.js'
import { kindsOfName } from '../shell/script-names.js'
import type { CallDescription, CheckKind, CommandDescription, TouchedFile } from './call-description.js'
import { kindOfTool, type ToolKind } from './tool-names.js'

const pathFields = [
  'file_path',
  'filePath',
  'path',
  'notebook_path',
  'absolute_path',
  'target_file',
  'relative_path',
  'file',
  'filename',
  'file_name',
  'dir_path',
  'directory',
  'paths',
  'file_paths',
  'files',
]
const commandFields = ['command', 'cmd', 'script', 'commands', 'code', 'input']
const patchFields = ['input', 'patch', 'diff', 'patchText', 'patch_text', 'content']
const backgroundFields = ['run_in_background', 'is_background', 'isBackground', 'background']
const mostFiles = 100
const longestPath = 1000

/** Describes a call from the tool's name and its input as recorded. Never throws; an unknown tool gives `unknown`. */
export function describeCall(name: string, input: unknown): CallDescription {
  const kind = kindOfTool(name)
  switch (kind) {
    case 'shell':
      return describeShellCall(input)
    case 'patch':
      return plain('write', [...filesOfPatch(textIn(input, patchFields)), ...filesIn(input, 'write')])
    case 'editor': {
      const looks = fieldOf(input, 'command') === 'view'
      return plain(looks ? 'read' : 'write', filesIn(input, looks ? 'read' : 'write'))
    }
    case 'stdin':
      return plain(fieldOf(input, 'chars') === '' ? 'read' : 'execute', [])
    case 'browser':
    case 'database':
      return checking([kind], filesIn(input, 'read'))
    case 'execute':
      return describeExecute(name, input)
    default:
      return plain(kind, filesIn(input, kind === 'write' ? 'write' : 'read'))
  }
}

function plain(effect: Exclude<ToolKind, 'shell'> & Effect, files: readonly TouchedFile[]): CallDescription {
  return {
    effect,
    verify: false,
    checks: [],
    files,
    commands: [],
    filtered: false,
    filter: null,
    statusHidden: false,
    background: false,
  }
}

function checking(checks: readonly CheckKind[], files: readonly TouchedFile[]): CallDescription {
  return {
    ...plain('execute', files),
    checks,
    verify: checks.some((kind) => kind !== 'deploy' && kind !== 'format'),
  }
}

/** A tool that runs something by itself: its name says whether that is a check. */
function describeExecute(name: string, input: unknown): CallDescription {
  if (name === 'computer') return checking(['browser'], [])
  const last = name.slice(Math.max(0, name.lastIndexOf('__'))).replace(/^_*(?:run|execute|exec|invoke)/i, '')
  const checks = kindsOfName(last).filter((kind) => kind !== 'run')
  return checking(checks, filesIn(input, 'read'))
}

function describeShellCall(input: unknown): CallDescription {
  const source = shellSource(input)
  if (source === null) return plain('execute', [])
  const commands = describeShell(source)
  const checks = [...new Set(commands.flatMap((command) => command.checks))]
  const checked = commands.filter((command) => command.verify)
  const filter = checked.find((command) => command.filter !== null)?.filter ?? null
  const work = checked.length > 0 ? checked : commands.filter((command) => command.effect !== 'read')
  const background =
    backgroundFields.some((field) => fieldOf(input, field) === true) ||
    (work.length > 0 && work.every((command) => command.background))
  return {
    effect: effectOf(commands),
    verify: checked.length > 0,
    checks,
    files: distinct(commands.flatMap((command) => command.files)),
    commands,
    filtered: filter !== null,
    filter,
    statusHidden: checked.some((command) => command.statusHidden),
    background,
  }
}

/**
 * The strongest effect of a line: changing files of the work wins over executing, executing over writes that are thrown
 * away or change no content (`mkdir`, `rm`, files in /tmp), and any write over reading. So `rm -rf dist && npm run build`
 * executes, and a script that is written to /tmp and run does too, while `sed -i … && npm test` writes.
 */
function effectOf(commands: readonly CommandDescription[]): Effect {
  const writes = commands.filter((command) => command.effect === 'write')
  if (writes.some((command) => !command.housekeeping && !onlyScratch(command.files))) return 'write'
  if (commands.some((command) => command.effect === 'execute')) return 'execute'
  if (writes.length > 0) return 'write'
  return commands.length > 0 ? 'read' : 'unknown'
}

function onlyScratch(files: readonly TouchedFile[]): boolean {
  const written = files.filter((file) => file.access === 'write')
  return written.length > 0 && written.every((file) => isScratch(file.path))
}

function distinct(files: readonly TouchedFile[]): readonly TouchedFile[] {
  const found = new Map<string, TouchedFile>()
  for (const file of files) {
    if (found.size >= mostFiles) break
    if (file.path.length <= longestPath) found.set(`${file.access} ${file.path}`, file)
  }
  return [...found.values()]
}

/** The shell line of a call: a text, the words of a command, several lines, or lines inside a program of Codex. */
function shellSource(input: unknown): string | null {
  if (typeof input === 'string') return input.includes('tools.') ? linesInProgram(input) : input
  if (Array.isArray(input)) return wordsAsLine(input)
  for (const field of commandFields) {
    const value = fieldOf(input, field)
    if (typeof value === 'string')
      return value.includes('tools.') && field === 'input' ? linesInProgram(value) : value
    if (Array.isArray(value))
      return field === 'commands' ? value.filter(isText).join('\n') : wordsAsLine(value)
  }
  return null
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
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

/** A field of an input that may be anything; undefined where it is none of its own. */
function fieldOf(input: unknown, field: string): unknown {
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, field)) return undefined
  return Object.getOwnPropertyDescriptor(input, field)?.value
}

function textIn(input: unknown, fields: readonly string[]): string {
  if (typeof input === 'string') return input
  for (const field of fields) {
    const value = fieldOf(input, field)
    if (typeof value === 'string') return value
  }
  return ''
}

function filesIn(input: unknown, access: 'read' | 'write'): readonly TouchedFile[] {
  const found: TouchedFile[] = []
  for (const field of pathFields) {
    const value = fieldOf(input, field)
    const paths = Array.isArray(value)
      ? value.map((one) => (isText(one) ? one : textIn(one, pathFields)))
      : [value]
    for (const path of paths) if (isText(path) && path !== '') found.push({ path, access })
  }
  return distinct(found)
}
