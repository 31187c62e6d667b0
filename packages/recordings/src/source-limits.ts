/** What one source may cost. */

/**
 * Whoever makes a file can make one that is small and never ends to be read; what lies beyond these is left out, and
 * reported. None of them is a time: what is read must not depend on the machine.
 */
export interface SourceLimits {
  /** Lines of a file that say something, or rows of a database. A session of a million events has two million lines. */
  readonly records: number
  /** What a file comes to when it is decompressed: more than an agent writes in years. */
  readonly unpackedBytes: number
  /**
   * So many times the size of the file, once that is more than 64 MiB. A list that is written whole again and again comes
   * to 30 times; a bomb to 1,000 under gzip, to 30,000 under Zstandard.
   */
  readonly growth: number
  /** Things that a call lists: what is followed of each takes several kB; a model writes a few hundred at once. */
  readonly listed: number
}

/** Those in force where nobody says otherwise. */
export const usualLimits: SourceLimits = {
  records: 10_000_000,
  unpackedBytes: 8 * 2 ** 30,
  growth: 250,
  listed: 50_000,
}

export const noLimits: SourceLimits = {
  records: Infinity,
  unpackedBytes: Infinity,
  growth: Infinity,
  listed: Infinity,
}

/** The bytes of a file make no sense from some place on, while what came before does. */
export class DamagedBytes extends Error {
  override readonly name: string = 'DamagedBytes'
}

/** A limit was reached: what follows is not read. */
export class BeyondLimit extends DamagedBytes {
  override readonly name = 'BeyondLimit'
}
