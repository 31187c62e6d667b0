/** The options of `export`. */

import { auditOptions } from '../config/audit-setup.js'
import {
  choice,
  flag,
  jsonOption,
  number,
  type OptionDeclaration,
  type OptionValues,
  sourceOptions,
  text,
} from '../options.js'
import { redactionOptions } from '../redact/redaction-options.js'

type Text = OptionDeclaration<string | undefined>
type Numbered = OptionDeclaration<number | undefined>

const ownOptions: {
  readonly out: Text
  readonly format: OptionDeclaration<'events' | 'atif' | 'otel' | 'ics' | undefined>
  readonly until: Text
  readonly as: Text
  readonly test: OptionDeclaration<boolean>
  readonly finding: Text
  readonly item: Text
  readonly turn: Numbered
} = {
  out: text(
    '--out <file>',
    'write to this file instead of standard output; with --test, the folder of the case',
  ),
  format: choice(
    '--format <format>',
    'what to write: events (default); atif, trajectories; otel, spans; or ics, a calendar file',
    ['events', 'atif', 'otel', 'ics'],
  ),
  until: text(
    '--until <turn>',
    'fork: a new session with the events up to the end of this turn, or with seq:40 up to this event',
  ),
  as: text('--as <id>', 'the id of the fork'),
  test: flag('--test', 'the smallest recording that still has a finding, as a regression case'),
  finding: text('--finding <rule>', 'with --test: the rule of the finding'),
  item: text('--item <id>', 'with --test: the id of the item that the finding is about'),
  turn: number('--turn <turn>', 'with --test: the turn of the finding'),
}

/** The options of `export`. */
export const exportOptions: typeof sourceOptions &
  typeof ownOptions &
  typeof jsonOption &
  typeof redactionOptions &
  typeof auditOptions = {
  ...sourceOptions,
  ...ownOptions,
  ...jsonOption,
  ...redactionOptions,
  ...auditOptions,
}

/** Their values. */
export type ExportOptions = OptionValues<typeof exportOptions>
