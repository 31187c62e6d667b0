/** Something that changes by itself and says so. */

import { useSyncExternalStore } from 'preact/compat'

export class Observed<View extends object> {
  #view: View
  readonly #listeners = new Set<() => void>()

  constructor(view: View) {
    this.#view = view
  }

  /** What is known now. */
  read = (): View => this.#view

  /** Listens for changes. @returns what ends that */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  set(part: Partial<View>): void {
    this.#view = { ...this.#view, ...part }
    for (const listener of [...this.#listeners]) listener()
  }
}

/** What is known of it now, and whenever it changes. */
export function useObserved<View extends object>({ subscribe, read }: Observed<View>): View {
  return useSyncExternalStore(subscribe, read)
}
