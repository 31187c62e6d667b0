/**
 * Regular expressions that people write, in time that grows with the text and no faster: those of JavaScript can take
 * longer than anybody waits for one line. RE2 has no look-around and no back-references. Loaded by who needs it: 0.1 s.
 */

import type { TextPattern } from '@todo-ledger/core/redaction'
import { type RE2JS, RE2JSSyntaxException, RE2JS as re2 } from 're2js'
import { Failure } from '../failure.js'

/** A regular expression. */
export class LinearPattern implements TextPattern {
  /** As it was written. */
  readonly source: string
  readonly #pattern: RE2JS

  /**
   * @param source as it was written
   * @param where what it was given by, for people: an option, or the file, line and field of a setting
   * @throws Failure `usage`
   */
  constructor(source: string, where: string) {
    this.source = source
    try {
      this.#pattern = re2.compile(re2.translateRegExp(source))
    } catch (error) {
      if (!(error instanceof RE2JSSyntaxException)) throw error
      const reason = error.message.replace(/^error parsing regexp: /, '')
      throw new Failure(
        'usage',
        `${where}: ${JSON.stringify(source)} can't be used as a regular expression: ${reason}. Look-ahead, look-behind and back-references are not supported.`,
        { cause: error },
      )
    }
  }

  /** True where it is found in a text. */
  test(text: string): boolean {
    return this.#pattern.matcher(text).find()
  }

  /** Where it is found in a text, from left to right. */
  *[Symbol.matchAll](text: string): Iterable<{ readonly 0: string; readonly index: number }> {
    const matcher = this.#pattern.matcher(text)
    while (matcher.find()) yield { 0: matcher.group() ?? '', index: matcher.start() }
  }
}
