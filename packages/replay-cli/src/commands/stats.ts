/** `todo-replay stats`: completions, times, reminders and what followed them, and what the list cost the context. */

import { auditSource } from '../audit/audit-source.js'
import { ownPart } from '../audit/copied-history.js'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { auditOptions, auditSetup } from '../config/audit-setup.js'
import { tellRuleFailures } from '../config/rule-failures.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import {
  besideOption,
  flag,
  jsonOption,
  type OptionValues,
  sourceOptions,
  sourcesArgument,
} from '../options.js'
import { readOptions } from '../sources/read-options.js'
import { resolveSources } from '../sources/resolve-source.js'
import { StatsSum } from '../stats/session-stats.js'
import { sourceStatsText } from '../stats/source-stats-text.js'
import type { StatsOutput } from '../stats/stats-result.js'

const options = {
  ...sourceOptions,
  ...jsonOption,
  ...besideOption,
  ...auditOptions,
  all: flag('--all', 'show every session, and everything that was ignored or rejected'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const stats: CommandModule = defineCommand({
  arguments: [sourcesArgument],
  options,
  help: `A nag is ignored if no update follows it; a continuation is ignored if neither a call nor an update follows it, before the next one, the next input of the user, or the end. What the list cost is given in characters as the log holds them, each counted once: inputs of the todo tools as JSON, their replies, nags and continuations.

Examples:
  todo-replay stats fixtures/nag-ignored/session.jsonl
  todo-replay stats fixtures --json`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { words, options, output } = call
  const setup = await auditSetup(call)
  const found = await resolveSources(words, call)
  const sum = new StatsSum()
  const failures: Parameters<typeof tellRuleFailures>[0][number][] = []
  const reading = { ...(await readOptions(call)), beside: options.beside }
  for await (const session of auditSource(found, reading, { setup, tally: true }, output)) {
    sum.add(ownPart(session))
    if (session.audit.ruleFailures.length > 0) failures.push(session.audit)
  }
  const { sessions, total } = sum
  const result: StatsOutput = { sessions, total }
  if (options.json) output.json(result)
  else {
    const { columns, style } = output
    for (const line of sourceStatsText(sessions, total, { columns, style, all: options.all })) {
      output.line(line)
    }
  }
  return reading.report.exit(tellRuleFailures(failures, output) > 0 ? exitCode.usage : exitCode.fine)
}
