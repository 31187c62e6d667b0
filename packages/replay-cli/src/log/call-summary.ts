/** A tool's input in a few words. */

/** The fields that say most of a call, first the most useful. Source: the tools of the supported formats. */
const usefulFields = [
  'command',
  'file_path',
  'path',
  'notebook_path',
  'pattern',
  'url',
  'query',
  'description',
  'prompt',
]
const limit = 200

/** The most useful part of an input, cut; '' where there is none. It is not printable yet. */
export function callSummary(input: unknown): string {
  if (typeof input === 'string') return cut(input)
  if (typeof input !== 'object' || input === null) return ''
  for (const name of usefulFields) {
    const value: unknown = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined
    if (typeof value === 'string' && value.trim() !== '') return cut(value)
    if (Array.isArray(value)) return cut(value.slice(0, 20).map(String).join(' '))
  }
  const texts = Object.entries(input).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return texts
    .slice(0, 3)
    .map(([name, value]) => `${cut(name)}: ${cut(value)}`)
    .join(', ')
}

function cut(text: string): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`
}
