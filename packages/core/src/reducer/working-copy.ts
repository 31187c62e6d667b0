/** A state while an event applies to it. What of it is altered in place and what is copied first, is decided here. */

import { castDraft, type Draft, original } from 'immer'
import { frozen, type ItemList, isShort, itemListFor, ShortList } from '../compact/item-list.js'
import type { Change } from '../events.js'
import type { RunState, SessionState, TodoItem, TurnState } from '../state.js'
import { copyOfRun, copyOfState, copyOfTurn } from './copies.js'

/** A state whose own values may be set. */
export type MutableState = Draft<SessionState>

/** A state that one event, or many, apply to. */
export interface WorkingCopy {
  /** The state. Its own values may be set; what lies deeper is replaced, or got by the methods. */
  readonly state: MutableState
  /** The run, to be altered. */
  run(): Draft<RunState>
  /** The turn, to be altered. */
  turn(): Draft<TurnState>
  /** The list as it stands, for good: what is altered later is a copy. */
  items(): readonly TodoItem[]
  /** The list, to be altered by these changes. */
  list(changes: readonly Change[]): ItemList
  /** Puts another list in the place of the one that there was. */
  setItems(items: readonly TodoItem[]): void
}

/** For one event: the state of before stays as it is, and what the event does not touch is shared with it. */
export class SharingCopy implements WorkingCopy {
  readonly state: MutableState

  /** @param before the state before the event */
  constructor(before: SessionState) {
    this.state = copyOfState(castDraft(before))
  }

  run(): Draft<RunState> {
    this.state.run = copyOfRun(this.state.run)
    return this.state.run
  }

  turn(): Draft<TurnState> {
    this.state.turn = copyOfTurn(this.state.turn)
    return this.state.turn
  }

  items(): readonly TodoItem[] {
    return this.state.items
  }

  list(changes: readonly Change[]): ItemList {
    return itemListFor(this.state.items, changes)
  }

  setItems(items: readonly TodoItem[]): void {
    this.state.items = castDraft(items)
  }
}

/** For many events: all of it is altered in place. */
export class PrivateCopy implements WorkingCopy {
  readonly state: MutableState
  #short: ShortList | null = null

  /** @param from the state to begin with, which stays as it is */
  constructor(from: SessionState) {
    this.state = copyOfState(castDraft(Object.isFrozen(from) ? from : frozen(structuredClone(from))))
    this.state.run = copyOfRun(this.state.run)
    this.state.turn = copyOfTurn(this.state.turn)
    this.state.disagreements = [...this.state.disagreements]
  }

  /** The state for others to read. It changes with the next event, but its lists are theirs to keep. */
  shown(): SessionState {
    frozen(this.items())
    const { before } = this.state.turn
    if (before !== null) frozen(before.items)
    return this.state
  }

  run(): Draft<RunState> {
    return this.state.run
  }

  turn(): Draft<TurnState> {
    return this.state.turn
  }

  items(): readonly TodoItem[] {
    this.#short?.giveAway()
    return this.state.items
  }

  list(changes: readonly Change[]): ItemList {
    const { items } = this.state
    // A long list shares items with the one before it, and is frozen: so they are frozen, too.
    if (!isShort(items, changes)) return itemListFor(frozen(this.items()), changes)
    if (this.#short === null || this.#short.items !== items) this.#short = new ShortList(items)
    return this.#short
  }

  setItems(items: readonly TodoItem[]): void {
    this.state.items = castDraft(items)
  }
}

/** For one event whose patches are wanted: Immer notes what is altered. */
export class DraftCopy implements WorkingCopy {
  readonly state: MutableState

  /** @param draft Immer's draft of the state */
  constructor(draft: MutableState) {
    this.state = draft
  }

  run(): Draft<RunState> {
    return this.state.run
  }

  turn(): Draft<TurnState> {
    return this.state.turn
  }

  items(): readonly TodoItem[] {
    return original(this.state)?.items ?? []
  }

  list(changes: readonly Change[]): ItemList {
    return itemListFor(this.items(), changes)
  }

  setItems(items: readonly TodoItem[]): void {
    this.state.items = castDraft(frozen(items))
  }
}
