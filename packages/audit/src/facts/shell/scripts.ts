/** What a project's scripts run, as far as a session showed it: of package.json, Makefile, Taskfile, pyproject.toml, files. */

import type { CallDescription, CheckFilter, CheckKind, CommandDescription } from '../calls/call.js'
import type { CommandUse, NamedScript, ScriptRunner } from './purposes.js'
import { baseName, wordSet } from './words.js'

/** What scripts run: as much as was shown. */
export interface ShownScripts {
  /** The shell lines that a script of this name was shown to run, one for each file that shows it; empty where none did. */
  linesOf(script: NamedScript): readonly string[]
}

/** No script was shown. */
export const noScripts: ShownScripts = { linesOf: () => [] }

type Pairs = Iterable<readonly [name: string, line: string]>

/** A file that holds scripts. */
interface ScriptFile {
  readonly runner: ScriptRunner
  readonly read: (text: string) => Pairs
}

const mostScripts = 2000
const longestText = 100_000
/** What tools that show files put in front of a line. */
const lineNumber = /^\s{0,8}\d{1,6}(?:→|\t|\s?\|\s?)/gm
const managers = wordSet('npm pnpm yarn bun')

/** Watches a session's calls for what scripts run. What is shown later takes the place of what was before. */
export class ScriptWatch implements ShownScripts {
  /** By runner and name, then by the file that shows it; by no file where a run itself did. */
  readonly #lines = new Map<string, Map<string, string>>()

  linesOf({ runner, name }: NamedScript): readonly string[] {
    const found = this.#lines.get(`${runner} ${runner === 'file' ? baseName(name) : name}`)
    return [...new Set(found?.values() ?? [])]
  }

  /** Takes in what a call writes: the texts of its input. */
  called({ files, commands }: CallDescription, texts: readonly string[]): void {
    const written = [...texts, ...commands.flatMap(({ content }) => content ?? [])]
    for (const { path, access } of files) {
      if (access !== 'write') continue
      // Of a file that is changed in part the whole is not known any more.
      this.#lines.delete(`file ${baseName(path)}`)
      for (const text of written) this.learnFile(path, added(text))
    }
  }

  /** Takes in what a call showed. True where it showed what its own scripts run, so that it is to be described anew. */
  returned({ files, commands }: CallDescription, output: string): boolean {
    for (const { path, access } of files) if (access === 'read') this.learnFile(path, output)
    const words = commands.find(({ program }) => managers.has(program))?.words ?? []
    const pairs = words.length === 0 ? [] : [...scriptsInOutput(output)]
    // Yarn and bun show the line in front of the output of the one script that they ran.
    const isBare = pairs.length === 0 && /^(?:yarn|bun)$/.test(baseName(words[0] ?? ''))
    const line = isBare ? shown.exec(output.slice(0, 2000))?.[1] : undefined
    const name = words.slice(1).find((word) => word !== 'run' && !word.startsWith('-'))
    if (line !== undefined && name !== undefined) pairs.push([name, line])
    // What a run itself showed is newer than any file that was read before.
    for (const [script, run] of pairs) this.#lines.set(`npm ${script}`, new Map([['', run]]))
    return pairs.length > 0
  }

  /** Takes in a text of a file, whole or a part: read, written, or one that replaces a part. */
  learnFile(path: string, text: string): void {
    const file = text.length > longestText ? null : scriptFileOf(path)
    if (file === null) return
    const pairs = [...file.read(text.replace(lineNumber, ''))]
    // A target that is not named is the first.
    for (const [name, line] of pairs.length === 0 ? [] : [['', pairs[0]?.[1] ?? ''] as const, ...pairs]) {
      const key = `${file.runner} ${name}`
      const ways = this.#lines.get(key) ?? new Map<string, string>()
      if (ways.size === 0 && this.#lines.size >= mostScripts) return
      ways.delete('')
      this.#lines.set(key, ways.set(path, line))
    }
  }
}

/** A patch's added lines; any other text as it is. */
function added(text: string): string {
  if (!text.includes('*** Begin Patch') && !text.startsWith('--- ')) return text
  const lines = text.split('\n').filter((line) => line.startsWith('+'))
  return lines.map((line) => line.slice(1)).join('\n')
}

function scriptFileOf(path: string): ScriptFile | null {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
  if (name === 'package.json') return { runner: 'npm', read: scriptsInJson }
  if (name === 'composer.json') return { runner: 'composer', read: scriptsInJson }
  if (name === 'deno.json' || name === 'deno.jsonc') return { runner: 'deno', read: scriptsInJson }
  if (/^(?:gnu)?makefile$|\.mk$/.test(name)) return { runner: 'make', read: recipes }
  if (name === 'justfile' || name === '.justfile') return { runner: 'just', read: recipes }
  if (/^taskfile\.ya?ml$/.test(name)) return { runner: 'task', read: tasksInYaml }
  if (name === 'pyproject.toml' || name === 'hatch.toml') return { runner: 'python', read: tasksInToml }
  return /\.(?:ba|z)?sh$/.test(name) ? { runner: 'file', read: (text) => wholeScript(path, text) } : null
}

/** A shell script whose beginning is seen. */
function wholeScript(path: string, text: string): Pairs {
  return /^#!/.test(text) ? [[baseName(path), text]] : []
}

/** Values of a package.json that are versions and addresses of packages, not commands. */
const version =
  /^(?:[\^~<>=*\d]|v\d|(?:workspace|file|link|portal|git|github|https?|npm|catalog|patch):|git\+|\.{1,2}\/?$|latest$|next$)/
const pair = /"([\w:.@/-]{1,80})"\s{0,8}:\s{0,8}"((?:[^"\\\n]|\\.){0,2000})"/g
const notScripts = wordSet(
  'name version description main module types type license author homepage url private engines node',
)

