/** What a pipeline as a whole does with a status: throws it away, hands it on, prints it. */

import type { CommandDescription } from '../calls/call-description.js'
import { baseName, wordSet } from './arguments.js'
import type { ShellCommand, ShellPipeline } from './syntax.js'
import { unwrap } from './wrappers.js'

/** Shells that read a script from their input. */
export const shells: ReadonlySet<string> = wordSet('bash sh zsh dash ksh fish ash')
/** Programs that only print. */
export const telling: ReadonlySet<string> = wordSet('echo printf')
/** Programs that a status is thrown away with. */
export const swallowing: ReadonlySet<string> = wordSet('true :')
const statusWord = /\$\?|\$\{?PIPESTATUS\b/

/** `echo $?` and `echo "exit: ${PIPESTATUS[0]}"`. */
export function tellsStatus(pipeline: ShellPipeline): boolean {
  const command = onlyCommand(pipeline)
  return (
    command !== null &&
    telling.has(command.words[0] ?? '') &&
    command.words.some((word) => statusWord.test(word))
  )
}

function onlyCommand(pipeline: ShellPipeline): ShellCommand | null {
  const stage = pipeline.stages[0]
  return pipeline.stages.length === 1 && stage?.kind === 'command' ? stage : null
}

/** The program of a pipeline that is one simple command, else null. */
export function programOf(pipeline: ShellPipeline): string | null {
  return onlyCommand(pipeline)?.words[0] ?? null
}

/** The connector and the words of a pipeline that is one simple command, cut for people. */
export function textOf(pipeline: ShellPipeline, connector: string): string {
  return `${connector} ${(onlyCommand(pipeline)?.words ?? []).join(' ').slice(0, 120)}`
}

/** `|| exit 1` and `|| false` hand the failure on; so does a group that ends in one. */
export function failsToo(pipeline: ShellPipeline): boolean {
  const stage = pipeline.stages[0]
  if (stage?.kind === 'group') return stage.list.some(failsToo)
  const [program = '', status] = stage?.words ?? []
  return program === 'false' || ((program === 'exit' || program === 'return') && status !== '0')
}

/** `exit $?` and an assignment of `$?` keep the status in sight. */
export function passesStatus(pipeline: ShellPipeline): boolean {
  const command = onlyCommand(pipeline)
  return command?.words[0] === 'exit' && (command.words[1] ?? '').startsWith('$')
}

/** True where what follows `||` only says something, so that the failure is gone. */
export function swallows(pipeline: ShellPipeline): boolean {
  const program = programOf(pipeline)
  return program !== null && (swallowing.has(program) || telling.has(program) || program === 'exit')
}

/** `curl … | sh` fetches and installs: it asks nothing of a running system and runs nothing of the work. */
export function pipesInstaller({ stages }: ShellPipeline): boolean {
  const words = stages.map((stage) => (stage.kind === 'command' ? unwrap(stage.words).words : []))
  const last = words.at(-1) ?? []
  const program = baseName(last[0] ?? '').replace(/[\d.]{1,6}$/, '')
  if (!shells.has(program) && program !== 'python') return false
  const reads = last.every((word, index) => index === 0 || word.startsWith('-')) || last.includes('-s')
  return reads && words.slice(0, -1).some((stage) => stage[0] === 'curl' || stage[0] === 'wget')
}

/** What is piped on from an execute into a file is its log, not a change of the work. */
export function keepLogs(start: number, found: CommandDescription[]): void {
  let ran = false
  for (let index = start; index < found.length; index += 1) {
    const command = found[index]
    if (command === undefined) continue
    if (ran && command.effect === 'write') found[index] = { ...command, housekeeping: true }
    ran ||= command.effect === 'execute'
  }
}

/** Takes back what the commands from `start` on seemed to check. */
export function forgetChecks(start: number, found: CommandDescription[]): void {
  for (let index = start; index < found.length; index += 1) {
    const command = found[index]
    if (command !== undefined) found[index] = { ...command, checks: [], verify: false, filter: null }
  }
}
