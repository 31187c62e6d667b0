/** Lines as the JSON that they hold, and that as the records of a format. */

import { afterSpace, mayGoOn, parseJson, placesIn } from './json-text.js'
import { isObject, type JsonObject } from './json-value.js'
import type { FileLine } from './recording.js'

/** What a line holds, or a document over many lines. */
export interface FileValue {
  readonly value: unknown
  /** Where it begins, from 1. */
  readonly line: number
  readonly text: string
}

/** What is read of a value: a record, or that a list of records begins. */
export type RecordPiece =
  | { readonly kind: 'record'; readonly record: JsonObject; readonly line: number }
  | {
      readonly kind: 'begin'
      readonly head: JsonObject | null
      readonly name: string | null
      readonly line: number
    }

type Skip = (line: number, reason: string) => void

/** A document is read as a whole; one that is longer, in characters, is left out. */
const longestDocument = 256 * 2 ** 20

/** Takes lines, each of which holds a value, or all of them one. */
export class FileValues {
  readonly #skip: Skip
  /** The lines of a document; null where each line holds a value, undefined before the first. */
  #document: FileLine[] | null | undefined
  #length = 0
  /** True where the last line of the document is an object by itself. */
  #isRecord = false

  constructor(skip: Skip) {
    this.#skip = skip
  }

  /** True where what came is the beginning of a document over several lines. */
  get isDocument(): boolean {
    return this.#document != null
  }

  *take(line: FileLine): Generator<FileValue, void, undefined> {
    if (this.#document != null && this.#followsRecord(line)) {
      yield* this.#torn([...this.#document, line])
      this.#document = null
      return
    }
    if (this.#document == null) {
      const parsed = parseJson(line.text)
      const begins = this.#document === undefined && /^\s*[[{]/.test(line.text)
      if ('value' in parsed) yield { ...line, value: parsed.value }
      else if (begins && parsed.problem === 'not JSON' && mayGoOn(line.text)) this.#document = []
      else this.#skip(line.line, parsed.problem)
      this.#document ??= null
    }
    if (this.#document === null || this.#length > longestDocument) return
    // The blank lines before it are held as well, once the text is put together.
    const blank = line.line - (this.#document.at(-1)?.line ?? line.line)
    this.#document.push(line)
    this.#length += line.text.length + Math.max(1, blank)
    if (this.#length <= longestDocument) return
    this.#skip(
      this.#document[0]?.line ?? 1,
      `it is no JSON Lines, and as one document longer than ${longestDocument / 2 ** 20} MiB`,
    )
    this.#document = []
  }

  *finish(): Generator<FileValue, void, undefined> {
    const lines = this.#document ?? []
    const [first] = lines
    if (first === undefined) return
    this.#document = null
    let [text, last] = ['', first.line]
    for (const each of lines) {
      text += `${'\n'.repeat(each.line - last)}${each.text}`
      last = each.line
    }
    const parsed = parseJson(text)
    if ('value' in parsed) yield { value: parsed.value, line: first.line, text }
    else if (parsed.problem !== 'not JSON') this.#skip(first.line, parsed.problem)
    else yield* this.#torn(lines)
  }

  /** No document has two objects in a row without a comma between them. */
  #followsRecord({ text }: FileLine): boolean {
    const wasRecord = this.#isRecord
    this.#isRecord = text.startsWith('{"') && 'value' in parseJson(text)
    return wasRecord && this.#isRecord
  }

  /** The first line was torn, and those after it are records; or the document was. */
  *#torn(lines: readonly FileLine[]): Generator<FileValue, void, undefined> {
    const found = lines.flatMap((line) => {
      const parsed = line.text.startsWith('{"') ? parseJson(line.text) : { problem: 'not JSON' }
      return 'value' in parsed ? [{ ...line, value: parsed.value }] : []
    })
    this.#skip(
      lines[0]?.line ?? 1,
      found.length === 0 ? 'not JSON: the document is cut off or damaged' : 'not JSON',
    )
    yield* found
  }
}

const noLists: ReadonlySet<string> = new Set()

/** As many objects may stand around a list of records. */
const mostAround = 3

