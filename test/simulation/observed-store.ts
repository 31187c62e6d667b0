/** A store between a ledger and the real one that keeps what was asked of it, and can lose the answer. */

import type { EventStore, TodoEvent } from '@todo-ledger/core'
import { StoreError } from '@todo-ledger/core'
import type { AppendOptions, AppendResult } from '@todo-ledger/core/store'

/** One append that a host asked for, and what it was told. */
export interface Attempt {
  /** The session. */
  readonly session: string
  /** The events. */
  readonly events: readonly TodoEvent[]
  /** The seq that it expected. */
  readonly expectedSeq: number
  /** What the host was told so far. */
  outcome:
    | { readonly kind: 'open' }
    | { readonly kind: 'acknowledged'; readonly result: AppendResult }
    | { readonly kind: 'failed'; readonly error: unknown }
}

/** A fault between the store and the host. */
export type AcknowledgementFault = 'lost' | 'never-asked'

/** What watches a store. */
export interface Observer {
  /** Takes every append. */
  readonly attempts: Attempt[]
  /** What happens to the next acknowledgement, or null. */
  fault: AcknowledgementFault | null
  /** True once it happened. */
  fired: boolean
}

/** Watches a store; all that is no append passes through as it is. */
export function observedStore(store: EventStore, observer: Observer): EventStore {
  const append = async (
    session: string,
    events: readonly TodoEvent[],
    options: AppendOptions,
  ): Promise<AppendResult> => {
    const attempt: Attempt = {
      session,
      events: [...events],
      expectedSeq: options.expectedSeq,
      outcome: { kind: 'open' },
    }
    observer.attempts.push(attempt)
    const { fault } = observer
    if (fault !== null) {
      observer.fault = null
      observer.fired = true
    }
    try {
      if (fault === 'never-asked') throw new StoreError('store-failed', 'injected: the append never arrived')
      const result = await store.append(session, events, options)
      if (fault === 'lost') throw new StoreError('store-failed', 'injected: the acknowledgement was lost')
      attempt.outcome = { kind: 'acknowledged', result }
      return result
    } catch (error) {
      attempt.outcome = { kind: 'failed', error }
      throw error
    }
  }
  return new Proxy(store, {
    get(target, name) {
      if (name === 'append') return append
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
