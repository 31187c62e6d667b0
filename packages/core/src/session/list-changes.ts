/** Changes of the list that no call of the agent makes: edits of a person or a program, and a list that is taken over. */

import type { Intent } from '../decide.js'
import type { Violation } from '../events.js'
import type { ListEdit, ListEditing, NamedOccurrence } from '../host-input.js'
import { itemOfKey } from '../items.js'
import type { Profile } from '../profiles/profile.js'
import { violationOf } from '../rules/rule.js'
import type { SessionState } from '../state.js'
import type { Work } from './log-question.js'
import { decideChange, modeOf, reject } from './todo-call.js'
import { editText } from './told-edits.js'
import type { Transaction } from './transaction.js'

/**
 * Changes the list if that breaks no rule but those that are waived. The agent is told with its next request.
 * @param change the edit without secrets
 */
export function* editList(
  transaction: Transaction,
  change: ListEdit,
  { waivedRules = [], ...occurrence }: ListEditing,
): Work<void> {
  const { profile } = transaction.context
  const { state } = transaction
  const at = transaction.timeOf(occurrence)
  const call = { ...occurrence, at, call: `edit-${state.seq + 1}`, name: 'edit', input: change }
  const strangers = unknownKeys(state, change)
  // There is nothing that could be changed, whatever is waived.
  if (strangers.length > 0) return reject(transaction, call, { violations: strangers, edit: true })
  const { capabilities } = profile
  // An item's place may be its id.
  const numbered = capabilities?.replace?.ids === 'position' && capabilities.add === undefined
  yield* decideChange(transaction, call, {
    reading: { intent: intentOf(profile, state, change), violations: unknownStatuses(profile, change) },
    extra: { numbered, edit: true },
    isStrict: (rule) => modeOf(state, rule, true) === 'reject',
    waivedRules,
    said: ({ changes }, { items, goal }) => ({
      reply: editText(occurrence.actor, changes, state.items, profile.render(items, goal)),
    }),
  })
}

/** A list that another host kept, as a call of one of the profile's tools would give it. */
export interface ListToAdopt extends NamedOccurrence, Pick<ListEditing, 'waivedRules'> {
  readonly name: string
  readonly input: unknown
}

/**
 * Takes over a list that another host kept if that breaks no rule but those that are waived. What it says of the
 * work is a fact: the work stands in another log.
 */
export function* takeOverList(
  transaction: Transaction,
  { waivedRules = [], ...given }: ListToAdopt,
): Work<void> {
  const { profile } = transaction.context
  const { state } = transaction
  const recorded = { ok: true, output: '' }
  const call = { ...given, at: transaction.timeOf(given), call: `adopted-${state.seq + 1}`, recorded }
  const carried = profile.carried(call.input)
  yield* decideChange(transaction, call, {
    reading: profile.read({ tool: call.name, input: call.input, state, recorded }),
    isStrict: (rule) => modeOf(state, rule, false) === 'reject',
    waivedRules,
    said: () => (carried === null ? {} : { carried }),
  })
}

function unknownKeys(
  { items }: SessionState,
  { edit = [], remove = [], order = [] }: ListEdit,
): readonly Violation[] {
  const kept = [...edit.map(({ key }) => key), ...order]
  const unknown = [...new Set([...kept, ...remove])].filter((key) => itemOfKey(items, key) === undefined)
  const keptAndRemoved = kept.filter((key) => remove.includes(key))
  return [...unknown, ...keptAndRemoved].map((key) =>
    violationOf('id-known', {
      message: `No item of the list has the key ${JSON.stringify(key)}`,
      expected: 'the key of an item',
      received: key,
      fix: 'Read the list again: somebody may have removed it meanwhile.',
    }),
  )
}

/** The tools of a system may not know every status that there is. */
function unknownStatuses(
  { name, capabilities }: Profile,
  { add = [], edit = [] }: ListEdit,
): readonly Violation[] {
  const known = capabilities?.statuses
  if (known === undefined) return []
  const given = [...add, ...edit].flatMap(({ status }) => status ?? [])
  return [...new Set(given.filter((status) => !known.includes(status)))].map((status) =>
    violationOf('status-valid', {
      message: `The tools of ${name} know no status ${status}`,
      expected: [...known],
      received: status,
      fix: `Use one of ${known.join(', ')}.`,
    }),
  )
}

function intentOf(profile: Profile, state: SessionState, { add = [], ...others }: ListEdit): Intent {
  const wanted = add.map(({ text, status = 'pending', ...rest }, index) => {
    const id = nextId(profile, state, index)
    return { id, ownId: true, text, status, ...rest }
  })
  return { kind: 'edit', ...others, add: wanted }
}

/** The id of the item that comes next but so many. */
function nextId({ capabilities }: Profile, state: SessionState, index: number): string {
  const next = capabilities?.add?.nextId(state, index)
  if (next !== undefined && !state.items.some(({ id }) => id === next)) return next
  const numbers = state.items.map(({ id }) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0))
  return String(Math.max(state.idsUsed, ...numbers) + 1 + index)
}
