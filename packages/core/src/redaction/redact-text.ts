/** Takes secrets out of a text and says in their places what stood there. */

import type { FoundSecret } from './contexts.js'
import type { FindSecrets } from './find-secrets.js'

/** Takes the secrets out of a text. `found` is called with the name of the pattern for each. */
export type RedactText = (text: string, found?: (name: string) => void) => string

/** What stands in the place of a secret. */
export function markOf(name: string): string {
  return `[redacted:${name}]`
}

const marks = /\[redacted:([a-z0-9][a-z0-9-]*)\]/g

/** A text whose secrets are out may hold another one only then: beside a mark. So often is looked again. */
const mostPasses = 8

/** Says what stands in the place of a secret. */
type MarkSecret = (name: string, secret: string) => string

/**
 * Makes what takes secrets out of texts. Done twice it changes nothing more: marks stay as they are.
 * @param names the patterns' names: only what is marked with one of them is a mark, for anyone can write `[redacted:…]`
 * @param mark says what stands in the place of a secret
 */
export function createTextRedactor(
  find: FindSecrets,
  names: ReadonlySet<string>,
  mark: MarkSecret = markOf,
): RedactText {
  return (text, found) => {
    let redacted = text
    for (let pass = 0; pass < mostPasses; pass += 1) {
      const secrets = find(redacted)
      if (secrets.length === 0) return redacted
      const outside = redacted.includes('[redacted:') ? outsideOfMarks(redacted, secrets, names) : secrets
      if (outside.length === 0) return redacted
      redacted = withMarks(redacted, outside, mark)
      for (const { name } of outside) found?.(name)
    }
    return redacted
  }
}

function withMarks(text: string, secrets: readonly FoundSecret[], mark: MarkSecret): string {
  const parts: string[] = []
  let done = 0
  for (const { start, end, name } of secrets) {
    parts.push(text.slice(done, start), mark(name, text.slice(start, end)))
    done = end
  }
  parts.push(text.slice(done))
  return parts.join('')
}

/** What was found and is no mark, nor reaches into one: of such a secret the parts between the marks. */
function outsideOfMarks(
  text: string,
  secrets: readonly FoundSecret[],
  names: ReadonlySet<string>,
): readonly FoundSecret[] {
  const kept = [...text.matchAll(marks)]
    .filter(([, name = '']) => names.has(name))
    .map((mark) => ({ start: mark.index, end: mark.index + mark[0].length }))
  const outside: FoundSecret[] = []
  let next = 0
  for (const { start, end, name } of secrets) {
    let from = start
    while (next < kept.length && (kept[next]?.end ?? 0) <= from) next += 1
    for (let index = next; index < kept.length; index += 1) {
      const mark = kept[index]
      if (mark === undefined || mark.start >= end) break
      if (mark.start > from) outside.push({ start: from, end: mark.start, name })
      from = Math.max(from, mark.end)
    }
    if (from < end) outside.push({ start: from, end, name })
  }
  return outside
}
