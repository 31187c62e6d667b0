/** Says of long JSON, before it is parsed, whether it would come to more than memory should hold. */

import { endOfText } from './json-text.js'

/** Shorter texts are harmless, whatever they hold. */
const harmless = 1_000_000
/** Each level costs the parser memory of its own. */
const deepest = 500
/** Each value costs 50 bytes and more, of three characters. */
const mostValues = 2_000_000

const quote = 0x22
const comma = 0x2c

/** Why a text is not to be parsed; null where it may be. */
export function jsonExcess(text: string): string | null {
  if (text.length <= harmless) return null
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOfText(text, at + 1)
      if (end === -1) return null
      at = end
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1
      values += 1
      if (depth > deepest) return 'nested too deep'
    } else if (code === 0x7d || code === 0x5d) depth -= 1
    else if (code === comma) values += 1
    if (values > mostValues) return `it holds more than ${mostValues} values`
  }
  return null
}
