/** What a whole shell line did: each command in order, and what its status and output still say of its checks. */

import type {
  CheckFilter,
  CheckKind,
  CommandDescription,
  CommandPlace,
  CommandUse,
  TouchedFile,
} from '../calls/call.js'
import { type KnownTools, noTools } from '../calls/tool-names.js'
import { useOfCommand } from './command.js'
import { filterOfRedirects, filterOfWords, filtersAfter, subjectOf } from './filters.js'
import { noOwnChecks, type OwnChecks } from './own-checks.js'
import {
  parseShell,
  type ShellCommand,
  type ShellGroup,
  type ShellList,
  type ShellPipeline,
  type ShellRedirect,
} from './syntax.js'
import { nothing } from './uses.js'
import { baseName, isScratch, joined, wordSet } from './words.js'
import { shells, unwrap } from './wrappers.js'

/** What is known when a line is described: checks in addition to the known ones, and tools, so also the programs that run agents. */
export interface ShellContext {
  readonly own?: OwnChecks
  readonly tools?: KnownTools
}

interface Surroundings extends CommandPlace {
  /** True inside `$(…)`, whose commands give text to another. */
  readonly substituted: boolean
  /** True where the line goes on to print the status. */
  readonly statusPrinted: boolean
  /** How many scripts deep it stands. */
  readonly depth: number
}

const deepestScript = 6
const mostCommands = 500
const longestScript = 200_000
const looksAtAnswers: ReadonlySet<CheckKind> = new Set<CheckKind>(['run', 'probe', 'browser', 'database'])
const printing = wordSet('echo printf')
const ignoring = wordSet('true :')
const inTheOpen: Surroundings = {
  statusHidden: false,
  background: false,
  outputHidden: false,
  outputFiles: [],
  filter: null,
  substituted: false,
  statusPrinted: false,
  depth: 0,
}

/** Each simple command of a shell line, in order, those of substitutions first. Linear in its length; never throws. */
export function describeShell(source: string, context: ShellContext = {}): readonly CommandDescription[] {
  return new LineReader({ own: noOwnChecks, tools: noTools, ...context }).read(source)
}

/** Reads one line, and the scripts in it. */
class LineReader {
  readonly #known: Required<ShellContext>
  /** Names that are functions or aliases here, not the tools they belong to. */
  readonly #standIns = new Set<string>()
  readonly #found: CommandDescription[] = []
  /** `folder`: where the line went to; empty for where it began. */
  #progress = { pipefail: false, errexit: false, folder: '' }

  constructor(known: Required<ShellContext>) {
    this.#known = known
  }

  read(source: string): readonly CommandDescription[] {
    this.#list(parseShell(source.slice(0, longestScript)), inTheOpen)
    return this.#found
  }

  #list(list: ShellList, around: Surroundings): void {
    list.forEach((pipeline, index) => {
      if (this.#found.length >= mostCommands) return
      const followed = followedBy(list, index, around, this.#progress.errexit)
      this.#pipeline(pipeline, followed)
    })
  }

  /** What is read of a script or a substitution leaves the line where it is. */
  #aside(list: ShellList, around: Surroundings): void {
    const kept = this.#progress
    this.#progress = { ...kept }
    this.#list(list, around)
    this.#progress = kept
  }