/** The scripts of a JSON file or of a part of one: every pair whose value reads like a command. */
function* scriptsInJson(text: string): Pairs & Generator<readonly [string, string]> {
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
function recipes(text: string): Pairs {
  const values = new Map<string, string>()
  const found: { readonly name: string; readonly lines: string[] }[] = []
  let open: string[] | null = null
  for (const line of text.split('\n')) {
    if (/^[\t ]+\S/.test(line) && open !== null) {
      if (open.length < 60) open.push(expanded(line.trim().replace(/^[@-]{1,2}/, ''), values))
      continue
    }
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, value, content = ''] = variable.exec(line) ?? []
    if (value !== undefined) values.set(value, content)
    const [, name, needs = ''] = value === undefined ? (target.exec(line) ?? []) : []
    const needed = needs.split(/\s+/).filter((word) => /^[A-Za-z][\w-]*$/.test(word))
    open = name === undefined ? null : needed.map((one) => `make ${one}`)
    if (name !== undefined && open !== null) found.push({ name, lines: open })
  }
  return found.filter(({ lines }) => lines.length > 0).map(({ name, lines }) => [name, lines.join('\n')])
}

/** Variables by their values; one that is not known stands for the program of its name: `$(GO)` is go. */
function expanded(line: string, values: ReadonlyMap<string, string>): string {
  return line.replace(
    /\$[({]([A-Za-z_]\w{0,60})[)}]/g,
    (_, name: string) => values.get(name) ?? name.toLowerCase(),
  )
}

/** The tasks of a Taskfile: a name two spaces in, its commands in a list or behind `cmd:`. */
function tasksInYaml(text: string): Pairs {
  const parts = text.split(/^ {2}(?=[\w"':-]+:\s*$)/m).slice(1)
  return parts.flatMap((part) => {
    const name = /^["']?([\w:-]+)["']?:/.exec(part)?.[1]
    const lines = [...part.matchAll(/^\s+(?:- (?:cmd: )?|cmd: )(["']?)(?!task:|\{)(\S.{0,500})\1$/gm)]
    return name === undefined || lines.length === 0
      ? []
      : [[name, lines.map((one) => one[2] ?? '').join('\n')]]
  })
}

/** The tasks of poe, PDM and Hatch in a TOML file. */
function tasksInToml(text: string): Pairs {
  const tables = text.split(/^(?=\[)/m).filter((part) => /^\[tool\.(?:poe|pdm|hatch)\b|^\[envs\./.test(part))
  const lines = tables.flatMap((part) => [...part.matchAll(/^([\w-]{1,60})\s*=\s*(.{1,1000})$/gm)])
  return lines.flatMap(([, name = '', value = '']) => {
    const line = /(["'])(.+?)\1/.exec(value.replace(/\b(?:cmd|shell|help)\s*=/, ''))?.[2]
    return line === undefined ? [] : [[name, line] as const]
  })
}

const echo = /^> \S{1,200}@\S{1,60} (\S{1,80})(?: [^\n]{0,300})?\n> ([^\n]{1,2000})$/gm
const listed = /^ {2}(\S{1,80})\n {4}(\S[^\n]{0,2000})$/gm
const shown = /^\$ ([^\n]{1,2000})$/m

/** The scripts that package managers name in their output: those that were run, and those of a list. */
function* scriptsInOutput(output: string): Generator<readonly [string, string]> {
  const text = output.slice(0, 20_000)
  if (text.includes('> ')) for (const match of text.matchAll(echo)) yield [match[1] ?? '', match[2] ?? '']
  if (/(?:Lifecycle scripts|available via)/.test(text))
    for (const match of text.matchAll(listed)) yield [match[1] ?? '', match[2] ?? '']
}

/** Checks that say what they are; a program that is merely run may be any of them. */
const conclusive: ReadonlySet<CheckKind> = new Set<CheckKind>([
  ...(['test', 'build', 'lint', 'typecheck', 'format', 'probe', 'browser', 'deploy'] as const),
])

/**
 * What a command did by the lines of its scripts, and what a script filters its own check with, such as `|| true`; null
 * where one of them was not shown, or where files show it with different checks: then the name decides.
 * @param describe describes a shell line
 */
export function useOfScripts(
  use: CommandUse,
  shownScripts: ShownScripts,
  describe: (line: string) => readonly CommandDescription[],
): { readonly use: CommandUse; readonly filter: CheckFilter | null } | null {
  const all: CommandDescription[] = []
  const checks = new Set<CheckKind>()
  for (const script of use.scripts) {
    const ways = shownScripts.linesOf(script).map((line) => describe(line))
    const [first] = ways
    if (first === undefined || ways.some((way) => kindsOf(way) !== kindsOf(first))) return null
    const found = first.flatMap((command) => (command.dry ? [] : command.checks))
    const isConclusive = found.some((kind) => conclusive.has(kind))
    // What no table knows may be any check: the name says more.
    if (!isConclusive && first.some(({ effect, opaque }) => opaque && effect === 'execute')) return null
    for (const kind of [...found, ...(isConclusive || !found.includes('run') ? [] : use.checks)])
      checks.add(kind)
    all.push(...first)
  }
  const filter = all.find((command) => command.verify && command.filter?.kind === 'status')?.filter ?? null
  const named = {
    effect: 'execute' as const,
    checks: [...checks],
    verify: all.some(({ verify }) => verify),
    opaque: all.some(({ opaque }) => opaque),
    deed: all.find(({ deed }) => deed !== null)?.deed ?? use.deed,
  }
  return { use: { ...use, ...named }, filter }
}

function kindsOf(commands: readonly CommandDescription[]): string {
  return [...new Set(commands.flatMap((command) => command.checks))].sort().join(' ')
}
