/** Whose a file is: which items name it or changed it by their own work. */

import { isNamed } from './evidence/items/named-files.js'

/** What a path may be named by beside its own last part: `README` names `readme.md`. */
const documentName = /^(readme|changelog|contributing)[._-]/

/** Knows the items of each file. All paths are normalized. */
export class ItemFiles {
  /** By the last part of its path each file with its item; null where it is several items'. */
  readonly #files = new Map<string, Map<string, string | null>>()
  readonly #known = new Map<string, string | null | undefined>()

  /** Takes in the files of an item. */
  add(key: string, files: readonly string[]): void {
    for (const file of files) {
      const last = lastPartOf(file)
      const named = this.#files.get(last) ?? new Map<string, string | null>()
      this.#files.set(last, named)
      const known = named.get(file)
      named.set(file, known === undefined || known === key ? key : null)
    }
  }

  /** The one item whose a file is; null where it is several items', undefined where nobody's. Ask when all are added. */
  ownerOf(path: string): string | null | undefined {
    if (!this.#known.has(path)) this.#known.set(path, this.#findOwner(path))
    return this.#known.get(path)
  }

  #findOwner(path: string): string | null | undefined {
    const last = lastPartOf(path)
    const document = documentName.exec(last)?.[1]
    let owner: string | null | undefined
    // Two names of one file end in the same part.
    for (const part of document === undefined ? [last] : [last, document]) {
      for (const [file, key] of this.#files.get(part) ?? []) {
        if (!isNamed(path, file)) continue
        owner = owner === undefined || owner === key ? key : null
        if (owner === null) return null
      }
    }
    return owner
  }
}

function lastPartOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
