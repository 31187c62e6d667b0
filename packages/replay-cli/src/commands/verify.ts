/** `todo-replay verify`: checks the integrity of a ledger's log, and that its events can be what happened. */

import { parseAnchor, type SeqRange } from '@todo-ledger/core/store'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../failure.js'
import { jsonOption, ledgerArgument, type OptionValues, texts } from '../options.js'
import type { Output } from '../output.js'
import { count, grouped, someOf } from '../text/count.js'
import { type Labelled, labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { StyleName } from '../text/style.js'
import { wrap } from '../text/wrap.js'
import { ledgerNamed } from '../verify/named.js'
import { type VerifyResult, verifyLedger } from '../verify/verify-ledger.js'

const options = {
  ...jsonOption,
  anchor: texts('--anchor <line>', 'an anchor that you kept, or several, one per line; repeatable'),
}

type Options = OptionValues<typeof options>

export const command: CommandModule = defineCommand({
  arguments: [ledgerArgument],
  options,
  help: `Names the first bad place of the log and what happened there: altered, missing, out-of-order or foreign. Only an anchor reveals that the end was cut off or that everything was rewritten. The last one that verified is kept in ~/.local/state/todo-replay/anchors; better, keep the one that is printed where whoever can change the ledger can't change it. Exit code 1 if something is wrong.

Examples:
  todo-replay verify todos.db
  todo-replay verify todos.db --json`,
  run,
})

async function run({ source, options, output, host }: Call<Options>): Promise<ExitCode> {
  const lines = options.anchor.flatMap((each) => each.split('\n'))
  const anchors = lines.filter((line) => line.trim() !== '').map(parseAnchor)
  const result = await verifyLedger(await ledgerNamed(source), anchors, output, host.env)
  if (options.json) output.json(result)
  else for (const line of verifyText(result, output)) output.line(line)
  return result.ok ? exitCode.fine : exitCode.findings
}

/** As many of a kind are shown one by one. */
const shown = 10

/** Green labels are good, red ones bad. */
function verifyText(
  result: VerifyResult,
  { columns, style, typed }: Pick<Output, 'columns' | 'style' | 'typed'>,
): readonly string[] {
  const { source, events, sessions, ok, file, anchors, head, snapshots, replay, firstBad } = result
  const isWhole = file?.length === 0
  const rows = [
    ...several('file', isWhole ? ['whole, by SQLite’s own check'] : (file ?? []), isWhole ? 'green' : 'red'),
    ...several('warning', result.warnings),
    ...hashRows(result),
    ...anchors.flatMap(({ ok, message }, index) =>
      several(index === 0 ? 'anchor' : '', [message], ok ? 'green' : 'red'),
    ),
    ...several('redacted', result.redacted.map(redactedText)),
    ...several('snapshots', snapshots?.bad.map(({ message }) => message) ?? [], 'red'),
    ...(replay === null ? [] : replayRows(replay)),
    ...(replay === null && firstBad !== null ? several('replay', ['left out: the log is damaged']) : []),
  ]
  return [
    ...wrap(printable(source), columns).map((line) => style('bold', line)),
    `${count(events, 'event')} of ${count(sessions, 'session')}`,
    '',
    ...rows.flatMap((row) => labelled(row, { indent: 2, labelColumns: 11, columns, style })),
    '',
    ok ? style('green', 'Nothing is wrong.') : style('red', 'Not as it must be.'),
    ...adviceOn(result).flatMap((each) => wrap(typed(each), columns)),
    // It is copied whole: it stays on one line.
    ...(anchors.length === 0 && head !== null ? [head] : []),
  ]
}

/** Texts one under the other; of many the first and how many more. */
function several(
  label: string,
  texts: readonly string[],
  labelStyle: StyleName = 'dim',
): readonly Labelled[] {
  const more = texts.length - shown
  const printed = more > 0 ? [...texts.slice(0, shown), `and ${grouped(more)} more`] : texts
  return printed.map((text, index) => ({ label: index === 0 ? label : '', text, labelStyle }))
}

function hashRows(result: VerifyResult): readonly Labelled[] {
  const { firstBad, events } = result
  if (isOfAnchor(result)) return several('hashes', ['the chains hold, as far as they go'])
  if (firstBad === null || firstBad.position === null)
    return several(
      'hashes',
      [events === 0 ? 'there is nothing to check' : 'every event is as it was written'],
      'green',
    )
  const { problem, position, session, seq, message } = firstBad
  const event = seq === null ? '' : `, event ${seq}`
  const of = session === null ? '' : ` of session ${printable(session, 200)}`
  return several('hashes', [`${problem} at position ${position}${event}${of}`, message], 'red')
}

/** True where the ledger is consistent and only an anchor shows that it is not what it was. */
function isOfAnchor({ anchors, firstBad }: VerifyResult): boolean {
  return firstBad !== null && anchors.some(({ ok, message }) => !ok && message === firstBad.message)
}

function redactedText({ session, erased, replaced }: VerifyResult['redacted'][number]): string {
  const parts = [
    ...(erased.length > 0 ? [`contents of ${eventsIn(erased)} erased`] : []),
    ...(replaced.length > 0 ? [`texts replaced in ${eventsIn(replaced)}`] : []),
  ]
  return `${session}: ${parts.join('; ')}`
}

function eventsIn(all: readonly SeqRange[]): string {
  const isOne = all.length === 1 && all[0]?.from === all[0]?.to
  return `${isOne ? 'event' : 'events'} ${rangesOf(all)}`
}

function rangesOf(all: readonly SeqRange[]): string {
  return someOf(
    all.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)),
    shown,
  )
}

