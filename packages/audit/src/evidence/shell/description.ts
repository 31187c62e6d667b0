/** What a whole shell line did: each command in order, and what its status and output still say of its checks. */

import type { CheckFilter, CheckKind, CommandDescription } from '../calls/call-description.js'
import { baseName } from './arguments.js'
import type { CommandUse } from './command-use.js'
import { useOfCommand } from './commands.js'
import { isScratch } from './file-programs.js'
import { filterOfWords, filtersAfter } from './filters.js'
import { noOwnChecks, type OwnChecks } from './own-checks.js'
import {
  failsToo,
  forgetChecks,
  keepLogs,
  passesStatus,
  pipesInstaller,
  programOf,
  shells,
  swallowing,
  swallows,
  telling,
  tellsStatus,
  textOf,
} from './pipelines.js'
import { noScripts, type ShownScripts } from './project-scripts.js'
import { filesOfRedirects, filterOfRedirects } from './redirects.js'
import { type ScriptUse, useOfScripts } from './script-use.js'
import {
  parseShell,
  type ShellCommand,
  type ShellGroup,
  type ShellList,
  type ShellPipeline,
  type ShellRedirect,
} from './syntax.js'
import { unwrap } from './wrappers.js'

/** What surrounds a command and bears on what its status and output say. */
interface Surroundings {
  readonly statusHidden: boolean
  readonly background: boolean
  readonly filter: CheckFilter | null
  /** True inside `$(…)`, whose commands give text to another. */
  readonly substituted: boolean
  readonly depth: number
  /** True where the line goes on to print the status. */
  readonly statusTold: boolean
  readonly own: OwnChecks
  readonly scripts: ShownScripts
  /** How many more scripts are looked into. */
  readonly budget: { left: number }
}

/** What is switched on as the line goes along. */
interface Settings {
  pipefail: boolean
  errexit: boolean
}

const deepestScript = 6
const looksAtAnswers: ReadonlySet<CheckKind> = new Set(['run', 'probe', 'browser', 'database'])
const mostCommands = 500
/** Scripts that are looked into for one shell line. */
const mostScripts = 60
const longestScript = 200_000

/**
 * Each simple command of a shell line, in order, those of substitutions first. Linear in its length; never throws.
 * @param own checks besides the known ones
 * @param scripts what scripts of the project run, as far as the session showed it
 */
export function describeShell(
  source: string,
  own: OwnChecks = noOwnChecks,
  scripts: ShownScripts = noScripts,
): readonly CommandDescription[] {
  return describeLine(source, own, scripts, 0, { left: mostScripts })
}

function describeLine(
  source: string,
  own: OwnChecks,
  scripts: ShownScripts,
  depth: number,
  budget: { left: number },
): readonly CommandDescription[] {
  const found: CommandDescription[] = []
  const around: Surroundings = {
    statusHidden: false,
    background: false,
    filter: null,
    substituted: false,
    depth,
    statusTold: false,
    own,
    scripts,
    budget,
  }
  describeList(parseShell(source.slice(0, longestScript)), around, { pipefail: false, errexit: false }, found)
  return found
}

function describeList(
  list: ShellList,
  around: Surroundings,
  settings: Settings,
  found: CommandDescription[],
): void {
  list.forEach((pipeline, index) => {
    if (found.length >= mostCommands) return
    describePipeline(pipeline, followedBy(list, index, around, settings), settings, found)
  })
}

/** How what follows a pipeline bears on its status. */
function followedBy(list: ShellList, index: number, around: Surroundings, settings: Settings): Surroundings {
  let at = index
  for (;;) {
    const pipeline = list[at]
    const next = list[at + 1]
    if (pipeline === undefined || next === undefined) break
    if (pipeline.connector === '&') return { ...around, statusHidden: true, background: true }
    if (pipeline.connector === '||' && !failsToo(next)) {
      const filter = swallows(next) ? { kind: 'status' as const, text: textOf(next, '||') } : around.filter
      return { ...around, statusHidden: true, filter }
    }
    if (pipeline.connector === ';' && !settings.errexit && !passesStatus(next)) {
      const last = at + 2 === list.length && programOf(next) !== null && swallowing.has(programOf(next) ?? '')
      return {
        ...around,
        statusHidden: true,
        statusTold: tellsStatus(next),
        filter: last ? { kind: 'status', text: textOf(next, ';') } : around.filter,
      }
    }
    at += 1
  }
  const background = list[at]?.connector === '&'
  const condition = list[index]?.condition === true
  return {
    ...around,
    statusHidden: around.statusHidden || background || condition,
    background: around.background || background,
  }
}

function describePipeline(
  pipeline: ShellPipeline,
  around: Surroundings,
  settings: Settings,
  found: CommandDescription[],
): void {
  const filters = filtersAfter(pipeline)
  const start = found.length
  pipeline.stages.forEach((stage, index) => {
    if (found.length >= mostCommands) return
    const last = index === pipeline.stages.length - 1
    const statusHidden = around.statusHidden || (!last && !settings.pipefail)
    const here = { ...around, statusHidden, filter: filters[index] ?? around.filter }
    if (stage.kind === 'group') describeGroup(stage, here, settings, found)
    else describeCommand(stage, here, settings, found)
  })
  if (pipeline.stages.length > 1) keepLogs(start, found)
  if (pipesInstaller(pipeline)) forgetChecks(start, found)
}

