/** `todo-replay bisect`: when a rule was broken, and by which update. */

import { auditRules } from '@todo-ledger/audit'
import type { JsonValue, Rule } from '@todo-ledger/core'
import { type AskedRule, Bisect, type BrokenInterval, type EventPlace } from '@todo-ledger/core/history'
import { builtinRules, type RuleInForce } from '@todo-ledger/core/rules'
import { type CommandModule, defineCommand } from '../command.js'
import { chosenProfile } from '../config/chosen-profile.js'
import { exitCode, Failure } from '../failure.js'
import { headLines, headOf, placeOutput, placeText, shortPlace } from '../items/place.js'
import { eventSummary } from '../log/event-summary.js'
import { jsonOption, requiredText, sourceArgument, sourceOptions } from '../options.js'
import type { SessionFollower, SourceSession } from '../sources/source-session.js'
import { count, someOf } from '../text/count.js'
import { thereIsNo } from '../text/did-you-mean.js'
import { labelled } from '../text/paragraph.js'
import type { TextLayout } from '../text/style.js'
import { wrap } from '../text/wrap.js'
import { printResults, resultsOf } from './session-results.js'

export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options: {
    ...sourceOptions,
    ...jsonOption,
    rule: requiredText('--rule <rule>', 'the rule that should hold, of the profile or not'),
  },
  help: `Every interval in which it is broken is shown, with the update that broke it and the one that restored it; the exit code is 1 if there is one. A rule has the options of the profile, else its own defaults. A rule of your own comes with your profile: --profile MODULE.

Examples:
  todo-replay bisect --rule single-in-progress
  todo-replay bisect todos.db --rule max-items --json`,
  async run(call) {
    const { options, output } = call
    const own = (await chosenProfile(options.profile)).rules
    const wanted = wantedRule(options.rule, own)
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

type BisectedSession = ReturnType<ReturnType<typeof bisectSession>['finish']>

/** Follows a session to its end and asks of each state. */
function bisectSession({ opened }: SourceSession, { rule, options }: Required<AskedRule>) {
  const search = new Bisect({ rule, options })
  /** What an event did that broke something, cut. Foreign text. */
  const breaking = new Map<number, string>()
  return {
    take({ event, state }) {
      const before = search.found
      search.observe(event, state)
      if (search.found > before) breaking.set(event.seq, eventSummary(event, state) || event.type)
    },
    finish: () => ({ head: headOf(opened), rule: rule.id, options, result: search.result, breaking }),
  } satisfies SessionFollower<unknown>
}

/** What `bisect --json` prints of a session. */
function bisectOutput({ head, rule, options, result, breaking }: BisectedSession) {
  const { intervals, refused, judged, turns } = result
  return {
    ...head,
    rule,
    options,
    turns,
    broken: intervals.length > 0,
    intervals: intervals.map(({ from, to, turns, violations }) => ({
      from: placeOutput(from),
      to: to === null ? null : placeOutput(to),
      turns,
      summary: breaking.get(from.seq) ?? '',
      violations,
    })),
    refused: refused.map(placeOutput),
    judged,
  }
}

/** As many times are shown one by one. */
const shown = 20

function bisectText(session: BisectedSession, { columns, style }: TextLayout): readonly string[] {
  const { head, result } = session
  const { intervals, refused } = result
  const more = intervals.length - shown
  const were = refused.length === 1 ? 'update was refused for it' : 'updates were refused for it'
  const refusedLine = `${refused.length} ${were}: ${someOf(refused.map(shortPlace), 5)}`
  return [
    ...headLines(head, factsOf(session), columns, style),
    ...intervals.slice(0, shown).flatMap((interval) => intervalText(interval, session, { columns, style })),
    ...(refused.length === 0 ? [] : ['', ...wrap(refusedLine, columns - 2).map((line) => `  ${line}`)]),
    ...(more > 0 ? ['', `  and ${count(more, 'more time')}; --json has all of them`] : []),
  ]
}

function factsOf({ rule, options, result: { intervals, turns } }: BisectedSession): string {
  const given = Object.entries<JsonValue>(options).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  const name = given.length === 0 ? rule : `${rule} (${given.join(', ')})`
  const [first] = intervals
  if (first === undefined) return `${name}: holds throughout (${count(turns, 'turn')})`
  const broken = intervals.reduce((sum, interval) => sum + interval.turns, 0)
  const when = first.from.turn === 0 ? '' : `, first in turn ${first.from.turn}`
  const stood = broken === 0 ? '' : `; ${count(broken, 'turn')} of ${turns} ended with it broken`
  return `${name}: broken ${count(intervals.length, 'time')}${when}${stood}`
}

function intervalText(
  { from, to, turns, violations }: BrokenInterval,
  { head, breaking }: BisectedSession,
  { columns, style }: TextLayout,
): readonly string[] {
  const told = (label: string, text: string, isBad = false) =>
    labelled(
      { label, text, labelStyle: isBad ? 'red' : 'dim' },
      { indent: 2, labelColumns: 8, columns, style },
    )
  const place = (at: EventPlace): string => placeText(at, head.file)
  const lasting = turns === 0 ? 'in the same turn' : `after ${count(turns, 'turn')}`
  return [
    '',
    ...told('broke', place(from), true),
    ...told('', breaking.get(from.seq) ?? ''),
    ...violations
      .slice(0, 5)
      .flatMap(({ message, item }) => told('why', item === null ? message : `${message} (#${item})`)),
    ...(to === null
      ? told('until', `the end of the session (${count(turns, 'turn')})`)
      : to.seq === from.seq
        ? []
        : told('mended', `${place(to)} (${lasting})`)),
  ]
}

/**
 * Finds a rule by its name.
 * @param own those of the person's own profile; one of the same name stands for a built-in one
 * @throws Failure `unknown-rule`
 */
function wantedRule(name: string, own: readonly Rule[]): Rule {
  const known = [...own, ...builtinRules]
  const rule = known.find(({ id }) => id === name)
  if (rule !== undefined) return rule
  if (auditRules.some(({ id }) => id === name))
    throw new Failure(
      'unknown-rule',
      `${name} is a rule of the audit, not of the list, which names the update that each of its findings is about: todo-replay audit FILE.`,
    )
  const names = known.map(({ id }) => id)
  throw new Failure('unknown-rule', thereIsNo('rule', name, names))
}

/** The rule as it is asked of a session: with the options of its profile, else its own defaults. */
function askedRule(rule: Rule, inForce: readonly RuleInForce[]): Required<AskedRule> {
  const set = inForce.find(({ id }) => id === rule.id)
  return { rule, options: { ...rule.defaults, ...set?.options } }
}
