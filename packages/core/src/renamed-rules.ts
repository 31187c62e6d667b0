/** Rules that had another id once. Logs, profiles and settings of then are still taken. */

import { deprecation } from '#platform'

const renamed: ReadonlyMap<string, string> = new Map([['no-skipped-start', 'skipped-in-progress']])

/** The id that a rule has today. */
export function currentRuleId(id: string): string {
  return renamed.get(id) ?? id
}

const noticeOf: ReadonlyMap<string, () => void> = new Map(
  Array.from(renamed, ([old, id]) => [
    old,
    deprecation(
      `The rule ${old} is called ${id} now. The old name is still taken; write the new one.`,
      'TODO_LEDGER_RENAMED_RULE',
    ),
  ]),
)

/** The id that a rule has today, for one that a program or a person names: the first old name gives a warning. */
export function givenRuleId(id: string): string {
  noticeOf.get(id)?.()
  return currentRuleId(id)
}
