/** Changes of the list that no call of the agent makes: edits of a person or a program, and a list that is taken over. */

import type { Intent } from '../decide/intent.js'
import type { Violation } from '../events.js'
import type { ListEdit, ListEditing, ListToAdopt } from '../host-input.js'
import { itemOfKey } from '../items.js'
import type { Profile } from '../profiles/profile.js'
import { violationOf } from '../rules/rule.js'
import type { SessionState } from '../state.js'
import { type CallContext, decideChange, modeOf, reject } from './todo-call.js'
import { editText } from './told-edits.js'
import type { Transaction, Work } from './transaction.js'

/** What an edit is called in the log, where a call has its tool. */
const editName = 'edit'

/**
 * Changes the list if that breaks no rule but those that are waived. The agent is told with its next request.
 * @param editing the edit without secrets, who makes it and when
 */
export function* editList(
  context: CallContext,
  transaction: Transaction,
  { waivedRules = [], change, ...occurrence }: ListEditing & { readonly change: ListEdit },
): Work<void> {
  const { profile } = context
  const { state } = transaction
  const at = transaction.timeOf(occurrence)
  const call = { ...occurrence, at, call: `${editName}-${state.seq + 1}`, name: editName, input: change }
  const strangers = unknownKeys(state, change)
  if (strangers.length > 0) {
    // There is nothing that could be changed, whatever is waived.
    reject(profile, transaction, call, { violations: strangers, edit: true })
    return
  }
  const { capabilities } = profile
  // An item's place may be its id.
  const numbered = capabilities?.replace?.ids === 'position' && capabilities.add === undefined
  yield* decideChange(context, transaction, call, {
    reading: { intent: intentOf(profile, state, change), violations: unknownStatuses(profile, change) },
    extra: { numbered, edit: true },
    isStrict: (rule) => modeOf(state, rule, true) === 'reject',
    isWaived: isIn(waivedRules),
    said: ({ changes }, { items, goal }) => ({
      reply: editText(occurrence.actor, changes, state.items, profile.render(items, goal)),
    }),
  })
}

/**
 * Takes over a list that another host kept if that breaks no rule but those that are waived. What it says of the
 * work is a fact: the work stands in another log.
 */
export function* takeOverList(
  context: CallContext,
  transaction: Transaction,
  { waivedRules, ...given }: ListToAdopt,
): Work<void> {
  const { profile } = context
  const { state } = transaction
  const recorded = { ok: true, output: '' }
  const call = { ...given, at: transaction.timeOf(given), call: `adopted-${state.seq + 1}`, recorded }
  const carried = profile.carried(call.input)
  yield* decideChange(context, transaction, call, {
    reading: profile.read({ tool: call.name, input: call.input, state, recorded }),
    isStrict: (rule) => modeOf(state, rule, false) === 'reject',
    isWaived: isIn(waivedRules),
    said: () => (carried === null ? {} : { carried }),
  })
}

function isIn(waivedRules: readonly string[] | 'all'): (rule: string) => boolean {
  return (rule) => waivedRules === 'all' || waivedRules.includes(rule)
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
