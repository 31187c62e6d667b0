/** Takes secrets out of any value that an event can hold. Does not recurse: values may be of any depth. */

/** What is needed to redact a value. */
interface ValueRedaction {
  readonly text: (text: string, found?: (name: string) => void) => string
  /** The pattern that a field's value falls under by the field's name, or null. */
  readonly field: (field: string, value: string) => string | null
  /** What stands in the place of a secret. */
  readonly mark: (name: string) => string
}

interface PlainObject {
  readonly [key: string]: unknown
}

/**
 * The value without its secrets: the very same one where it holds none. Keys are looked at, too. What is neither a list nor
 * a plain object (a date, an object of a class) is left as it is.
 * @param found is called with the name of the pattern for each secret
 */
export function redactValue(
  value: unknown,
  { text, field, mark }: ValueRedaction,
  found?: (name: string) => void,
): unknown {
  let secrets = 0
  const listen = (name: string) => {
    secrets += 1
    found?.(name)
  }
  const copies = new Map<object, unknown>()
  const open: (() => void)[] = []

  /** A part as it is in the copy; what is in a container is filled in later. */
  function copyOf(name: string | null, part: unknown): unknown {
    if (typeof part === 'string') return redactedText(name, part)
    if (typeof part !== 'object' || part === null) return part
    const known = copies.get(part)
    if (known !== undefined) return known
    if (Array.isArray(part)) {
      const copy: unknown[] = []
      copies.set(part, copy)
      open.push(() => {
        for (const [index, each] of part.entries()) copy.push(copyOf(flagOf(part[index - 1]), each))
      })
      return copy
    }
    if (!isPlain(part)) return part
    const copy: { [key: string]: unknown } = {}
    copies.set(part, copy)
    open.push(() => {
      for (const [key, held] of Object.entries(part)) {
        const redacted = text(key, listen)
        const isTaken = (other: string) => Object.hasOwn(copy, other) || Object.hasOwn(part, other)
        let free = redacted
        // Two keys that read the same once their secrets are out stay two: the second has a number.
        for (let number = 2; redacted !== key && isTaken(free); number += 1) free = `${redacted} (${number})`
        const value = copyOf(nameBeside(part, key), held)
        if (free !== '__proto__') copy[free] = value
        // Defined: it is a key like any other.
        else
          Object.defineProperty(copy, free, { value, configurable: true, enumerable: true, writable: true })
      }
    })
    return copy
  }

  function redactedText(name: string | null, held: string): string {
    const pattern = name === null ? null : field(name, held)
    // What the value says of itself says more than the name beside it.
    if (pattern === null || /^\[redacted:[a-z0-9-]+\]$/.test(text(held))) return text(held, listen)
    listen(pattern)
    return mark(pattern)
  }

  const whole = copyOf(null, value)
  for (let fill = open.pop(); fill !== undefined; fill = open.pop()) fill()
  return secrets > 0 ? whole : value
}

/** The name of a flag that a value follows: `["--token", "…"]`. */
function flagOf(before: unknown): string | null {
  return typeof before === 'string' && /^--?[A-Za-z][\w-]{0,60}$/.test(before) ? before : null
}

/** A field's name; of `{ name: 'DB_PASSWORD', value: '…' }` the one that stands beside it. */
function nameBeside(record: PlainObject, key: string): string {
  if (key !== 'value') return key
  const names = ['name', 'key'].map((naming) => (Object.hasOwn(record, naming) ? record[naming] : undefined))
  return names.find((name) => typeof name === 'string') ?? key
}

function isPlain(value: object): value is PlainObject {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
