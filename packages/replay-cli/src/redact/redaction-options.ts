/** The options that say what is taken out of what is imported or exported. */

import { createRedactor, HostError, type RedactionOptions } from '@todo-ledger/core'
import type { Command } from 'commander'
import { Failure } from '../failure.js'
import { type Options, severalTexts } from '../options.js'

/** Adds `--no-redact`, `--redact-off` and `--redact-pattern`. */
export function addRedaction(command: Command): Command {
  return command
    .option('--no-redact', 'leave secrets in')
    .option('--redact-off <names>', 'built-in patterns that are off, with commas between them')
    .option('--redact-pattern <name=regexp>', 'a pattern of your own; may be given again', severalTexts)
}

/**
 * What the options say is to be taken out; false: nothing.
 * @throws Failure `usage`
 */
export function redactionOf(options: Options): RedactionOptions | false {
  if (options.isOff('redact')) return false
  const off = (options.text('redactOff') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const patterns = options.texts('redactPattern').map((text) => {
    const [, name, source] = /^([^=]+)=([\s\S]+)$/.exec(text) ?? []
    if (name === undefined || source === undefined) {
      throw new Failure('usage', 'A pattern is given as name=regexp: --redact-pattern ticket=TCK-[0-9]+.')
    }
    return { name, pattern: regularExpression(source) }
  })
  const redaction = { off, patterns }
  mustBeKnown(redaction)
  return redaction
}

/**
 * The regular expression of a text.
 * @throws Failure `usage`
 */
export function regularExpression(source: string): RegExp {
  try {
    return new RegExp(source, 'u')
  } catch (error) {
    throw new Failure('usage', `${JSON.stringify(source)} is no regular expression.`, { cause: error })
  }
}

function mustBeKnown(redaction: RedactionOptions): void {
  try {
    createRedactor(redaction)
  } catch (error) {
    if (error instanceof HostError) throw new Failure('usage', error.message, { cause: error })
    throw error
  }
}
