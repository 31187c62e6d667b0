/** The part of a result's text that is looked at: capped, without terminal colours, cut into lines. */

/** How much of a text's beginning and end is looked at, in characters. */
const scanned = 20_000
const longestLine = 1000
const colour = '\u001b['

/** The text's first and last 20,000 characters, without terminal colours. */
export function scannedText(output: string): string {
  const text =
    output.length > 2 * scanned
      ? `${output.slice(0, scanned)}\n${output.slice(output.length - scanned)}`
      : output
  if (!text.includes(colour)) return text
  const [first = '', ...pieces] = text.split(colour)
  return first + pieces.map((piece) => piece.replace(/^[0-9;?]{0,20}[A-Za-z]/, '')).join('')
}

/** How some agents say of a command that nothing kept them from running it. */
const noTrouble = 'Error: (none)'

/**
 * The lines of a scanned text, each cut to a thousand characters; a carriage return starts a line too. The host's word
 * that there was no error is none of them.
 */
export function linesOf(text: string): readonly string[] {
  return text
    .split(/[\r\n]+/)
    .filter((line) => line !== noTrouble)
    .map((line) => (line.length > longestLine ? line.slice(0, longestLine) : line))
}

/** A line as it is quoted in a reason: trimmed and short. */
export function quoted(line: string): string {
  const short = line.trim()
  return short.length > 100 ? `${short.slice(0, 100)}…` : short
}
