/** Values as JSON in pieces, so that the text of a large one is never held whole. */

/** Levels of the value that are taken apart; what is below is small enough to be written at once. */
const levels = 4

/** So many characters are gathered to a piece. */
const pieceCharacters = 64 * 1024

/**
 * The pieces of what `JSON.stringify(value, null, 2)` gives, byte for byte. No token is cut in two.
 * @param value plain data
 * @param lineBreak what stands for a line break: with the indent, where the value stands within another
 */
export function* jsonPieces(value: unknown, lineBreak = '\n'): Generator<string, void, undefined> {
  let gathered = ''
  for (const text of textsOf(prepared(value, ''), lineBreak, levels)) {
    gathered += text
    if (gathered.length < pieceCharacters) continue
    yield gathered
    gathered = ''
  }
  if (gathered !== '') yield gathered
}

/** @param lineBreak the line break and the indent of the lines of the value; @param deep levels that are taken apart */
function* textsOf(value: unknown, lineBreak: string, deep: number): Generator<string, void, undefined> {
  if (deep === 0 || typeof value !== 'object' || value === null || isBoxed(value)) {
    const text = JSON.stringify(value, null, 2)
    // Within JSON a line break stands between tokens alone: in strings it is escaped.
    yield lineBreak === '\n' ? text : text.replaceAll('\n', lineBreak)
    return
  }
  const isArray = Array.isArray(value)
  const [opening, closing] = isArray ? ['[', ']'] : ['{', '}']
  const inner = `${lineBreak}  `
  let before = opening
  for (const [key, part] of isArray ? elementsOf(value) : propertiesOf(value)) {
    yield `${before}${inner}${isArray ? '' : `${JSON.stringify(key)}: `}`
    yield* textsOf(part, inner, deep - 1)
    before = ','
  }
  yield before === opening ? `${opening}${closing}` : `${lineBreak}${closing}`
}

function* elementsOf(array: readonly unknown[]): Generator<readonly [string, unknown], void, undefined> {
  for (const [index, element] of array.entries()) {
    const key = String(index)
    const part = prepared(element, key)
    yield [key, isLeftOut(part) ? null : part]
  }
}

function* propertiesOf(value: object): Generator<readonly [string, unknown], void, undefined> {
  for (const [key, property] of Object.entries(value)) {
    const part = prepared(property, key)
    if (!isLeftOut(part)) yield [key, part]
  }
}

/** What stands for a value: a Date for example says it itself. */
function prepared(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value
  const { toJSON } = value
  return typeof toJSON === 'function' ? toJSON.call(value, key) : value
}

function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol'
}

function isBoxed(value: object): boolean {
  return value instanceof Number || value instanceof String || value instanceof Boolean
}

/** Writes what `JSON.stringify({ [name]: elements, ...rest }, null, 2)` gives, byte for byte, with a newline at the end. */
export class JsonList {
  readonly #name: string
  readonly #write: (piece: string) => void
  #length = 0

  /** @param name the name of the list; @param write takes the pieces of the text */
  constructor(name: string, write: (piece: string) => void) {
    this.#name = name
    this.#write = write
  }

  /** Writes the next element. @param element plain data */
  element(element: unknown): void {
    this.#write(this.#length === 0 ? `${this.#opening()}\n    ` : ',\n    ')
    for (const piece of jsonPieces(element, '\n    ')) this.#write(piece)
    this.#length += 1
  }

  /** Writes the properties behind the list, and the end. @param rest plain data */
  end(rest: { readonly [name: string]: unknown }): void {
    this.#write(this.#length === 0 ? `${this.#opening()}]` : '\n  ]')
    for (const [name, value] of Object.entries(rest)) {
      if (value === undefined) continue
      this.#write(`,\n  ${JSON.stringify(name)}: `)
      for (const piece of jsonPieces(value, '\n  ')) this.#write(piece)
    }
    this.#write('\n}\n')
  }

  #opening(): string {
    return `{\n  ${JSON.stringify(this.#name)}: [`
  }
}
