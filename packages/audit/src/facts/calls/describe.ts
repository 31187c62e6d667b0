/** What a tool call did, from the tool's name and its input alone. */

import type { Effect } from '@todo-ledger/core'
import { filesOfPatch } from '../shell/command.js'
import { useOfCode } from '../shell/interpreters.js'
import { describeShell, type ShellContext } from '../shell/line.js'
import { noOwnChecks } from '../shell/own-checks.js'
import { kindsOfName } from '../shell/script-names.js'
import { isScratch } from '../shell/words.js'
import { lineInShells } from '../shell/wrappers.js'
import type { CallDescription, CheckKind, CommandDescription, TouchedFile } from './call.js'
import { distinct, fieldOf, filesIn, isText, shellSource, textIn } from './input.js'
import { noTools } from './tool-names.js'

const codeFields = ['code', 'query', 'input', 'script', 'command']
const patchFields = ['input', 'patch', 'diff', 'patchText', 'patch_text', 'content']
const backgroundFields =
  'run_in_background runInBackground is_background isBackground background detach'.split(' ')

/**
 * Describes a call from the tool's name and its input as recorded. Never throws; an unknown tool gives `unknown`.
 * @param context what is known beside the general names of tools and commands
 */
export function describeCall(
  name: string,
  input: unknown,
  { own = noOwnChecks, tools = noTools }: ShellContext = {},
): CallDescription {
  const known = typeof input === 'object' && input !== null ? described.get(input) : undefined
  if (known?.name === name && known.own === own && known.tools === tools) return known.description
  const plain = describe(name, input, { own, tools })
  const background = backgroundFields.some((field) => fieldOf(input, field) === true)
  const description = background ? { ...plain, background } : plain
  if (typeof input === 'object' && input !== null) described.set(input, { name, own, tools, description })
  return description
}

/** The audit asks what a call did, and so does whoever tells its result. */
const described = new WeakMap<
  object,
  Required<ShellContext> & { readonly name: string; readonly description: CallDescription }
>()

function describe(name: string, input: unknown, context: Required<ShellContext>): CallDescription {
  const kind = context.tools.kindOf(name)
  switch (kind) {
    case 'shell':
      return describeShellCall(input, context)
    case 'patch':
      return plain('write', [...filesOfPatch(textIn(input, patchFields)), ...filesIn(input, 'write')])
    case 'editor': {
      const access = fieldOf(input, 'command') === 'view' ? 'read' : 'write'
      return plain(access, filesIn(input, access))
    }
    case 'stdin': {
      const typed = fieldOf(input, 'chars') ?? fieldOf(input, 'input')
      const isLook = typed === undefined || typed === ''
      return { ...plain(isLook ? 'read' : 'execute', []), opaque: !isLook }
    }
    case 'code': {
      const use = useOfCode(textIn(input, codeFields))
      if (use.writes) return { ...plain('write', use.files), opaque: true }
      const files = [...use.files, ...filesIn(input, 'read')]
      return { ...checking([use.tests ? 'test' : 'run'], files), opaque: !use.tests }
    }
    case 'diagnostics':
      return { ...checking(['typecheck', 'lint'], filesIn(input, 'read')), effect: 'read' }
    case 'browser':
    case 'probe':
    case 'database':
      return checking([kind], filesIn(input, 'read'))
    case 'execute': {
      if (commandText(input) !== null) return describeShellCall(input, context)
      // The name of a tool that runs something says whether that is a check.
      const last = name
        .slice(Math.max(0, name.lastIndexOf('__')))
        .replace(/^_*(?:run|execute|exec|invoke)/i, '')
      const checks = kindsOfName(last).filter((one) => one !== 'run')
      return { ...checking(checks, filesIn(input, 'read')), opaque: checks.length === 0 }
    }
    case 'unknown': {
      // A tool that no table knows is a shell where what it was given is a command that the tables know.
      const given = commandText(input) === null ? null : describeShellCall(input, context)
      const isShell = given !== null && (given.checks.length > 0 || given.effect === 'write')
      return isShell ? given : plain('unknown', filesIn(input, 'read'))
    }
    default:
      return plain(kind, filesIn(input, kind === 'write' ? 'write' : 'read'))
  }
}

