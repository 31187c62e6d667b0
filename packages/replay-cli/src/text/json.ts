/** Plain data as JSON in pieces, so that the text of a large value is never held whole. */

/** Levels of the value that are taken apart; what is below is small enough to be written at once. */
const levels = 4

/** So many characters are gathered to a piece. */
const pieceCharacters = 64 * 1024

/** The pieces of what `JSON.stringify(value, null, 2)` gives; no token is cut in two. @param indent of the lines within */
export function* jsonPieces(value: unknown, indent = ''): Generator<string, void, undefined> {
  let gathered = ''
  for (const text of textsOf(value, indent, levels)) {
    gathered += text
    if (gathered.length < pieceCharacters) continue
    yield gathered
    gathered = ''
  }
  yield gathered
}

function* textsOf(value: unknown, indent: string, deep: number): Generator<string, void, undefined> {
  if (deep === 0 || typeof value !== 'object' || value === null || value instanceof Date) {
    // Within JSON a line break stands between tokens alone: in strings it is escaped.
    yield JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
    return
  }
  const [opening, closing] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  let before = opening
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue
    yield `${before}\n${indent}  ${Array.isArray(value) ? '' : `${JSON.stringify(key)}: `}`
    yield* textsOf(part, `${indent}  `, deep - 1)
    before = ','
  }
  yield before === opening ? `${opening}${closing}` : `\n${indent}${closing}`
}

/** An object whose first property is a list that is written element by element. */
export interface JsonList {
  readonly element: (element: unknown) => void
  /** Writes the properties behind the list. */
  readonly end: (rest: object) => void
}

/** Writes what `JSON.stringify({ [name]: elements, ...rest }, null, 2)` gives, with a newline at the end. */
export function jsonList(name: string, write: (piece: string) => void): JsonList {
  let before = `{\n  ${JSON.stringify(name)}: [`
  let closing = ']'
  return {
    element(element) {
      write(`${before}\n    `)
      for (const piece of jsonPieces(element, '    ')) write(piece)
      before = ','
      closing = '\n  ]'
    },
    end(rest) {
      write(before === ',' ? closing : `${before}${closing}`)
      for (const [key, value] of Object.entries(rest)) {
        if (value === undefined) continue
        write(`,\n  ${JSON.stringify(key)}: `)
        for (const piece of jsonPieces(value, '  ')) write(piece)
      }
      write('\n}\n')
    },
  }
}
