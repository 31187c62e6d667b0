/** `todo-replay bisect`: when a rule or an expression was broken, and by which update. */

import type { EventOf } from '@todo-ledger/core'
import type { BisectPredicate } from '@todo-ledger/core/history'
import { askedRule, wantedRule } from '../bisect/asked-rule.js'
import { type BisectQuestion, bisectOutput } from '../bisect/bisect-output.js'
import { bisectText } from '../bisect/bisect-text.js'
import { type BisectedSession, bisectSession } from '../bisect/bisected-session.js'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import {
  flag,
  jsonOption,
  type OptionValues,
  sourceArgument,
  sourceOptions,
  text,
  texts,
} from '../options.js'
import type { Output } from '../output.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { count, someOf } from '../text/count.js'
import { printable } from '../text/printable.js'

const options = {
  ...sourceOptions,
  ...jsonOption,
  rule: text('--rule <rule>', 'the rule that should hold, whether the profile uses it or not'),
  option: texts('--option <name=value>', 'an option of the rule; repeatable'),
  rules: texts('--rules <module>', 'also use the rules of this module; repeatable'),
  expression: text('--expression <expression>', 'an expression (CEL) that should hold of every state'),
  all: flag('--all', 'show every interval, however many there are'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const bisect: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `Every interval in which it is broken is shown, with the update that broke it and the one that restored it; the exit code is 1 if there is one. A rule has the options of the profile, else its own defaults.

An expression is in CEL (cel.dev) over items, goal, phase, turn, run, total, completed, open,
turnsSinceUpdate, updates, rejections, nags and compactions. An item has id, text, status, reason, parent,
dependencies, priority, owner, addedTurn, startedTurn and closedTurn; a status is pending, in_progress,
blocked, completed or cancelled.

Examples:
  todo-replay bisect fixtures/two-in-progress/session.jsonl --rule single-in-progress
  todo-replay bisect fixtures/items-dropped/session.jsonl --rule max-items --option max=4
  todo-replay bisect fixtures/items-dropped/session.jsonl --expression 'turnsSinceUpdate < 3' --json`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { options, output } = call
  const asked = await askedOf(options)
  const source = await resolveSource(call.source, call)
  const reading = await readOptions(call)
  const sessions = await listOf(
    openSource(source, reading, async (session) => {
      const { predicate, question } = asked(session.opened)
      return { session: await bisectSession(session, predicate), question }
    }),
  )
  if (options.json) {
    const outputs = sessions.map(({ session, question }) => bisectOutput(session, question))
    output.json(outputs.length === 1 ? outputs[0] : { sessions: outputs })
  } else print(sessions, options.all, output)
  const isBroken = sessions.some(({ session }) => session.result.intervals.length > 0)
  return reading.report.exit(isBroken ? exitCode.findings : exitCode.fine)
}

/** What is asked of a session. */
interface Asked {
  readonly predicate: BisectPredicate
  readonly question: BisectQuestion
}

/** @throws Failure `usage`, `unknown-rule`, `bad-expression`, `bad-own-rule` */
async function askedOf(options: Options): Promise<(opened: EventOf<'session.opened'>) => Asked> {
  const [name, expression] = [options.rule, options.expression]
  const modules = options.rules
  if ((name === undefined) === (expression === undefined)) {
    throw new Failure(
      'usage',
      'Say what should hold: --rule and the id of a rule, such as single-in-progress, or --expression and an expression; not both.',
    )
  }
  if (expression !== undefined) {
    if (options.option.length > 0 || modules.length > 0) {
      throw new Failure('usage', '--option and --rules are for --rule: an expression has no options.')
    }
    const { readExpression } = await import('../bisect/expression.js')
    const predicate = readExpression(expression)
    return () => ({ predicate, question: { rule: null, options: {}, expression } })
  }
  const { loadListRules } = await import('../bisect/own-rules.js')
  const own = (await Promise.all(modules.map(loadListRules))).flat()
  const wanted = wantedRule(name ?? '', options.option, own)
  return ({ data }) => {
    const asked = askedRule(wanted, data.rules)
    return { predicate: asked, question: { rule: asked.rule.id, options: asked.options, expression: null } }
  }
}

function print(
  sessions: readonly { readonly session: BisectedSession; readonly question: BisectQuestion }[],
  all: boolean,
  output: Output,
): void {
  const { columns, style } = output
  const listed =
    sessions.length === 1 ? sessions : sessions.filter(({ session }) => session.result.intervals.length > 0)
  for (const [index, { session, question }] of listed.entries()) {
    if (index > 0) output.line()
    for (const line of bisectText(session, { question, all, columns, style })) output.line(line)
  }
  const kept = sessions
    .filter((each) => !listed.includes(each))
    .map(({ session }) => printable(session.head.session, 60))
  if (kept.length === 0) return
  if (listed.length > 0) output.line()
  output.line(`${count(kept.length, 'session')} in which it holds throughout: ${someOf(kept, 3)}`)
}
