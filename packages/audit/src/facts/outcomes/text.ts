/** The part of a result's text that is looked at: capped, without terminal colours, cut into lines. */

/** How much of a text's beginning and end is looked at, in characters. */
const scanned = 20_000
const longestLine = 1000
const colour = '\u001b['

/** The text's first and last 20,000 characters, without terminal colours. */
export function scannedText(output: string): string {
  const text = output.length > 2 * scanned ? `${output.slice(0, scanned)}\n${output.slice(-scanned)}` : output
  if (!text.includes(colour)) return text
  const [first = '', ...pieces] = text.split(colour)
  return first + pieces.map((piece) => piece.replace(/^[0-9;?]{0,20}[A-Za-z]/, '')).join('')
}

/** What runners of several packages and services put in front of a line: `@shop/ui:test: `, `packages/ui test: `, `web-1  | `. */
const speaker =
  /^(?:@?[\w./-]{1,80}:(?:test|build|lint|typecheck|check|type-check|e2e)[\w:-]{0,40}: |[\w@./-]{1,80} (?:test|build|lint|typecheck|check)[\w:-]{0,30}: |[\w-]{1,60}-\d{1,3}\s{1,10}\| )/

/** The lines of a scanned text, each cut to a thousand characters; a carriage return starts a line too. */
export function linesOf(text: string): readonly string[] {
  return text
    .split(/[\r\n]+/)
    .filter((line) => line !== 'Error: (none)')
    .map((line) => line.slice(0, longestLine).replace(speaker, ''))
}

/** What hosts say of a command before its output, and behind it. */
const before =
  /^(?:(?:Chunk ID|Wall time|Process exited with code|Process running with session ID|Original token count|Total output lines|Exit code):? [^\n]{0,2000}\n){1,8}(?:Output:\n?)?|^Command: [\s\S]{0,4000}?\nDirectory: [^\n]{0,1000}\n(?:Output|Stdout): ?(?:\(empty\))?|^Output: ?(?:\(empty\)(?=\n))?/
const behind =
  /(?:\nError: \(none\))?\nExit Code: -?\d{1,5}(?:\n(?:Signal|Background PIDs|Process Group PGID|Error): ?[^\n]{0,200}){0,4}\s*$/

/** The text without what the host puts around a command's output. */
export function withoutFrame(text: string): string {
  const inner = text.replace(before, '')
  const tail = inner.slice(-800)
  return inner.slice(0, inner.length - tail.length) + tail.replace(behind, '')
}

/** A line as it is quoted in a reason: trimmed and short. */
export function quoted(line: string): string {
  const short = line.trim()
  return short.length > 100 ? `${short.slice(0, 100)}…` : short
}
