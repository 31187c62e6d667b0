/** Texts that a rollout has twice, in either order: as an item of the model's conversation, and as an event for the user. */

import type { StepPlace } from '../../recorded-session.js'

interface Waiting {
  readonly writer: 'model' | 'program'
  readonly text: string
  readonly place: StepPlace
}

/** So many texts of each writer wait for their other appearance. */
const mostWaiting = 8

export class RepeatedTexts {
  #waiting: Waiting[] = []

  /** True where the other writer had the text before; else the text waits for its other appearance. */
  isRepeated(text: string, writer: Waiting['writer'], place: StepPlace): boolean {
    const short = text.trim()
    const other = this.#waiting.find((waiting) => waiting.writer !== writer && isSame(waiting.text, short))
    this.#waiting = this.#waiting.filter((waiting) => waiting !== other)
    if (other !== undefined) return true
    this.#waiting.push({ writer, text: short, place })
    if (writer === 'model') this.#oldest('model')
    return false
  }

  /** The text of the program that has waited too long for the model's; it waits no more. */
  overdue(): Waiting | undefined {
    return this.#oldest('program')
  }

  /** All texts of the program that wait; nothing waits any more. */
  all(): readonly Waiting[] {
    return this.#waiting.splice(0).filter(({ writer }) => writer === 'program')
  }

  #oldest(writer: Waiting['writer']): Waiting | undefined {
    const own = this.#waiting.filter((waiting) => waiting.writer === writer)
    const oldest = own.length > mostWaiting ? own[0] : undefined
    this.#waiting = this.#waiting.filter((waiting) => waiting !== oldest)
    return oldest
  }
}

/** The model's text can have more around it: what an editor shows, a picture. */
function isSame(one: string, other: string): boolean {
  return (
    one === other || (one.length > 40 && other.includes(one)) || (other.length > 40 && one.includes(other))
  )
}
