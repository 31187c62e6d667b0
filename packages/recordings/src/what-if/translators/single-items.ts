/** Saying a call in tools that add items and close them, one by one. */

import type { TodoItem } from '@todo-ledger/core'
import type { CarriedIntent, CarriedItem, CarriedStep } from '../carried-intent.js'
import type { Carry, PlannedCall, Translator } from '../translator.js'
import { renamed } from './named-item.js'
import { quoted } from './quoted.js'

/** In what the single-item tools of the systems differ. */
export interface SingleItemTools {
  /** The family's name. */
  readonly family: string
  /** The call that only reads the list. */
  readonly query: PlannedCall
  /** The calls that add items of these texts. */
  readonly add: (texts: readonly string[]) => readonly PlannedCall[]
  /** The call that completes an item. */
  readonly complete: (id: string) => PlannedCall
  /** The call that blocks an item; absent where nothing can be blocked. */
  readonly block?: (id: string, reason: string | null) => PlannedCall
  /** The call that empties the list; absent where nothing can be removed. */
  readonly clear?: PlannedCall
  /** The call that begins a list with a goal; absent where there are no goals. */
  readonly begin?: (goal: string) => PlannedCall
}

/** Makes the translator of such tools. */
export function singleItemTranslator(tools: SingleItemTools): Translator {
  return {
    family: tools.family,
    say: (carry) => say(carry, tools),
    again,
  }
}

function* again(carry: Carry): Generator<PlannedCall> {
  const { intent, recorded } = carry
  const steps = intent.kind === 'steps' ? intent.steps : []
  const [named] = steps.filter((step) => step.kind !== 'add')
  if (named === undefined) yield recorded
  else yield* renamed(carry, named.item, 'id')
}

function* say(carry: Carry, tools: SingleItemTools): Generator<PlannedCall> {
  const { intent } = carry
  switch (intent.kind) {
    case 'unreadable':
      carry.cannot(intent.why)
      return
    case 'query':
      yield tools.query
      return
    case 'list':
      yield* difference(carry, tools, intent)
      return
    case 'steps':
      for (const step of intent.steps) yield* oneStep(carry, tools, step)
  }
}

/** The difference between the list on this side and the wanted one. */
function* difference(
  carry: Carry,
  tools: SingleItemTools,
  { items, fresh, goal }: Extract<CarriedIntent, { kind: 'list' }>,
): Generator<PlannedCall> {
  const { profile, counterparts } = carry
  if (typeof goal === 'string' && tools.begin !== undefined) yield tools.begin(goal)
  else {
    if (typeof goal === 'string') carry.cannot(`${profile.name} keeps no goal`)
    const isOver = (fresh || items.length === 0) && carry.state().items.length > 0
    if (isOver && tools.clear !== undefined) yield tools.clear
  }
  const found = items.map((item) => ({ item, known: counterpart(carry, item) }))
  const kept = new Set(found.flatMap(({ known }) => (known === undefined ? [] : [known.key])))
  const left = carry.state().items.filter(({ key }) => !kept.has(key))
  if (left.length > 0) carry.cannot(`${profile.name} can't remove ${namesOf(left)}`)
  if (isReordered(carry, found)) carry.cannot(`${profile.name} can't put items into another order`)
  for (const { item, known } of found) {
    if (known !== undefined && known.text.trim() !== item.text.trim()) cannotReword(carry, known, item.text)
  }
  const added = found.filter(({ known }) => known === undefined).map(({ item }) => item)
  yield* addAll(carry, tools, added)
  for (const item of items) {
    const now = counterparts.of(item, carry.state())
    if (now !== undefined) yield* setStatus(carry, tools, now, item)
  }
}

/** Each item is found once: a text that stands twice in the wanted list is two items. */
function counterpart({ counterparts, state }: Carry, item: CarriedItem): TodoItem | undefined {
  const found = counterparts.of(item, state())
  if (found !== undefined) counterparts.set(item, found)
  return found
}

function* oneStep(carry: Carry, tools: SingleItemTools, step: CarriedStep): Generator<PlannedCall> {
  const { profile, counterparts } = carry
  if (step.kind === 'add') {
    yield* addAll(carry, tools, [step.item])
    const made = counterparts.of(step.item, carry.state())
    if (made !== undefined) yield* setStatus(carry, tools, made, step.item)
    return
  }
  const found = counterparts.of(step.item, carry.state())
  if (found === undefined) carry.dangling(step.item)
  else if (step.kind === 'status') yield* setStatus(carry, tools, found, step)
  else if (step.kind === 'reword') cannotReword(carry, found, step.text)
  else if (step.kind === 'remove') carry.cannot(`${profile.name} can't remove ${namesOf([found])}`)
  else carry.cannot(`${profile.name} can't set ${step.what} of ${namesOf([found])}`)
}

function* addAll(
  carry: Carry,
  tools: SingleItemTools,
  items: readonly CarriedItem[],
): Generator<PlannedCall> {
  const { profile, counterparts } = carry
  const wanted = items.filter((item) => {
    if (item.status !== 'cancelled') return true
    carry.cannot(`${profile.name} has no status cancelled: item ${quoted(item.id)} is left out`)
    return false
  })
  if (wanted.length === 0) return
  yield* tools.add(wanted.map(({ text }) => text))
  counterparts.learn(wanted, carry.state())
}

function* setStatus(
  carry: Carry,
  tools: SingleItemTools,
  now: TodoItem,
  { status, reason }: Pick<CarriedItem, 'status' | 'reason'>,
): Generator<PlannedCall> {
  if (now.status === status && (status !== 'blocked' || now.reason === reason)) return
  if (status === 'completed') yield tools.complete(now.id)
  else if (status === 'blocked' && tools.block !== undefined) yield tools.block(now.id, reason)
  else if (status === 'pending') carry.cannot(`${carry.profile.name} can't reopen ${namesOf([now])}`)
  else carry.cannot(`${carry.profile.name} has no status ${status}: ${namesOf([now])} stays ${now.status}`)
}

function cannotReword({ cannot, profile }: Carry, now: TodoItem, text: string): void {
  cannot(`${profile.name} can't reword ${namesOf([now])} to ${quoted(text)}`)
}

function isReordered(carry: Carry, found: readonly { readonly known: TodoItem | undefined }[]): boolean {
  const order = new Map(carry.state().items.map(({ key }, index) => [key, index]))
  const places = found.flatMap(({ known }) => (known === undefined ? [] : [order.get(known.key) ?? 0]))
  return places.some((place, index) => place < (places[index - 1] ?? -1))
}

function namesOf(items: readonly TodoItem[]): string {
  const names = items.slice(0, 3).map(({ id, text }) => `item ${quoted(id)} (${quoted(text)})`)
  return items.length > 3 ? `${names.join(', ')} and ${items.length - 3} more` : names.join(', ')
}
