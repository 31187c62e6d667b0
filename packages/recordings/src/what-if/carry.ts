/**
 * What a recorded call means, asked of another system's tools: as intents, not in that system's words. Each update is
 * made before the next one is worked out.
 */

import type { Profile, SessionState, TodoItem } from '@todo-ledger/core'
import {
  type Capabilities,
  type Intent,
  type KeptPart,
  replacementOf,
  type WantedItem,
} from '@todo-ledger/core/profiles'
import { isObject } from '../json-value.js'
import type { CarriedIntent, CarriedItem, CarriedStep } from './carried-intent.js'
import type { Counterparts } from './counterparts.js'

/** A call as it was recorded, or as it would be with the ids of this side. */
export interface ToolInput {
  readonly intent?: never
  /** The tool. */
  readonly tool: string
  /** What it is given. */
  readonly input: unknown
}

/** What is wanted, and the tool that could say it. */
export interface ToolIntent {
  /** The tool. */
  readonly tool: string
  /** What is wanted. */
  readonly intent: Intent
  /** The recorded input, where it is one of the same tool. */
  readonly input?: unknown
}

/** What the new profile is asked in place of a recorded call. */
export type Update = ToolInput | ToolIntent

/** A recorded call on its way to the new profile. */
export interface Carry {
  /** What it means. */
  readonly intent: CarriedIntent
  /** The call as it was recorded. */
  readonly recorded: ToolInput
  /** The new profile. */
  readonly profile: Profile
  /** The new side's state as it stands now: each update that is made before alters it. */
  state(): SessionState
  /** Which item is which. */
  readonly counterparts: Counterparts
  /** Notes what the new profile's tools can't do, in a sentence. */
  cannot(what: string): void
  /** The call names an item that the new profile's list does not have. */
  dangling(item: CarriedItem): void
}

/** A call of the same tools is made again; the item that it names may have another id on this side. */
export function* again(carry: Carry): Generator<Update> {
  const { recorded, intent, counterparts } = carry
  const steps = intent.kind === 'steps' ? intent.steps : []
  const input = isObject(recorded.input) ? recorded.input : {}
  const named = steps.flatMap(({ kind, item }) => {
    const field = Object.keys(input).find((name) => /^(id|.+Id)$/.test(name) && `${input[name]}` === item.id)
    return field === undefined ? [] : [{ kind, item, field }]
  })[0]
  if (named === undefined) {
    yield recorded
    return
  }
  const { kind, item, field } = named
  const state = carry.state()
  const found = counterparts.of(item, state)
  if (found !== undefined) {
    yield found.id === item.id ? recorded : { tool: recorded.tool, input: { ...input, [field]: found.id } }
  } else if (kind === 'add') {
    // The item was made before the recording began, and came into the list with this call.
    yield {
      ...recorded,
      intent: { kind: 'edit', add: [{ ...wantedOf(item), id: item.id, ownId: true }] },
    }
  } else {
    carry.dangling(item)
    const isTaken = state.items.some(({ id }) => id === item.id)
    if (!isTaken) yield recorded
    else
      carry.cannot(
        `item ${quoted(item.text)} is not in the list, and its id ${quoted(item.id)} is another item's`,
      )
  }
}

/** True where the calls of a turn that change single items become one list: the tools can only replace the whole. */
export function isWholeListOnly({ replace, add }: Capabilities): boolean {
  return replace !== undefined && add === undefined
}

