/**
 * JSON in which what is said again and again stands once: the names of an object's properties, longer texts, and small
 * objects such as a place in a file. Of a session of 5,000 turns it is less than half.
 */

/** A value, packed. */
export interface PackedJson {
  /** The names of the properties of each kind of object. */
  readonly shapes: readonly (readonly string[])[]
  /** What stands in the value more than once, the most frequent first. */
  readonly shared: readonly PackedValue[]
  /** The value. */
  readonly value: PackedValue
}

/**
 * A value in which each array begins with a number: 0, and its elements follow; from 1 the number of a shape, and the
 * properties follow; below 0 the number of what is shared.
 */
export type PackedValue = null | boolean | number | string | readonly PackedValue[]

/** Shorter texts take no more room than their numbers. */
const shortest = 6

/** Packs what `JSON.stringify` could write. */
export function packJson(value: unknown): PackedJson {
  const packer = new Packer()
  packer.count(value)
  const shared = packer.share()
  return { shapes: packer.shapes, shared, value: packer.pack(value) }
}

/** How often something stands in a value, and its number among what is shared; 0: it is not. */
interface Shared {
  readonly value: unknown
  times: number
  number: number
}

class Packer {
  readonly shapes: (readonly string[])[] = []
  readonly #shapeNumbers = new Map<string, number>()
  readonly #texts = new Map<string, Shared>()
  readonly #objects = new Map<string, Shared>()
  /** The same by the objects that were counted, so that none is written out twice. */
  readonly #counted = new Map<object, Shared>()

  count(value: unknown): void {
    if (typeof value === 'string') countOne(this.#texts, value, value)
    else if (Array.isArray(value)) for (const each of value) this.count(each)
    else if (typeof value === 'object' && value !== null) {
      if (isSmall(value)) this.#counted.set(value, countOne(this.#objects, JSON.stringify(value), value))
      else for (const each of Object.values(value)) this.count(each)
    }
  }

  /** Gives numbers to what stands there more than once. */
  share(): readonly PackedValue[] {
    const all = [...this.#texts, ...this.#objects]
    const again = all.flatMap(([text, each]) => (each.times > 1 && text.length >= shortest ? each : []))
    again.sort((one, other) => other.times - one.times)
    const shared = again.map(({ value }) => (typeof value === 'string' ? value : this.#properties(value)))
    for (const [place, each] of again.entries()) each.number = place + 1
    return shared
  }

  pack(value: unknown): PackedValue {
    if (typeof value === 'number' || typeof value === 'boolean') return value
    if (typeof value === 'string') return this.#numbered(this.#texts.get(value)) ?? value
    if (typeof value !== 'object' || value === null) return null
    if (Array.isArray(value)) return [0, ...value.map((each) => this.pack(each))]
    return this.#numbered(this.#counted.get(value)) ?? this.#properties(value)
  }

  #numbered(known: Shared | undefined): PackedValue | null {
    return known === undefined || known.number === 0 ? null : [-known.number]
  }

  #properties(value: unknown): PackedValue {
    const entries = Object.entries(value ?? {}).filter(([, each]) => each !== undefined)
    const packed: PackedValue[] = [this.#shapeOf(entries.map(([name]) => name))]
    for (const [, each] of entries) packed.push(this.pack(each))
    return packed
  }

  #shapeOf(names: readonly string[]): number {
    const text = JSON.stringify(names)
    const known = this.#shapeNumbers.get(text)
    if (known !== undefined) return known
    const number = this.shapes.push(names)
    this.#shapeNumbers.set(text, number)
    return number
  }
}

function countOne(counted: Map<string, Shared>, name: string, value: unknown): Shared {
  const known = counted.get(name) ?? { value, times: 0, number: 0 }
  if (known.times === 0) counted.set(name, known)
  known.times += 1
  return known
}

/** As many properties, none of which holds others, make a small object. */
const fewProperties = 3

function isSmall(value: object): boolean {
  const values = Object.values(value)
  return values.length <= fewProperties && values.every((each) => typeof each !== 'object' || each === null)
}

/** What was packed. */
export function unpackJson({ shapes, shared, value }: PackedJson): unknown {
  const unpack = (packed: PackedValue): unknown => {
    if (typeof packed !== 'object' || packed === null) return packed
    const [kind, ...parts] = packed
    if (typeof kind !== 'number') return null
    if (kind < 0) return known[-kind - 1]
    if (kind === 0) return parts.map(unpack)
    const names = shapes[kind - 1] ?? []
    return Object.fromEntries(names.map((name, place) => [name, unpack(parts[place] ?? null)]))
  }
  const known: readonly unknown[] = shared.map(unpack)
  return unpack(value)
}
