/**
 * What a recorded call is under another profile: text and status of items, asked of the tools that this one has. What
 * they can't say is noted. Each update is made before the next one is worked out.
 */

import type { Profile, SessionState, TodoItem, TodoStatus } from '@todo-ledger/core'
import {
  type Capabilities,
  type Intent,
  type KeptPart,
  replacementOf,
  type WantedItem,
} from '@todo-ledger/core/profiles'
import { isObject } from '../json.js'
import type { Counterparts } from './counterparts.js'
import type { ItemChange, RecordedCall, RecordedItem } from './recorded-call.js'

/** What a tool of the new profile is asked: an input as it was recorded, or what is wanted. */
export interface Update {
  readonly tool: string
  readonly input?: unknown
  readonly intent?: Intent
}

export interface NewSide {
  readonly profile: Profile
  readonly counterparts: Counterparts
  state(): SessionState
  cannot(what: string): void
}

/** A call of the same tool is made again; the item that it names may have another id on this side. */
export function* again({ changes }: RecordedCall, recorded: Update, side: NewSide): Generator<Update> {
  const input = isObject(recorded.input) ? recorded.input : {}
  const fields = Object.keys(input).filter((name) => /^(id|.+Id)$/.test(name))
  const named = changes.find(({ item }) => fields.some((field) => idOf(input[field]) === item.id))
  const field = fields.find((name) => idOf(input[name]) === named?.item.id)
  if (named === undefined || field === undefined) {
    yield recorded
    return
  }
  const { change, item } = named
  const found = side.counterparts.of(item, side.state())
  if (found !== undefined)
    yield found.id === item.id ? recorded : { tool: recorded.tool, input: { ...input, [field]: found.id } }
  else if (change.type === 'added')
    // The item was made before the recording began, and came into the list with this call.
    yield {
      ...recorded,
      intent: { kind: 'edit', add: [{ ...wantedOf(item), id: item.id, ownId: true }] },
    }
  else side.cannot(missing(item))
}

/** Some tools count their ids. */
function idOf(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : null
}

/** True where the tools can only replace the whole list: the calls of a turn that change single items become one list. */
export function isWholeListOnly({ replace, add }: Capabilities): boolean {
  return replace !== undefined && add === undefined
}

export function* updates(call: RecordedCall, can: Capabilities, side: NewSide): Generator<Update> {
  const { name } = side.profile
  if (call.kind === 'unreadable') return
  if (call.kind === 'query') {
    if (can.query === undefined) side.cannot(`${name} has no tool that only reads the list`)
    else yield { tool: can.query, intent: { kind: 'query' } }
    return
  }
  if (call.goal !== null && (can.replace !== undefined || can.begin === undefined))
    side.cannot(`${name} keeps no goal`)
  const removes = call.changes.some(({ change }) => change.type === 'removed')
  const isWhole = call.kind === 'list' || isWholeListOnly(can) || removes
  if (isWhole && can.replace !== undefined) yield* wholeList(call, can.replace, can.statuses, side)
  else yield* singleItems(call, can, side)
}

function* wholeList(
  { items, numbered }: RecordedCall,
  replace: NonNullable<Capabilities['replace']>,
  statuses: readonly TodoStatus[],
  { profile, counterparts, state, cannot }: NewSide,
): Generator<Update> {
  const wanted = items.flatMap((item): readonly WantedItem[] => {
    const here = counterparts.of(item, state())
    const id = replace.ids === 'lifelong' ? here?.id : undefined
    const ownId = replace.ids === 'lifelong' ? id !== undefined : !numbered
    const whole = { ...wantedOf(item, replace.keeps), id: id ?? item.id, ownId }
    if (statuses.includes(item.status)) return [whole]
    const status = here?.status ?? 'pending'
    const isLeftOut = here === undefined && item.status === 'cancelled'
    const instead = isLeftOut ? 'is left out' : `is ${status} there`
    cannot(`${profile.name} has no status ${item.status}: item ${quoted(item.id)} ${instead}`)
    const { reason: _, ...others } = whole
    return isLeftOut ? [] : [{ ...others, status }]
  })
  yield { tool: replace.tool, intent: replacementOf(replace, wanted, state()) }
}

