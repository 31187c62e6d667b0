/** How much a reader is given to read, told before it is asked. */

/** Characters of a token, about. */
const charactersOfToken = 3.6

/** `about 27 thousand tokens` */
export function tokensText(characters: number): string {
  return `about ${Math.ceil(characters / charactersOfToken / 1000)} thousand tokens`
}