/** What a call of other tools comes to. */
export function* updates(carry: Carry, can: Capabilities): Generator<Update> {
  const { intent, profile } = carry
  switch (intent.kind) {
    case 'unreadable':
      carry.cannot(intent.why)
      return
    case 'query':
      if (can.query === undefined) carry.cannot(`${profile.name} has no tool that only reads the list`)
      else yield { tool: can.query, intent: { kind: 'query' } }
      return
    case 'list':
      if (can.replace === undefined) yield* difference(carry, can, intent)
      else {
        if (typeof intent.goal === 'string') carry.cannot(`${profile.name} keeps no goal`)
        yield* wholeList(
          intent.items.flatMap((item) => withKnownStatus(item, carry, can)),
          carry,
          can,
        )
      }
      return
    case 'steps':
      if (isWholeListOnly(can) || (can.replace !== undefined && intent.steps.some(isRemoval)))
        yield* oneList([carry], can)
      else for (const step of intent.steps) yield* oneStep(carry, can, step)
  }
}

/** The list of this side with all steps of the calls: one list, as a model would send it. */
export function* oneList(carries: readonly Carry[], can: Capabilities): Generator<Update> {
  const [first] = carries
  if (first === undefined) return
  const list = new EditedList(first)
  let steps = 0
  for (const carry of carries) {
    if (carry.intent.kind !== 'steps') continue
    for (const step of carry.intent.steps) steps += list.take(step, carry, can) ? 1 : 0
    // A call that changed nothing there is the same list again here.
    if (carry.intent.steps.length === 0) steps += 1
  }
  if (steps > 0) yield* wholeList(list.items, first, can)
}

/** What is wanted, as people read it: without internal keys. */
export function shownIntent(intent: Intent, { items }: SessionState): unknown {
  switch (intent.kind) {
    case 'query':
      return {}
    case 'replace':
      return {
        ...(intent.goal === undefined ? {} : { goal: intent.goal }),
        items: intent.items.map(shownItem),
      }
    case 'edit':
      return {
        ...(intent.add === undefined ? {} : { add: intent.add.map(shownItem) }),
        ...(intent.edit === undefined
          ? {}
          : {
              edit: intent.edit.map(({ key, ...changes }) => ({
                id: items.find((item) => item.key === key)?.id ?? null,
                ...changes,
              })),
            }),
      }
  }
}

function shownItem({ id, ownId, fields, ...item }: WantedItem): unknown {
  return { ...(ownId ? { id } : {}), ...item, ...fields }
}

/** The whole list as the replacing tool makes it. */
function* wholeList(
  items: readonly CarriedItem[],
  carry: Carry,
  { replace }: Capabilities,
): Generator<Update> {
  if (replace === undefined) return
  const { ids, keeps = [] } = replace
  const wanted = items.map((item): WantedItem => {
    const here = ids === 'lifelong' ? carry.counterparts.of(item, carry.state())?.id : undefined
    const ownId = ids === 'lifelong' ? here !== undefined : !item.numbered
    return { ...wantedOf(item, keeps), id: here ?? item.id, ownId }
  })
  yield { tool: replace.tool, intent: replacementOf(replace, wanted, carry.state()) }
}

/** @param keeps what the tool keeps of an item beside text and status */
function wantedOf(
  { id, text, status, reason, activeForm, priority }: CarriedItem,
  keeps: readonly KeptPart[] = [],
): WantedItem {
  const fields = {
    ...(keeps.includes('activeForm') ? { activeForm: activeForm ?? text } : {}),
    ...(keeps.includes('priority') && priority !== null ? { priority } : {}),
  }
  return {
    id,
    ownId: false,
    text,
    status,
    ...(keeps.includes('reason') && reason !== null ? { reason } : {}),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  }
}

/** The item with a status that the system knows, if any: where it does not know the wanted one, the one that the item has. */
function withKnownStatus(
  item: CarriedItem,
  carry: Carry,
  { statuses }: Capabilities,
): readonly CarriedItem[] {
  if (statuses.includes(item.status)) return [item]
  const status = carry.counterparts.of(item, carry.state())?.status ?? null
  const missing = `${carry.profile.name} has no status ${item.status}`
  if (status === null && item.status === 'cancelled') {
    carry.cannot(`${missing}: item ${quoted(item.id)} is left out`)
    return []
  }
  carry.cannot(`${missing}: item ${quoted(item.id)} is ${status ?? 'pending'} there`)
  return [{ ...item, status: status ?? 'pending', reason: null }]
}

