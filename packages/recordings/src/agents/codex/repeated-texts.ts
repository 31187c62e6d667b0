/** Texts that a rollout has twice: as an item of the model's conversation, and as an event for the user. */

import type { StepPlace } from '../../recorded-session.js'

/** A text that the program showed and the model's conversation does not hold yet. */
export interface ShownText {
  /** The text. */
  readonly text: string
  /** Where it stands. */
  readonly place: StepPlace
}

interface Waiting {
  readonly writer: 'model' | 'program'
  readonly text: string
  readonly place: StepPlace | null
}

/** So many texts wait for their other appearance. */
const mostWaiting = 8

/** Joins the two appearances of a text, in whatever order they come. */
export class RepeatedTexts {
  #waiting: Waiting[] = []

  /** True where the other writer had the text before; else the text waits for its other appearance. */
  isRepeated(text: string, writer: 'model' | 'program', place: StepPlace | null = null): boolean {
    const short = text.trim()
    const at = this.#waiting.findIndex((waiting) => waiting.writer !== writer && isSame(waiting.text, short))
    if (at >= 0) {
      this.#waiting.splice(at, 1)
      return true
    }
    this.#waiting.push({ writer, text: short, place })
    const kept = this.#waiting.filter((waiting) => waiting.writer === 'model')
    if (kept.length > mostWaiting) {
      this.#waiting = this.#waiting.filter((waiting) => waiting !== kept[0])
    }
    return false
  }

  /** Texts of the program that have waited too long for the model's, with their places; they wait no more. */
  overdue(): readonly ShownText[] {
    const texts = this.#waiting.filter(({ writer }) => writer === 'program')
    const [oldest] = texts.length > mostWaiting ? texts : []
    this.#waiting = this.#waiting.filter((waiting) => waiting !== oldest)
    return oldest === undefined ? [] : shownOf([oldest])
  }

  /** All texts of the program that wait; nothing waits any more. */
  all(): readonly ShownText[] {
    return shownOf(this.#waiting.splice(0))
  }

  /** Nothing waits any more. */
  clear(): void {
    this.#waiting = []
  }
}

/** The model's text can have more around it: what an editor shows, a picture. */
function isSame(one: string, other: string): boolean {
  return (
    one === other || (one.length > 40 && other.includes(one)) || (other.length > 40 && one.includes(other))
  )
}

function shownOf(waiting: readonly Waiting[]): readonly ShownText[] {
  return waiting.flatMap(({ writer, text, place }) =>
    writer === 'program' && place !== null ? [{ text, place }] : [],
  )
}
