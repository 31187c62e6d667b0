/** The scripts of a project by what they run, as far as a session showed it: of package.json, Makefile, Justfile. */

import type { CheckFilter, CheckKind, CommandDescription } from '../calls/call-description.js'
import { wordSet } from './arguments.js'
import type { CommandUse, NamedScript, ScriptRunner } from './command-use.js'

/** What scripts run: as much as was shown. */
export interface ShownScripts {
  /** Files that the session wrote and that may be programs: their paths, as named. */
  readonly writtenPrograms: readonly string[]
  /** The shell lines that a script of this name was shown to run, one for each file that shows it; empty where none did. */
  linesOf(script: NamedScript): readonly string[]
}

/** A file that holds scripts. */
interface ScriptFile {
  readonly runner: ScriptRunner
  readonly read: (text: string) => Iterable<readonly [name: string, line: string]>
}

const mostFiles = 40
const mostScripts = 400
const longestText = 100_000
const longestLine = 2000
/** Values of a package.json that are versions and addresses of packages, not commands. */
const version =
  /^(?:[\^~<>=*\d]|v\d|(?:workspace|file|link|portal|git|github|https?|npm|catalog|patch):|git\+|\.{1,2}\/?$|latest$|next$)/
const pair = /"([\w:.@/-]{1,80})"\s{0,8}:\s{0,8}"((?:[^"\\\n]|\\.){0,2000})"/g
/** What tools that show files put in front of a line. */
const lineNumber = /^\s{0,8}\d{1,6}(?:→|\t|\s?\|\s?)/
const notScripts = wordSet(
  'name version description main module types type license author homepage url private engines node',
)

/** No script was shown. */
export const noScripts: ShownScripts = { writtenPrograms: [], linesOf: () => [] }

/** Gathers what scripts run, as files and outputs show it. What is shown later takes the place of what was before. */
export class ProjectScripts implements ShownScripts {
  /** What a run itself showed, by runner and name. */
  readonly #runs = new Map<string, string>()
  readonly #programs = new Set<string>()
  /** By file and runner, then by name. */
  readonly #files = new Map<string, { readonly runner: ScriptRunner; readonly lines: Map<string, string> }>()

  /** Takes in that a file was written that may be a program. */
  learnProgram(path: string): void {
    if (this.#programs.size < mostScripts) this.#programs.add(path)
  }

  get writtenPrograms(): readonly string[] {
    return [...this.#programs]
  }

  linesOf(script: NamedScript): readonly string[] {
    const run = this.#runs.get(`${script.runner} ${script.name}`)
    if (run !== undefined) return [run]
    const found = new Set<string>()
    for (const { runner, lines } of this.#files.values()) {
      const line = runner === script.runner ? lines.get(script.name) : undefined
      if (line !== undefined) found.add(line)
    }
    return [...found]
  }

  /** Takes in a text of a file, whole or a part: read, written, or one that replaces a part. True where it held scripts. */
  learnFile(path: string, text: string): boolean {
    const file = scriptFileOf(path)
    if (file === null || text.length > longestText) return false
    let learned = false
    for (const [name, line] of file.read(withoutNumbers(text))) {
      this.#learn(path, { runner: file.runner, name }, line)
      learned = true
    }
    return learned
  }

  /** Takes in what a run of the script showed that it runs: it holds until a file shows the script again. */
  learnRun({ runner, name }: NamedScript, line: string): void {
    if (this.#runs.size < mostScripts && line.length <= longestLine) this.#runs.set(`${runner} ${name}`, line)
  }

  #learn(path: string, script: NamedScript, line: string): void {
    const key = `${script.runner} ${path}`
    let known = this.#files.get(key)
    if (known === undefined) {
      if (this.#files.size >= mostFiles) return
      known = { runner: script.runner, lines: new Map() }
      this.#files.set(key, known)
    }
    if (known.lines.size < mostScripts && line.length <= longestLine) known.lines.set(script.name, line)
    this.#runs.delete(`${script.runner} ${script.name}`)
  }
}

/** True for files whose text names scripts. */
export function holdsScripts(path: string): boolean {
  return scriptFileOf(path) !== null
}

function scriptFileOf(path: string): ScriptFile | null {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
  if (name === 'package.json') return { runner: 'npm', read: scriptsInJson }
  if (name === 'composer.json') return { runner: 'composer', read: scriptsInJson }
  if (name === 'deno.json' || name === 'deno.jsonc') return { runner: 'deno', read: scriptsInJson }
  if (name === 'makefile' || name === 'gnumakefile' || name.endsWith('.mk'))
    return { runner: 'make', read: recipes }
  return name === 'justfile' || name === '.justfile' ? { runner: 'just', read: recipes } : null
}

function withoutNumbers(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(lineNumber, ''))
    .join('\n')
}

/** The scripts of a JSON file or of a part of one: every pair whose value reads like a command. */
function* scriptsInJson(text: string): Generator<readonly [name: string, line: string]> {
  const start = text.search(/"(?:scripts|tasks)"\s{0,8}:/)
  const end = start < 0 ? -1 : text.indexOf('}', start)
  const part = start < 0 ? text : text.slice(start, end < 0 ? text.length : end)
  for (const [, name = '', value = ''] of part.matchAll(pair)) {
    const line = value.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char))
    if (line !== '' && !version.test(line) && !notScripts.has(name)) yield [name, line]
  }
}

