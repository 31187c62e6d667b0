/** The debugger's screen as an Ink component: Ink brings the keys and the life of the component. */

import { useInput } from 'ink'
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react'
import type { Style } from '../../text/style.js'
import type { DebuggerStore } from '../debugger-store.js'
import { keyPresses } from '../model/key-presses.js'
import { drawn } from '../view/lines.js'
import { screenLines, screenView } from '../view/screen-view.js'

/** What the screen is made from. */
export interface DebuggerScreenProps {
  /** The debugger's state. */
  readonly store: DebuggerStore
  /** Sets parts off. */
  readonly style: Style
  /** Shows the lines of a frame. */
  readonly paint: (lines: readonly string[]) => void
}

/**
 * The whole screen. Its lines are laid out already, so they go to the terminal as they are: Ink takes every character of
 * every frame apart, which at 160×50 is forty times the work of all the rest (measured on a session of 5,000 turns).
 */
export function DebuggerScreen({ store, style, paint }: DebuggerScreenProps): ReactNode {
  const state = useSyncExternalStore(store.subscribe, store.current)
  useInput((input, key) => {
    for (const press of keyPresses(input, key)) store.press(press)
  })
  const lines = screenLines(screenView(state, store.debugged)).map((line) => drawn(line, style))
  useLayoutEffect(() => paint(lines))
  return null
}
