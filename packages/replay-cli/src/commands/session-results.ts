/** What comes of each session of a command's source, and how it is printed. */

import type { Call } from '../command.js'
import type { ExitCode } from '../failure.js'
import { Failure } from '../failure.js'
import { openSource } from '../sources/open-source.js'
import { listOf, type ReadingChoice, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import type { Follow } from '../sources/source-session.js'
import { count, someOf } from '../text/count.js'
import { printable } from '../text/printable.js'

/** Follows the sessions of a source. */
export async function resultsOf<Result>(
  call: Call<ReadingChoice>,
  follow: Follow<Result>,
): Promise<{
  readonly results: readonly Awaited<Result>[]
  /** What the program ends with, when it would end with this. */
  readonly exit: (exit: ExitCode) => ExitCode
}> {
  const found = await resolveSource(call.source, call)
  const reading = await readOptions(call)
  const results = await listOf(openSource(found, reading, follow))
  return { results, exit: (exit) => reading.report.exit(exit) }
}

export interface ResultForms<Result> {
  readonly json: (result: Result) => object
  readonly text: (result: Result) => readonly string[]
  readonly session: (result: Result) => string
  /** Whether it is worth a text where there are several. */
  readonly isShown?: (result: Result) => boolean
  /** What the others are, behind their number: `with no change`. */
  readonly others?: string
}

/** Prints results: as JSON a single one by itself. @param isOnly whether the source has a single session */
export function printResults<Result>(
  { options, output }: Pick<Call<{ readonly json: boolean }>, 'options' | 'output'>,
  results: readonly Result[],
  { json, text, session, isShown = () => true, others = '' }: ResultForms<Result>,
  isOnly = results.length === 1,
): void {
  if (options.json) {
    const all = results.map(json)
    output.json(isOnly ? all[0] : { sessions: all })
    return
  }
  const shown = isOnly ? results : results.filter(isShown)
  for (const [index, result] of shown.entries()) {
    if (index > 0) output.line()
    output.lines(text(result))
  }
  const left = results
    .filter((result) => !shown.includes(result))
    .map((result) => printable(session(result), 60))
  if (left.length === 0) return
  if (shown.length > 0) output.line()
  output.line(`${count(left.length, 'session')} ${others}: ${someOf(left, 3)}`)
}

/** Of several sessions none of which came to a moment: what there is to say of the one that came farthest. */
export function farthest(sessions: readonly { readonly turns: number; missing(): Failure }[]): Failure {
  const [first, ...rest] = sessions
  if (first === undefined) return new Failure('no-session', 'There is no session.')
  return rest.reduce((best, next) => (next.turns > best.turns ? next : best), first).missing()
}
