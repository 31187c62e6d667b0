/** Whether a recording grows line by line, or is one document that is written anew each time. */

/** As many bytes of a file's start are looked at. */
export const shapeBytes: number = 64 * 1024

/** A file of lines, a document, or a start that does not say yet. */
export type FileShape = 'lines' | 'document' | 'unsure'

/** Says it by the start of a file. Documents hold a list of messages, or are one. */
export function fileShape(start: Buffer): FileShape {
  const text = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  const end = text.indexOf('\n')
  const line = (end === -1 ? text : text.slice(0, end)).trimEnd()
  if (line === '{' || line.startsWith('[')) return 'document'
  if (beginsDocument(line)) return 'document'
  return end === -1 && start.length < shapeBytes ? 'unsure' : 'lines'
}

/** True for a line that holds a list of messages, or begins to. */
function beginsDocument(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'messages' in value && Array.isArray(value.messages)
  } catch {
    return /^\{\s*"(?:sessionId|info|messages)"\s*:/.test(line) && /"messages"\s*:\s*\[/.test(line)
  }
}
