/** Reads what the page's blocks hold. The program that wrote them and this code are built together. */

import {
  indexBlock,
  type PackedJson,
  type ReportIndex,
  type SessionReplay,
  sessionBlock,
  unpackSession,
} from 'todo-replay/session-view'

/** The page's index. */
export function readIndex(): ReportIndex {
  const index: ReportIndex = JSON.parse(blockText(indexBlock))
  return index
}

/** The session at a place of the index. */
export function readSession(place: number): SessionReplay {
  const packed: PackedJson = JSON.parse(blockText(sessionBlock(place)))
  return unpackSession(packed)
}

function blockText(id: string): string {
  const block = document.getElementById(id)
  if (block === null) throw new Error(`the page has no block ${id}`)
  return block.textContent
}
