/** How the commands on a source read it. */

import type { RecordedEventsOptions, TodoSourceName } from '@todo-ledger/recordings'
import type { Call } from '../command.js'
import { chosenProfile } from '../config/chosen-profile.js'
import type { ClientWorkSetup } from './ledger-file.js'
import { ReadReport } from './read-report.js'

/** How a source is read. */
export interface ReadOptions extends RecordedEventsOptions {
  /** Where trouble is noted: pieces that are left out, files that can't be read. */
  readonly report: ReadReport
  /** The one session that is wanted, by its id or the beginning of it; all when absent. */
  readonly session?: string | undefined
  /**
   * True: those that are not wanted are followed, too, for their work may be that of a session that is; and of a single
   * recording also those in the files of its sub-agents beside it, unless `beside` is false.
   */
  readonly subagents?: boolean
  readonly beside?: boolean
  /** Of a ledger's sessions to which only todo calls came: where the other work is looked for; nowhere when absent. */
  readonly clientWork?: ClientWorkSetup
  /** Is waited for between pieces of a source: time to write or to store what came of them. */
  readonly pause?: () => Promise<void>
  /** Gets the next file of a folder, to say how far the reading is; said plainly when absent. */
  readonly onFile?: (file: string) => void
}

/** The options of a call that say how its source is read. */
export interface ReadingChoice {
  /** What `--todos` says. */
  readonly todos?: TodoSourceName | undefined
  /** What `--profile` says. */
  readonly profile?: string | undefined
  /** The one session that is wanted, by its id or the beginning of it. */
  readonly session?: string | undefined
  /** False: secrets are left in. */
  readonly redact?: boolean
}

/**
 * What the options of a call say of the reading.
 * @throws Failure `unknown-profile`, `bad-own-profile`, `bad-profile-file`
 */
export async function readOptions({
  options,
  output,
}: Pick<Call<ReadingChoice>, 'options' | 'output'>): Promise<ReadOptions> {
  return {
    report: new ReadReport(output),
    session: options.session,
    ...(await chosenProfile(options.profile)),
    todos: options.todos === undefined ? [] : [options.todos],
    redaction: options.redact === false ? false : {},
  }
}

/** Everything that comes, in a list. */
export async function listOf<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
  const list: Value[] = []
  for await (const value of values) list.push(value)
  return list
}
