/** Reads what the page's blocks hold. The program that wrote them and this code are built together. */

import { inflateSync } from 'fflate'
import {
  Conversation,
  indexBlock,
  type PageSession,
  type ReportIndex,
  type SessionReplay,
  sessionBlock,
  textsBlock,
} from 'todo-replay/session-view'

export function readIndex(): ReportIndex {
  const index: ReportIndex = JSON.parse(blockText(indexBlock))
  return index
}

/** The session at a place of the index; its texts are read when they are looked at. */
export async function readSession(place: number): Promise<SessionReplay> {
  // The browser inflates many times faster than a script does, but not at once.
  const inflated = new Blob([blockBytes(sessionBlock(place))])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
  const { session, texts }: PageSession = await new Response(inflated).json()
  const blocks = { ends: texts, deflated: (block: number) => blockBytes(textsBlock(place, block)) }
  return { ...session, conversation: new Conversation(blocks, (bytes) => inflateSync(bytes)) }
}

function blockBytes(id: string): Uint8Array<ArrayBuffer> {
  const text = atob(blockText(id))
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

function blockText(id: string): string {
  const block = document.getElementById(id)
  if (block === null) throw new Error(`the page has no block ${id}`)
  return block.textContent
}
