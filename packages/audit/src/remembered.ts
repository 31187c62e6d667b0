/** A function of texts that works each out once: the same items stand in list after list. */

/** The function, remembering what it answered. Memory grows with the number of different texts. */
export function remembered<Answer>(answerTo: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>()
  return (text) => {
    const found = known.get(text) ?? { answer: answerTo(text) }
    known.set(text, found)
    return found.answer
  }
}
