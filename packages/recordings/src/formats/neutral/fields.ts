/** Reads the fields of a line; every mistake names file, line and field, and says what was expected. */

import { isObject, type JsonObject, momentOf } from '../../json.js'
import { RecordingError } from '../../recording-error.js'

export class Fields {
  readonly record: JsonObject
  readonly #file: string
  readonly #line: number
  readonly #path: string

  constructor(record: JsonObject, file: string, line: number, path = '') {
    this.record = record
    this.#file = file
    this.#line = line
    this.#path = path
  }

  has(field: string): boolean {
    return Object.hasOwn(this.record, field)
  }

  /** Some hosts write null for what they leave out. */
  optional<T>(field: string, read: (field: string) => T): T | null {
    return this.has(field) && this.record[field] !== null ? read(field) : null
  }

  readonly text = (field: string) => this.#read(field, 'a text', isText)
  readonly name = (field: string) => this.#read(field, 'a text that is not empty', isName)
  readonly number = (field: string) => this.#read(field, 'a number from 0', isNumber)
  readonly count = (field: string) => this.#read(field, 'a whole number from 1', isCount)
  readonly list = (field: string) => this.#read(field, 'a list', isList)
  readonly flag = (field: string): boolean => this.oneOf(field, [true, false])

  readonly time = (field: string): Date =>
    momentOf(this.record[field]) ?? this.#wrong(field, 'a time such as "2026-01-05T10:00:00Z"')

  readonly object = (field: string): Fields =>
    this.#inner(this.#read(field, 'an object', isObject), `${field}.`)

  readonly objects = (field: string): readonly Fields[] =>
    this.list(field).map((value, index) => {
      const path = `${field}[${index}]`
      if (isObject(value)) return this.#inner(value, `${path}.`)
      throw this.mistake(`${this.#path}${path}: expected an object, got ${shown(value)}`)
    })

  names(field: string): readonly string[] {
    const names = this.list(field).filter(isName)
    return names.length === this.list(field).length ? names : this.#wrong(field, 'a list of names')
  }

  oneOf<const T extends string | boolean>(field: string, values: readonly T[]): T {
    const found = values.find((each) => each === this.record[field])
    return found ?? this.#wrong(field, values.map((each) => JSON.stringify(each)).join(' or '))
  }

  mistake(message: string): RecordingError {
    return new RecordingError('bad-recording', this.#file, message, this.#line)
  }

  #inner(value: JsonObject, path: string): Fields {
    return new Fields(value, this.#file, this.#line, `${this.#path}${path}`)
  }

  #read<T>(field: string, expected: string, is: (value: unknown) => value is T): T {
    const value = this.record[field]
    return is(value) ? value : this.#wrong(field, expected)
  }

  #wrong(field: string, expected: string): never {
    const found = this.has(field) ? `got ${shown(this.record[field])}` : 'it is missing'
    throw this.mistake(`${this.#path}${field}: expected ${expected}, ${found}`)
  }
}

const isText = (value: unknown) => typeof value === 'string'
const isName = (value: unknown): value is string => isText(value) && value !== ''
const isNumber = (value: unknown): value is number => typeof value === 'number' && value >= 0
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** A value of JSON as an error names it: short, and never raw. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isObject(value)) return 'an object'
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
