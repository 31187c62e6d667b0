/** What a person can ask of the debugger. */

import type { Details, Page, Prompt } from './debugger-state.js'
import type { WhatIfReplay } from './what-if-replay.js'

/** What can be gone to, forward and backward. */
export type Sought = 'finding' | 'info' | 'rejection' | 'update' | 'difference' | 'match'

/** One thing that is asked. */
export type Action =
  /** Some turns on, or back. */
  | { readonly kind: 'step'; readonly by: number }
  /** Some rows down in the pane that has the keys, or up. */
  | { readonly kind: 'move'; readonly by: number }
  /** A page down in it, or up. */
  | { readonly kind: 'page'; readonly by: 1 | -1 }
  /** Its first or last row. */
  | { readonly kind: 'edge'; readonly to: 'first' | 'last' }
  /** The keys to the next pane, or the one before. */
  | { readonly kind: 'focus'; readonly by: 1 | -1 }
  /** The next thing of a kind, or the one before. */
  | { readonly kind: 'seek'; readonly what: Sought; readonly by: 1 | -1 }
  /** Other details. */
  | { readonly kind: 'show'; readonly details: Details }
  /** What Enter does where the cursor is. */
  | { readonly kind: 'enter' }
  /** Out of what is open. */
  | { readonly kind: 'back' }
  /** A line to type into. */
  | { readonly kind: 'prompt'; readonly prompt: Prompt }
  /** A character was typed into it. */
  | { readonly kind: 'typed'; readonly text: string }
  /** Its last character away. */
  | { readonly kind: 'erase' }
  /** A page in place of the panes. */
  | { readonly kind: 'open-page'; readonly page: Page['kind'] }
  /** To a turn, and to an item in it. */
  | { readonly kind: 'go'; readonly turn: number; readonly key?: string }
  /** An event in full, or in short again. */
  | { readonly kind: 'toggle'; readonly seq: number }
  /** The session under another profile, or as recorded again. */
  | { readonly kind: 'what-if' }
  /** It was driven under another profile. */
  | { readonly kind: 'what-if-driven'; readonly replay: WhatIfReplay }
  /** It could not be driven. */
  | { readonly kind: 'what-if-failed'; readonly message: string }
  /** The terminal has another size. */
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number }
  /** The end. */
  | { readonly kind: 'quit' }
  /** Sleep, as Ctrl-Z does. */
  | { readonly kind: 'suspend' }
  /** The whole screen anew. */
  | { readonly kind: 'redraw' }
