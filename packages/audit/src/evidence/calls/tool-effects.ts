/** What a tool call did, from the tool's name and its input alone. */

import type { Effect } from '@todo-ledger/core'
import { wordSet } from '../shell/arguments.js'
import { describeShell } from '../shell/description.js'
import { isScratch } from '../shell/file-programs.js'
import { useOfCode } from '../shell/interpreters.js'
import { noOwnChecks, type OwnChecks } from '../shell/own-checks.js'
import { noScripts, type ShownScripts } from '../shell/project-scripts.js'
import { kindsOfName } from '../shell/script-names.js'
import { filesOfPatch } from '../shell/special-commands.js'
import type { CallDescription, CheckKind, CommandDescription, TouchedFile } from './call-description.js'
import { shellSource } from './shell-source.js'
import { distinct, fieldOf, filesIn, textIn } from './tool-input.js'
import { type KnownTools, noTools } from './tool-names.js'

const codeFields = ['code', 'query', 'input', 'script', 'command']
const patchFields = ['input', 'patch', 'diff', 'patchText', 'patch_text', 'content']
const backgroundFields = ['run_in_background', 'is_background', 'isBackground', 'background']

/** What is known when a call is described. */
export interface CallContext {
  /** Checks of the shell in addition to the known ones. */
  readonly own?: OwnChecks
  /** What scripts of the project run, as far as the session showed it. */
  readonly scripts?: ShownScripts
  /** What is known of agents' tools. */
  readonly tools?: KnownTools
}

/**
 * Describes a call from the tool's name and its input as recorded. Never throws; an unknown tool gives `unknown`.
 * @param context what is known beside the general names of tools and commands
 */
export function describeCall(
  name: string,
  input: unknown,
  { own = noOwnChecks, scripts = noScripts, tools = noTools }: CallContext = {},
): CallDescription {
  return describe(name, input, { own, scripts, tools })
}

function describe(name: string, input: unknown, context: Required<CallContext>): CallDescription {
  const kind = context.tools.kindOf(name)
  switch (kind) {
    case 'shell':
      return describeShellCall(input, context)
    case 'patch':
      return plain('write', [...filesOfPatch(textIn(input, patchFields)), ...filesIn(input, 'write')])
    case 'editor': {
      const looks = fieldOf(input, 'command') === 'view'
      return plain(looks ? 'read' : 'write', filesIn(input, looks ? 'read' : 'write'))
    }
    case 'stdin': {
      const typed = fieldOf(input, 'chars') ?? fieldOf(input, 'input')
      return plain(typed === undefined || typed === '' ? 'read' : 'execute', [])
    }
    case 'code':
      return describeCode(input)
    case 'server':
      return describeServerCall(input, context)
    case 'diagnostics':
      return { ...checking(['typecheck', 'lint'], filesIn(input, 'read')), effect: 'read' }
    case 'browser':
    case 'probe':
    case 'database':
      return checking([kind], filesIn(input, 'read'))
    case 'execute':
      return describeExecute(name, input, context)
    case 'unknown':
      return describeUnknown(input, context)
    default:
      return plain(kind, filesIn(input, kind === 'write' ? 'write' : 'read'))
  }
}

function plain(effect: Effect, files: readonly TouchedFile[]): CallDescription {
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
    askedStatuses: [],
  }
}

function checking(checks: readonly CheckKind[], files: readonly TouchedFile[]): CallDescription {
  return {
    ...plain('execute', files),
    checks,
    verify: checks.some((kind) => kind !== 'deploy' && kind !== 'format'),
  }
}

/** A tool that runs something by itself: a command that it was given, else its name says whether that is a check. */
function describeExecute(name: string, input: unknown, context: Required<CallContext>): CallDescription {
  if (name === 'computer') return checking(['browser'], [])
  if (commandText(input) !== null) return describeShellCall(input, context)
  const last = name.slice(Math.max(0, name.lastIndexOf('__'))).replace(/^_*(?:run|execute|exec|invoke)/i, '')
  const checks = kindsOfName(last).filter((kind) => kind !== 'run')
  return checking(checks, filesIn(input, 'read'))
}

