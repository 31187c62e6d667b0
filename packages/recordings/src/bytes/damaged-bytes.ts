/** The bytes of a file make no sense from some place on, while what came before does. */
export class DamagedBytes extends Error {
  /** @param reason what is wrong, for people */
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = new.target.name
  }
}

/** The bytes of a file are not those that were written: what came before can't be relied on either. */
export class AlteredBytes extends Error {
  /** @param reason what is wrong and what to do, for people */
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = new.target.name
  }
}
