/** The numbers by which core weighs evidence, one by one, so that a fit can vary them. */

/** An exported constant that the loader hook made variable. */
interface Exported {
  readonly name: string
  readonly get: () => unknown
  readonly set: (value: unknown) => void
}

/** One number. */
export interface CoreNumber {
  /** Its name, such as `closeness.own`. */
  readonly name: string
  /** What it is in the source. */
  readonly value: number
  /** Sets it. */
  readonly set: (value: number) => void
}

/** The numbers of core. @throws Error where the loader hook is not there */
export async function numbersOfCore(): Promise<readonly CoreNumber[]> {
  await import('@todo-ledger/audit')
  const exported: unknown = Reflect.get(globalThis, Symbol.for('todo-ledger.numbers'))
  if (!Array.isArray(exported) || !exported.every(isExported))
    throw new Error('The numbers of core are not variable; start with --fit.')
  return exported.flatMap((one) => leavesOf(one))
}

function isExported(value: unknown): value is Exported {
  return typeof value === 'object' && value !== null && 'name' in value && 'get' in value && 'set' in value
}

function leavesOf({ name, get, set }: Exported): readonly CoreNumber[] {
  const value = get()
  if (typeof value === 'number') return [{ name, value, set }]
  return typeof value === 'object' && value !== null ? nestedLeaves(name, value) : []
}

function nestedLeaves(name: string, holder: object): readonly CoreNumber[] {
  return Object.entries(holder).flatMap(([key, value]: [string, unknown]): readonly CoreNumber[] => {
    if (typeof value === 'number')
      return [{ name: `${name}.${key}`, value, set: (next) => Reflect.set(holder, key, next) }]
    return typeof value === 'object' && value !== null ? nestedLeaves(`${name}.${key}`, value) : []
  })
}