interface Entry {
  /** The key of the item of this side, or null where it is new. */
  readonly here: string | null
  /** The item, its key that of the recording, its id that of this side. */
  item: CarriedItem
}

/** The list of this side while the steps of single-item calls are taken into it. */
class EditedList {
  readonly #entries: Entry[]

  constructor(carry: Carry) {
    this.#entries = carry.state().items.map((item) => ({
      here: item.key,
      item: { ...item, key: carry.counterparts.recordedKey(item), numbered: false },
    }))
  }

  get items(): readonly CarriedItem[] {
    return this.#entries.map(({ item }) => item)
  }

  /** Takes a step in. False where nothing of it could be taken. */
  take(step: CarriedStep, carry: Carry, can: Capabilities): boolean {
    if (step.kind === 'add') return this.#add(step.item, carry, can)
    const entry = this.#find(step.item, carry)
    if (entry === undefined) {
      carry.dangling(step.item)
      return false
    }
    switch (step.kind) {
      case 'remove':
        this.#entries.splice(this.#entries.indexOf(entry), 1)
        return true
      case 'reword':
        entry.item = { ...entry.item, text: step.text }
        return true
      case 'status': {
        const { status, reason } = step
        const wanted = { ...entry.item, status, reason, key: step.item.key }
        const [item = entry.item] = withKnownStatus(wanted, carry, can)
        entry.item = { ...item, key: entry.item.key }
        return true
      }
      case 'other':
        carry.cannot(`${carry.profile.name} can't set ${step.what} of item ${quoted(step.item.id)}`)
        return false
    }
  }

  #add(item: CarriedItem, carry: Carry, can: Capabilities): boolean {
    const added = withKnownStatus(item, carry, can)
    const isTaken = this.#entries.some((entry) => entry.item.id === item.id)
    for (const each of added) {
      this.#entries.push({ here: null, item: { ...each, numbered: each.numbered || isTaken } })
    }
    return added.length > 0
  }

  #find(item: CarriedItem, carry: Carry): Entry | undefined {
    const here = carry.counterparts.of(item, carry.state())?.key
    return this.#entries.find((entry) =>
      entry.here === null ? item.key !== null && entry.item.key === item.key : entry.here === here,
    )
  }
}

/** The difference between the list on this side and the wanted one, in changes of single items. */
function* difference(
  carry: Carry,
  can: Capabilities,
  { items, fresh, goal }: Extract<CarriedIntent, { kind: 'list' }>,
): Generator<Update> {
  const { profile, counterparts } = carry
  const newList = (tool: string, toGoal: string | null): Update => ({
    tool,
    intent: { kind: 'replace', items: [], numbered: false, fresh: true, goal: toGoal },
  })
  if (typeof goal === 'string' && can.begin !== undefined) yield newList(can.begin, goal)
  else {
    if (typeof goal === 'string') carry.cannot(`${profile.name} keeps no goal`)
    const isOver = (fresh || items.length === 0) && carry.state().items.length > 0
    if (isOver && can.clear !== undefined) yield newList(can.clear, null)
    else if (isOver && can.begin !== undefined) yield newList(can.begin, '')
  }
  const found = items.map((item) => ({ item, known: counterpart(carry, item) }))
  const kept = new Set(found.flatMap(({ known }) => (known === undefined ? [] : [known.key])))
  const left = carry.state().items.filter(({ key }) => !kept.has(key))
  if (left.length > 0) carry.cannot(`${profile.name} can't remove ${namesOf(left)}`)
  if (isReordered(carry, found)) carry.cannot(`${profile.name} can't put items into another order`)
  for (const { item, known } of found) {
    if (known !== undefined && known.text.trim() !== item.text.trim())
      yield* reword(carry, can, known, item.text)
  }
  const added = found.filter(({ known }) => known === undefined).map(({ item }) => item)
  yield* add(carry, can, added)
  for (const item of items) {
    const now = counterparts.of(item, carry.state())
    if (now !== undefined) yield* setStatus(carry, can, now, item)
  }
}

