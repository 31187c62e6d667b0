/** What a whole shell line did: each command in order, and what its status and output still say of its checks. */

import type { CheckFilter, CheckKind, CommandDescription, TouchedFile } from '../calls/call.js'
import { type KnownTools, noTools } from '../calls/tool-names.js'
import { useOfCommand } from './command.js'
import { isScratch } from './file-programs.js'
import { filterOfRedirects, filterOfWords, filtersAfter, joined, subjectOf } from './filters.js'
import { noOwnChecks, type OwnChecks } from './own-checks.js'
import { type CommandUse, nothing } from './purposes.js'
import { noScripts, type ShownScripts, useOfScripts } from './scripts.js'
import {
  parseShell,
  type ShellCommand,
  type ShellGroup,
  type ShellList,
  type ShellPipeline,
  type ShellRedirect,
} from './syntax.js'
import { baseName, wordSet } from './words.js'
import { shells, unwrap } from './wrappers.js'

/** What is known when a line is described. */
export interface ShellContext {
  /** Checks in addition to the known ones. */
  readonly own?: OwnChecks
  /** What scripts of the project run, as far as the session showed it. */
  readonly scripts?: ShownScripts
  /** What is known of agents' tools, and so of the programs that run them. */
  readonly tools?: KnownTools
  /** The folder in which the session works; empty where it is not known. */
  readonly folder?: string
}

type Output = Pick<CommandDescription, 'outputHidden' | 'outputFiles'>
type Printed = Pick<CommandDescription, 'printsAfterSuccess' | 'printsAfterFailure'>

/** What surrounds a command and bears on what its status and output say. */
interface Surroundings extends Required<ShellContext>, Output, Printed {
  readonly statusHidden: boolean
  readonly background: boolean
  readonly filter: CheckFilter | null
  /** Names that are no tools here. */
  readonly standIns: ReadonlySet<string>
  /** True inside `$(…)`, whose commands give text to another. */
  readonly substituted: boolean
  readonly depth: number
  /** True where the line goes on to print the status. */
  readonly statusPrinted: boolean
  /** How many more scripts are looked into. */
  readonly budget: { left: number }
}

/** What changes as the line goes along. */
interface Progress {
  pipefail: boolean
  errexit: boolean
  /** The folder that the line went to; empty for where it began. */
  folder: string
}

const deepestScript = 6
const mostCommands = 500
const mostScripts = 60
const longestScript = 200_000
const looksAtAnswers: ReadonlySet<CheckKind> = new Set<CheckKind>(['run', 'probe', 'browser', 'database'])
const printing = wordSet('echo printf')
const ignoring = wordSet('true :')

/** Each simple command of a shell line, in order, those of substitutions first. Linear in its length; never throws. */
export function describeShell(source: string, context: ShellContext = {}): readonly CommandDescription[] {
  const { own = noOwnChecks, scripts = noScripts, tools = noTools, folder = '' } = context
  const known = { own, scripts, tools, folder, depth: 0, budget: { left: mostScripts } }
  return describeLine(source, known, standInsOf(source, scripts))
}

