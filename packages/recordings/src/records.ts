/** Lines as the JSON that they hold, and that as the records of a format. */

import { isObject, type JsonObject, ObjectLines, objectsIn, parsedJson, parseJson } from './json.js'
import type { FileLine } from './recording.js'

/** What a line holds, or a document over many lines. */
export interface FileValue extends FileLine {
  readonly value: unknown
}

/** What is read of a value: a record, or, where `record` is null, that a list of records begins. */
export type RecordPiece =
  | { readonly record: JsonObject; readonly line: number }
  | { readonly record: null; readonly head: JsonObject | null; readonly name: string | null }

type Skip = (line: number, reason: string) => void

/** A document is read as a whole; one that is longer, in characters, is left out. */
const longestDocument = 256 * 2 ** 20

/** The first line of a document that stands over several: a record that was torn seldom ends so. */
const beginsDocument = /^\s*(?:\[|\{(?:.*[[{,:])?\s*$)/

/** Takes lines, each of which holds a value, or all of them one. */
export class FileValues {
  readonly #skip: Skip
  /** The lines of a document; null where each line holds a value, undefined before the first. */
  #document: FileLine[] | null | undefined
  #length = 0

  constructor(skip: Skip) {
    this.#skip = skip
  }

  /** True where what came is the beginning of a document over several lines. */
  get isDocument(): boolean {
    return this.#document != null
  }

  take(line: FileLine): readonly FileValue[] {
    if (this.#document != null) {
      this.#hold(line, this.#document)
      return []
    }
    const parsed = parseJson(line.text)
    const mayBegin = this.#document === undefined && beginsDocument.test(line.text)
    this.#document = null
    if ('value' in parsed) return [{ ...line, value: parsed.value }]
    if (mayBegin && parsed.problem === 'not JSON') this.#hold(line, [])
    else this.#skip(line.line, parsed.problem)
    return []
  }

  finish(): readonly FileValue[] {
    const lines = this.#document ?? []
    const [first] = lines
    if (first === undefined) return []
    const texts = lines.map(({ line, text }, index) => {
      return '\n'.repeat(line - (lines[index - 1]?.line ?? first.line)) + text
    })
    const whole = { line: first.line, text: texts.join('') }
    const parsed = parseJson(whole.text)
    if ('value' in parsed) return [{ ...whole, value: parsed.value }]
    if (parsed.problem === 'not JSON') return this.#eachLine(lines)
    this.#skip(first.line, parsed.problem)
    return []
  }

  #hold(line: FileLine, document: FileLine[]): void {
    this.#document = document
    if (this.#length > longestDocument) return
    // The blank lines before it are held as well, once the text is put together.
    this.#length += line.text.length + line.line - (document.at(-1)?.line ?? line.line)
    document.push(line)
    if (this.#length <= longestDocument) return
    const limit = `${longestDocument / 2 ** 20} MiB`
    this.#skip(document[0]?.line ?? 1, `it is no JSON Lines, and as one document longer than ${limit}`)
    this.#document = []
  }

  /** It is no document: the first of its records was torn, or all of it is damaged. */
  #eachLine(lines: readonly FileLine[]): readonly FileValue[] {
    const values = lines.flatMap((line) => {
      const value = line.text.startsWith('{"') ? parsedJson(line.text) : undefined
      return value === undefined ? [] : [{ ...line, value }]
    })
    if (values.length === 0) this.#skip(lines[0]?.line ?? 1, 'not JSON: the document is cut off or damaged')
    else
      for (const { line } of lines)
        if (!values.some((value) => value.line === line)) this.#skip(line, 'not JSON')
    return values
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
export function recordsIn(
  { value, text, line: first }: FileValue,
  lists: ReadonlySet<string> = noLists,
  skip: Skip,
): readonly RecordPiece[] {
  if (isObject(value) && !holdsList(value, lists)) return [{ record: value, line: first }]
  const lineOf = new ObjectLines(text, first)
  const pieces: RecordPiece[] = []
  /** The objects before. Where keys are numbers they stand in another order: then lines are not quite those. */
  let before = 0
  if (isObject(value)) addObject(value)
  else if (Array.isArray(value)) addList(value, null, null, false)
  else skip(first, 'not a JSON object')
  return pieces

  function addObject(object: JsonObject): void {
    if (holdsList(object, lists)) addListsOf(object, { head: object }, mostAround)
    else addRecord(object)
  }

  function addRecord(record: JsonObject): void {
    pieces.push({ record, line: lineOf.of(before + 1) })
    if (lineOf.isNeeded) before += objectsIn(record)
  }

  function addListsOf(object: JsonObject, first: { head: JsonObject | null }, around: number): void {
    before += 1
    for (const [key, inner] of Object.entries(object)) {
      if (Array.isArray(inner) && lists.has(key)) {
        const { head } = first
        first.head = null
        addList(inner, head, key, true)
      } else if (isObject(inner) && around > 1) addListsOf(inner, first, around - 1)
      else if (lineOf.isNeeded) before += objectsIn(inner)
    }
  }

  function addList(
    list: readonly unknown[],
    head: JsonObject | null,
    name: string | null,
    isNamed: boolean,
  ): void {
    pieces.push({ record: null, head, name })
    for (const each of list)
      if (Array.isArray(each)) addList(each, null, null, isNamed)
      else if (!isObject(each)) skip(lineOf.of(before), 'a message that is no JSON object')
      else if (isNamed) addRecord(each)
      else addObject(each)
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
    const isList = Array.isArray(inner) && lists.has(key)
    if (isList || (around > 1 && isObject(inner) && holdsList(inner, lists, around - 1))) return true
  }
  return false
}
