/** Colours, where they are wanted. */

import { styleText } from 'node:util'

export type StyleName =
  | 'bold'
  | 'dim'
  | 'underline'
  | 'inverse'
  | 'red'
  | 'green'
  | 'yellow'
  | 'blue'
  | 'cyan'

/** Sets a printable text off, or gives it back as it is. */
export type Style = (name: StyleName, text: string) => string

export interface TextLayout {
  readonly columns: number
  readonly style: Style
}

/** How a list is laid out: all of it, or only its beginning. */
export interface ListLayout extends TextLayout {
  readonly all: boolean
}

export interface Environment {
  readonly [variable: string]: string | undefined
}

/**
 * True where colours are wanted: on a terminal that is not `TERM=dumb`, unless `NO_COLOR` is set. `FORCE_COLOR` wins
 * over both, as in Node.js.
 */
export function wantsColours(isTerminal: boolean, environment: Environment): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: no, TERM: terminal } = environment
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return isTerminal && (no === undefined || no === '') && terminal !== 'dumb'
}

/** The style for a stream with or without colours. */
export function styleFor(colours: boolean): Style {
  if (!colours) return (_name, text) => text
  // Whether colours are wanted is decided above, for the stream that they go to.
  return (name, text) => (text === '' ? '' : styleText(name, text, { validateStream: false }))
}
