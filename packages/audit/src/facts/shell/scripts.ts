/** What a project's scripts run, as far as a session showed it: of package.json, Makefile, Justfile, shell scripts. */

import type { CallDescription, CheckFilter, CheckKind, CommandDescription } from '../calls/call.js'
import { fileName } from './paths.js'
import type { CommandUse, NamedScript } from './purposes.js'
import { wordSet } from './words.js'

/** What scripts run: as much as was shown. */
export interface ShownScripts {
  /** The shell lines that a script of this name was shown to run, one for each file that shows it; empty where none did. */
  linesOf(script: NamedScript): readonly string[]
}

/** No script was shown. */
export const noScripts: ShownScripts = { linesOf: () => [] }

type Pairs = readonly (readonly [name: string, line: string])[]

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
    const found = this.#lines.get(`${runner} ${runner === 'file' ? fileName(name) : name}`)
    return [...new Set(found?.values() ?? [])]
  }

  /** Takes in what a call writes: the texts of its input. */
  called({ files, commands }: CallDescription, texts: readonly string[]): void {
    const written = [...texts, ...commands.flatMap(({ content }) => content ?? [])]
    for (const { path, access } of files) {
      if (access !== 'write') continue
      // Of a file that is changed in part the whole is not known any more.
      this.#lines.delete(`file ${fileName(path)}`)
      for (const text of written) this.learnFile(path, added(text))
    }
  }

  /** Takes in what a call showed. True where it showed what its own scripts run, so that it is to be described anew. */
  returned({ files, commands }: CallDescription, output: string): boolean {
    for (const { path, access } of files) if (access === 'read') this.learnFile(path, output)
    const words = commands.find(({ program }) => managers.has(program))?.words
    if (words === undefined) return false
    const pairs = [...scriptsInOutput(output.slice(0, 20_000))]
    // Yarn and bun show the line in front of the output of the one script that they ran.
    const line = pairs.length === 0 ? /^\$ ([^\n]{1,2000})$/m.exec(output.slice(0, 2000))?.[1] : undefined
    const name = words.slice(1).find((word) => word !== 'run' && !word.startsWith('-'))
    if (line !== undefined && name !== undefined) pairs.push([name, line])
    // What a run itself showed is newer than any file that was read before.
    for (const [script, run] of pairs) this.#lines.set(`npm ${script}`, new Map([['', run]]))
    return pairs.length > 0
  }

  /** Takes in a text of a file, whole or a part: read, written, or one that replaces a part. */
  learnFile(path: string, text: string): void {
    if (text.length > longestText) return
    const [runner, pairs] = scriptsIn(path, text)
    // A target that is not named is the first.
    for (const [name, line] of pairs[0] === undefined ? [] : [['', pairs[0][1]] as const, ...pairs]) {
      const key = `${runner} ${name}`
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

function scriptsIn(path: string, text: string): readonly [NamedScript['runner'], Pairs] {
  const name = fileName(path).toLowerCase()
  const bare = () => text.replace(lineNumber, '')
  if (name === 'package.json') return ['npm', scriptsInJson(bare())]
  if (/^(?:gnu)?makefile$|\.mk$/.test(name)) return ['make', recipes(bare())]
  if (/^\.?justfile$/.test(name)) return ['just', recipes(bare())]
  const isWhole = /\.(?:ba|z)?sh$/.test(name) && bare().startsWith('#!')
  return ['file', isWhole ? [[fileName(path), bare()]] : []]
}

/** Values of a package.json that are versions and addresses of packages, not commands. */
const version =
  /^(?:[\^~<>=*\d]|v\d|(?:workspace|file|link|portal|git|github|https?|npm|catalog|patch):|git\+|\.{1,2}\/?$|latest$|next$)/
const pair = /"([\w:.@/-]{1,80})"\s{0,8}:\s{0,8}"((?:[^"\\\n]|\\.){0,2000})"/g
const notScripts = wordSet(
  'name version description main module types type license author homepage url private engines node',
)

/** The scripts of a package.json or of a part of one: every pair whose value reads like a command. */
function scriptsInJson(text: string): Pairs {
  const start = text.search(/"scripts"\s{0,8}:/)
  const end = start < 0 ? -1 : text.indexOf('}', start)
  const part = start < 0 ? text : text.slice(start, end < 0 ? text.length : end)
  return [...part.matchAll(pair)].flatMap(([, name = '', value = '']) => {
    const line = value.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char))
    return line === '' || version.test(line) || notScripts.has(name) ? [] : [[name, line] as const]
  })
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
  return found.flatMap(({ name, lines }) => (lines.length === 0 ? [] : [[name, lines.join('\n')] as const]))
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

/** The scripts that package managers name in their output: those that were run, and those of a list. */
function scriptsInOutput(text: string): (readonly [string, string])[] {
  const isList = /(?:Lifecycle scripts|available via)/.test(text)
  const found = [...text.matchAll(echo), ...(isList ? text.matchAll(listed) : [])]
  return found.map(([, name = '', line = '']) => [name, line])
}

/** Checks that say what they are; a program that is merely run may be any of them. */
const inconclusive: ReadonlySet<CheckKind> = new Set<CheckKind>(['run', 'database'])

/**
 * What a command did by the lines of its scripts, and what a script filters its own check with, such as `|| true`; null
 * where one of them was not shown, or where files show it with different checks: then the name decides.
 */
export function useOfScripts(
  use: CommandUse,
  shown: ShownScripts,
  describe: (line: string) => readonly CommandDescription[],
): { readonly use: CommandUse; readonly filter: CheckFilter | null } | null {
  const all: CommandDescription[] = []
  const checks = new Set<CheckKind>()
  for (const script of use.scripts) {
    const ways = shown.linesOf(script).map(describe)
    const [first] = ways
    if (first === undefined || ways.some((way) => kindsOf(way) !== kindsOf(first))) return null
    const found = first.flatMap((command) => (command.dry ? [] : command.checks))
    const isConclusive = found.some((kind) => !inconclusive.has(kind))
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
  return [...new Set(commands.flatMap(({ checks }) => checks))].sort().join(' ')
}
