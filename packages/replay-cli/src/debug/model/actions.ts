/** What a person can ask of the debugger. */

import type { Details, Page, Prompt } from './debugger-state.js'
import type { WhatIfReplay } from './what-if-replay.js'

/** What can be gone to, forward and backward. */
export type Sought = 'finding' | 'info' | 'rejection' | 'update' | 'difference' | 'match'

/** One thing that is asked. */
export type Action =
  | { readonly kind: 'step'; readonly by: number }
  | { readonly kind: 'move'; readonly by: number }
  | { readonly kind: 'page'; readonly by: 1 | -1 }
  | { readonly kind: 'edge'; readonly to: 'first' | 'last' }
  | { readonly kind: 'focus'; readonly by: 1 | -1 }
  | { readonly kind: 'seek'; readonly what: Sought; readonly by: 1 | -1 }
  | { readonly kind: 'show'; readonly details: Details }
  | { readonly kind: 'enter' }
  | { readonly kind: 'back' }
  | { readonly kind: 'prompt'; readonly prompt: Prompt }
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'erase' }
  | { readonly kind: 'open-page'; readonly page: Page['kind'] }
  | { readonly kind: 'go'; readonly turn: number; readonly key?: string; readonly seq?: number }
  | { readonly kind: 'toggle'; readonly seq: number }
  | { readonly kind: 'what-if' }
  | { readonly kind: 'what-if-driven'; readonly replay: WhatIfReplay }
  | { readonly kind: 'what-if-failed'; readonly message: string }
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number }
  | { readonly kind: 'quit' }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'redraw' }
