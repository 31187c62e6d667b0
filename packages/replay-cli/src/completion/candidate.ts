/** What completion offers. Types only. */

/** One way in which a word can go on. */
export interface Candidate {
  /** The whole word. */
  readonly word: string
  /** What it means, in a few words; may be empty. */
  readonly means: string
}

/** What can stand at a place: some words, or a file. */
export type Offer = 'files' | readonly Candidate[]
