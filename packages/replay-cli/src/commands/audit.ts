/** `todo-replay audit`: which todos were marked done without the work being done. */

import type { SessionAudit } from '@todo-ledger/audit'
import { InvalidArgumentError } from 'commander'
import { AuditSum } from '../audit/audit-report.js'
import { auditSource } from '../audit/audit-source.js'
import { KnownFindings, writeBaseline } from '../audit/baseline.js'
import { FailOn, reasonsNamed, usualReasons } from '../audit/fail-on.js'
import { type AuditFormat, auditFormats, auditWriter } from '../audit/formats/index.js'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type AuditSetup, auditOptions, auditSetup, tellRuleFailures } from '../config/audit-setup.js'
import { type ExitCode, exitCode, Failure } from '../failure.js'
import {
  choice,
  flag,
  jsonOption,
  type OptionValues,
  parsed,
  sourceOptions,
  sourcesArgument,
  text,
  todosOption,
} from '../options.js'
import type { Output } from '../output.js'
import { homeOf } from '../person-folders.js'
import { pageReaderOf, ReaderOffer, readerOptions } from '../reader/reader-options.js'
import { writePages } from '../reader/write-pages.js'
import type { ClientWorkSetup } from '../sources/ledger-file.js'
import { readOptions } from '../sources/read-options.js'
import { resolveSources } from '../sources/resolve-source.js'
import { thereIsNo } from '../text/did-you-mean.js'
import { printable } from '../text/printable.js'
import { hang, wrap } from '../text/wrap.js'

const options = {
  ...sourceOptions,
  ...todosOption,
  format: choice('--format <format>', auditFormats.join(', '), auditFormats),
  ...jsonOption,
  all: flag('--all', 'also show supported and accepted items'),
  failOn: parsed(
    '--fail-on <list>',
    'exit with 1 for unsupported, weak, reader, error, warning, info or worse, or never (default: unsupported,error)',
    (given) => {
      const reasons = reasonsNamed(given)
      if (reasons !== null) return reasons
      throw new InvalidArgumentError(
        'It must be some of unsupported, weak, reader, error, warning, info, or never.',
      )
    },
  ),
  ...auditOptions,
  baseline: text('--baseline <file>', 'accepted findings: neither shown nor a reason to fail'),
  writeBaseline: text('--write-baseline <file>', 'accept the present findings: write them to a file'),
  ...readerOptions,
  explain: text('--explain <rule>', 'only say what a rule means'),
}

type Options = OptionValues<typeof options>

export const command: CommandModule = defineCommand({
  arguments: [sourcesArgument],
  options,
  help: `Every completion is supported, weak or unsupported by what tools said, or undecided: the meaning of its text decides, and only a reader can judge that. It is unknown where the log has a gap.

Examples:
  todo-replay audit --format brief
  todo-replay audit ~/.claude/projects --fail-on never --json`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { words: sources, options, output, host } = call
  const setup = await auditSetup(options)
  if (options.explain !== undefined) {
    const explained = explainedRule(options.explain, setup)
    if (options.json) output.json(explained)
    else output.lines(explainText(explained, output.columns))
    return exitCode.fine
  }
  const source = await resolveSources(sources, call)
  const { writeBaseline: toWrite, all } = options
  const known = KnownFindings.of(toWrite === undefined ? options.baseline : undefined)
  const failOn = new FailOn(options.failOn ?? usualReasons)
  const format = formatOf(options)
  const writer = auditWriter(format, output, { all, failOn, sources })
  const reading = { ...(await readOptions(call)), clientWork: clientWorkOf(call) }
  if (options.pages !== undefined) {
    await writePages(call, options.pages, source, reading, setup)
    return reading.report.exit(exitCode.fine)
  }
  const reader = pageReaderOf(call, source, setup.reader)
  const sum = new AuditSum(failOn)
  const offer = new ReaderOffer()
  // A baseline is written of all of them at once.
  const toAccept: SessionAudit[] = []
  const mark = (audit: SessionAudit): SessionAudit => known?.mark(audit) ?? audit
  for await (const session of auditSource(source, reading, { setup, mark, reader }, output)) {
    if (toWrite !== undefined) toAccept.push(session.audit)
    sum.add(session)
    offer.add(session)
    writer.session(session)
  }
  const { summary, accepted } = sum
  const { inForce: rules, lowered } = setup
  writer.end({
    summary,
    accepted,
    rules,
    baseline: known?.use ?? null,
    lowered,
    unread: reading.report.unread,
  })
  if (format === 'text' || format === 'brief')
    tellOffer(offer.text(sources, output.calledAs, host.env, options.config), output)
  known?.report(output)
  // A check that could not be made is no check that was passed.
  if (tellRuleFailures(sum.ruleFailures, output)) return reading.report.exit(exitCode.usage)
  if (toWrite !== undefined) writeBaseline(toWrite, toAccept, output)
  return reading.report.exit(toWrite === undefined && sum.fails ? exitCode.findings : exitCode.fine)
}

/** `--json` is `--format json`. @throws Failure `usage` where options disagree */
function formatOf({ json, format = json ? 'json' : 'text', all }: Options): AuditFormat {
  if (json && format !== 'json')
    throw new Failure(
      'usage',
      `--json is --format json, and --format ${format} was given too: leave one out.`,
    )
  if (all && format === 'brief') throw new Failure('usage', "--format brief can't be combined with --all.")
  return format
}

/** The other work of an MCP session stands in its client's recording: says which that is. */
function clientWorkOf({ host: { env }, output }: Call<Options>): ClientWorkSetup {
  return {
    user: { home: homeOf(env), env },
    onFound(session, recordings) {
      const files = recordings.map(({ agent, file }) => `${printable(file)} (${agent})`)
      output.note(`the other work of ${printable(session)} stands in ${files.join(', ')}`)
    },
  }
}

function tellOffer(offered: ReturnType<ReaderOffer['text']>, output: Output): void {
  if (offered !== null) output.lines([...wrap(offered.sentence, output.columns), `  ${offered.command}`])
}

/** Explains a rule as it is set up. @throws Failure `unknown-audit-rule` */
function explainedRule(id: string, { rules, inForce }: AuditSetup) {
  const rule = rules.find((known) => known.id === id)
  if (rule === undefined) {
    const known = rules.map((each) => each.id)
    throw new Failure('unknown-audit-rule', thereIsNo('rule', id, known))
  }
  const { severity, docs: means } = rule.meta
  return { rule: id, severity, setTo: inForce.find((each) => each.rule === rule)?.severity ?? 'off', means }
}

function explainText({ rule, severity, setTo, means }: ReturnType<typeof explainedRule>, columns: number) {
  const set = setTo === severity ? severity : `${setTo} (set; usually ${severity})`
  return [`${printable(rule)}: ${set}`, ...hang('  ', printable(means), columns)]
}
