/** `todo-replay diff`: what changed between two turns, item by item. */

import { type Call, type CommandModule, defineCommand } from '../command.js'
import { diffOutput } from '../diff/diff-output.js'
import { diffText, hasDiff } from '../diff/diff-text.js'
import { droppedItems, droppedText } from '../diff/dropped-text.js'
import { looksLikeRange, type Range, rangeOf, wholeSession } from '../diff/range.js'
import { type SessionDiff, SessionDiffer } from '../diff/session-diff.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { flag, jsonOption, type OptionValues, sourceArgument, sourceOptions } from '../options.js'
import type { Output } from '../output.js'
import { happeningWords } from '../show/moment.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { count, someOf } from '../text/count.js'
import { printable } from '../text/printable.js'

const options = {
  ...sourceOptions,
  ...jsonOption,
  dropped: flag('--dropped', 'only items that were removed while open'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [
    sourceArgument,
    ['[range]', 'two turns such as 3..9, ..9 or 3..; or one turn (default: the whole session)'],
  ],
  options,
  help: `A range goes from the end of one turn to the end of another; a single turn means what changed in it. Other
moments: seq:40 (an event), start, end, a time, and just before a ${happeningWords.slice(0, -1).join(', ')} or ${happeningWords.at(-1)}
(compaction, nag:2). A number after a colon is the line in the recording.

Examples:
  todo-replay diff 1..3
  todo-replay diff ~/.claude/projects --dropped
  todo-replay diff todos.db start..2 --json`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { words, options, output } = call
  const { source, range } = wanted(words)
  const onlyDropped = options.dropped
  const found = await resolveSource(source, call)
  const reading = await readOptions(call)
  const differs = await listOf(openSource(found, reading, (session) => new SessionDiffer(session, range)))
  const diffs = differs.map(({ result }) => result).filter((result) => result !== null)
  if (diffs.length === 0) throw farthest(differs)
  const [only] = diffs
  if (!options.json) print(diffs, differs, onlyDropped, output)
  else if (only !== undefined && differs.length === 1) output.json(diffOutput(only, onlyDropped))
  else output.json({ sessions: diffs.map((each) => diffOutput(each, onlyDropped)) })
  return reading.report.exit(exitCode.fine)
}

/** What is to be read, and which range of it. A single word that can only be a range is one. */
function wanted([first, second]: readonly string[]): {
  readonly source: string | undefined
  readonly range: Range
} {
  const isRange = second === undefined && first !== undefined && looksLikeRange(first)
  const range = isRange ? first : second
  return { source: isRange ? undefined : first, range: range === undefined ? wholeSession : rangeOf(range) }
}

/** Of several sessions none of which came to both moments: what there is to say of the one that came farthest. */
function farthest(differs: readonly SessionDiffer[]): Failure {
  const [first, ...rest] = differs
  if (first === undefined) return new Failure('no-session', 'There is no session.')
  return rest.reduce((best, next) => (next.turns > best.turns ? next : best), first).missing()
}

function print(
  diffs: readonly SessionDiff[],
  differs: readonly SessionDiffer[],
  onlyDropped: boolean,
  output: Output,
): void {
  const several = differs.length > 1
  const isWorthIt = (each: SessionDiff): boolean =>
    onlyDropped ? droppedItems(each).length > 0 : hasDiff(each)
  const listed = several ? diffs.filter(isWorthIt) : diffs
  const text = onlyDropped ? droppedText : diffText
  for (const [index, each] of listed.entries()) {
    if (index > 0) output.line()
    output.lines(text(each, output.columns, output.style))
  }
  const unlisted = diffs
    .filter((each) => !listed.includes(each))
    .map(({ head }) => printable(head.session, 60))
  if (unlisted.length > 0) {
    if (listed.length > 0) output.line()
    const without = onlyDropped ? 'nothing dropped silently' : 'no change'
    output.line(`${count(unlisted.length, 'session')} with ${without}: ${someOf(unlisted, 3)}`)
  }
  const missing = differs.length - diffs.length
  if (missing > 0) output.message(`note: ${count(missing, 'session')} never came to both moments`)
}
