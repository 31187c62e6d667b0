/** The formats that can be read. */

import { chatMessages } from './chat-messages.js'
import { claudeCode } from './claude-code.js'
import { cline } from './cline.js'
import { codex } from './codex.js'
import { geminiCli } from './gemini-cli.js'
import { neutral } from './neutral.js'
import { opencode } from './opencode.js'
import { openhands } from './openhands.js'
import { opentelemetry } from './opentelemetry.js'
import { qwenCode } from './qwen-code.js'
import type { RecordingFormat } from './recording.js'
import { sweAgent } from './swe-agent.js'

/** Every format, in the order in which they are asked. */
export const formats: readonly RecordingFormat[] = Object.freeze([
  neutral,
  // Its records look like Claude Code's, too; it knows its own.
  qwenCode,
  claudeCode,
  codex,
  geminiCli,
  opencode,
  cline,
  openhands,
  sweAgent,
  opentelemetry,
  chatMessages,
])

/** Below this a format is not sure enough to try. */
const sureEnough = 0.5

/** The format that is most sure that these first lines of a file are its own; null where none is. */
export function recogniseFormat(head: readonly string[]): RecordingFormat | null {
  const ranked = formats
    .map((format) => ({ format, sure: format.recognise(head) }))
    .filter(({ sure }) => sure >= sureEnough)
    .toSorted((one, other) => other.sure - one.sure)
  return ranked[0]?.format ?? null
}
