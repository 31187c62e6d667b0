/** The bytes of a file make no sense from some place on, while what came before does. */
export class DamagedBytes extends Error {
  override readonly name: string = 'DamagedBytes'
}

/** A limit was reached: what follows is not read. */
export class BeyondLimit extends DamagedBytes {}
