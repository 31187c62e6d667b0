/** The program's commands: their names, and where they are. */

import type { CommandModule } from './command.js'

/** A command as the program knows it before it is loaded. */
export interface KnownCommand {
  readonly name: string
  readonly summary: string
  /** The commands that it stands beside in the help. */
  readonly group: string
  readonly load: () => Promise<CommandModule>
}

type Row = readonly [name: string, summary: string, load: () => Promise<{ readonly command: CommandModule }>]

const ask: readonly Row[] = [
  ['audit', 'which todos were marked done without the work', () => import('./commands/audit.js')],
  ['show', 'the checklist as it was at a turn', () => import('./commands/show.js')],
  ['log', 'the events, one per line', () => import('./commands/log.js')],
  ['diff', 'what changed between two turns, item by item', () => import('./commands/diff.js')],
  ['blame', 'which event last changed each field of an item', () => import('./commands/blame.js')],
  ['commits', 'which commits belong to which item, and why', () => import('./commands/commits.js')],
  ['bisect', 'when a rule was broken, and by which update', () => import('./commands/bisect.js')],
  ['what-if', 'the same session under another profile', () => import('./commands/what-if.js')],
  ['stats', 'completions, times, reminders, and what the list cost', () => import('./commands/stats.js')],
  ['plan', 'what is left, what waits for what, and when it may be done', () => import('./commands/plan.js')],
  ['sessions', 'the sessions of a source, or of all your agents', () => import('./commands/sessions.js')],
]

const see: readonly Row[] = [
  ['watch', 'follow a session that is still being recorded', () => import('./commands/watch.js')],
  ['debug', 'step through a session in the terminal', () => import('./commands/debug.js')],
  ['report', 'one self-contained page', () => import('./commands/report.js')],
]

const keep: readonly Row[] = [
  ['hook', 'record a session of an agent while it runs', () => import('./commands/hook.js')],
  ['import', 'put recordings into a ledger', () => import('./commands/import.js')],
  ['export', 'the events as JSON Lines, or in another format', () => import('./commands/export.js')],
  ['sync', 'keep the list and the issues of a GitHub repository in sync', () => import('./commands/sync.js')],
  ['copy', 'copy a ledger with its hashes, also while it is in use', () => import('./commands/copy.js')],
  ['verify', 'check the integrity of a log; print an anchor for it', () => import('./commands/verify.js')],
  ['redact', 'remove a secret, or all of a session, from a ledger', () => import('./commands/redact.js')],
]

/** All commands, in the order in which the help lists them. */
export const knownCommands: readonly KnownCommand[] = [
  ...inGroup('Ask a session', ask),
  ...inGroup('See a session', see),
  ...inGroup('Keep sessions in a ledger', keep),
]

function inGroup(group: string, rows: readonly Row[]): readonly KnownCommand[] {
  return rows.map(([name, summary, load]) => ({
    ...{ name, summary, group },
    load: async () => (await load()).command,
  }))
}