function* singleItems(call: RecordedCall, can: Capabilities, side: NewSide): Generator<Update> {
  const { name } = side.profile
  const of = (type: ItemChange['change']['type']): readonly ItemChange[] =>
    call.changes.filter(({ change }) => change.type === type)
  const removed = of('removed').flatMap(({ item }) => side.counterparts.of(item, side.state()) ?? [])
  const emptying = can.clear ?? can.begin
  const isEmptied =
    removed.length > 0 && (call.items.length === 0 || removed.length === side.state().items.length)
  if (call.goal !== null && can.begin !== undefined) yield newList(can.begin, call.goal)
  else if (isEmptied && emptying !== undefined) yield newList(emptying, can.clear === undefined ? '' : null)
  else for (const item of removed) side.cannot(`${name} can't remove ${named(item)}`)
  if (of('moved').length > 0) side.cannot(`${name} can't put items into another order`)
  yield* add(
    of('added').map(({ item }) => item),
    can,
    side,
  )
  for (const { change, item } of call.changes) {
    const here = side.counterparts.of(item, side.state())
    if (change.type === 'removed' || change.type === 'moved') continue
    if (here === undefined) {
      if (change.type !== 'added') side.cannot(missing(item))
    } else if (change.type === 'added') yield* setStatus(here, item, can, side)
    else if (change.type === 'status-set')
      yield* setStatus(here, { status: change.to, reason: change.reason }, can, side)
    else if (change.type === 'field-set') {
      if (call.kind === 'items') side.cannot(`${change.field} is not carried over to ${name}`)
    } else if (can.reword === undefined)
      side.cannot(`${name} can't reword ${named(here)} to ${quoted(change.to)}`)
    else yield { tool: can.reword, intent: { kind: 'edit', edit: [{ key: here.key, text: change.to }] } }
  }
}

function newList(tool: string, goal: string | null): Update {
  return { tool, intent: { kind: 'replace', items: [], numbered: false, fresh: true, goal } }
}

function* add(
  items: readonly RecordedItem[],
  { add: tool, statuses }: Capabilities,
  { profile, counterparts, state, cannot }: NewSide,
): Generator<Update> {
  const wanted = items.filter((item) => item.status !== 'cancelled' || statuses.includes('cancelled'))
  for (const item of items)
    if (tool === undefined) cannot(`${profile.name} can't add ${named(item)}`)
    else if (!wanted.includes(item))
      cannot(`${profile.name} has no status cancelled: item ${quoted(item.id)} is left out`)
  if (tool === undefined || wanted.length === 0) return
  for (const group of tool.oneByOne === true ? wanted.map((item) => [item]) : [wanted]) {
    const added = group.map((item, index): WantedItem => {
      const whole = { ...wantedOf(item, tool.keeps), id: tool.nextId(state(), index) }
      return tool.keeps === undefined ? { ...whole, status: 'pending' } : whole
    })
    yield { tool: tool.tool, intent: { kind: 'edit', add: added } }
  }
  counterparts.learn(wanted, state())
}

function* setStatus(
  here: TodoItem,
  { status, reason }: Pick<RecordedItem, 'status' | 'reason'>,
  { setStatus: tools = {} }: Capabilities,
  { profile, cannot }: NewSide,
): Generator<Update> {
  if (here.status === status && (status !== 'blocked' || here.reason === reason)) return
  const tool = tools[status]
  const edit = { key: here.key, status, ...(reason === null ? {} : { reason }) }
  if (tool !== undefined) yield { tool, intent: { kind: 'edit', edit: [edit] } }
  else if (status === 'pending') cannot(`${profile.name} can't reopen ${named(here)}`)
  else cannot(`${profile.name} has no status ${status}: ${named(here)} stays ${here.status}`)
}

/** @param keeps what the tool keeps of an item beside text and status */
function wantedOf(
  { id, text, status, reason, activeForm, priority }: RecordedItem,
  keeps: readonly KeptPart[] = [],
): WantedItem {
  const fields = {
    ...(keeps.includes('activeForm') ? { activeForm: activeForm ?? text } : {}),
    ...(keeps.includes('priority') && priority !== null ? { priority } : {}),
  }
  const why = keeps.includes('reason') && reason !== null ? { reason } : {}
  return { id, ownId: false, text, status, ...why, ...(Object.keys(fields).length === 0 ? {} : { fields }) }
}

/** What is wanted, as people read it: without internal keys. */
export function shownIntent(intent: Intent, { items }: SessionState): unknown {
  const shown = ({ id, ownId, fields, ...item }: WantedItem): object => ({
    ...(ownId ? { id } : {}),
    ...item,
    ...fields,
  })
  if (intent.kind === 'query') return {}
  const goal = intent.goal === undefined ? {} : { goal: intent.goal }
  if (intent.kind === 'replace') return { ...goal, items: intent.items.map(shown) }
  const edit = intent.edit?.map(({ key, ...changes }) => ({
    id: items.find((item) => item.key === key)?.id ?? null,
    ...changes,
  }))
  return {
    ...(intent.add === undefined ? {} : { add: intent.add.map(shown) }),
    ...(edit === undefined ? {} : { edit }),
  }
}

function missing(item: RecordedItem): string {
  return `${named(item)} is not in the list`
}

function named({ id, text }: Pick<TodoItem, 'id' | 'text'>): string {
  return `item ${quoted(id)} (${quoted(text)})`
}

/** A text from a recording as a sentence holds it, cut at 80 characters. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}
