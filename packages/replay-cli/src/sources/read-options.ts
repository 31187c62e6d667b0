/** How the commands on a source read it. */

import type { Call } from '../command.js'
import { chosenProfile } from '../config/chosen-profile.js'
import { type TodosChoice, todosWanted } from '../config/config-file.js'
import type { ReadOptions } from './open-source.js'
import { ReadReport } from './read-report.js'

/** The options of a call that say how its source is read. */
export interface ReadingChoice extends TodosChoice {
  /** What `--profile` says. */
  readonly profile?: string | undefined
  /** The one session that is wanted, by its id or the beginning of it. */
  readonly session?: string | undefined
  /** False: secrets are left in. */
  readonly redact?: boolean
}

/**
 * What the options of a call say of the reading.
 * @throws Failure `unknown-profile`, `bad-own-profile`, `bad-profile-file`, and those of the settings
 */
export async function readOptions({
  options,
  output,
}: Pick<Call<ReadingChoice>, 'options' | 'output'>): Promise<ReadOptions> {
  return {
    report: new ReadReport(output),
    session: options.session,
    ...(await chosenProfile(options.profile)),
    todos: todosWanted(options),
    redaction: options.redact === false ? false : {},
  }
}

/** Everything that comes, in a list. */
export async function listOf<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
  const list: Value[] = []
  for await (const value of values) list.push(value)
  return list
}
