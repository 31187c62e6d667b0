/** A settings file as fields that know where they stand, so that what is wrong is reported by file, line and field. */

import { readFileSync } from 'node:fs'
import type { JsonValue } from '@todo-ledger/core'
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { Failure, systemMessage } from '../failure.js'

/** The file that a field stands in. */
interface FieldFile {
  readonly name: string
  readonly document: Document
  readonly lines: LineCounter
}

/** One entry of a field that holds keys and values. */
export interface FieldEntry {
  /** The key. */
  readonly key: string
  /** The value; `line` is that of the key. */
  readonly field: Field
}

const deepest = 20
/** As many values may stand in one option: an alias in an alias in an alias grows without end. */
const mostValues = 10_000

/** One value of a settings file. */
export class Field {
  /** Where it stands in the file's structure, such as `rules.instant-flip[1]`; empty for the whole file. */
  readonly path: string
  readonly #file: FieldFile
  readonly #node: unknown
  readonly #line: number

  /** @param node the value in the document; @param line the line from 1 where there is no node to ask */
  constructor(file: FieldFile, node: unknown, path: string, line: number) {
    this.#file = file
    this.#node = isAlias(node) ? node.resolve(file.document) : node
    this.path = path
    this.#line = line
  }

  /** The line on which it stands, from 1. */
  get line(): number {
    return this.#line
  }

  /** The text, or undefined where it is none. */
  get text(): string | undefined {
    const value = this.#scalar
    return typeof value === 'string' ? value : undefined
  }

  /** Its list, or undefined where it is none. */
  get list(): readonly Field[] | undefined {
    const node = this.#node
    if (!isSeq(node)) return undefined
    return node.items.map(
      (item, index) => new Field(this.#file, item, `${this.path}[${index}]`, this.#lineOf(item)),
    )
  }

  /**
   * Its keys and values, or undefined where it has none.
   * @throws Failure `bad-config` for a key that is no text
   */
  get entries(): readonly FieldEntry[] | undefined {
    const node = this.#node
    if (!isMap(node)) return undefined
    return node.items.map(({ key, value }) => {
      const name: unknown = isScalar(key) ? key.value : undefined
      if (typeof name !== 'string') throw this.wrong('every key to be a text')
      const path = this.path === '' ? name : `${this.path}.${name}`
      return { key: name, field: new Field(this.#file, value, path, this.#lineOf(key)) }
    })
  }

  /**
   * Its value as JSON.
   * @throws Failure `bad-config` where JSON has no such value
   */
  get json(): JsonValue {
    return this.#jsonOf(0, { left: mostValues })
  }

  /** What is wrong with it: `expected` says what would be right, as "a text" does. */
  wrong(expected: string): Failure {
    return this.failure(`expected ${expected}; got ${this.#kind}.`)
  }

  /** What is wrong with it, by file, line and field. */
  failure(message: string, code = 'bad-config', cause?: unknown): Failure {
    const field = this.path === '' ? '' : `${this.path}: `
    return new Failure(code, `${this.#file.name}:${this.#line}: ${field}${message}`, { cause })
  }

  get #scalar(): unknown {
    return isScalar(this.#node) ? this.#node.value : undefined
  }

  get #kind(): string {
    if (isSeq(this.#node)) return 'a list'
    if (isMap(this.#node)) return 'keys and values'
    const value = this.#scalar
    if (value === null || value === undefined || value === '') return 'nothing'
    return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : `a ${typeof value}`
  }

  #lineOf(node: unknown): number {
    const start = isNode(node) ? node.range?.[0] : undefined
    return start === undefined ? this.#line : this.#file.lines.linePos(start).line
  }

  #jsonOf(depth: number, budget: { left: number }): JsonValue {
    budget.left -= 1
    if (depth > deepest) throw this.failure(`it is nested deeper than ${deepest} levels.`)
    if (budget.left < 0) throw this.failure(`it holds more than ${mostValues} values.`)
    const list = this.list
    if (list !== undefined) return list.map((field) => field.#jsonOf(depth + 1, budget))
    const entries = this.entries
    if (entries !== undefined) {
      return Object.fromEntries(entries.map(({ key, field }) => [key, field.#jsonOf(depth + 1, budget)]))
    }
    const value = this.#scalar
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
    if (typeof value === 'number' && Number.isFinite(value)) return value
    throw this.wrong('a value as JSON has it')
  }
}

/**
 * Reads a settings file. YAML is read as version 1.2 has it, of which JSON is a part.
 * @param file the path as people know it
 * @throws Failure `bad-config` where it is neither YAML nor JSON, and those of a file that can't be read
 */
export function readFields(file: string): Field {
  const lines = new LineCounter()
  const document = parseDocument(textOf(file), { lineCounter: lines, logLevel: 'error' })
  const [error] = document.errors
  if (error !== undefined) {
    const [reason = ''] = error.message.split('\n')
    const place = error.linePos === undefined ? '' : `:${error.linePos[0].line}`
    const what = reason.replace(/ at line \d+, column \d+:?$/, '')
    throw new Failure('bad-config', `${file}${place}: it is neither YAML nor JSON: ${what}`, { cause: error })
  }
  return new Field({ name: file, document, lines }, document.contents, '', 1)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const known = systemMessage(error)
    if (known === null) throw error
    throw new Failure(known.code, `${file}: ${known.message}`, { cause: error })
  }
}
