/** What a source may cost: the usual limits, or those that the environment says. */

import { noLimits, type SourceLimits, usualLimits } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'

/**
 * The limits in force. `TODO_REPLAY_LIMITS` names a factor, or `off`: a setting of the person, and of no file that a
 * recording comes with.
 * @throws Failure `usage`
 */
export function limitsInForce(): SourceLimits {
  const wanted = process.env['TODO_REPLAY_LIMITS'] ?? ''
  if (wanted === '') return usualLimits
  if (wanted === 'off') return noLimits
  const factor = Number(wanted)
  if (!(factor > 0)) {
    throw new Failure(
      'usage',
      `TODO_REPLAY_LIMITS is ${JSON.stringify(wanted)}; give a factor, such as 10, or off.`,
    )
  }
  const { records, unpackedBytes, growth, listed } = usualLimits
  return {
    records: records * factor,
    unpackedBytes: unpackedBytes * factor,
    growth: growth * factor,
    // What is to be read of a long recording is its beginning, and not nothing because that is a list.
    listed: listed * Math.max(1, factor),
  }
}
