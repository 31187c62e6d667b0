/** `todo-replay bisect`: when a rule was broken, and by which update. */

import type { EventOf } from '@todo-ledger/core'
import type { BisectPredicate } from '@todo-ledger/core/history'
import { askedRule, wantedRule } from '../bisect/asked-rule.js'
import { type BisectQuestion, bisectOutput } from '../bisect/bisect-output.js'
import { bisectText } from '../bisect/bisect-text.js'
import { type BisectedSession, bisectSession } from '../bisect/bisected-session.js'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { jsonOption, type OptionValues, sourceArgument, sourceOptions, text, texts } from '../options.js'
import type { Output } from '../output.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { count, someOf } from '../text/count.js'
import { printable } from '../text/printable.js'

const options = {
  ...sourceOptions,
  ...jsonOption,
  rule: text('--rule <rule>', 'the rule that should hold, of the profile or not'),
  option: texts('--option <name=value>', 'an option of the rule; repeatable'),
  rules: texts('--rules <module>', 'also use the rules of this module; repeatable'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `Every interval in which it is broken is shown, with the update that broke it and the one that restored it; the exit code is 1 if there is one. A rule has the options of the profile, else its own defaults.

Examples:
  todo-replay bisect --rule single-in-progress
  todo-replay bisect todos.db --rule max-items --option max=4 --json`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { options, output } = call
  const asked = await askedOf(options)
  const source = await resolveSource(call.source, call)
  const reading = await readOptions(call)
  const sessions = await listOf(
    openSource(source, reading, (session) => {
      const { predicate, question } = asked(session.opened)
      const bisected = bisectSession(session, predicate)
      return { ...bisected, finish: () => ({ session: bisected.finish(), question }) }
    }),
  )
  if (options.json) {
    const outputs = sessions.map(({ session, question }) => bisectOutput(session, question))
    output.json(outputs.length === 1 ? outputs[0] : { sessions: outputs })
  } else print(sessions, output)
  const isBroken = sessions.some(({ session }) => session.result.intervals.length > 0)
  return reading.report.exit(isBroken ? exitCode.findings : exitCode.fine)
}

/** What is asked of a session. */
interface Asked {
  readonly predicate: BisectPredicate
  readonly question: BisectQuestion
}

/** @throws Failure `usage`, `unknown-rule`, `bad-own-rule` */
async function askedOf({
  rule,
  option,
  rules,
}: Options): Promise<(opened: EventOf<'session.opened'>) => Asked> {
  if (rule === undefined)
    throw new Failure(
      'usage',
      'Say what should hold: --rule and the id of a rule, such as single-in-progress.',
    )
  const { loadListRules } = await import('../bisect/own-rules.js')
  const own = (await Promise.all(rules.map(loadListRules))).flat()
  const wanted = wantedRule(rule, option, own)
  return ({ data }) => {
    const asked = askedRule(wanted, data.rules)
    return { predicate: asked, question: { rule: asked.rule.id, options: asked.options } }
  }
}

function print(
  sessions: readonly { readonly session: BisectedSession; readonly question: BisectQuestion }[],
  output: Output,
): void {
  const { columns, style } = output
  const listed =
    sessions.length === 1 ? sessions : sessions.filter(({ session }) => session.result.intervals.length > 0)
  for (const [index, { session, question }] of listed.entries()) {
    if (index > 0) output.line()
    output.lines(bisectText(session, { question, columns, style }))
  }
  const kept = sessions
    .filter((each) => !listed.includes(each))
    .map(({ session }) => printable(session.head.session, 60))
  if (kept.length === 0) return
  if (listed.length > 0) output.line()
  output.line(`${count(kept.length, 'session')} in which it holds throughout: ${someOf(kept, 3)}`)
}
