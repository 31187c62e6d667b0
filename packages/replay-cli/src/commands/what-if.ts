/** `todo-replay what-if`: the same session under another profile. */

import { type SessionEvent, type WhatIfAttempt, type WhatIfResult, whatIf } from '@todo-ledger/recordings'
import { type CommandModule, defineCommand } from '../command.js'
import { chosenProfile } from '../config/chosen-profile.js'
import { exitCode, Failure } from '../failure.js'
import { jsonOption, profileOption, sourceArgument, sourceOptions } from '../options.js'
import { itemText } from '../show/checklist-text.js'
import { count } from '../text/count.js'
import { labelled } from '../text/paragraph.js'
import { printable } from '../text/printable.js'
import type { Style } from '../text/style.js'
import { hang, pad, wrap } from '../text/wrap.js'
import { printResults, resultsOf } from './session-results.js'

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

/** As many of a kind are shown one by one. */
const shown = 20

/** True where there is more to say of a session than its name. */
function isWorthShowing({ attempts, nags, continuations }: WhatIfResult): boolean {
  return attempts.length + nags.length + continuations.length > 0
}

/** True where the outcome is not the recorded one. */
function differs({ recorded, whatIf }: WhatIfAttempt): boolean {
  return recorded !== whatIf
}

/** Its lines. @param from the profile that the session was recorded under */
function whatIfText(
  from: string,
  { session, profile, firstDivergence: first, attempts, nags, continuations, yields, final }: WhatIfResult,
  columns: number,
  style: Style,
): readonly string[] {
  const divergence = first === null ? 'none' : `turn ${first.turn}, event ${first.seq}`
  const facts = `${printable(from, 60)} → ${printable(profile, 60)}, first divergence: ${divergence}`
  const differing = attempts.filter(differs)
  const same = `${count(attempts.length - differing.length, 'call')} as recorded`
  const layout = { indent: 2, labelColumns: 10, columns, style }
  const part = (title: string, entries: readonly { readonly turn: number; readonly text: string }[]) => {
    const turns = new Map<string, number[]>()
    for (const { turn, text } of entries) turns.set(text, [...(turns.get(text) ?? []), turn])
    const lines = [...turns].slice(0, shown).flatMap(([text, at]) => {
      const again = at.length > 1 ? ` (${count(at.length, 'time')})` : ''
      return labelled({ label: `turn ${at[0]}`, text: `${text}${again}` }, layout)
    })
    const more = turns.size - shown
    const rest = more > 0 ? [`  and ${more} more; --json has all`] : []
    return entries.length === 0 ? [] : ['', style('bold', title), ...lines, ...rest]
  }
  const gaps = attempts.flatMap(({ turn, notExpressible = [] }) =>
    notExpressible.map((text) => ({ turn, text })),
  )
  const more = differing.length - shown
  return [
    ...wrap(printable(session, 200), columns).map((line) => style('bold', line)),
    ...wrap(facts, columns).map((line) => style('dim', line)),
    '',
    style('bold', 'Todo calls'),
    ...differing.slice(0, shown).flatMap((attempt) => attemptText(attempt, columns, style)),
    ...(more > 0 ? [`${count(more, 'more call')} that differ`] : []),
    ...wrap(same, columns),
    ...part(count(nags.length, 'nag'), nags),
    ...part(
      count(continuations.length, 'continuation'),
      continuations.map(({ turn, cause, prompt }) => ({ turn, text: `${cause}: ${prompt}` })),
    ),
    ...part(
      count(yields.length, 'yield'),
      yields.map(({ turn, to, reason }) => ({ turn, text: reason === null ? to : `${to}: ${reason}` })),
    ),
    ...part('Not expressible', gaps),
    '',
    style('bold', 'The list at the end'),
    ...final.items.flatMap((item) => itemText({ ...item, reason: null }, columns, style)),
    ...(final.items.length === 0 ? ['No todos.'] : []),
  ]
}

function attemptText(attempt: WhatIfAttempt, columns: number, style: Style): readonly string[] {
  const { turn, tool, recorded, whatIf, beyond, violations, notExpressible = [] } = attempt
  const why = violations[0]?.message ?? notExpressible[0] ?? ''
  const now = beyond === true ? 'would not have come' : (whatIf ?? 'not expressible')
  const outcome = `${recorded} → ${now}`
  const reason = why === '' ? '' : `: ${printable(why, 300)}`
  const before = `  ${pad(`turn ${turn}`, 9)} `
  const [first = '', ...rest] = hang(before, `${printable(tool, 60)} ${outcome}${reason}`, columns)
  return whatIf === 'accepted'
    ? [first, ...rest]
    : [first.replace(outcome, style('yellow', outcome)), ...rest]
}
