import { agents } from '../src/agents/index.js'
import { todoToolsOf } from '../src/profiles.js'
import type { ReadContext, SkippedPiece } from '../src/recording.js'

/** What a format reader is given in tests. @param onSkipped is given each piece that was left out */
export function readContext(
  file: string,
  onSkipped: (piece: SkippedPiece) => void = () => undefined,
): ReadContext {
  return { file, onSkipped, todoTools: todoToolsOf(agents) }
}
