/** What the scripts of a package.json run, as far as a session showed it. */

import type { CallDescription, CheckFilter, CheckKind, CommandDescription } from '../calls/call.js'
import type { CommandUse, NamedScript } from './uses.js'
import { fileName, wordSet } from './words.js'

const mostScripts = 2000
const longestText = 100_000
/** What tools that show files put in front of a line. */
const lineNumber = /^\s{0,8}\d{1,6}(?:→|\t|\s?\|\s?)/gm
const managers = wordSet('npm pnpm yarn bun')

/** Learns from a session's calls what scripts run. Linear in the texts that it is shown. */
export class ScriptWatch {
  /** By the script's name the line that each file shows; a run itself shows it under no file's name. */
  readonly #lines = new Map<string, Map<string, string>>()

  /** The shell lines that a script was shown to run, one for each file that shows it; empty where none did. */
  linesOf({ runner, name }: NamedScript): readonly string[] {
    return runner === 'npm' ? [...new Set(this.#lines.get(name)?.values() ?? [])] : []
  }

  /** Takes in what a call writes: the texts of its input. */
  called({ files, commands }: CallDescription, texts: readonly string[]): void {
    const written = [...texts, ...commands.flatMap(({ content }) => content ?? [])]
    for (const { path, access } of files)
      if (access === 'write') for (const text of written) this.learnFile(path, added(text))
  }

  /** Takes in what a call showed. True where it showed what its own scripts run, so that it is to be described anew. */
  returned({ files, commands }: CallDescription, output: string): boolean {
    for (const { path, access } of files) if (access === 'read') this.learnFile(path, output)
    const words = commands.find(({ program }) => managers.has(program))?.words
    if (words === undefined) return false
    const pairs = [...output.slice(0, 20_000).matchAll(echo)].map(
      ([, name = '', line = '']) => [name, line] as const,
    )
    // Yarn and bun show the line in front of the output of the one script that they ran.
    const line = pairs.length === 0 ? /^\$ ([^\n]{1,2000})$/m.exec(output.slice(0, 2000))?.[1] : undefined
    const name = words.slice(1).find((word) => word !== 'run' && !word.startsWith('-'))
    if (line !== undefined && name !== undefined) pairs.push([name, line])
    // What a run itself showed is newer than any file that was read before.
    for (const [script, run] of pairs) this.#lines.set(script, new Map([['', run]]))
    return pairs.length > 0
  }

  /** Takes in a text of a file, whole or a part: read, written, or one that replaces a part. */
  learnFile(path: string, text: string): void {
    if (text.length > longestText || fileName(path).toLowerCase() !== 'package.json') return
    for (const [name, line] of scriptsIn(text.replace(lineNumber, ''))) {
      const ways = this.#lines.get(name) ?? new Map<string, string>()
      if (ways.size === 0 && this.#lines.size >= mostScripts) return
      ways.delete('')
      this.#lines.set(name, ways.set(path, line))
    }
  }
}

/** A patch's added lines; any other text as it is. */
function added(text: string): string {
  if (!text.includes('*** Begin Patch') && !text.startsWith('--- ')) return text
  const lines = text.split('\n').filter((line) => line.startsWith('+'))
  return lines.map((line) => line.slice(1)).join('\n')
}

/** What package managers print of the scripts that they run. */
const echo = /^> \S{1,200}@\S{1,60} (\S{1,80})(?: [^\n]{0,300})?\n> ([^\n]{1,2000})$/gm
/** Values of a package.json that are versions and addresses of packages, not commands. */
const version =
  /^(?:[\^~<>=*\d]|v\d|(?:workspace|file|link|portal|git|github|https?|npm|catalog|patch):|git\+|\.{1,2}\/?$|latest$|next$)/
const pair = /"([\w:.@/-]{1,80})"\s{0,8}:\s{0,8}"((?:[^"\\\n]|\\.){0,2000})"/g
const notScripts = wordSet(
  'name version description main module types type license author homepage url private engines node',
)

/** The scripts of a package.json or of a part of one: every pair whose value reads like a command. */
function scriptsIn(text: string): readonly (readonly [name: string, line: string])[] {
  const start = text.search(/"scripts"\s{0,8}:/)
  const end = start < 0 ? -1 : text.indexOf('}', start)
  const part = start < 0 ? text : text.slice(start, end < 0 ? text.length : end)
  return [...part.matchAll(pair)].flatMap(([, name = '', value = '']) => {
    const line = value.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char))
    return line === '' || version.test(line) || notScripts.has(name) ? [] : [[name, line] as const]
  })
}

/** Checks that say what they are; a program that is merely run may be any of them. */
const inconclusive: ReadonlySet<CheckKind> = new Set<CheckKind>(['run', 'database'])

/**
 * What a command did by the lines of its scripts, and what a script filters its own check with, such as `|| true`; null
 * where one of them was not shown, or where files show it with different checks: then the name decides.
 */
export function useOfScripts(
  use: CommandUse,
  shown: ScriptWatch,
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