/** Each item is found once: a text that stands twice in the wanted list is two items. */
function counterpart({ counterparts, state }: Carry, item: CarriedItem): TodoItem | undefined {
  const found = counterparts.of(item, state())
  if (found !== undefined) counterparts.set(item, found)
  return found
}

function* oneStep(carry: Carry, can: Capabilities, step: CarriedStep): Generator<Update> {
  const { profile, counterparts } = carry
  if (step.kind === 'add') {
    yield* add(carry, can, [step.item])
    const made = counterparts.of(step.item, carry.state())
    if (made !== undefined) yield* setStatus(carry, can, made, step.item)
    return
  }
  const found = counterparts.of(step.item, carry.state())
  if (found === undefined) carry.dangling(step.item)
  else if (step.kind === 'status') yield* setStatus(carry, can, found, step)
  else if (step.kind === 'reword') yield* reword(carry, can, found, step.text)
  else if (step.kind === 'remove') carry.cannot(`${profile.name} can't remove ${namesOf([found])}`)
  // A tool that changes texts takes more of an item, too; only text and status are carried.
  else if (can.reword !== undefined) carry.cannot(`${step.what} is not carried over to ${profile.name}`)
  else carry.cannot(`${profile.name} can't set ${step.what} of ${namesOf([found])}`)
}

function* add(
  carry: Carry,
  { add: tool, statuses }: Capabilities,
  items: readonly CarriedItem[],
): Generator<Update> {
  const { profile, counterparts } = carry
  const wanted = items.filter((item) => {
    if (item.status !== 'cancelled' || statuses.includes('cancelled')) return true
    carry.cannot(`${profile.name} has no status cancelled: item ${quoted(item.id)} is left out`)
    return false
  })
  if (tool === undefined || wanted.length === 0) return
  const { keeps } = tool
  const groups = tool.oneByOne === true ? wanted.map((item) => [item]) : [wanted]
  for (const group of groups) {
    const added = group.map((item, index): WantedItem => {
      const whole = wantedOf(item, keeps)
      const id = tool.nextId(carry.state(), index)
      return keeps === undefined ? { ...whole, id, status: 'pending' } : { ...whole, id }
    })
    yield { tool: tool.tool, intent: { kind: 'edit', add: added } }
  }
  counterparts.learn(wanted, carry.state())
}

function* setStatus(
  carry: Carry,
  { setStatus: tools = {} }: Capabilities,
  now: TodoItem,
  { status, reason }: Pick<CarriedItem, 'status' | 'reason'>,
): Generator<Update> {
  if (now.status === status && (status !== 'blocked' || now.reason === reason)) return
  const tool = tools[status]
  const { name } = carry.profile
  if (tool !== undefined) {
    const edit = { key: now.key, status, ...(reason === null ? {} : { reason }) }
    yield { tool, intent: { kind: 'edit', edit: [edit] } }
  } else if (status === 'pending') carry.cannot(`${name} can't reopen ${namesOf([now])}`)
  else carry.cannot(`${name} has no status ${status}: ${namesOf([now])} stays ${now.status}`)
}

function* reword(
  { cannot, profile }: Carry,
  { reword: tool }: Capabilities,
  now: TodoItem,
  text: string,
): Generator<Update> {
  if (tool === undefined) cannot(`${profile.name} can't reword ${namesOf([now])} to ${quoted(text)}`)
  else yield { tool, intent: { kind: 'edit', edit: [{ key: now.key, text }] } }
}

function isRemoval({ kind }: CarriedStep): boolean {
  return kind === 'remove'
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

/** A text from a recording as a sentence holds it, cut at 80 characters. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}
