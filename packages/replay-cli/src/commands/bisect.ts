/** `todo-replay bisect`: when a rule was broken, and by which update. */

import { askedRule, loadListRules, wantedRule } from '../bisect/asked-rule.js'
import { type BisectedSession, bisectOutput, bisectSession, bisectText } from '../bisect/bisected-session.js'
import { type CommandModule, defineCommand } from '../command.js'
import { exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { jsonOption, sourceArgument, sourceOptions, text, texts } from '../options.js'
import { printResults, resultsOf } from './session-results.js'

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options: {
    ...sourceOptions,
    ...jsonOption,
    rule: text('--rule <rule>', 'the rule that should hold, of the profile or not'),
    option: texts('--option <name=value>', 'an option of the rule; repeatable'),
    rules: texts('--rules <module>', 'also use the rules of this module; repeatable'),
  },
  help: `Every interval in which it is broken is shown, with the update that broke it and the one that restored it; the exit code is 1 if there is one. A rule has the options of the profile, else its own defaults.

Examples:
  todo-replay bisect --rule single-in-progress
  todo-replay bisect todos.db --rule max-items --option max=4 --json`,
  async run(call) {
    const { options, output } = call
    const { rule, option, rules } = options
    if (rule === undefined) {
      const what = 'Say what should hold: --rule and the id of a rule, such as single-in-progress.'
      throw new Failure('usage', what)
    }
    const wanted = wantedRule(rule, option, (await Promise.all(rules.map(loadListRules))).flat())
    const { results, exit } = await resultsOf(call, (session) =>
      bisectSession(session, askedRule(wanted, session.opened.data.rules)),
    )
    const isBroken = ({ result }: BisectedSession): boolean => result.intervals.length > 0
    printResults(call, results, {
      json: bisectOutput,
      text: (session) => bisectText(session, output),
      session: ({ head }) => head.session,
      isShown: isBroken,
      others: 'in which it holds throughout',
    })
    return exit(results.some(isBroken) ? exitCode.findings : exitCode.fine)
  },
})
