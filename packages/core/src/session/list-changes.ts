/** Changes of the list that no call of the agent makes: edits of a person or a program, and a list that is taken over. */

import type { Intent } from '../decide/intent.js'
import type { TodosUpdatedData, Violation } from '../events.js'
import type { Adoption, ListEdit, ListEdited, ListEditing, ListToAdopt } from '../host-input.js'
import { itemOfKey } from '../items.js'
import type { Profile, Reading } from '../profiles/profile.js'
import { violationOf } from '../rules/rule.js'
import type { SessionState } from '../state.js'
import {
  type CallContext,
  type IdentifiedCall,
  judged,
  modeOf,
  reject,
  rejectedBy,
  updated,
  updateOf,
  waived,
} from './todo-call.js'
import { editText } from './told-edits.js'
import type { Judgement, Transaction } from './transaction.js'

/** What an edit is called in the log, where a call has its tool. */
const editName = 'edit'

/**
 * Changes the list if that breaks no rule but those that are waived. The agent is told with its next request.
 * @param editing the edit without secrets, who makes it and when
 */
export function editList(
  context: CallContext,
  transaction: Transaction,
  { waivedRules = [], change, ...occurrence }: ListEditing & { readonly change: ListEdit },
): ListEdited {
  const { profile } = context
  const { state } = transaction
  const id = `${editName}-${state.seq + 1}`
  const call = { ...occurrence, at: transaction.timeOf(occurrence), call: id, name: editName, input: change }
  const strangers = unknownKeys(state, change)
  if (strangers.length > 0) {
    // There is nothing that could be changed, whatever is waived.
    reject(context, transaction, call, { violations: strangers, edit: true })
    return { ok: false, violations: strangers }
  }
  const reading = { intent: intentOf(profile, state, change), violations: unknownStatuses(profile, change) }
  const candidate = {
    ...updateOf(transaction, call, reading),
    numbered: hasPlacesForIds(profile),
    edit: true,
  }
  const applied = applyUnless(context, transaction, call, {
    ...{ reading, candidate, waivedRules, decidesAnew: true },
    added: ({ next: { items, goal } }) => ({
      reply: editText(occurrence.actor, candidate.changes, state.items, profile.render(items, goal)),
    }),
  })
  if (!applied.ok) return applied
  const added = candidate.changes.flatMap((each) => (each.type === 'added' ? [each.key] : []))
  return { ...applied, added }
}

/**
 * Takes over a list that another host kept if that breaks no rule but those that are waived. What it says of the
 * work is a fact: the work stands in another log.
 */
export function takeOverList(
  context: CallContext,
  transaction: Transaction,
  { waivedRules, ...given }: ListToAdopt,
): Adoption {
  const { profile } = context
  const { state } = transaction
  const recorded = { ok: true, output: '' }
  const call = { ...given, at: transaction.timeOf(given), call: `adopted-${state.seq + 1}`, recorded }
  const reading = profile.read({ tool: call.name, input: call.input, state, recorded })
  const carried = profile.carried(call.input)
  const candidate = updateOf(transaction, call, reading)
  const applied = applyUnless(context, transaction, call, {
    ...{ reading, candidate, waivedRules, decidesAnew: false },
    added: () => (carried === null ? {} : { carried }),
  })
  return applied.ok ? { ok: true, waived: applied.waived } : applied
}

/** A change with what may be broken by it. */
interface WaivableChange {
  readonly reading: Reading
  readonly candidate: TodosUpdatedData
  readonly waivedRules: readonly string[] | 'all'
  /** As in `modeOf`. */
  readonly decidesAnew: boolean
  /** What else the event says. */
  readonly added: (attempt: Judgement) => Partial<TodosUpdatedData>
}

type Applied =
  | { readonly ok: true; readonly waived: readonly Violation[]; readonly flags: readonly Violation[] }
  | { readonly ok: false; readonly violations: readonly Violation[] }

/** Applies a change, or refuses it for the rules that it breaks and that are not waived. */
function applyUnless(
  context: CallContext,
  transaction: Transaction,
  call: IdentifiedCall,
  { reading, candidate, waivedRules, decidesAnew, added }: WaivableChange,
): Applied {
  const { state } = transaction
  const attempt = judged(context.profile, transaction, call, { reading, data: candidate })
  const flags = attempt.violations.filter(({ rule }) => modeOf(state, rule, decidesAnew) !== 'off')
  const rejecting = flags.filter(({ rule }) => modeOf(state, rule, decidesAnew) === 'reject')
  const refused = waivedRules === 'all' ? [] : rejecting.filter(({ rule }) => !waivedRules.includes(rule))
  if (refused.length > 0) {
    const edit = candidate.edit === true ? { edit: true } : {}
    reject(context, transaction, call, { violations: refused, ...edit })
    return { ok: false, violations: refused }
  }
  const broken = [...new Set([...rejectedBy(state, flags), ...rejecting.map(({ rule }) => rule)])]
  const data = { ...candidate, flags, ...waived(broken), ...added(attempt) }
  transaction.addClean(updated(transaction, data), call)
  return { ok: true, waived: rejecting, flags: flags.filter((each) => !rejecting.includes(each)) }
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

/** True if an item's place is its id. */
function hasPlacesForIds({ capabilities }: Profile): boolean {
  return capabilities?.replace?.ids === 'position' && capabilities.add === undefined
}

/** The id of the item that comes next but so many. */
function nextId({ capabilities }: Profile, state: SessionState, index: number): string {
  const next = capabilities?.add?.nextId(state, index)
  if (next !== undefined && !state.items.some(({ id }) => id === next)) return next
  const numbers = state.items.map(({ id }) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0))
  return String(Math.max(state.idsUsed, ...numbers) + 1 + index)
}
