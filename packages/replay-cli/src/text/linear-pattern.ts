/**
 * Regular expressions that people write, in time that grows with the text and no faster: those of JavaScript can take
 * longer than anybody waits for one line. RE2 has no look-around and no back-references. Loaded by who needs it: 0.1 s.
 */

import type { TextPattern } from '@todo-ledger/core/redaction'
import { RE2JSSyntaxException, RE2JS as re2 } from 're2js'
import { Failure } from '../failure.js'

/** @param where what it was given by: an option, or the file, line and field of a setting. @throws Failure `usage` */
export function linearPattern(source: string, where: string): TextPattern {
  const pattern = compiled(source, where)
  return {
    source,
    *[Symbol.matchAll](text: string) {
      const matcher = pattern.matcher(text)
      while (matcher.find()) yield { 0: matcher.group() ?? '', index: matcher.start() }
    },
  }
}

function compiled(source: string, where: string): re2 {
  try {
    return re2.compile(re2.translateRegExp(source))
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
