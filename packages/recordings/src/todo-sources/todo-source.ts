/** Where todos can stand outside a todo tool, and how a source of them is asked. Types and names alone. */

import type { CallStep, ResultStep } from '../recording.js'

/** The places outside a todo tool that can be read, as the command line names them. */
export const todoSourceNames = ['markdown'] as const

/** One of them. */
export type TodoSourceName = (typeof todoSourceNames)[number]

/** An update of a list that a call, or a message, comes to. */
export interface ListUpdate {
  /** The tool of the source's profile. */
  readonly tool: string
  /** Its input. */
  readonly input: { readonly [field: string]: unknown }
  /** True where the call did nothing else: then it is no work. */
  readonly isAll: boolean
}

/** What one source reads in one session. */
export interface TodoSource {
  /** True for a call that may change a list: it is asked once its result has come. */
  wants(call: CallStep): boolean
  /** The updates that a call comes to, in order; it worked unless its result says otherwise. */
  called(call: CallStep, result: ResultStep | null): readonly ListUpdate[]
  /** The update that something said by the model comes to, or null. */
  said(text: string): ListUpdate | null
}
