/** `todo-replay export`: events as JSON Lines, the beginning of a session as a fork, or one finding as a test. */

import type { Call, CommandModule } from '../command.js'
import { addAuditSetup } from '../config/audit-setup.js'
import type { ExitCode } from '../exit-code.js'
import { exportEvents } from '../export/all-events.js'
import { exportFork } from '../export/forked-session.js'
import { exportRegressionCase } from '../export/regression-case.js'
import { Failure } from '../failure.js'
import { addJson, addSource, type Options, wholeNumber } from '../options.js'
import { addRedaction } from '../redact/redaction-options.js'

/** The command. */
export const exportCommand: CommandModule = {
  declare(command) {
    addSource(command)
      .option(
        '--out <file>',
        'write to this file, not to standard output; with --test, the folder of the case',
      )
      .option('--until <turn>', 'fork: a new session with the events up to the end of this turn', wholeNumber)
      .option('--until-seq <seq>', 'fork: the same up to this event', wholeNumber)
      .option('--as <id>', 'the id of the fork')
      .option('--test', 'the smallest recording that still has a finding, as a regression case')
      .option('--finding <rule>', 'with --test: the rule of the finding')
      .option('--item <id>', 'with --test: the id of the item that the finding is about')
      .option('--turn <turn>', 'with --test: the turn of the finding', wholeNumber)
    addAuditSetup(addRedaction(addJson(command))).addHelpText(
      'after',
      `
Each line is one event with everything that it holds but secrets; with --no-redact, these too. Every command reads such a file again. With --out, --json prints what was written.

A fork is a session of its own that names its parent (forkedFrom). Import it into the same ledger, and a host carries on with it; a turn and a run that were under way are ended. The source is only read.

--test writes session.jsonl, expected.json and README.md: turns, calls, items and texts that the finding does not need are left out. expected.json holds what the audit says today: read it, and where the audit is wrong, correct it.

Examples:
  todo-replay export fixtures/tests-ticked-without-a-run/session.jsonl | head -3
  todo-replay export todos.db --out events.jsonl
  todo-replay export fixtures/two-in-progress/session.jsonl --until 4 --as second-try --out fork.jsonl
  todo-replay export fixtures/items-dropped/session.jsonl --test --finding dropped-item --item 3 --out case`,
    )
  },
  run,
}

function run(call: Call): Promise<ExitCode> {
  const { options } = call
  const isFork = options.number('until') !== undefined || options.number('untilSeq') !== undefined
  const isTest = options.flag('test')
  if (isFork && isTest) throw new Failure('usage', 'Give --until or --test, not both: a fork is no test.')
  mustBelong(options, ['as'], isFork, '--until or --until-seq')
  mustBelong(options, ['finding', 'item', 'turn'], isTest, '--test')
  if (isTest) return exportRegressionCase(call)
  return isFork ? exportFork(call) : exportEvents(call)
}

function mustBelong(options: Options, names: readonly string[], isThere: boolean, to: string): void {
  const alone = names.find((name) => options.text(name) !== undefined || options.number(name) !== undefined)
  if (alone !== undefined && !isThere) throw new Failure('usage', `--${alone} goes with ${to}.`)
}