  #pipeline(pipeline: ShellPipeline, around: Surroundings): void {
    const { stages } = pipeline
    const filters = filtersAfter(pipeline)
    const start = this.#found.length
    stages.forEach((stage, index) => {
      if (this.#found.length >= mostCommands) return
      const piped = index < stages.length - 1 && !this.#progress.pipefail
      const filter = filters[index] ?? around.filter
      const here = { ...around, statusHidden: around.statusHidden || piped, filter }
      if (stage.kind === 'group') this.#group(stage, here)
      else this.#command(stage, here)
    })
    let ran = false
    this.#found.slice(start).forEach((command, index) => {
      // What is piped on from an execute into a file is its log, not a change of the work.
      const housekeeping = command.housekeeping || (ran && command.effect === 'write' && stages.length > 1)
      ran ||= command.effect === 'execute'
      this.#found[start + index] = { ...command, housekeeping }
    })
  }

  #group({ list, redirects, name }: ShellGroup, around: Surroundings): void {
    if (name !== null) this.#standIns.add(name)
    this.#list(list, within(redirects, around))
    if (filesOfRedirects(redirects).some(({ access }) => access === 'write'))
      this.#found.push(this.#describe([], { ...nothing, effect: 'write' }, redirects, around))
  }

  #command({ words, redirects, substitutions }: ShellCommand, around: Surroundings): void {
    for (const list of substitutions) this.#aside(list, { ...around, statusHidden: true, substituted: true })
    this.#note(words)
    // `command pytest` is the tool, whatever is called like it.
    if (this.#standIns.has(words[0] ?? '')) {
      this.#found.push(this.#describe(words, { ...nothing, effect: 'execute', opaque: true }, [], around))
      return
    }
    const input = redirects.find(({ body }) => body !== null)?.body ?? null
    const inner = unwrap(words)
    const here = { ...around, background: around.background || inner.background }
    const readsInput =
      shells.has(baseName(inner.words[0] ?? '')) &&
      inner.words.every((word, index) => index === 0 || /^-[a-z]*$/.test(word))
    const script = readsInput && input !== null ? input : inner.script
    if (script !== null && around.depth < deepestScript) {
      this.#aside(parseShell(script), { ...within(redirects, here), depth: around.depth + 1 })
      return
    }
    for (const command of inner.commands) this.#words(command, null, [], here)
    if (words.length > 0 || redirects.length > 0) this.#words(inner.words, input, redirects, here)
  }

  /** What changes for the commands that follow: the folder, options of the shell, names. */
  #note([program, ...rest]: readonly string[]): void {
    const progress = this.#progress
    if (program === 'cd' || program === 'pushd' || program === 'Set-Location') {
      const to = rest.find((word) => !/^-[LPe]$|^-Path$/i.test(word)) ?? '~'
      progress.folder = to === '-' ? '' : joined(progress.folder, to)
    } else if (program === 'alias') this.#standIns.add(rest[0]?.split('=')[0] ?? '')
    else if (program === 'set') {
      const isSet = (pattern: RegExp, was: boolean) =>
        rest.find((word) => pattern.test(word))?.startsWith('-') ?? was
      progress.errexit = isSet(/^[-+][a-z]*e[a-z]*$/, progress.errexit)
      const option = rest[rest.indexOf('pipefail') - 1]
      if (rest.includes('pipefail')) progress.pipefail = option?.startsWith('+') !== true
    }
  }

  #words(
    words: readonly string[],
    input: string | null,
    redirects: readonly ShellRedirect[],
    around: Surroundings,
  ): void {
    const { own, tools } = this.#known
    const use = own.useOf(words) ?? useOfCommand(words, input, tools)
    // A word in backticks is often no command at all; one that is unknown changes nothing.
    const isGuess = use.guessed && around.substituted
    this.#found.push(this.#describe(words, isGuess ? nothing : use, redirects, around, input))
  }

  #describe(
    words: readonly string[],
    use: CommandUse,
    redirects: readonly ShellRedirect[],
    around: Surroundings,
    input: string | null = null,
  ): CommandDescription {
    const { folder } = this.#progress
    const { substituted: _, statusPrinted, depth, ...place } = within(redirects, around)
    const program = baseName(words[0] ?? '')
    const redirected = filesOfRedirects(redirects)
    const isText = input !== null || printing.has(program) || words.length === 0
    const writes = redirected.some(({ path, access }) => access === 'write' && (isText || !isScratch(path)))
    return {
      ...use,
      ...place,
      words,
      program,
      effect: writes && use.effect === 'read' ? 'write' : use.effect,
      subject: use.checks.length === 0 ? null : subjectOf(words, folder),
      files: [...use.files, ...redirected].map(({ path, access }) => ({
        path: joined(folder, path),
        access,
      })),
      content: contentOf(program, words, input),
      housekeeping: use.housekeeping && !writes,
      filter: filterOf(words, redirects, use, around),
    }
  }
}

/** How what follows a pipeline bears on its status. */
function followedBy(list: ShellList, index: number, around: Surroundings, errexit: boolean): Surroundings {
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
    if (pipeline.connector === ';' && !errexit && !passesStatus(next)) {
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

function textOfEcho(words: readonly string[]): string {
  return words.filter((word, at) => at > 0 && !/^-[neE]+$/.test(word)).join(' ')
}

/** The text that a command writes into the file that it names, where the line holds it. */
function contentOf(program: string, words: readonly string[], input: string | null): string | null {
  if (/^(?:cat|tee)$/.test(program)) return input
  if (printing.has(program)) return textOfEcho(words)
  if (!/^(?:set|add)-content$/i.test(program)) return null
  return words[words.findIndex((word) => /^-value$/i.test(word)) + 1] ?? null
}

/** What surrounds what stands before redirections: `> log` and `&> /dev/null` take the output; errors alone may go. */
function within(redirects: readonly ShellRedirect[], around: Surroundings): Surroundings {
  const taken = redirects.filter(
    ({ operator, descriptor, target }) =>
      /^(?:>|>>|&>)$/.test(operator) && descriptor !== '2' && !/^\/dev\/std(?:out|err)$/.test(target),
  )
  const filter = droppedBy(redirects, around) ?? around.filter
  const files = taken.flatMap(({ target }) => (/^\/dev\/|^&|^\d+$|^$/.test(target) ? [] : [target]))
  const outputFiles = [...around.outputFiles, ...files]
  return { ...around, filter, outputHidden: around.outputHidden || taken.length > 0, outputFiles }
}

function filterOf(
  words: readonly string[],
  redirects: readonly ShellRedirect[],
  { checks }: CommandUse,
  around: Surroundings,
): CheckFilter | null {
  if (checks.length === 0) return null
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
  return (
    printing.has(programOf(pipeline)) && wordsOf(pipeline).some((word) => /\$\?|\$\{?PIPESTATUS\b/.test(word))
  )
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

/** `exit $?` keeps the status in sight. */
function passesStatus(pipeline: ShellPipeline): boolean {
  const [program, status = ''] = wordsOf(pipeline)
  return program === 'exit' && status.startsWith('$')
}

/** True where what follows `||` only says something, so that the failure is gone. */
function ignoresFailure(pipeline: ShellPipeline): boolean {
  const program = programOf(pipeline)
  return ignoring.has(program) || printing.has(program) || program === 'exit'
}

/** The files that the redirections read and write; devices and descriptors are none. */
function filesOfRedirects(redirects: readonly ShellRedirect[]): readonly TouchedFile[] {
  return redirects.flatMap(({ operator, target: path }): readonly TouchedFile[] => {
    if (path === '' || path === '-' || path.startsWith('/dev/') || /^\d+$/.test(path)) return []
    if (operator === '<') return [{ path, access: 'read' }]
    return /^(?:>|>>|&>|<>|>&)$/.test(operator) ? [{ path, access: 'write' }] : []
  })
}
