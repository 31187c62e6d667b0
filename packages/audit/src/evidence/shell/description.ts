/** What a whole shell line did: each command in order, and what its status and output still say of its checks. */

import { sharedData } from '../../compact/detached.js'
import type { CheckFilter, CheckKind, CommandDescription, TouchedFile } from '../calls/call-description.js'
import { type KnownTools, noTools } from '../calls/tool-names.js'
import { baseName, wordSet } from './arguments.js'
import type { CommandUse, NamedScript } from './command-use.js'
import { useOfCommand } from './commands.js'
import { isScratch } from './file-programs.js'
import { filterOfRedirects, filterOfWords, filtersAfter } from './filters.js'
import { noOwnChecks, type OwnChecks } from './own-checks.js'
import { noScripts, type ScriptUse, type ShownScripts, useOfScripts } from './project-scripts.js'
import { standInsOf } from './stand-ins.js'
import {
  parseShell,
  type ShellCommand,
  type ShellGroup,
  type ShellList,
  type ShellPipeline,
  type ShellRedirect,
} from './syntax.js'
import { shells, unwrap } from './wrappers.js'

/** What surrounds a command and bears on what its status and output say. */
interface Surroundings {
  readonly statusHidden: boolean
  readonly background: boolean
  /** Names that are no tools here. */
  readonly standIns: ReadonlySet<string>
  readonly outputHidden: boolean
  readonly outputFiles: readonly string[]
  readonly printsAfterSuccess: string | null
  readonly printsAfterFailure: string | null
  readonly filter: CheckFilter | null
  /** True inside `$(…)`, whose commands give text to another. */
  readonly substituted: boolean
  readonly depth: number
  /** True where the line goes on to print the status. */
  readonly statusPrinted: boolean
  readonly own: OwnChecks
  readonly tools: KnownTools
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
 * @param own checks in addition to the known ones
 * @param scripts what scripts of the project run, as far as the session showed it
 * @param tools what is known of agents' tools, and so of the programs that run them
 */
export function describeShell(
  source: string,
  own: OwnChecks = noOwnChecks,
  scripts: ShownScripts = noScripts,
  tools: KnownTools = noTools,
): readonly CommandDescription[] {
  const remembered = rememberedLines(own, tools)
  const known = remembered.get(source)
  if (known !== undefined && answerNothing(scripts, known.asked)) return known.commands
  const asking = new AskingScripts(scripts)
  const described = describeLine(source, {
    own,
    scripts: asking,
    tools,
    depth: 0,
    budget: { left: mostScripts },
  })
  const { asked } = asking
  if (source.length > longestRemembered || !answerNothing(scripts, asked)) return described
  const commands = sharedData(described)
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(source, { commands, asked })
  return commands
}

/**
 * A line is described when it is called and again when its result comes, and many come again and again: this takes an
 * eighth of an audit. What was asked of the scripts is remembered beside what came of it; as long as nothing is
 * answered, the description is the same.
 */
interface DescribedLine {
  readonly commands: readonly CommandDescription[]
  readonly asked: Asked
}

/** What scripts were asked. */
interface Asked {
  readonly names: NamedScript[]
  programs: boolean
}

const mostRemembered = 500
const longestRemembered = 4_000
const rememberedByTools = new WeakMap<KnownTools, WeakMap<OwnChecks, Map<string, DescribedLine>>>()

function rememberedLines(own: OwnChecks, tools: KnownTools): Map<string, DescribedLine> {
  const ofTools = rememberedByTools.get(tools) ?? new WeakMap<OwnChecks, Map<string, DescribedLine>>()
  rememberedByTools.set(tools, ofTools)
  const lines = ofTools.get(own) ?? new Map<string, DescribedLine>()
  ofTools.set(own, lines)
  return lines
}

function answerNothing(scripts: ShownScripts, { names, programs }: Asked): boolean {
  if (programs && scripts.writtenPrograms.length > 0) return false
  return names.every((name) => scripts.linesOf(name).length === 0)
}

/** Scripts that note what they are asked. */
class AskingScripts implements ShownScripts {
  readonly asked: Asked = { names: [], programs: false }
  readonly #scripts: ShownScripts

