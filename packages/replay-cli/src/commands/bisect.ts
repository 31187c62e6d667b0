/** `todo-replay bisect`: when a rule was broken, and by which update. */

import { askedRule, wantedRule } from '../bisect/asked-rule.js'
import { type BisectQuestion, bisectOutput } from '../bisect/bisect-output.js'
import { bisectText } from '../bisect/bisect-text.js'
import { type BisectedSession, bisectSession } from '../bisect/bisected-session.js'
import { type CommandModule, defineCommand } from '../command.js'
import { exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { jsonOption, sourceArgument, sourceOptions, text, texts } from '../options.js'
import { printResults, type ResultForms, resultsOf } from './session-results.js'

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
    const { loadListRules } = await import('../bisect/own-rules.js')
    const wanted = wantedRule(rule, option, (await Promise.all(rules.map(loadListRules))).flat())
    const { results, exit } = await resultsOf(call, (session) => {
      const asked = askedRule(wanted, session.opened.data.rules)
      const question: BisectQuestion = { rule: asked.rule.id, options: asked.options }
      const bisected = bisectSession(session, asked)
      return { ...bisected, finish: () => ({ session: bisected.finish(), question }) }
    })
    const isBroken = ({ session }: { readonly session: BisectedSession }): boolean =>
      session.result.intervals.length > 0
    const forms: ResultForms<(typeof results)[number]> = {
      json: ({ session, question }) => bisectOutput(session, question),
      text: ({ session, question }) =>
        bisectText(session, { question, columns: output.columns, style: output.style }),
      session: ({ session }) => session.head.session,
      isShown: isBroken,
      others: 'in which it holds throughout',
    }
    printResults(call, results, forms)
    return exit(results.some(isBroken) ? exitCode.findings : exitCode.fine)
  },
})