function replayRows(replay: NonNullable<VerifyResult['replay']>): readonly Labelled[] {
  const { sessions, impossible, brokenRules, unknownRules } = replay
  const whole = `${count(sessions, 'session')} replayed, every event can follow the one before`
  const broken = brokenRules.map(
    ({ session, seq, rule, message }) =>
      `${rule} is broken by event ${seq} of session ${session}: ${message}`,
  )
  return [
    ...(impossible.length > 0
      ? several(
          'sequence',
          impossible.map(({ message }) => message),
          'red',
        )
      : several('sequence', [whole], 'green')),
    ...(broken.length === 0
      ? several('rules', ['no rule in force disagrees with the log'], 'green')
      : several('rules', broken, 'red')),
    ...several(
      'unknown',
      unknownRules.map(
        ({ session, rules }) => `${someOf(rules)} of session ${session} not known here, and not checked`,
      ),
    ),
  ]
}

const goOn = 'Keep this file as it is, and continue with a copy from before that verifies.'

/** What it means, and what to do. */
function adviceOn(result: VerifyResult): readonly string[] {
  const { firstBad, ok, head, anchors } = result
  if (ok && (head === null || anchors.length > 0)) return []
  if (ok)
    return [
      'Only an anchor shows later that the end was cut off or all of it rewritten. Keep this one elsewhere, and give it to --anchor then:',
    ]
  switch (firstBad?.problem) {
    case 'impossible':
      return [
        'The log is whole, but no session writes such events: another program did, or a fault of todo-ledger.',
      ]
    case 'rule-broken':
      return [
        'The log is whole, but a rule in force would refuse an update: the rule has changed, or another program wrote it.',
      ]
    case 'foreign':
      if (isOfAnchor(result))
        return ['It is the anchor of another ledger, or this ledger was put in the place of that one.']
  }
  if (firstBad !== null && firstBad.position === null)
    return ['The log is whole; what was made of it is not. Remove the snapshots: they are made anew.']
  if (isOfAnchor(result)) return ['The ledger is consistent, and it is not the one that was anchored.', goOn]
  const before =
    firstBad === null || firstBad.position === 1
      ? ''
      : ` What stands before position ${firstBad.position} is consistent.`
  return [`The file was changed behind todo-ledger’s back, or its disk failed.${before}`, goOn]
}