  constructor(scripts: ShownScripts) {
    this.#scripts = scripts
  }

  get writtenPrograms(): readonly string[] {
    this.asked.programs = true
    return this.#scripts.writtenPrograms
  }

  linesOf(script: NamedScript): readonly string[] {
    this.asked.names.push(script)
    return this.#scripts.linesOf(script)
  }
}

function describeLine(
  source: string,
  known: Pick<Surroundings, 'own' | 'tools' | 'scripts' | 'depth' | 'budget'>,
): readonly CommandDescription[] {
  const found: CommandDescription[] = []
  const around: Surroundings = {
    standIns: known.depth === 0 ? standInsOf(source, writtenIn(source, known.scripts)) : noStandIns,
    statusHidden: false,
    background: false,
    outputHidden: false,
    outputFiles: [],
    printsAfterSuccess: null,
    printsAfterFailure: null,
    filter: null,
    substituted: false,
    statusPrinted: false,
    ...known,
  }
  describeList(parseShell(source.slice(0, longestScript)), around, { pipefail: false, errexit: false }, found)
  return found
}

const noStandIns: ReadonlySet<string> = new Set()

/** Files that may be programs, those that the line itself writes among them. */
function writtenIn(source: string, scripts: ShownScripts): readonly string[] {
  if (!source.includes('PATH=')) return []
  const own = [
    ...source
      .slice(0, 20_000)
      .matchAll(/(?:>|\btee|\bln -s\S{0,4} \S{1,200}|\bcp \S{1,200}) {0,4}([\w./~$-]{1,200})/g),
  ]
  return [...scripts.writtenPrograms, ...own.map((match) => match[1] ?? '')]
}

function describeList(
  list: ShellList,
  around: Surroundings,
  settings: Settings,
  found: CommandDescription[],
): void {
  list.forEach((pipeline, index) => {
    if (found.length >= mostCommands) return
    const followed = followedBy(list, index, around, settings)
    describePipeline(pipeline, { ...followed, ...printedAfter(list, index, around) }, settings, found)
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
      const filter = ignoresFailure(next)
        ? { kind: 'status' as const, text: textOf(next, '||') }
        : around.filter
      return { ...around, statusHidden: true, filter }
    }
    if (pipeline.connector === ';' && !settings.errexit && !passesStatus(next)) {
      const last = at + 2 === list.length && programOf(next) !== null && ignoring.has(programOf(next) ?? '')
      return {
        ...around,
        statusHidden: true,
        statusPrinted: printsStatus(next),
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

/** What the line prints next, depending on how a pipeline came out. */
function printedAfter(
  list: ShellList,
  index: number,
  around: Surroundings,
): Pick<Surroundings, 'printsAfterSuccess' | 'printsAfterFailure'> {
  let { printsAfterSuccess, printsAfterFailure } = around
  for (let at = index; at + 1 < list.length && at < index + 3; at += 1) {
    const connector = list[at]?.connector
    const next = list[at + 1]
    if (next === undefined || (connector !== '&&' && connector !== '||')) break
    const text = printedBy(next)
    if (connector === '&&') printsAfterSuccess ??= text
    else {
      printsAfterFailure ??= text
      break
    }
  }
  return { printsAfterSuccess, printsAfterFailure }
}

/** The text of an `echo`, where nothing in it is yet to be expanded. */
function printedBy(pipeline: ShellPipeline): string | null {
  const stage = pipeline.stages[0]
  const command =
    stage?.kind === 'group'
      ? stage.list.map(onlyCommand).find((one) => printing.has(one?.words[0] ?? ''))
      : stage
  if (command?.kind !== 'command' || !printing.has(command.words[0] ?? '')) return null
  const text = command.words.filter((word, at) => at > 0 && !/^-[neE]+$/.test(word)).join(' ')
  return text.length < 2 || text.length > 120 || /[$`\\%]/.test(text) ? null : text
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
    const teed = teedInto(pipeline, index)
    const here = {
      ...around,
      statusHidden,
      filter: filters[index] ?? around.filter,
      outputFiles: teed.length === 0 ? around.outputFiles : [...around.outputFiles, ...teed],
    }
    if (stage.kind === 'group') describeGroup(stage, here, settings, found)
    else describeCommand(stage, here, settings, found)
  })
  if (pipeline.stages.length > 1) keepLogs(start, found)
  if (pipesInstaller(pipeline)) forgetChecks(start, found)
}

/** The files into which what follows in the pipeline copies all that comes through. */
function teedInto({ stages }: ShellPipeline, index: number): readonly string[] {
  const next = stages[index + 1]
  return next?.kind === 'command' && next.words[0] === 'tee'
    ? next.words.slice(1).filter((word) => !word.startsWith('-'))
    : []
}

function describeGroup(
  group: ShellGroup,
  around: Surroundings,
  settings: Settings,
  found: CommandDescription[],
): void {
  describeList(
    group.list,
    {
      ...around,
      filter: droppedBy(group.redirects, around) ?? around.filter,
      ...outputOf(group.redirects, around),
    },
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
  outputHidden: false,
  outputFiles: [],
  printsAfterSuccess: null,
  printsAfterFailure: null,
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
  // `command pytest` is the tool, whatever is called like it.
  if (around.standIns.has(command.words[0] ?? '')) {
    found.push({
      ...empty,
      words: command.words,
      program: command.words[0] ?? '',
      effect: 'execute',
      statusHidden: around.statusHidden,
    })
    return
  }
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
        ...outputOf(command.redirects, around),
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
  const named = around.own.useOf(words) ?? useOfCommand(words, input, around.tools)
  const inner = scriptUseOf(named, around)
  const use = inner?.use ?? named
  const redirected = filesOfRedirects(redirects)
  const program = baseName(words[0] ?? '')
  const writes = redirected.some(
    (file) => file.access === 'write' && (!isScratch(file.path) || input !== null || printing.has(program)),
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
    ...outputOf(redirects, around),
    printsAfterSuccess: check ? around.printsAfterSuccess : null,
    printsAfterFailure: check ? around.printsAfterFailure : null,
  }
}

/** Where the output goes. */
function outputOf(
  redirects: readonly ShellRedirect[],
  around: Surroundings,
): Pick<Surroundings, 'outputHidden' | 'outputFiles'> {
  const taken = redirects.filter(takesOutput)
  const files = taken.flatMap(({ target }) => (/^\/dev\/|^&|^\d+$|^$/.test(target) ? [] : [target]))
  return {
    outputHidden: around.outputHidden || taken.length > 0,
    outputFiles: files.length === 0 ? around.outputFiles : [...around.outputFiles, ...files],
  }
}

/** `> log` and `&> /dev/null`; errors alone may go. */
function takesOutput({ operator, descriptor, target }: ShellRedirect): boolean {
  return (
    /^(?:>|>>|&>)$/.test(operator) &&
    descriptor !== '2' &&
    target !== '/dev/stdout' &&
    target !== '/dev/stderr'
  )
}

/** What scripts that the command runs by name were shown to run; null where the names must do. */
function scriptUseOf(use: CommandUse, around: Surroundings): ScriptUse | null {
  const { own, tools, scripts, depth, budget } = around
  if (use.scripts === undefined || use.scripts.length === 0 || depth >= deepestScript || budget.left <= 0)
    return null
  return useOfScripts(use, use.scripts, scripts, (line) => {
    budget.left -= 1
    return describeLine(line, { own, tools, scripts, depth: depth + 1, budget })
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
  return around.statusHidden && !around.statusPrinted ? filterOfRedirects(redirects) : null
}

/** Programs that only print. */
const printing: ReadonlySet<string> = wordSet('echo printf')
/** Programs that a status is thrown away with. */
const ignoring: ReadonlySet<string> = wordSet('true :')
const statusWord = /\$\?|\$\{?PIPESTATUS\b/

/** `echo $?` and `echo "exit: ${PIPESTATUS[0]}"`. */
function printsStatus(pipeline: ShellPipeline): boolean {
  const command = onlyCommand(pipeline)
  return (
    command !== null &&
    printing.has(command.words[0] ?? '') &&
    command.words.some((word) => statusWord.test(word))
  )
}

function onlyCommand(pipeline: ShellPipeline): ShellCommand | null {
  const stage = pipeline.stages[0]
  return pipeline.stages.length === 1 && stage?.kind === 'command' ? stage : null
}

/** The program of a pipeline that is one simple command, else null. */
function programOf(pipeline: ShellPipeline): string | null {
  return onlyCommand(pipeline)?.words[0] ?? null
}

/** The connector and the words of a pipeline that is one simple command, cut for people. */
function textOf(pipeline: ShellPipeline, connector: string): string {
  return `${connector} ${(onlyCommand(pipeline)?.words ?? []).join(' ').slice(0, 120)}`
}

/** `|| exit 1` and `|| false` hand the failure on; so does a group that ends in one. */
function failsToo(pipeline: ShellPipeline): boolean {
  const stage = pipeline.stages[0]
  if (stage?.kind === 'group') return stage.list.some(failsToo)
  const [program = '', status] = stage?.words ?? []
  return program === 'false' || ((program === 'exit' || program === 'return') && status !== '0')
}

/** `exit $?` and an assignment of `$?` keep the status in sight. */
function passesStatus(pipeline: ShellPipeline): boolean {
  const command = onlyCommand(pipeline)
  return command?.words[0] === 'exit' && (command.words[1] ?? '').startsWith('$')
}

/** True where what follows `||` only says something, so that the failure is gone. */
function ignoresFailure(pipeline: ShellPipeline): boolean {
  const program = programOf(pipeline)
  return program !== null && (ignoring.has(program) || printing.has(program) || program === 'exit')
}

/** `curl … | sh` fetches and installs: it asks nothing of a running system and runs nothing of the work. */
function pipesInstaller({ stages }: ShellPipeline): boolean {
  const words = stages.map((stage) => (stage.kind === 'command' ? unwrap(stage.words).words : []))
  const last = words.at(-1) ?? []
  const program = baseName(last[0] ?? '').replace(/[\d.]{1,6}$/, '')
  if (!shells.has(program) && program !== 'python') return false
  const reads = last.every((word, index) => index === 0 || word.startsWith('-')) || last.includes('-s')
  return reads && words.slice(0, -1).some((stage) => stage[0] === 'curl' || stage[0] === 'wget')
}

/** What is piped on from an execute into a file is its log, not a change of the work. */
function keepLogs(start: number, found: CommandDescription[]): void {
  let ran = false
  for (let index = start; index < found.length; index += 1) {
    const command = found[index]
    if (command === undefined) continue
    if (ran && command.effect === 'write') found[index] = { ...command, housekeeping: true }
    ran ||= command.effect === 'execute'
  }
}

/** Takes back what the commands from `start` on seemed to check. */
function forgetChecks(start: number, found: CommandDescription[]): void {
  for (let index = start; index < found.length; index += 1) {
    const command = found[index]
    if (command !== undefined) found[index] = { ...command, checks: [], verify: false, filter: null }
  }
}

/** The files that the redirections read and write; devices and descriptors are none. */
function filesOfRedirects(redirects: readonly ShellRedirect[]): readonly TouchedFile[] {
  const found: TouchedFile[] = []
  for (const { operator, target } of redirects) {
    if (target === '' || target === '-' || target.startsWith('/dev/') || /^\d+$/.test(target)) continue
    if (operator === '<') found.push({ path: target, access: 'read' })
    else if (/^(?:>|>>|&>|<>|>&)$/.test(operator)) found.push({ path: target, access: 'write' })
  }
  return found
}
