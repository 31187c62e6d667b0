/** What a call does to the text of one file. Types, and how a change is made. */

/** A piece of a text and what stands there after. */
export interface Replacement {
  /** What stood there. */
  readonly before: string
  /** What stands there now. */
  readonly after: string
  /** True where it is replaced wherever it stands. */
  readonly everywhere: boolean
}

/** What a call does to one file. */
export type FileChange = {
  /** The file, as the call names it. */
  readonly path: string
} & (
  | {
      /** The whole text is written; or it was read, and this is what it said. */
      readonly kind: 'written' | 'read'
      /** The text. */
      readonly text: string
    }
  | {
      /** Text is put at the end. */
      readonly kind: 'appended'
      /** The text. */
      readonly text: string
    }
  | {
      /** Pieces are replaced, one after the other. */
      readonly kind: 'replaced'
      /** The pieces. */
      readonly pieces: readonly Replacement[]
    }
  | {
      /** It is changed, and what it holds after is not known. */
      readonly kind: 'unknown'
    }
)

/** The text after a change; null where that can't be known. */
export function textAfter(before: string | null, change: FileChange): string | null {
  switch (change.kind) {
    case 'written':
    case 'read':
      return change.text
    case 'appended':
      return before === null ? null : `${before}${change.text}`
    case 'replaced':
      return change.pieces.reduce<string | null>(
        (text, piece) => (text === null ? null : replaced(text, piece)),
        before,
      )
    case 'unknown':
      return null
  }
}

function replaced(text: string, { before, after, everywhere }: Replacement): string | null {
  const place = before === '' ? -1 : text.indexOf(before)
  if (place === -1) return null
  return everywhere
    ? text.replaceAll(before, () => after)
    : `${text.slice(0, place)}${after}${text.slice(place + before.length)}`
}
