/** What a person puts into Claude Code's settings so that it calls the hook. Source: https://code.claude.com/docs/en/hooks */

import { resolve } from 'node:path'
import { shellWord } from '../../text/printable.js'

/** How the hook is to be called. */
export interface WantedHook {
  /** The program's file. */
  readonly program: string
  /** The ledger, or undefined for the usual one. */
  readonly ledger: string | undefined
  /** True: completions without evidence are refused. */
  readonly gate: boolean
  /** How long it may take, in seconds, or undefined for the usual time. */
  readonly limit: number | undefined
  /** The file for its own faults, or undefined for the usual one. */
  readonly log: string | undefined
  /** False: Claude Code is too old to report failed calls, and when all calls of a response are done. */
  readonly batches: boolean
}

/** A command that Claude Code runs at an event. */
export interface HookCommand {
  /** A shell command. */
  readonly type: 'command'
  /** The command. */
  readonly command: string
  /** The seconds after which Claude Code ends it. */
  readonly timeout: number
}

/** What is run at an event. */
export interface HookGroup {
  /** The tools that it is for, where the event has tools. */
  readonly matcher?: string
  /** The commands. */
  readonly hooks: readonly HookCommand[]
}

/** The part of Claude Code's settings that has it call the hook. */
export interface ClaudeSettings {
  /** What is run, by the event's name. */
  readonly hooks: { readonly [event: string]: readonly HookGroup[] }
}

const toolEvents = ['PreToolUse', 'PostToolUse']
const otherEvents = [
  'UserPromptSubmit',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'SessionStart',
  'SessionEnd',
]

/**
 * What Claude Code 2.0.50 does not know; it passes over all hooks of a settings file that names one of these. What
 * they would report is read off the transcript then.
 */
const newerToolEvents = ['PostToolUseFailure']
const newerEvents = ['PostToolBatch', 'StopFailure']

/** After these no other may come for long: they record what waits. */
const lastEvents: ReadonlySet<string> = new Set(['Stop', 'StopFailure', 'SessionEnd'])

/** Claude Code ends the hook so many seconds after it should have ended by itself, as on a disk that hangs. */
const grace = 10

/** How long a hook takes at the most, in seconds. */
export interface HookLimits {
  /** Where nothing else is said. */
  readonly usual: number
  /** The last one of a run, at least. */
  readonly last: number
}

/** The settings for a hook. @param wanted how it is to be called; @param cwd what its paths are relative to */
export function claudeSettings(wanted: WantedHook, cwd: string, limits: HookLimits): ClaudeSettings {
  const { program, ledger, gate, limit, log, batches } = wanted
  const words = [
    process.execPath,
    program,
    'hook',
    ...(ledger === undefined ? [] : ['--ledger', resolve(cwd, ledger)]),
    ...(gate ? ['--gate'] : []),
    ...(limit === undefined ? [] : ['--limit', String(limit)]),
    ...(log === undefined ? [] : ['--log', resolve(cwd, log)]),
    ...(batches ? [] : ['--no-batch']),
  ]
  const timeout = Math.ceil(limit ?? limits.usual) + grace
  const command: HookCommand = { type: 'command', command: words.map(shellWord).join(' '), timeout }
  const last: HookCommand = { ...command, timeout: Math.max(timeout, limits.last + grace) }
  const groups = [
    ...[...toolEvents, ...(batches ? newerToolEvents : [])].map(
      (event) => [event, [{ matcher: '*', hooks: [command] }]] as const,
    ),
    ...[...(batches ? newerEvents : []), ...otherEvents].map(
      (event) => [event, [{ hooks: [lastEvents.has(event) ? last : command] }]] as const,
    ),
  ]
  return { hooks: Object.fromEntries(groups) }
}
