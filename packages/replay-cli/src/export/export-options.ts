import { choice, jsonOption, type OptionValues, sourceOptions, text } from '../options.js'
import { redactionOptions } from '../redact/redaction-options.js'

export const exportOptions = {
  ...sourceOptions,
  out: text('--out <file>', 'write to this file (default: print)'),
  format: choice('--format <format>', 'events (default), or ics: a calendar file', ['events', 'ics']),
  until: text('--until <turn>', 'a fork: the events up to the end of this turn, or seq:40'),
  as: text('--as <id>', 'the id of the fork'),
  ...jsonOption,
  ...redactionOptions,
}

export type ExportOptions = OptionValues<typeof exportOptions>
