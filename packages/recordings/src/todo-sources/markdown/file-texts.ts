/** The texts of files as far as a recording shows them, by paths that may be written in several ways. */

const mostFiles = 200
/** A longer text is no list that an agent keeps. */
const longestText = 500_000

/** Texts of files, the least recently touched forgotten first. */
export class FileTexts {
  readonly #texts = new Map<string, string>()

  /** The path under which the file is known: `PLAN.md` and `/home/me/PLAN.md` are one file. */
  nameOf(path: string): string {
    const plain = path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
    for (const known of this.#texts.keys()) if (isSameFile(known, plain)) return known
    return plain
  }

  /** The text of a file, or null where it is not known. */
  get(name: string): string | null {
    return this.#texts.get(name) ?? null
  }

  /** The file holds this now; null: nobody knows what. */
  set(name: string, text: string | null): void {
    this.#texts.delete(name)
    if (text === null || text.length > longestText) return
    this.#texts.set(name, text)
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= mostFiles) break
      this.#texts.delete(oldest)
    }
  }
}

/** True where one path is the other, or a whole path that ends as the other does. */
function isSameFile(one: string, other: string): boolean {
  if (one === other) return true
  return isWhole(one)
    ? !isWhole(other) && one.endsWith(`/${other}`)
    : isWhole(other) && other.endsWith(`/${one}`)
}

function isWhole(path: string): boolean {
  return /^(?:\/|~|[A-Za-z]:)/.test(path)
}
