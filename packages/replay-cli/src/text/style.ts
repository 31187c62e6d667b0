/** Colours, where they are wanted. */

/** How a text can be set off. */
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

/** The terminal's codes to begin and end a style. Source: ECMA-48, Select Graphic Rendition. */
const codes: { readonly [Name in StyleName]: readonly [begin: number, end: number] } = {
  bold: [1, 22],
  dim: [2, 22],
  underline: [4, 24],
  inverse: [7, 27],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
}

/** What decides about colours in a process. */
export interface Environment {
  /** A variable's value; undefined where it is not set. */
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
  return (name, text) => {
    const [begin, end] = codes[name]
    return text === '' ? '' : `\u001b[${begin}m${text}\u001b[${end}m`
  }
}
