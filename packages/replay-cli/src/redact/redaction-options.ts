/** The options that say what is taken out of what is imported or exported. */

import { HostError, type RedactionOptions } from '@todo-ledger/core'
import { createRedactor } from '@todo-ledger/core/redaction'
import { Failure } from '../failure.js'
import { type OptionDeclaration, type OptionValues, text, texts, unless } from '../options.js'

/** `--no-redact`, `--redact-off` and `--redact-pattern`. */
export const redactionOptions: {
  readonly redact: OptionDeclaration<boolean>
  readonly redactOff: OptionDeclaration<string | undefined>
  readonly redactPattern: OptionDeclaration<readonly string[]>
} = {
  redact: unless('--no-redact', 'leave secrets in'),
  redactOff: text('--redact-off <names>', 'built-in patterns that are off, with commas between them'),
  redactPattern: texts('--redact-pattern <name=regexp>', 'a pattern of your own; may be given again'),
}

/**
 * What the options say is to be taken out; false: nothing.
 * @throws Failure `usage`
 */
export function redactionOf(options: OptionValues<typeof redactionOptions>): RedactionOptions | false {
  if (!options.redact) return false
  const off = (options.redactOff ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const patterns = options.redactPattern.map((given) => {
    const [, name, source] = /^([^=]+)=([\s\S]+)$/.exec(given) ?? []
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
