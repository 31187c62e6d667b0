/** The options of `export`. */

import {
  choice,
  jsonOption,
  type OptionDeclaration,
  type OptionValues,
  sourceOptions,
  text,
} from '../options.js'
import { redactionOptions } from '../redact/redaction-options.js'

const ownOptions: {
  readonly out: OptionDeclaration<string | undefined>
  readonly format: OptionDeclaration<'events' | 'ics' | undefined>
  readonly until: OptionDeclaration<string | undefined>
  readonly as: OptionDeclaration<string | undefined>
} = {
  out: text('--out <file>', 'write to this file (default: print)'),
  format: choice('--format <format>', 'events (default), or ics: a calendar file', ['events', 'ics']),
  until: text('--until <turn>', 'a fork: the events up to the end of this turn, or seq:40'),
  as: text('--as <id>', 'the id of the fork'),
}

/** The options of `export`. */
export const exportOptions: typeof sourceOptions &
  typeof ownOptions &
  typeof jsonOption &
  typeof redactionOptions = {
  ...sourceOptions,
  ...ownOptions,
  ...jsonOption,
  ...redactionOptions,
}

/** Their values. */
export type ExportOptions = OptionValues<typeof exportOptions>