/** A tool that no table knows is a shell where what it was given is a command that the tables know. */
function describeUnknown(input: unknown, context: Required<CallContext>): CallDescription {
  const given =
    commandText(input) === null ? null : describeShellCall(input, { ...context, scripts: noScripts })
  return given !== null && (given.checks.length > 0 || given.effect === 'write')
    ? given
    : plain('unknown', filesIn(input, 'read'))
}

/** The text of a command, in the fields that are given to nothing else. */
function commandText(input: unknown): string | null {
  const given =
    fieldOf(input, 'command') ?? fieldOf(input, 'cmd') ?? fieldOf(fieldOf(input, 'task'), 'command')
  return typeof given === 'string' && given !== '' ? given : null
}

/** A tool that runs code of a language. */
function describeCode(input: unknown): CallDescription {
  const use = useOfCode(textIn(input, codeFields))
  if (use.writes) return plain('write', use.files)
  return checking([use.tests ? 'test' : 'run'], [...use.files, ...filesIn(input, 'read')])
}

/** A call that is handed to a tool of a server: what counts is that tool. */
function describeServerCall(input: unknown, context: Required<CallContext>): CallDescription {
  const name = textIn(input, ['tool_name', 'toolName', 'tool', 'name'])
  const server = textIn(input, ['server_name', 'serverName', 'server'])
  if (name === '' || context.tools.kindOf(name) === 'server') return plain('unknown', [])
  const given = fieldOf(input, 'arguments') ?? fieldOf(input, 'args') ?? fieldOf(input, 'input')
  return describe(`mcp__${server}__${name}`, given, { ...context, scripts: noScripts })
}

function describeShellCall(input: unknown, { own, scripts, tools }: Required<CallContext>): CallDescription {
  const source = shellSource(input, tools)
  if (source === null) return plain('execute', [])
  if (source === '' && onlyUpdatesPlan(input, tools)) return plain('think', [])
  const commands = describeShell(source, own, scripts, tools)
  const checks = [...new Set(commands.flatMap((command) => command.checks))]
  const checked = commands.filter((command) => command.verify)
  const filter = checked.find((command) => command.filter !== null)?.filter ?? null
  const work = checked.length > 0 ? checked : commands.filter((command) => command.effect !== 'read')
  const background =
    backgroundFields.some((field) => fieldOf(input, field) === true) ||
    (work.length > 0 &&
      work.every((command) => command.background) &&
      // What runs in the foreground beside it waits for it: a subscriber, a watcher of its output.
      !commands.some(
        (command) => command.effect === 'execute' && !command.background && command.program !== 'sleep',
      ))
  return {
    effect: effectOf(commands),
    verify: checked.length > 0,
    checks,
    files: distinct(commands.flatMap((command) => command.files)),
    commands,
    filtered: filter !== null,
    filter,
    statusHidden: commands.some(
      (command) => command.statusHidden && (command.verify || command.checks.includes('deploy')),
    ),
    background,
    askedStatuses: checks.length === 0 ? [] : askedStatuses(source, input, commands),
  }
}

/** Programs whose arguments say what an answer is held against. */
const compares = wordSet('grep egrep fgrep rg test [ [[ echo printf case awk jq')
const comment = /(?:^|\s)#([^\n]{1,200})/g
const failedStatus = /(?<![\w.:/-])[45]\d\d(?![\w.%-]|\s?(?:ms|s|lines?|px|kb)\b)/g

/** The statuses in a line's comments, in what the call says of itself, and in what its answers are held against. */
function askedStatuses(
  source: string,
  input: unknown,
  commands: readonly CommandDescription[],
): readonly number[] {
  const said = [
    ...[...source.slice(0, 20_000).matchAll(comment)].map((match) => match[1] ?? ''),
    textIn(fieldOf(input, 'description'), []).slice(0, 400),
    ...commands.flatMap(({ program, words }) => (compares.has(program) ? words.slice(1) : [])),
  ]
  const found = said.flatMap((text) =>
    [...text.slice(0, 400).matchAll(failedStatus)].map(([code]) => Number(code)),
  )
  return [...new Set(found)].slice(0, 20)
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

/** True for a program that does nothing but update the plan: no work of its own. */
function onlyUpdatesPlan(input: unknown, tools: KnownTools): boolean {
  const program = typeof input === 'string' ? input : fieldOf(input, 'input')
  return typeof program === 'string' && tools.programIn(program)?.onlyUpdatesPlan === true
}
