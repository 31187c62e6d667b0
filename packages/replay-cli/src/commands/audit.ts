/** `todo-replay audit`: which todos were marked done without the work being done. */

import { type AuditSummary, type Severity, summarise } from '@todo-ledger/core'
import { AuditCollector, type AuditedSession } from '../audit/audit-collector.js'
import { type AuditOutput, auditedSessionOutput } from '../audit/audit-json.js'
import { AuditPrinter } from '../audit/audit-printer.js'
import type { Call, CommandModule } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { addJson, addSource, choice } from '../options.js'
import { readSource } from '../sources/read-source.js'
import { findSource } from '../sources/source.js'

/** The command. */
export const audit: CommandModule = {
  declare(command) {
    addJson(addSource(command))
      .addOption(
        choice('--fail-on <severity>', 'exit with 1 when a finding is this grave', [
          'error',
          'warning',
          'info',
          'never',
        ]).default('error'),
      )
      .option('--all', 'show what is supported, too, item by item')
      .addHelpText(
        'after',
        `
Every completion is supported, weak, unsupported, or unknown where the log has a gap.

Examples:
  todo-replay audit fixtures/tests-ticked-without-a-run/session.jsonl
  todo-replay audit fixtures --fail-on never --json`,
      )
  },
  run,
}

async function run({ source, options, output, host }: Call): Promise<ExitCode> {
  const found = await findSource(source)
  const isJson = options.flag('json')
  const printer = new AuditPrinter(output, options.flag('all'))
  const audited: AuditedSession[] = []
  const collector = new AuditCollector((session) => {
    audited.push(session)
    if (!isJson) printer.session(session)
  })
  const report = await readSource(
    found,
    {
      listenerFor: collector.follow,
      besides: collector.followBesides,
      session: options.text('session'),
      profile: options.profile(),
    },
    host,
    output,
  )
  collector.finish()
  const summary = summarise(audited.map((session) => session.audit))
  if (isJson) output.json({ sessions: audited.map(auditedSessionOutput), summary } satisfies AuditOutput)
  else printer.end(summary)
  return report.exit(fails(summary, options.text('failOn')) ? exitCode.findings : exitCode.fine)
}

/** The severities that count, by what `--fail-on` says. */
const graveEnough: ReadonlyMap<string | undefined, readonly Severity[]> = new Map([
  ['error', ['error']],
  ['warning', ['error', 'warning']],
  ['info', ['error', 'warning', 'info']],
])

function fails({ findings }: AuditSummary, failOn: string | undefined): boolean {
  return (graveEnough.get(failOn) ?? []).some((severity) => findings[severity] > 0)
}
