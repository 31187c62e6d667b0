/** The parts of an audit by item and event: a session can have thousands of completions, and findings about each. */

/** What a part says of its place. */
interface Placed {
  readonly item: string | null
  readonly seq: number
}

/** Finds parts of lists that were looked through once. */
export class PartsByPlace<Part extends Placed> {
  readonly #lists = new WeakMap<readonly Part[], ReadonlyMap<string, readonly Part[]>>()

  /** The parts of a list about an item at an event, in their order. */
  at(parts: readonly Part[], item: string | null, seq: number): readonly Part[] {
    if (item === null) return []
    const known = this.#lists.get(parts) ?? byPlace(parts)
    this.#lists.set(parts, known)
    return known.get(nameOf(item, seq)) ?? []
  }
}

function byPlace<Part extends Placed>(parts: readonly Part[]): ReadonlyMap<string, readonly Part[]> {
  const places = new Map<string, Part[]>()
  for (const part of parts) {
    if (part.item === null) continue
    const name = nameOf(part.item, part.seq)
    const known = places.get(name)
    if (known === undefined) places.set(name, [part])
    else known.push(part)
  }
  return places
}

function nameOf(item: string, seq: number): string {
  return `${seq} ${item}`
}
