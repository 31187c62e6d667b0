/** `todo-replay audit`: which todos were marked done without the work being done. */

import type { SessionAudit } from '@todo-ledger/audit'
import { auditSource } from '../audit/audit-source.js'
import { AuditSum } from '../audit/audit-sum.js'
import { auditFormatOf, auditWriter } from '../audit/audit-writer.js'
import { baselineOf, readBaseline, writeBaseline } from '../audit/baseline/baseline-file.js'
import { KnownFindings } from '../audit/baseline/known-findings.js'
import { reportBaseline, reportWritten } from '../audit/baseline/report-baseline.js'
import { explainedRule, explainText } from '../audit/explained-rule.js'
import { FailOn, reasonsToFail, usualReasons } from '../audit/fail-on.js'
import { auditFormats } from '../audit/formats/audit-format.js'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type AuditSetup, auditOptions, auditSetup, baselineOption } from '../config/audit-setup.js'
import { tellRuleFailures } from '../config/rule-failures.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import {
  besideOption,
  choice,
  choicesOr,
  flag,
  jsonOption,
  type OptionValues,
  sourceOptions,
  sourcesArgument,
  text,
} from '../options.js'
import { pageReaderOf, ReaderOffer, readerOptions } from '../reader/reader-options.js'
import { writePages } from '../reader/write-pages.js'
import type { ClientWorkSetup } from '../sources/ledger-file.js'
import { homeOf } from '../sources/newest-session.js'
import { readOptions } from '../sources/read-options.js'
import { resolveSources } from '../sources/resolve-source.js'
import { printable } from '../text/printable.js'
import { wrap } from '../text/wrap.js'

const options = {
  ...sourceOptions,
  ...jsonOption,
  ...besideOption,
  ...auditOptions,
  ...readerOptions,
  failOn: choicesOr(
    '--fail-on <list>',
    'exit with 1 for completions of this verdict or findings of this severity, and worse ones',
    reasonsToFail,
    usualReasons,
  ),
  brief: flag('--brief', 'only what was read, the worst finding, and what to type next'),
  all: flag('--all', 'also show supported and accepted items'),
  format: choice('--format <format>', 'the output format; --json is --format json', auditFormats),
  ...baselineOption('accepted findings: neither shown nor a reason to fail'),
  writeBaseline: text('--write-baseline <file>', 'write the present findings to a file, as accepted'),
  explain: text('--explain <rule>', 'print what a rule means and what it leaves alone; audits nothing'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const audit: CommandModule = defineCommand({
  arguments: [sourcesArgument],
  options,
  help: `Every completion is supported, weak or unsupported by what tools said, or undecided: only its meaning decides, which a reader can tell (--reader). It is unknown where the log has a gap.

Examples:
  todo-replay audit fixtures/tests-ticked-without-a-run/session.jsonl
  todo-replay audit fixtures --fail-on never --json
  todo-replay audit fixtures --fail-on never --format sarif`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { words, options, output } = call
  const setup = await auditSetup(call)
  const rule = options.explain
  if (rule !== undefined) return explain(rule, setup, call)
  const found = await resolveSources(words, call)
  const toWrite = options.writeBaseline
  const baseline = toWrite === undefined ? setup.baseline : undefined
  const known = baseline === undefined ? null : new KnownFindings(readBaseline(baseline))
  const failOn = new FailOn(options.failOn)
  const format = auditFormatOf(options)
  if (options.brief && (format !== 'text' || options.all)) {
    throw new Failure('usage', "--brief can't be combined with --all or another format.")
  }
  const brief = options.brief ? words : null
  const writer = auditWriter(format, output, { all: options.all, failOn, brief })
  const sum = new AuditSum(failOn)
  // A baseline is written of all of them at once.
  const toAccept: SessionAudit[] = []
  const reading = {
    ...(await readOptions(call)),
    beside: options.beside,
    clientWork: { user: { home: homeOf(call.host.env), env: call.host.env }, onFound: told(output) },
  }
  const mark = (audit: SessionAudit): SessionAudit => known?.mark(audit) ?? audit
  if (options.pages !== undefined) {
    await writePages(call, options.pages, found, reading, setup)
    return reading.report.exit(exitCode.fine)
  }
  const reader = pageReaderOf(call, found, setup.reader)
  const offer = new ReaderOffer()
  for await (const session of auditSource(found, reading, { setup, mark, reader }, output)) {
    if (toWrite !== undefined) toAccept.push(session.audit)
    sum.add(session)
    offer.add(session)
    writer.session(session)
  }
  const use = known?.use ?? null
  const { summary, accepted } = sum
  writer.end({
    summary,
    accepted,
    rules: setup.inForce,
    baseline: use,
    lowered: setup.lowered,
    unread: reading.report.unread,
  })
  const offered = offer.text(words, output.calledAs, call.host.env, setup.reader)
  if (format === 'text' && offered !== null)
    for (const line of [...wrap(offered.sentence, output.columns), `  ${offered.command}`]) output.line(line)
  if (baseline !== undefined && use !== null) reportBaseline(baseline, use, output)
  // A check that could not be made is no check that was passed.
  if (tellRuleFailures(sum.ruleFailures, output) > 0) return reading.report.exit(exitCode.usage)
  if (toWrite !== undefined) {
    const entries = baselineOf(toAccept)
    writeBaseline(toWrite, entries)
    reportWritten(toWrite, entries.length, output)
    return reading.report.exit(exitCode.fine)
  }
  return reading.report.exit(sum.fails ? exitCode.findings : exitCode.fine)
}

/** The other work of an MCP session stands in its client's recording: says which that is. */
function told(output: Call<Options>['output']): ClientWorkSetup['onFound'] {
  return (session, recordings) => {
    const files = recordings.map(({ agent, file }) => `${printable(file)} (${agent})`)
    output.note(`the other work of ${printable(session)} stands in ${files.join(', ')}`)
  }
}

function explain(rule: string, setup: AuditSetup, { options, output }: Call<Options>): ExitCode {
  const explained = explainedRule(rule, setup)
  if (options.json) output.json(explained)
  else for (const line of explainText(explained, output)) output.line(line)
  return exitCode.fine
}
