/** What a command did that runs scripts by name, from what these scripts run. */

import type { CheckFilter, CheckKind, CommandDescription } from '../calls/call-description.js'
import type { CommandUse } from './command-use.js'
import type { NamedScript, ShownScripts } from './project-scripts.js'

/** What the scripts of a command did together. */
export interface ScriptUse {
  /** The command's use with the checks that its scripts run in place of those that their names promise. */
  readonly use: CommandUse
  /** What a script filters its own check with, such as `|| true`; null where nothing does. */
  readonly filter: CheckFilter | null
}

/** Checks that say what they are; a program that is merely run may be any of them. */
const telling: ReadonlySet<CheckKind> = new Set([
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
    if (opaque && !found.some((kind) => telling.has(kind))) return null
    for (const kind of found) checks.add(kind)
    if (!found.some((kind) => telling.has(kind)) && found.includes('run')) {
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
