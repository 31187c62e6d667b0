/** Reads a literal of JavaScript: objects, arrays, texts, numbers. Nothing is ever run. */

/** A literal and where it ends. */
export interface Literal {
  /** Its value. */
  readonly value: unknown
  /** The place after it. */
  readonly end: number
}

const space = /(?:\s|\/\/[^\n]*|\/\*[^*]*\*\/)*/y
const name = /[A-Za-z_$][\w$]*/y
const number = /-?\d{1,20}(?:\.\d{1,20})?/y
const text =
  /"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'|`[^`\\$]*(?:(?:\\[\s\S]|\$(?!\{))[^`\\$]*)*`/y
const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', null],
])
const deepest = 20

/** The literal that begins at a place of a program; null where what stands there is none. */
export function literalAt(program: string, start: number, depth = 0): Literal | null {
  const at = skip(program, start)
  const first = program[at]
  if (depth > deepest || first === undefined) {
    return null
  }
  if (first === '{') {
    return objectAt(program, at, depth)
  }
  if (first === '[') {
    return arrayAt(program, at, depth)
  }
  const quoted = matchAt(text, program, at)
  if (quoted !== null) {
    return { value: unquoted(quoted), end: at + quoted.length }
  }
  const digits = matchAt(number, program, at)
  if (digits !== null) {
    return { value: Number(digits), end: at + digits.length }
  }
  const word = matchAt(name, program, at)
  return word !== null && words.has(word) ? { value: words.get(word), end: at + word.length } : null
}

function objectAt(program: string, start: number, depth: number): Literal | null {
  const fields: [string, unknown][] = []
  let at = skip(program, start + 1)
  while (program[at] !== '}') {
    const key = matchAt(text, program, at) ?? matchAt(name, program, at)
    const colon = key === null ? -1 : skip(program, at + key.length)
    const value = key !== null && program[colon] === ':' ? literalAt(program, colon + 1, depth + 1) : null
    const next = value === null ? null : separated(program, value.end, '}')
    if (key === null || value === null || next === null) {
      return null
    }
    fields.push([/^["'`]/.test(key) ? unquoted(key) : key, value.value])
    at = next
  }
  return { value: Object.fromEntries(fields), end: at + 1 }
}

function arrayAt(program: string, start: number, depth: number): Literal | null {
  const values: unknown[] = []
  let at = skip(program, start + 1)
  while (program[at] !== ']') {
    const value = literalAt(program, at, depth + 1)
    const next = value === null ? null : separated(program, value.end, ']')
    if (value === null || next === null) {
      return null
    }
    values.push(value.value)
    at = next
  }
  return { value: values, end: at + 1 }
}

/** The place after a comma, or of the closing bracket; null where something else stands there. */
function separated(program: string, end: number, closing: string): number | null {
  const at = skip(program, end)
  return program[at] === ',' ? skip(program, at + 1) : program[at] === closing ? at : null
}

function skip(program: string, start: number): number {
  return start + (matchAt(space, program, start)?.length ?? 0)
}

function matchAt(pattern: RegExp, program: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(program)?.[0] ?? null
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['0', '\0'],
  ['\n', ''],
])

function unquoted(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replace(
      /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g,
      (_, long?: string, short?: string, one = '') => {
        const code = long ?? short
        return code === undefined
          ? (escapes.get(one) ?? String(one))
          : String.fromCharCode(Number.parseInt(code, 16))
      },
    )
}
