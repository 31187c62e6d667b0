/** Files of settings, in YAML 1.2 or JSON: what is wrong in one is said by file, line and field. */

import { readFileSync } from 'node:fs'
import type { JsonValue } from '@todo-ledger/core'
import * as v from 'valibot'
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { Failure, fileFailure } from '../failure.js'
import { didYouMean } from '../text/did-you-mean.js'

/** The way to a value in a file: keys, and places in lists from 0. */
type FieldPath = readonly (string | number)[]

/** Reads a file. @throws Failure with the code where it is neither YAML nor JSON, and those of a file that can't be read */
export function settingsFile(file: string, code: string) {
  const lines = new LineCounter()
  const document = parseDocument(textOf(file), { lineCounter: lines, logLevel: 'error' })
  const lineOf = (path: FieldPath): number => {
    let node: unknown = document.contents
    let place: unknown = node
    for (const key of path) {
      const pair = isMap(node)
        ? node.items.find((item) => isScalar(item.key) && item.key.value === key)
        : null
      const next: unknown = pair === null ? isSeq(node) && node.items[Number(key)] : pair?.value
      place = pair?.key ?? (isNode(next) ? next : place)
      node = next
    }
    const start = isNode(place) ? place.range?.[0] : undefined
    return start === undefined ? 1 : lines.linePos(start).line
  }
  const failure = (path: FieldPath, message: string, cause?: unknown): Failure => {
    const field = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
    const place = `${file}:${lineOf(path)}: ${field === '' ? '' : `${field.replace(/^\./, '')}: `}`
    return new Failure(code, `${place}${message}`, { cause })
  }
  const [error] = document.errors
  if (error !== undefined) {
    const [reason = ''] = error.message.split('\n')
    const place = error.linePos === undefined ? '' : `:${error.linePos[0].line}`
    const what = reason.replace(/ at line \d+, column \d+:?$/, '')
    throw new Failure(code, `${file}${place}: it is neither YAML nor JSON: ${what}`, { cause: error })
  }
  let content: unknown
  try {
    // As JSON has it: an alias that leads to itself, or grows without end, is none.
    content = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 })))
  } catch (cause) {
    const [reason = ''] = String(cause).split('\n')
    throw failure([], `it can't be read: ${reason}`, cause)
  }
  return {
    /** What is wrong at a place. */
    failure,
    /** What it holds, in the form of a schema. @throws Failure that names file, line and field */
    as<const Schema extends v.GenericSchema>(schema: Schema): v.InferOutput<Schema> {
      const { output, issues, success } = v.safeParse(schema, content, { abortEarly: true })
      if (success) return output
      const [{ path = [], message }] = issues
      throw failure(
        path.map(({ key }) => (typeof key === 'number' ? key : String(key))),
        message,
      )
    },
  }
}

export const json: v.GenericSchema<unknown, JsonValue> = v.lazy(() =>
  v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(json), v.record(v.string(), json)]),
)

/** The message of a schema: what was expected, and what stands there. */
export function expected(what: string): (issue: { readonly input: unknown }) => string {
  return ({ input }) => `expected ${what}; got ${kindOf(input)}.`
}

/** Keys and values, no others. @param what what was expected, for what is none of it */
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

function noSuchKey(key: string, known: readonly string[]): string {
  return `there is no ${JSON.stringify(key)} here.${didYouMean(key, known)} There are ${known.join(', ')}.`
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'object') return 'keys and values'
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : `a ${typeof value}`
}

/** The text of a file that a person named. @throws Failure */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw fileFailure(file, error)
  }
}
