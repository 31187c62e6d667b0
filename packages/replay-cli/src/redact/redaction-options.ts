/** The options that say what is taken out of what is imported or exported. */

import { HostError, type RedactionOptions } from '@todo-ledger/core'
import { createRedactor, type RedactionPattern, type TextPattern } from '@todo-ledger/core/redaction'
import { Failure } from '../failure.js'
import { type OptionValues, redactOption, texts } from '../options.js'

export const redactionOptions = {
  ...redactOption,
  redactPattern: texts('--redact-pattern <name=regexp>', 'also take out what this matches; repeatable'),
}

/**
 * What the options say is to be taken out; false: nothing.
 * @throws Failure `usage`
 */
export async function redactionOf(
  options: OptionValues<typeof redactionOptions>,
): Promise<RedactionOptions | false> {
  if (!options.redact) return false
  const patterns: RedactionPattern[] = []
  for (const given of options.redactPattern) {
    const [, name, source] = /^([^=]+)=([\s\S]+)$/.exec(given) ?? []
    if (name === undefined || source === undefined) {
      throw new Failure('usage', 'A pattern is given as name=regexp: --redact-pattern ticket=TCK-[0-9]+.')
    }
    patterns.push({ name, pattern: await regularExpression(source, '--redact-pattern') })
  }
  const redaction = { patterns }
  mustBeKnown(redaction)
  return redaction
}

/**
 * The regular expression of a text.
 * @param option what it was given by
 * @throws Failure `usage`
 */
export async function regularExpression(source: string, option: string): Promise<TextPattern> {
  const { linearPattern } = await import('../text/linear-pattern.js')
  return linearPattern(source, option)
}

function mustBeKnown(redaction: RedactionOptions): void {
  try {
    createRedactor(redaction)
  } catch (error) {
    if (error instanceof HostError) throw new Failure('usage', error.message, { cause: error })
    throw error
  }
}
