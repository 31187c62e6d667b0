/** Work as plain data: to be copied, or passed between threads. */

import type { TextFeatures } from './text-features.js'
import type { Work } from './work.js'

/** The same work, its words in sets that belong to nothing. */
export function plainWork(work: readonly Work[]): readonly Work[] {
  return work.map(plainPiece)
}

function plainPiece(piece: Work): Work {
  const words = new Set(piece.words)
  if (piece.kind === 'compaction') return { ...piece, words }
  if (piece.kind === 'call') {
    return { ...piece, words, text: piece.text === null ? null : plainFeatures(piece.text) }
  }
  return { ...piece, words, text: plainFeatures(piece.text) }
}

function plainFeatures(text: TextFeatures): TextFeatures {
  return { ...text, sections: new Set(text.sections) }
}
