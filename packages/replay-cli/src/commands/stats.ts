/** `todo-replay stats`: completions, times, reminders and what followed them, and what the list cost the context. */

import { auditSource } from '../audit/audit-source.js'
import { ownPart } from '../audit/shown-part.js'
import { type CommandModule, defineCommand } from '../command.js'
import { auditSetup, configOption } from '../config/audit-setup.js'
import { exitCode } from '../exit-code.js'
import { flag, jsonOption, sourceOptions, sourcesArgument } from '../options.js'
import { readOptions } from '../sources/read-options.js'
import { resolveSources } from '../sources/resolve-source.js'
import { type SessionStats, StatsSum } from '../stats/session-stats.js'
import { sourceStatsText } from '../stats/stats-text.js'

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourcesArgument],
  options: {
    ...sourceOptions,
    ...jsonOption,
    ...configOption,
    all: flag('--all', 'every session, and everything ignored or refused'),
  },
  help: `A nag is ignored if no update follows it; a continuation if neither a call nor an update follows, before the next one, the next input of the user, or the end. What the list cost is given in characters as the log holds them, each counted once.

Examples:
  todo-replay stats
  todo-replay stats ~/.claude/projects --json`,
  async run(call) {
    const { words, options, output } = call
    const setup = await auditSetup(options)
    const source = await resolveSources(words, call)
    const reading = await readOptions(call)
    const sum = new StatsSum()
    const sessions: SessionStats[] = []
    for await (const session of auditSource(source, reading, { setup, tally: true }, output))
      sessions.push(sum.add(ownPart(session)))
    const { total } = sum
    if (options.json) output.json({ sessions, total })
    else {
      const { columns, style } = output
      output.lines(sourceStatsText(sessions, total, { columns, style, all: options.all }))
    }
    return reading.report.exit(exitCode.fine)
  },
})
