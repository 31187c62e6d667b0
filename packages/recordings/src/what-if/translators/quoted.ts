/** Texts from a recording inside a sentence of ours. */

/** A text from a recording as a sentence holds it, cut at 80 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
}