function plain(effect: Effect, files: readonly TouchedFile[]): CallDescription {
  return {
    effect,
    line: null,
    commands: [],
    checks: [],
    deeds: [],
    verify: false,
    dry: false,
    // What a sub-agent or an unknown tool ran is not in this log.
    opaque: effect === 'delegate' || effect === 'unknown',
    files,
    filter: null,
    statusHidden: false,
    background: false,
  }
}

function checking(checks: readonly CheckKind[], files: readonly TouchedFile[]): CallDescription {
  const verify = checks.some((kind) => kind !== 'deploy' && kind !== 'format')
  return { ...plain('execute', files), checks, verify }
}

/** The text of a command, in the fields that are given to nothing else. */
function commandText(input: unknown): string | null {
  const given = [input, fieldOf(input, 'task')].flatMap((one) => [
    fieldOf(one, 'command'),
    fieldOf(one, 'cmd'),
  ])
  return given.find((text): text is string => isText(text) && text !== '') ?? null
}

function describeShellCall(input: unknown, context: Required<ShellContext>): CallDescription {
  const source = shellSource(input, context.tools)
  if (source === null) return plain('execute', [])
  const program = isText(input) ? input : fieldOf(input, 'input')
  // A program that does nothing but update the plan is no work of its own.
  if (source === '' && isText(program) && context.tools.programIn(program)?.onlyUpdatesPlan === true)
    return plain('think', [])
  const commands = describeShell(source, context)
  const done = commands.filter(({ dry }) => !dry)
  const checks = [...new Set(done.flatMap((command) => command.checks))]
  const deeds = [...new Set(done.flatMap(({ deed }) => deed ?? []))]
  const checked = commands.filter(({ verify }) => verify)
  const acting = done.filter(({ verify, deed }) => verify || deed !== null)
  const work = checked.length > 0 ? checked : commands.filter(({ effect }) => effect !== 'read')
  // What runs in the foreground beside it waits for it: a subscriber, a watcher of its output.
  const isWaitedFor = commands.some(
    ({ effect, background, program }) => effect === 'execute' && !background && program !== 'sleep',
  )
  return {
    effect: effectOf(commands),
    line: lineInShells(source),
    commands,
    checks,
    deeds,
    verify: checked.length > 0,
    dry:
      checks.length + deeds.length === 0 &&
      commands.some((one) => one.dry && (one.checks.length > 0 || one.deed !== null)),
    opaque: done.some(({ opaque, effect }) => opaque && effect !== 'read'),
    files: distinct(commands.flatMap(({ files }) => files)),
    filter: checked.find(({ filter }) => filter !== null)?.filter ?? null,
    statusHidden: acting.some(({ statusHidden }) => statusHidden),
    background: work.length > 0 && work.every((command) => command.background) && !isWaitedFor,
  }
}

/**
 * The strongest effect of a line: changing files of the work wins over executing, executing over writes that are thrown
 * away or change no content (`mkdir`, `rm`, files in /tmp), and any write over reading. So `rm -rf dist && npm run build`
 * executes, and a script that is written to /tmp and run does too, while `sed -i … && npm test` writes.
 */
function effectOf(commands: readonly CommandDescription[]): Effect {
  const isThrownAway = ({ files, housekeeping }: CommandDescription) => {
    const written = files.filter(({ access }) => access === 'write')
    return housekeeping || (written.length > 0 && written.every(({ path }) => isScratch(path)))
  }
  const writes = commands.filter(({ effect }) => effect === 'write')
  if (writes.some((command) => !isThrownAway(command))) return 'write'
  if (commands.some(({ effect }) => effect === 'execute')) return 'execute'
  if (writes.length > 0) return 'write'
  return commands.length > 0 ? 'read' : 'unknown'
}
