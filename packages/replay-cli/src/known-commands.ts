/** The program's commands: their names, and where they are. */

import type { KnownCommand } from './command.js'

const ask = 'Ask a session'
const see = 'See a session'
const keep = 'Keep sessions in a ledger'

/** All commands, in the order in which the help lists them. */
export const knownCommands: readonly KnownCommand[] = [
  {
    name: 'audit',
    summary: 'which todos were marked done without the work',
    group: ask,
    load: async () => (await import('./commands/audit.js')).audit,
  },
  {
    name: 'show',
    summary: 'the checklist as it was at a turn',
    group: ask,
    load: async () => (await import('./commands/show.js')).show,
  },
  {
    name: 'log',
    summary: 'the events, one per line',
    group: ask,
    load: async () => (await import('./commands/log.js')).log,
  },
  {
    name: 'diff',
    summary: 'what changed between two turns, item by item',
    group: ask,
    load: async () => (await import('./commands/diff.js')).diff,
  },
  {
    name: 'blame',
    summary: 'which event last changed each field of an item',
    group: ask,
    load: async () => (await import('./commands/blame.js')).blame,
  },
  {
    name: 'commits',
    summary: 'which commits belong to which item, and why',
    group: ask,
    load: async () => (await import('./commands/commits.js')).commits,
  },
  {
    name: 'bisect',
    summary: 'when a rule was broken, and by which update',
    group: ask,
    load: async () => (await import('./commands/bisect.js')).bisect,
  },
  {
    name: 'what-if',
    summary: 'the same session under another profile',
    group: ask,
    load: async () => (await import('./commands/what-if.js')).whatIf,
  },
  {
    name: 'stats',
    summary: 'completions, times, reminders, and what the list cost',
    group: ask,
    load: async () => (await import('./commands/stats.js')).stats,
  },
  {
    name: 'plan',
    summary: 'what is left, what waits for what, and when it may be done',
    group: ask,
    load: async () => (await import('./commands/plan.js')).plan,
  },
  {
    name: 'sessions',
    summary: 'the sessions of a source, or of all your agents',
    group: ask,
    load: async () => (await import('./commands/sessions.js')).sessions,
  },
  {
    name: 'watch',
    summary: 'follow a session that is still being recorded',
    group: see,
    load: async () => (await import('./commands/watch.js')).watch,
  },
  {
    name: 'debug',
    summary: 'step through a session in the terminal',
    group: see,
    load: async () => (await import('./commands/debug.js')).debug,
  },
  {
    name: 'report',
    summary: 'one self-contained page',
    group: see,
    load: async () => (await import('./commands/report.js')).report,
  },
  {
    name: 'hook',
    summary: 'record a session of an agent while it runs',
    group: keep,
    load: async () => (await import('./commands/hook.js')).hook,
  },
  {
    name: 'import',
    summary: 'put recordings into a ledger',
    group: keep,
    load: async () => (await import('./commands/import.js')).importCommand,
  },
  {
    name: 'export',
    summary: 'the events as JSON Lines, or in another format',
    group: keep,
    load: async () => (await import('./commands/export.js')).exportCommand,
  },
  {
    name: 'sync',
    summary: 'keep the list and a tracker in sync: GitHub, bd, JSON Lines',
    group: keep,
    load: async () => (await import('./commands/sync.js')).sync,
  },
  {
    name: 'copy',
    summary: 'copy a ledger with its hashes, also while it is in use',
    group: keep,
    load: async () => (await import('./commands/copy.js')).copy,
  },
  {
    name: 'verify',
    summary: 'check the integrity of a log; print an anchor for it',
    group: keep,
    load: async () => (await import('./commands/verify.js')).verify,
  },
  {
    name: 'redact',
    summary: 'remove a secret, or all of a session, from a ledger',
    group: keep,
    load: async () => (await import('./commands/redact.js')).redact,
  },
]