/**
 * The records of a value. Those are the objects at the top, those of an array at the top, and those in lists of the format
 * in such an object, itself or within others; arrays in lists are lists, too.
 * @param lists what lists of records are called
 */
export function* recordsIn(
  { value, text, line }: FileValue,
  lists: ReadonlySet<string> = noLists,
  skip: Skip,
): Generator<RecordPiece, void, undefined> {
  const places = new Places(text, line)
  if (isObject(value)) yield* recordsOfObject(value, places)
  else if (Array.isArray(value)) yield* recordsOfList(value, places, null, null, false)
  else skip(line, 'not a JSON object')

  function* recordsOfObject(object: JsonObject, at: Places): Generator<RecordPiece, void, undefined> {
    if (!holdsList(object, lists)) yield { kind: 'record', record: object, line: at.line }
    else yield* listsOf(object, at, { head: withoutLists(object, lists) }, mostAround)
  }

  function* listsOf(
    object: JsonObject,
    at: Places,
    first: { head: JsonObject | null },
    around: number,
  ): Generator<RecordPiece, void, undefined> {
    for (const [key, inner] of Object.entries(object)) {
      if (Array.isArray(inner) && lists.has(key)) {
        const { head } = first
        first.head = null
        yield* recordsOfList(inner, at.of(key), head, key, true)
      } else if (isObject(inner) && around > 1) yield* listsOf(inner, at.of(key), first, around - 1)
    }
  }

  function* recordsOfList(
    list: readonly unknown[],
    at: Places,
    head: JsonObject | null,
    name: string | null,
    isNamed: boolean,
  ): Generator<RecordPiece, void, undefined> {
    yield { kind: 'begin', head, name, line: at.line }
    for (const [index, each] of list.entries()) {
      const place = at.of(String(index))
      if (Array.isArray(each)) yield* recordsOfList(each, place, null, null, isNamed)
      else if (!isObject(each)) skip(place.line, 'a message that is no JSON object')
      else if (isNamed) yield { kind: 'record', record: each, line: place.line }
      else yield* recordsOfObject(each, place)
    }
  }
}

/** True for an object that holds lists of records, itself or within others. */
export function holdsList(
  object: JsonObject,
  lists: ReadonlySet<string> = noLists,
  around = mostAround,
): boolean {
  if (lists.size === 0) return false
  for (const key in object) {
    const inner = object[key]
    if (
      Array.isArray(inner)
        ? lists.has(key)
        : around > 1 && isObject(inner) && holdsList(inner, lists, around - 1)
    )
      return true
  }
  return false
}

/** What stands around lists: their records are read one by one. */
function withoutLists(object: JsonObject, lists: ReadonlySet<string>, around = mostAround): JsonObject {
  const told = Object.entries(object).map(([key, inner]): [string, unknown] => {
    if (Array.isArray(inner) && lists.has(key)) return [key, []]
    return [key, around > 1 && isObject(inner) ? withoutLists(inner, lists, around - 1) : inner]
  })
  return Object.fromEntries(told)
}

/** Where a value stands, and what is in it: it is looked up only where the text has several lines. */
class Places {
  readonly line: number
  readonly #text: string
  readonly #at: number
  #inner: ReadonlyMap<string, number> | null = null
  /** The last one that was asked for: those that are asked for come in their order. */
  #last: { readonly at: number; readonly line: number }

  constructor(
    text: string,
    line: number,
    at: number | null = text.includes('\n') ? afterSpace(text, 0) : null,
  ) {
    this.line = line
    this.#text = text
    this.#at = at ?? -1
    this.#last = { at: this.#at, line }
  }

  of(key: string): Places {
    if (this.#at === -1) return this
    this.#inner ??= placesIn(this.#text, this.#at)
    const at = this.#inner.get(key) ?? this.#at
    const { at: from, line } = at < this.#last.at ? { at: this.#at, line: this.line } : this.#last
    this.#last = { at, line: line + newlinesIn(this.#text, from, at) }
    return new Places(this.#text, this.#last.line, at)
  }
}

function newlinesIn(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
