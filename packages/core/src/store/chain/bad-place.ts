/** A place of a ledger that is not as it was written. */

/** What is wrong with a place of a ledger. */
export type ChainProblem = 'altered' | 'missing' | 'out-of-order' | 'duplicated' | 'foreign'

/** A place of a ledger that is not as it was written. */
export interface BadPlace {
  /** The first position of the ledger that is not what it was. */
  readonly position: number
  /** The session of the event that stands there, or of the one that is missing; null where that can't be told. */
  readonly session: string | null
  /** Its seq; null where that can't be told. */
  readonly seq: number | null
  /** What is wrong with it. */
  readonly problem: ChainProblem
  /** The same in a sentence. */
  readonly message: string
}
