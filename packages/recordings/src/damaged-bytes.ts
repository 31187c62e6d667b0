/** The bytes of a file make no sense from some place on, or come to too much, while what came before does. */
export class DamagedBytes extends Error {
  override readonly name = 'DamagedBytes'
  /** True where a limit was reached, and what follows may make sense. */
  readonly isLimit: boolean

  constructor(message: string, { isLimit = false, ...options }: ErrorOptions & { isLimit?: boolean } = {}) {
    super(message, options)
    this.isLimit = isLimit
  }
}
