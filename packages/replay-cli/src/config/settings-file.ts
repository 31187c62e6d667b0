/** Files of settings, in YAML or JSON: what is wrong in one is reported by file, line and field. */

import { readFileSync } from 'node:fs'
import type { JsonValue } from '@todo-ledger/core'
import * as v from 'valibot'
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { Failure, systemMessage } from '../failure.js'
import { didYouMean } from '../text/did-you-mean.js'

/** The way to a value in a file: keys, and places in lists from 0. */
export type FieldPath = readonly (string | number)[]

const deepest = 20
/** As many values may stand in a file: an alias in an alias in an alias grows without end. */
const mostValues = 10_000
/** Keys that objects have a meaning of their own for; no setting is called so. */
const reservedKeys: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor'])

/** A file of settings. */
export class SettingsFile {
  /** What it holds. */
  readonly content: JsonValue
  readonly #file: string
  readonly #code: string
  readonly #document: Document
  readonly #lines = new LineCounter()
  #values = 0

  /**
   * Reads a file. YAML is read as version 1.2 has it, of which JSON is a part.
   * @param file the path as people know it
   * @param code the code of what is wrong in it
   * @throws Failure with the code where it is neither YAML nor JSON, and those of a file that can't be read
   */
  constructor(file: string, code: string) {
    this.#file = file
    this.#code = code
    this.#document = parseDocument(textOf(file), { lineCounter: this.#lines, logLevel: 'error' })
    const [error] = this.#document.errors
    if (error !== undefined) {
      const [reason = ''] = error.message.split('\n')
      const place = error.linePos === undefined ? '' : `:${error.linePos[0].line}`
      const what = reason.replace(/ at line \d+, column \d+:?$/, '')
      throw new Failure(code, `${file}${place}: it is neither YAML nor JSON: ${what}`, { cause: error })
    }
    this.content = this.#jsonOf(this.#document.contents, [])
  }

  /** What it holds, in the form of a schema. @throws Failure that names file, line and field */
  as<const Schema extends v.GenericSchema>(schema: Schema): v.InferOutput<Schema> {
    const { output, issues, success } = v.safeParse(schema, this.content, { abortEarly: true })
    if (success) return output
    const [issue] = issues
    throw this.failure(pathOf(issue), issue.message)
  }

  /** What is wrong at a place, by file, line and field. */
  failure(path: FieldPath, message: string, cause?: unknown): Failure {
    const field = path.reduce<string>(
      (before, key) => (typeof key === 'number' ? `${before}[${key}]` : `${before}${before && '.'}${key}`),
      '',
    )
    const place = `${this.#file}:${this.#lineOf(path)}: ${field === '' ? '' : `${field}: `}`
    return new Failure(this.#code, `${place}${message}`, { cause })
  }

  /** The line of the key or the list's entry at a place, or of the nearest one above it that is there. */
  #lineOf(path: FieldPath): number {
    let node: unknown = this.#document.contents
    let place: unknown = node
    for (const key of path) {
      node = this.#resolved(node)
      if (isMap(node)) {
        const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key)
        place = pair?.key ?? place
        node = pair?.value
      } else if (isSeq(node) && typeof key === 'number') {
        node = node.items[key]
        place = node ?? place
      }
    }
    const start = isNode(place) ? place.range?.[0] : undefined
    return start === undefined ? 1 : this.#lines.linePos(start).line
  }

  #resolved(node: unknown): unknown {
    return isAlias(node) ? node.resolve(this.#document) : node
  }

  #jsonOf(given: unknown, path: FieldPath): JsonValue {
    this.#values += 1
    if (path.length > deepest) throw this.failure(path, `it is nested deeper than ${deepest} levels.`)
    if (this.#values > mostValues) throw this.failure(path, `it holds more than ${mostValues} values.`)
    const node = this.#resolved(given)
    if (isSeq(node)) return node.items.map((item, index) => this.#jsonOf(item, [...path, index]))
    if (isMap(node)) {
      const entries = node.items.map(({ key, value }) => {
        const name: unknown = isScalar(key) ? key.value : undefined
        if (typeof name !== 'string')
          throw this.failure(
            path,
            `expected every key to be a text; got ${kindOf(isScalar(key) ? name : {})}.`,
          )
        if (reservedKeys.has(name)) throw this.failure([...path, name], noSuchKey(name, []))
        return [name, this.#jsonOf(value, [...path, name])] as const
      })
      return Object.fromEntries(entries)
    }
    const value: unknown = isScalar(node) ? node.value : null
    if (value === undefined || value === null) return null
    if (typeof value === 'boolean' || typeof value === 'string') return value
    if (typeof value === 'number' && Number.isFinite(value)) return value
    throw this.failure(path, `expected a value as JSON has it; got ${kindOf(value)}.`)
  }
}

/** Any value of JSON. */
export const json: v.GenericSchema<JsonValue> = v.lazy(() =>
  v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(json), v.record(v.string(), json)]),
)

/** The message of a schema: what was expected, and what stands there. */
export function expected(what: string): (issue: { readonly input: unknown }) => string {
  return ({ input }) => `expected ${what}; got ${kindOf(input)}.`
}

/**
 * Keys and values, no others. @param what what was expected, for what is none of it
 */
export function fields<const Entries extends v.ObjectEntries>(entries: Entries, what: string) {
  const known = Object.keys(entries)
  const object = v.strictObject(entries, (issue) => {
    if (issue.expected === 'never') return noSuchKey(String(issue.path?.at(-1)?.key), known)
    if (issue.expected.startsWith('"')) return `expected ${what}; ${issue.expected} is missing.`
    return expected(what)(issue)
  })
  return v.pipe(keysAndValues(what), object)
}

/** Any keys and values; valibot alone takes a list for an object with the keys 0, 1, 2 … */
export function keysAndValues(what: string) {
  const isNoList = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  return v.custom<{ readonly [key: string]: unknown }>(isNoList, expected(what))
}

/** What is said of a key that nothing is known of. */
export function noSuchKey(key: string, known: readonly string[]): string {
  const there = known.length === 0 ? '' : ` There are ${known.join(', ')}.`
  return `there is no ${JSON.stringify(key)} here.${didYouMean(key, known)}${there}`
}

/** The place of an issue in what was read. */
function pathOf(issue: v.BaseIssue<unknown>): FieldPath {
  return (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)))
}

/** What a value is, for people. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'object') return 'keys and values'
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : `a ${typeof value}`
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const system = systemMessage(error)
    if (system === null) throw error
    throw new Failure(system.code, `${file}: ${system.message}`, { cause: error })
  }
}
