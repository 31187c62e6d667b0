/** Texts that a rollout tells twice: as an item of the model's conversation, and as an event for the user. */

import type { StepPlace } from '../../recorded-session.js'

/** A text that the program told and the model's conversation does not hold yet. */
export interface ToldText {
  /** The text. */
  readonly text: string
  /** Where it was told. */
  readonly place: StepPlace
}

interface Told {
  readonly teller: 'model' | 'program'
  readonly text: string
  readonly place: StepPlace | null
}

/** So many texts wait for their other telling. */
const mostWaiting = 8

/** Joins the two tellings of a text, in whatever order they come. */
export class ToldTwice {
  #waiting: Told[] = []

  /** True where the other teller told the text before; else the text waits for its other telling. */
  isRepeated(text: string, teller: 'model' | 'program', place: StepPlace | null = null): boolean {
    const short = text.trim()
    const at = this.#waiting.findIndex((told) => told.teller !== teller && isSame(told.text, short))
    if (at >= 0) {
      this.#waiting.splice(at, 1)
      return true
    }
    this.#waiting.push({ teller, text: short, place })
    const kept = this.#waiting.filter((told) => told.teller === 'model')
    if (kept.length > mostWaiting) {
      this.#waiting = this.#waiting.filter((told) => told !== kept[0])
    }
    return false
  }

  /** Texts of the program that have waited too long for the model's, with their places; they wait no more. */
  overdue(): readonly ToldText[] {
    const texts = this.#waiting.filter(({ teller }) => teller === 'program')
    const [oldest] = texts.length > mostWaiting ? texts : []
    this.#waiting = this.#waiting.filter((told) => told !== oldest)
    return oldest === undefined ? [] : told([oldest])
  }

  /** All texts of the program that wait; nothing waits any more. */
  all(): readonly ToldText[] {
    return told(this.#waiting.splice(0))
  }

  /** Nothing waits any more. */
  clear(): void {
    this.#waiting = []
  }
}

/** The model's telling can have more around it: what an editor shows, a picture. */
function isSame(one: string, other: string): boolean {
  return (
    one === other || (one.length > 40 && other.includes(one)) || (other.length > 40 && one.includes(other))
  )
}

function told(waiting: readonly Told[]): readonly ToldText[] {
  return waiting.flatMap(({ teller, text, place }) =>
    teller === 'program' && place !== null ? [{ text, place }] : [],
  )
}
