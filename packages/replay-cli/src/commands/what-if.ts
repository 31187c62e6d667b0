/** `todo-replay what-if`: the same session under another profile. */

import { type SessionEvent, whatIf } from '@todo-ledger/recordings'
import { type CommandModule, defineCommand } from '../command.js'
import { chosenProfile } from '../config/chosen-profile.js'
import { exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { jsonOption, profileOption, sourceArgument, sourceOptions } from '../options.js'
import { isWorthShowing, whatIfText } from '../what-if/what-if-text.js'
import { printResults, resultsOf } from './session-results.js'

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options: {
    ...sourceOptions,
    ...profileOption('drive the session under this profile'),
    ...jsonOption,
  },
  help: `Inputs, turns and calls come from the recording; their outcome is decided anew. Of a call of another system the new profile's tools are asked for its items' texts and statuses; what they can't say is listed.

Examples:
  todo-replay what-if --profile recommended
  todo-replay what-if todos.db --profile wake-loop --json`,
  async run(call) {
    const { options, output } = call
    const { profile, rules } = await chosenProfile(options.profile)
    if (profile === undefined) {
      const what = 'Name the profile to drive the session under, such as --profile todo-manager.'
      throw new Failure('usage', what)
    }
    const reading = { ...call, options: { session: options.session } }
    const { results, exit } = await resultsOf(reading, ({ profile: from }) => {
      const events: SessionEvent[] = []
      return {
        take: (passed) => events.push(passed),
        finish: async () => ({ from, result: await whatIf(events, { profile, rules }) }),
      }
    })
    printResults(call, results, {
      json: ({ result }) => result,
      text: ({ from, result }) => whatIfText(from, result, output.columns, output.style),
      session: ({ result }) => result.session,
      isShown: ({ result }) => isWorthShowing(result),
      others: 'without a todo call, a nag or a continuation',
    })
    return exit(exitCode.fine)
  },
})