function describeGroup(
  group: ShellGroup,
  around: Surroundings,
  settings: Settings,
  found: CommandDescription[],
): void {
  describeList(
    group.list,
    { ...around, filter: droppedBy(group.redirects, around) ?? around.filter },
    settings,
    found,
  )
  const files = filesOfRedirects(group.redirects)
  if (files.some((file) => file.access === 'write')) {
    found.push({ ...empty, effect: 'write', files, statusHidden: around.statusHidden })
  }
}

const empty: CommandDescription = {
  words: [],
  program: '',
  effect: 'read',
  checks: [],
  verify: false,
  files: [],
  housekeeping: false,
  filter: null,
  statusHidden: false,
  background: false,
}

function describeCommand(
  command: ShellCommand,
  around: Surroundings,
  settings: Settings,
  found: CommandDescription[],
): void {
  for (const list of command.substitutions) {
    describeList(list, { ...around, statusHidden: true, substituted: true }, { ...settings }, found)
  }
  noteSettings(command.words, settings)
  const input = command.redirects.find((redirect) => redirect.body !== null)?.body ?? null
  const inner = unwrap(command.words)
  const here = { ...around, background: around.background || inner.background }
  const shell =
    shells.has(baseName(inner.words[0] ?? '')) &&
    input !== null &&
    inner.words.every((word, index) => index === 0 || /^-[a-z]*$/.test(word))
  const scripts = shell && input !== null ? [input] : inner.scripts
  if (scripts.length > 0 && around.depth < deepestScript) {
    for (const script of scripts) {
      const nested = {
        ...here,
        depth: around.depth + 1,
        filter: droppedBy(command.redirects, around) ?? here.filter,
      }
      describeList(parseShell(script), nested, { ...settings }, found)
    }
    return
  }
  for (const words of inner.commands) found.push(describeWords(words, null, [], here))
  if (command.words.length > 0 || command.redirects.length > 0) {
    found.push(describeWords(inner.words, input, command.redirects, here))
  }
}

function noteSettings(words: readonly string[], settings: Settings): void {
  if (words[0] !== 'set') return
  for (const word of words) {
    if (/^-[a-z]*e[a-z]*$/.test(word)) settings.errexit = true
    if (word === 'pipefail') settings.pipefail = true
  }
}

function describeWords(
  words: readonly string[],
  input: string | null,
  redirects: readonly ShellRedirect[],
  around: Surroundings,
): CommandDescription {
  const named = around.own.useOf(words) ?? useOfCommand(words, input)
  const inner = scriptUseOf(named, around)
  const use = inner?.use ?? named
  const redirected = filesOfRedirects(redirects)
  const program = baseName(words[0] ?? '')
  const writes = redirected.some(
    (file) => file.access === 'write' && (!isScratch(file.path) || input !== null || telling.has(program)),
  )
  const check = use.checks.length > 0
  // A word in backticks is often no command at all; one that is unknown changes nothing.
  const effect = use.guessed && around.substituted ? 'read' : use.effect
  return {
    words,
    program,
    effect: writes && effect === 'read' ? 'write' : effect,
    checks: use.checks,
    verify: use.verify,
    files: [...use.files, ...redirected],
    housekeeping: use.housekeeping && !writes,
    filter: check ? (filterOf(words, redirects, use, around) ?? inner?.filter ?? null) : null,
    statusHidden: around.statusHidden || (inner?.filter ?? null) !== null,
    background: around.background,
  }
}

/** What scripts that the command runs by name were shown to run; null where the names must do. */
function scriptUseOf(use: CommandUse, around: Surroundings): ScriptUse | null {
  const { own, scripts, depth, budget } = around
  if (use.scripts === undefined || use.scripts.length === 0 || depth >= deepestScript || budget.left <= 0)
    return null
  return useOfScripts(use, use.scripts, scripts, (line) => {
    budget.left -= 1
    return describeLine(line, own, scripts, depth + 1, budget)
  })
}

function filterOf(
  words: readonly string[],
  redirects: readonly ShellRedirect[],
  use: CommandUse,
  around: Surroundings,
): CheckFilter | null {
  const filter = around.filter ?? droppedBy(redirects, around) ?? filterOfWords(words, use.checks)
  // To look for something in what a program or a system answers is the check itself.
  return filter?.kind === 'lines' && use.checks.every((kind) => looksAtAnswers.has(kind)) ? null : filter
}

/** Output that goes nowhere while the status is hidden too. */
function droppedBy(redirects: readonly ShellRedirect[], around: Surroundings): CheckFilter | null {
  return around.statusHidden && !around.statusTold ? filterOfRedirects(redirects) : null
}
