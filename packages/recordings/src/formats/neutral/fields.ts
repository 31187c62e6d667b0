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

  readonly text = (field: string): string => {
    const value = this.record[field]
    return typeof value === 'string' ? value : this.#wrong(field, 'a text')
  }

  readonly name = (field: string): string => {
    const value = this.record[field]
    return typeof value === 'string' && value !== '' ? value : this.#wrong(field, 'a text that is not empty')
  }

  readonly number = (field: string): number => {
    const value = this.record[field]
    return typeof value === 'number' && value >= 0 ? value : this.#wrong(field, 'a number from 0')
  }

  readonly count = (field: string): number => {
    const value = this.record[field]
    const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
    return isCount ? value : this.#wrong(field, 'a whole number from 1')
  }

  readonly time = (field: string): Date =>
    momentOf(this.record[field]) ?? this.#wrong(field, 'a time such as "2026-01-05T10:00:00Z"')

  readonly flag = (field: string): boolean => this.oneOf(field, [true, false])

  readonly object = (field: string): Fields => {
    const value = this.record[field]
    if (!isObject(value)) return this.#wrong(field, 'an object')
    return new Fields(value, this.#file, this.#line, `${this.#path}${field}.`)
  }

  readonly objects = (field: string): readonly Fields[] =>
    this.list(field).map((value, index) => {
      const path = `${this.#path}${field}[${index}]`
      if (!isObject(value)) throw this.mistake(`${path}: expected an object, got ${shown(value)}`)
      return new Fields(value, this.#file, this.#line, `${path}.`)
    })

  names(field: string): readonly string[] {
    return this.list(field).map((value) =>
      typeof value === 'string' && value !== '' ? value : this.#wrong(field, 'a list of names'),
    )
  }

  list(field: string): readonly unknown[] {
    const value = this.record[field]
    return Array.isArray(value) ? value : this.#wrong(field, 'a list')
  }

  oneOf<const T extends string | boolean>(field: string, values: readonly T[]): T {
    const found = values.find((each) => each === this.record[field])
    return found ?? this.#wrong(field, values.map((each) => JSON.stringify(each)).join(' or '))
  }

  mistake(message: string): RecordingError {
    return new RecordingError('bad-recording', this.#file, message, this.#line)
  }

  #wrong(field: string, expected: string): never {
    const found = this.has(field) ? `got ${shown(this.record[field])}` : 'it is missing'
    throw this.mistake(`${this.#path}${field}: expected ${expected}, ${found}`)
  }
}

/** A value of JSON as an error names it: short, and never raw. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isObject(value)) return 'an object'
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