const target = /^@?([A-Za-z_][\w./-]{0,80})(?: [^:=]{0,200})?:(?![=:])\s{0,8}([^=\n]{0,500})$/
const variable = /^([A-Za-z_]\w{0,60})\s{0,4}[?:+]?=\s{0,4}(\S[^\n]{0,200})$/

/** The recipes of a Makefile or Justfile; what a target depends on stands in front as targets of its own. */
function* recipes(text: string): Generator<readonly [name: string, line: string]> {
  const values = new Map<string, string>()
  let name: string | null = null
  let lines: string[] = []
  for (const line of text.split('\n')) {
    const indented = /^[\t ]+\S/.test(line)
    if (indented && name !== null) {
      if (lines.length < 60) lines.push(expanded(line.trim().replace(/^[@-]{1,2}/, ''), values))
      continue
    }
    if (line.trim() === '' || line.startsWith('#')) continue
    const assigned = variable.exec(line)
    if (assigned !== null) values.set(assigned[1] ?? '', assigned[2] ?? '')
    if (name !== null && lines.length > 0) yield [name, lines.join('\n')]
    const head = assigned === null ? target.exec(line) : null
    name = head === null || (head[1] ?? '').startsWith('.') ? null : (head[1] ?? '')
    const needed = (head?.[2] ?? '').split(/\s+/).filter((word) => /^[A-Za-z][\w-]*$/.test(word))
    lines = needed.map((one) => `make ${one}`)
  }
  if (name !== null && lines.length > 0) yield [name, lines.join('\n')]
}

/** Variables by their values; one that is not known stands for the program of its name: `$(GO)` is go. */
function expanded(line: string, values: ReadonlyMap<string, string>): string {
  return line.replace(
    /\$[({]([A-Za-z_]\w{0,60})[)}]/g,
    (_, name: string) => values.get(name) ?? name.toLowerCase(),
  )
}

const echo = /^> \S{1,200}@\S{1,60} (\S{1,80})(?: [^\n]{0,300})?\n> ([^\n]{1,2000})$/gm
const listed = /^ {2}(\S{1,80})\n {4}(\S[^\n]{0,2000})$/gm
const shown = /^\$ ([^\n]{1,2000})$/m
const echoLength = 20_000

/** The scripts that package managers name in their output: those that were run, and those of a list. */
export function* scriptsInOutput(output: string): Generator<readonly [name: string, line: string]> {
  const text = output.slice(0, echoLength)
  if (text.includes('> ')) for (const match of text.matchAll(echo)) yield [match[1] ?? '', match[2] ?? '']
  if (/(?:Lifecycle scripts|available via)/.test(text))
    for (const match of text.matchAll(listed)) yield [match[1] ?? '', match[2] ?? '']
}

/** The line that yarn and bun show in front of the output of the one script that they ran, or null. */
export function lineShownBy(output: string): string | null {
  return shown.exec(output.slice(0, 2000))?.[1] ?? null
}

/** What the scripts of a command did together. */
export interface ScriptUse {
  /** The command's use with the checks that its scripts run in place of those that their names promise. */
  readonly use: CommandUse
  /** What a script filters its own check with, such as `|| true`; null where nothing does. */
  readonly filter: CheckFilter | null
}

/** Checks that say what they are; a program that is merely run may be any of them. */
const conclusive: ReadonlySet<CheckKind> = new Set([
  'test',
  'build',
  'lint',
  'typecheck',
  'format',
  'probe',
  'browser',
  'deploy',
])

/**
 * What the command did by the lines of its scripts; null where one of them was not shown, or where files show it with
 * different checks: then the name decides.
 * @param describe describes a shell line
 */
export function useOfScripts(
  use: CommandUse,
  scripts: readonly NamedScript[],
  shown: ShownScripts,
  describe: (line: string) => readonly CommandDescription[],
): ScriptUse | null {
  const checks = new Set<CheckKind>()
  let verify = false
  let filter: CheckFilter | null = null
  for (const script of scripts) {
    const ways = shown.linesOf(script).map((line) => describe(line))
    const [first] = ways
    if (first === undefined || ways.some((way) => kindsOf(way) !== kindsOf(first))) return null
    // What no table knows may be any check: the name says more.
    const opaque = first.some((command) => command.effect === 'execute' && command.checks.length === 0)
    const found = first.flatMap((command) => command.checks)
    if (opaque && !found.some((kind) => conclusive.has(kind))) return null
    for (const kind of found) checks.add(kind)
    if (!found.some((kind) => conclusive.has(kind)) && found.includes('run')) {
      for (const kind of use.checks) checks.add(kind)
    }
    verify ||= first.some((command) => command.verify)
    filter ??= first.find((command) => command.verify && command.filter?.kind === 'status')?.filter ?? null
  }
  return { use: { ...use, effect: 'execute', checks: [...checks], verify }, filter }
}

function kindsOf(commands: readonly CommandDescription[]): string {
  return [...new Set(commands.flatMap((command) => command.checks))].sort().join(' ')
}
