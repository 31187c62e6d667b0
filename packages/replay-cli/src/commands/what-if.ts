/** `todo-replay what-if`: the same session under another profile. */

import { type Profile, profileNamed } from '@todo-ledger/core'
import { type WhatIfResult, WhatIfSession } from '@todo-ledger/recordings'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { todosWanted } from '../config/todos-wanted.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import {
  jsonOption,
  type OptionValues,
  profileOf,
  profileOptions,
  sessionOption,
  sourceArgument,
  todosOption,
} from '../options.js'
import type { Output } from '../output.js'
import { readSource } from '../sources/read-source.js'
import type { ListenerFor } from '../sources/reading.js'
import { wantedSource } from '../sources/wanted-source.js'
import { count, someOf } from '../text/count.js'
import { printable } from '../text/printable.js'
import { isWorthTelling, whatIfText } from '../what-if/what-if-text.js'

const options = {
  ...sessionOption,
  ...todosOption,
  ...profileOptions('drive the session under this profile'),
  ...jsonOption,
}

type Options = OptionValues<typeof options>

/** The command. */
export const whatIf: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `Inputs, turns and calls are those of the recording; what becomes of them is decided anew. A call of one
system is said in the other's tools where it can be; what can't be said is named.

Examples:
  todo-replay what-if fixtures/two-in-progress/session.jsonl --profile claude-code
  todo-replay what-if fixtures/nag-ignored/session.jsonl --profile wake-loop --json`,
  run,
})

async function run({ source, options, output, host }: Call<Options>): Promise<ExitCode> {
  const profile = profileOf(options)
  if (profile === undefined) {
    const message =
      'Name the profile to drive the session under: --profile todo-manager, or --profile-file. The command profiles lists them.'
    throw new Failure('usage', message)
  }
  const sessions = new DrivenSessions(profile)
  const report = await readSource(
    await wantedSource(source, { host, output, options }),
    {
      listenerFor: sessions.listenerFor,
      session: options.session,
      todos: todosWanted(options, output),
      coming: (step) => sessions.of(step.session)?.coming(step),
      settle: async () => {
        await sessions.settle()
        await output.ready()
      },
    },
    host,
    output,
  )
  const { told } = sessions
  if (options.json)
    output.json(told.length === 1 ? told[0]?.result : { sessions: told.map(({ result }) => result) })
  else print(told, output)
  return report.exit(exitCode.fine)
}

/** A session with what became of it. */
interface ToldSession {
  /** The profile that it was recorded under. */
  readonly from: string
  /** What became of it. */
  readonly result: WhatIfResult
}

/** The sessions of a source, each driven under the profile. */
class DrivenSessions {
  /** What became of them, in the order in which they were read. */
  readonly told: ToldSession[] = []
  readonly #profile: Profile
  readonly #driven = new Map<string, WhatIfSession>()

  constructor(profile: Profile) {
    this.#profile = profile
  }

  /** The session of an id, while it is read. */
  of(session: string): WhatIfSession | undefined {
    return this.#driven.get(session)
  }

  async settle(): Promise<void> {
    for (const session of this.#driven.values()) await session.settle()
  }

  readonly listenerFor: ListenerFor = ({ session, data: { profile: from } }) => {
    const reader = profileNamed(from)
    const driven = new WhatIfSession({ session, recordedProfile: from, reader, profile: this.#profile })
    this.#driven.set(session, driven)
    return {
      passed(event, state) {
        driven.passed(event, state)
        return 'more'
      },
      finished: async () => {
        this.#driven.delete(session)
        this.told.push({ from, result: await driven.finish() })
      },
    }
  }
}

function print(told: readonly ToldSession[], output: Output): void {
  const listed = told.length === 1 ? told : told.filter(({ result }) => isWorthTelling(result))
  for (const [index, { from, result }] of listed.entries()) {
    if (index > 0) output.line()
    for (const line of whatIfText(from, result, output.columns, output.style)) output.line(line)
  }
  const names = told
    .filter((each) => !listed.includes(each))
    .map(({ result }) => printable(result.session, 60))
  if (names.length === 0) return
  if (listed.length > 0) output.line()
  output.line(
    `${count(names.length, 'session')} without a todo call, a nag or a continuation: ${someOf(names, 3)}`,
  )
}