function describeLine(
  source: string,
  known: Required<ShellContext> & Pick<Surroundings, 'depth' | 'budget'>,
  standIns: ReadonlySet<string> = new Set(),
): readonly CommandDescription[] {
  const found: CommandDescription[] = []
  const around: Surroundings = {
    standIns,
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
  const progress = { pipefail: false, errexit: false, folder: '' }
  describeList(parseShell(source.slice(0, longestScript)), around, progress, found)
  return found
}

const definition =
  /(?:^|[\n;&|({])\s{0,8}(?:function\s{1,4}([\w.-]{1,60})|([\w.-]{1,60})\s{0,4}\(\s{0,4}\))\s{0,8}(?:\(\s{0,4}\)\s{0,8})?\{|\balias\s{1,4}(?:-g\s{1,4})?([\w.-]{1,60})=/g
const searchPath = /\bPATH=["']?([^\s"';&|]{1,400})/g
const writesFile = /(?:>|\btee|\bln -s\S{0,4} \S{1,200}|\bcp \S{1,200}) {0,4}([\w./~$-]{1,200})/g

/** The names that a line takes from the tools they belong to: by a function, an alias, or a file earlier in `PATH`. */
function standInsOf(source: string, scripts: ShownScripts): ReadonlySet<string> {
  const text = source.slice(0, 20_000)
  const defined = /\{|alias/.test(text) ? [...text.matchAll(definition)] : []
  const found = new Set(defined.map((match) => match[1] ?? match[2] ?? match[3] ?? ''))
  if (!text.includes('PATH=')) return found
  const lastName = (path: string) =>
    path
      .replace(/[\\/]+$/, '')
      .split(/[\\/]/)
      .at(-1) ?? ''
  // What stands before the old path is looked through first.
  const folders = [...text.matchAll(searchPath)].flatMap(([, value = '']) =>
    (value.split(/\$\{?PATH\b|%PATH%/)[0] ?? '')
      .split(':')
      .filter((one) => one !== '')
      .map(lastName),
  )
  const written = [
    ...scripts.writtenPrograms,
    ...[...text.matchAll(writesFile)].map((match) => match[1] ?? ''),
  ]
  for (const path of written)
    if (folders.includes(path.split(/[\\/]/).at(-2) ?? '')) found.add(baseName(path))
  return found
}

function describeList(
  list: ShellList,
  around: Surroundings,
  progress: Progress,
  found: CommandDescription[],
): void {
  list.forEach((pipeline, index) => {
    if (found.length >= mostCommands) return
    const followed = followedBy(list, index, around, progress)
    describePipeline(pipeline, { ...followed, ...printedAfter(list, index, around) }, progress, found)
  })
}

/** How what follows a pipeline bears on its status. */
function followedBy(list: ShellList, index: number, around: Surroundings, progress: Progress): Surroundings {
  const hidden = (next: Partial<Surroundings>): Surroundings => ({ ...around, statusHidden: true, ...next })
  let at = index
  for (;;) {
    const pipeline = list[at]
    const next = list[at + 1]
    if (pipeline === undefined || next === undefined) break
    if (pipeline.connector === '&') return hidden({ background: true })
    if (pipeline.connector === '||' && !failsToo(next)) {
      const filter = { kind: 'status' as const, text: textOf(next, '||') }
      return hidden(ignoresFailure(next) ? { filter } : {})
    }
    if (pipeline.connector === ';' && !progress.errexit && !passesStatus(next)) {
      const last = at + 2 === list.length && ignoring.has(programOf(next))
      const filter = last ? { kind: 'status' as const, text: textOf(next, ';') } : around.filter
      return hidden({ statusPrinted: printsStatus(next), filter })
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
function printedAfter(list: ShellList, index: number, around: Surroundings): Printed {
  let { printsAfterSuccess, printsAfterFailure } = around
  for (let at = index; at < index + 3; at += 1) {
    const connector = list[at]?.connector
    const next = list[at + 1]
    if (next === undefined || (connector !== '&&' && connector !== '||')) break
    if (connector === '&&') printsAfterSuccess ??= printedBy(next)
    else {
      printsAfterFailure ??= printedBy(next)
      break
    }
  }
  return { printsAfterSuccess, printsAfterFailure }
}

/** The text of an `echo`, where nothing in it is yet to be expanded. */
function printedBy(pipeline: ShellPipeline): string | null {
  const [stage] = pipeline.stages
  const words =
    stage?.kind === 'group'
      ? stage.list.map(wordsOf).find(([program = '']) => printing.has(program))
      : stage?.words
  if (words === undefined || !printing.has(words[0] ?? '')) return null
  const text = words.filter((word, at) => at > 0 && !/^-[neE]+$/.test(word)).join(' ')
  return text.length < 2 || text.length > 120 || /[$`\\%]/.test(text) ? null : text
}

function describePipeline(
  pipeline: ShellPipeline,
  around: Surroundings,
  progress: Progress,
  found: CommandDescription[],
): void {
  const filters = filtersAfter(pipeline)
  const start = found.length
  pipeline.stages.forEach((stage, index) => {
    if (found.length >= mostCommands) return
    const piped = index < pipeline.stages.length - 1 && !progress.pipefail
    const here = {
      ...around,
      statusHidden: around.statusHidden || piped,
      filter: filters[index] ?? around.filter,
      outputFiles: [...around.outputFiles, ...teedInto(pipeline, index)],
    }
    if (stage.kind === 'group') describeGroup(stage, here, progress, found)
    else describeCommand(stage, here, progress, found)
  })
  const forgets = pipesInstaller(pipeline)
  let ran = false
  for (let index = start; index < found.length; index += 1) {
    const command = found[index]
    if (command === undefined) continue
    // What is piped on from an execute into a file is its log, not a change of the work.
    const isLog = ran && command.effect === 'write' && pipeline.stages.length > 1
    ran ||= command.effect === 'execute'
    if (isLog) found[index] = { ...command, housekeeping: true }
    if (forgets)
      found[index] = { ...command, checks: [], subject: null, verify: false, filter: null, deed: null }
  }
}

/** The files into which what follows in the pipeline copies all that comes through. */
function teedInto({ stages }: ShellPipeline, index: number): readonly string[] {
  const next = stages[index + 1]
  const words = next?.kind === 'command' && next.words[0] === 'tee' ? next.words.slice(1) : []
  return words.filter((word) => !word.startsWith('-'))
}

function describeGroup(
  group: ShellGroup,
  around: Surroundings,
  progress: Progress,
  found: CommandDescription[],
): void {
  const filter = droppedBy(group.redirects, around) ?? around.filter
  describeList(group.list, { ...around, filter, ...outputOf(group.redirects, around) }, progress, found)
  if (filesOfRedirects(group.redirects).some(({ access }) => access === 'write'))
    found.push(commandOf([], { ...nothing, effect: 'write' }, group.redirects, around, progress))
}

function describeCommand(
  command: ShellCommand,
  around: Surroundings,
  progress: Progress,
  found: CommandDescription[],
): void {
  const { redirects, substitutions } = command
  for (const list of substitutions)
    describeList(list, { ...around, statusHidden: true, substituted: true }, { ...progress }, found)
  noteProgress(command.words, progress)
  // `command pytest` is the tool, whatever is called like it.
  if (around.standIns.has(command.words[0] ?? '')) {
    const use: CommandUse = { ...nothing, effect: 'execute', opaque: true }
    found.push(commandOf(command.words, use, [], around, progress))
    return
  }
  const input = redirects.find(({ body }) => body !== null)?.body ?? null
  const inner = unwrap(command.words)
  const here = { ...around, background: around.background || inner.background }
  const readsInput =
    input !== null &&
    shells.has(baseName(inner.words[0] ?? '')) &&
    inner.words.every((word, index) => index === 0 || /^-[a-z]*$/.test(word))
  const scripts = readsInput ? [input] : inner.scripts
  if (scripts.length > 0 && around.depth < deepestScript) {
    const filter = droppedBy(redirects, around) ?? here.filter
    const nested = { ...here, depth: around.depth + 1, filter, ...outputOf(redirects, around) }
    for (const script of scripts) describeList(parseShell(script), nested, { ...progress }, found)
    return
  }
  for (const words of inner.commands) found.push(describeWords(words, null, [], here, progress))
  if (command.words.length > 0 || redirects.length > 0)
    found.push(describeWords(inner.words, input, redirects, here, progress))
}

function noteProgress(words: readonly string[], progress: Progress): void {
  const [program, ...rest] = words
  if (program === 'cd' || program === 'pushd' || program === 'set-location') {
    const to = rest.find((word) => !/^-[LPe]$|^-Path$/i.test(word)) ?? '~'
    progress.folder = to === '-' ? '' : joined(progress.folder, to)
  }
  if (program !== 'set') return
  progress.errexit ||= rest.some((word) => /^-[a-z]*e[a-z]*$/.test(word))
  progress.pipefail ||= rest.includes('pipefail')
}

function describeWords(
  words: readonly string[],
  input: string | null,
  redirects: readonly ShellRedirect[],
  around: Surroundings,
  progress: Progress,
): CommandDescription {
  const named = around.own.useOf(words) ?? useOfCommand(words, input, around.tools)
  const inner = scriptUseOf(named, around)
  const use = inner?.use ?? named
  // A word in backticks is often no command at all; one that is unknown changes nothing.
  const isGuess = use.guessed && around.substituted
  const described = commandOf(words, isGuess ? nothing : use, redirects, around, progress, input)
  const filter = inner?.filter ?? null
  return filter === null
    ? described
    : { ...described, statusHidden: true, filter: described.filter ?? filter }
}

function commandOf(
  words: readonly string[],
  use: CommandUse,
  redirects: readonly ShellRedirect[],
  around: Surroundings,
  { folder }: Progress,
  input: string | null = null,
): CommandDescription {
  const { effect, checks, deed, dry, opaque, verify, housekeeping } = use
  const program = baseName(words[0] ?? '')
  const redirected = filesOfRedirects(redirects)
  const writes = redirected.some(
    ({ path, access }) =>
      access === 'write' &&
      (!isScratch(path, around.folder) || input !== null || printing.has(program) || words.length === 0),
  )
  const isCheck = checks.length > 0
  return {
    words,
    program,
    effect: writes && effect === 'read' ? 'write' : effect,
    checks,
    subject: isCheck ? subjectOf(words, checks, use.scripts, folder) : null,
    deed,
    dry,
    opaque,
    verify,
    files: [...use.files, ...redirected].map(({ path, access }) => ({ path: joined(folder, path), access })),
    content: contentOf(program, words, input),
    housekeeping: housekeeping && !writes,
    filter: isCheck ? filterOf(words, redirects, use, around) : null,
    statusHidden: around.statusHidden,
    background: around.background,
    ...outputOf(redirects, around),
    printsAfterSuccess: isCheck || deed !== null ? around.printsAfterSuccess : null,
    printsAfterFailure: isCheck || deed !== null ? around.printsAfterFailure : null,
  }
}

/** The text that a command writes into the file that it names, where the line holds it. */
function contentOf(program: string, words: readonly string[], input: string | null): string | null {
  if (/^(?:cat|tee)$/.test(program)) return input
  if (printing.has(program)) return words.filter((word, at) => at > 0 && !/^-[neE]+$/.test(word)).join(' ')
  if (!/^(?:set|add)-content$/i.test(program)) return null
  return words[words.findIndex((word) => /^-value$/i.test(word)) + 1] ?? null
}

/** Where the output goes. */
function outputOf(redirects: readonly ShellRedirect[], around: Surroundings): Output {
  const taken = redirects.filter(takesOutput)
  const files = taken.flatMap(({ target }) => (/^\/dev\/|^&|^\d+$|^$/.test(target) ? [] : [target]))
  return {
    outputHidden: around.outputHidden || taken.length > 0,
    outputFiles: [...around.outputFiles, ...files],
  }
}

/** `> log` and `&> /dev/null`; errors alone may go. */
function takesOutput({ operator, descriptor, target }: ShellRedirect): boolean {
  return /^(?:>|>>|&>)$/.test(operator) && descriptor !== '2' && !/^\/dev\/std(?:out|err)$/.test(target)
}

/** What scripts that the command runs by name were shown to run; null where the names must do. */
function scriptUseOf(use: CommandUse, around: Surroundings): ReturnType<typeof useOfScripts> {
  const { own, tools, scripts, folder, depth, budget } = around
  if (use.scripts.length === 0 || depth >= deepestScript || budget.left <= 0) return null
  return useOfScripts(use, scripts, (line) => {
    budget.left -= 1
    return describeLine(line, { own, tools, scripts, folder, depth: depth + 1, budget })
  })
}

function filterOf(
  words: readonly string[],
  redirects: readonly ShellRedirect[],
  { checks }: CommandUse,
  around: Surroundings,
): CheckFilter | null {
  const filter = around.filter ?? droppedBy(redirects, around) ?? filterOfWords(words, checks)
  // To look for something in what a program or a system answers is the check itself.
  return filter?.kind === 'lines' && checks.every((kind) => looksAtAnswers.has(kind)) ? null : filter
}

/** Output that goes nowhere while the status is hidden too. */
function droppedBy(redirects: readonly ShellRedirect[], around: Surroundings): CheckFilter | null {
  return around.statusHidden && !around.statusPrinted ? filterOfRedirects(redirects) : null
}

/** `echo $?` and `echo "exit: ${PIPESTATUS[0]}"`. */
function printsStatus(pipeline: ShellPipeline): boolean {
  const words = wordsOf(pipeline)
  return printing.has(words[0] ?? '') && words.some((word) => /\$\?|\$\{?PIPESTATUS\b/.test(word))
}

/** The words of a pipeline that is one simple command, else none. */
function wordsOf({ stages }: ShellPipeline): readonly string[] {
  const [stage] = stages
  return stages.length === 1 && stage?.kind === 'command' ? stage.words : []
}

function programOf(pipeline: ShellPipeline): string {
  return wordsOf(pipeline)[0] ?? ''
}

/** The connector and the words of a pipeline that is one simple command, cut for people. */
function textOf(pipeline: ShellPipeline, connector: string): string {
  return `${connector} ${wordsOf(pipeline).join(' ').slice(0, 120)}`
}

/** `|| exit 1` and `|| false` hand the failure on; so does a group that ends in one. */
function failsToo(pipeline: ShellPipeline): boolean {
  const [stage] = pipeline.stages
  if (stage?.kind === 'group') return stage.list.some(failsToo)
  const [program = '', status] = stage?.words ?? []
  return program === 'false' || ((program === 'exit' || program === 'return') && status !== '0')
}

/** `exit $?` and an assignment of `$?` keep the status in sight. */
function passesStatus(pipeline: ShellPipeline): boolean {
  const [program, status = ''] = wordsOf(pipeline)
  return program === 'exit' && status.startsWith('$')
}

/** True where what follows `||` only says something, so that the failure is gone. */
function ignoresFailure(pipeline: ShellPipeline): boolean {
  const program = programOf(pipeline)
  return ignoring.has(program) || printing.has(program) || program === 'exit'
}

/** `curl … | sh` fetches and installs: it asks nothing of a running system and runs nothing of the work. */
function pipesInstaller({ stages }: ShellPipeline): boolean {
  const words = stages.map((stage) => (stage.kind === 'command' ? unwrap(stage.words).words : []))
  const last = words.at(-1) ?? []
  const program = baseName(last[0] ?? '').replace(/[\d.]{1,6}$/, '')
  if (!shells.has(program) && program !== 'python') return false
  const reads = last.every((word, index) => index === 0 || word.startsWith('-')) || last.includes('-s')
  return reads && words.slice(0, -1).some(([fetcher]) => fetcher === 'curl' || fetcher === 'wget')
}

/** The files that the redirections read and write; devices and descriptors are none. */
function filesOfRedirects(redirects: readonly ShellRedirect[]): readonly TouchedFile[] {
  return redirects.flatMap(({ operator, target: path }): readonly TouchedFile[] => {
    if (path === '' || path === '-' || path.startsWith('/dev/') || /^\d+$/.test(path)) return []
    if (operator === '<') return [{ path, access: 'read' }]
    return /^(?:>|>>|&>|<>|>&)$/.test(operator) ? [{ path, access: 'write' }] : []
  })
}
