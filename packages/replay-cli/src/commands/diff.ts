/** `todo-replay diff`: what changed between two turns, item by item. */

import { type CommandModule, defineCommand } from '../command.js'
import { diffText, hasDiff } from '../diff/diff-text.js'
import { looksLikeRange, type Range, rangeOf, wholeSession } from '../diff/range.js'
import { diffOutput, diffSession } from '../diff/session-diff.js'
import { exitCode } from '../exit-code.js'
import { jsonOption, sourceArgument, sourceOptions } from '../options.js'
import { count } from '../text/count.js'
import { farthest, printResults, resultsOf } from './session-results.js'

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [
    sourceArgument,
    ['[range]', 'two turns such as 3..9, ..9 or 3..; or one turn (default: the whole session)'],
  ],
  options: { ...sourceOptions, ...jsonOption },
  help: `A range goes from the end of one turn to the end of another; a single turn means what changed in it. Other moments: seq:40 (an event), start, end, or a time. A number after a colon is the line in the recording.

Examples:
  todo-replay diff 1..3
  todo-replay diff todos.db start..2 --json`,
  async run(call) {
    const { words, options, output } = call
    const { source, range } = wanted(words)
    const { results, exit } = await resultsOf({ ...call, source }, (session) => diffSession(session, range))
    const diffs = results.flatMap(({ head, diff }) => (diff === null ? [] : [{ head, diff }]))
    if (diffs.length === 0) throw farthest(results)
    const forms = {
      json: diffOutput,
      text: (diff: (typeof diffs)[number]) => diffText(diff, output),
      session: ({ head }: (typeof diffs)[number]) => head.session,
      isShown: hasDiff,
      others: 'with no change',
    }
    printResults(call, diffs, forms, results.length === 1)
    const missing = results.length - diffs.length
    if (missing > 0 && !options.json)
      output.message(`note: ${count(missing, 'session')} never came to both moments`)
    return exit(exitCode.fine)
  },
})

/** What is to be read, and which range of it. A single word that can only be a range is one. */
function wanted([first, second]: readonly string[]): {
  readonly source: string | undefined
  readonly range: Range
} {
  const isRange = second === undefined && first !== undefined && looksLikeRange(first)
  const range = isRange ? first : second
  return { source: isRange ? undefined : first, range: range === undefined ? wholeSession : rangeOf(range) }
}
