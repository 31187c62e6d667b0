/** Counts what is open in JSON text that nests too deep to be held. */

/** What nests deeper in a message can't be read; of it, the depth alone is held. */
const deepestHeld = 1000
/** Lists in lists are held as deep as this; those deeper are taken for the one that they are in. */
const mostLists = 100

/** What is open and not held: lists in lists, and objects and arrays deep in a message. */
export class UnheldDepth {
  #lists = 0
  #deeper = 0

  /**
   * Counts what opens, where it is too deep.
   * @param held as many are open and held
   * @param message as many were when the open message began; null where none is open
   * @returns true where it is too deep
   */
  opens(isArray: boolean, held: number, message: number | null): boolean {
    const isDeep = message !== null && held - message >= deepestHeld
    const isList = message === null && isArray && held >= mostLists
    this.#deeper += isDeep ? 1 : 0
    this.#lists += isList ? 1 : 0
    return isDeep || isList
  }

  /** Counts what closes. @returns true where what closes was too deep */
  closes(isArray: boolean, isInMessage: boolean): boolean {
    const isDeep = this.#deeper > 0
    const isList = !isDeep && !isInMessage && this.#lists > 0 && isArray
    this.#deeper -= isDeep ? 1 : 0
    this.#lists -= isList ? 1 : 0
    return isDeep || isList
  }

  /** Nothing is open any more. */
  forget(): void {
    this.#lists = 0
    this.#deeper = 0
  }
}
