/**
 * What `sed -i` does to each line, as far as its commands replace fixed texts: `s/- \[ \] A/- [x] A/`, `12s/…/…/`, `3,5s`.
 * A pattern of a recording is never run as one: it could take for ever.
 */

/** One `s` command. */
interface Substitution {
  readonly from: number
  readonly to: number
  readonly before: string
  readonly atBeginning: boolean
  readonly atEnd: boolean
  readonly after: string
  readonly everywhere: boolean
}

const command = /^(?:(\d{1,6})(?:,(\d{1,6}|\$))?)?[ \t]{0,4}s([/|#,@:!])/

/** The change of a line; null where the words are no `sed -i`, or ask for more than fixed texts. */
export function lineChangeOf(words: readonly string[]): ((line: string, number: number) => string) | null {
  if (!words.some((word) => /^(?:-[a-zA-Z]*i|--in-place)/.test(word))) return null
  const scripts = words.filter((word) => command.test(word))
  const parts = scripts.flatMap((script) => script.split(/;[ \t]*(?=(?:\d[\d,$]*)?s[/|#,@:!])|\n/))
  const all = parts.map(substitutionOf)
  const known = all.filter((each) => each !== null)
  if (all.length === 0 || known.length < all.length) return null
  return (line, number) =>
    known.reduce(
      (text, one) => (number >= one.from && number <= one.to ? substituted(text, one) : text),
      line,
    )
}

function substitutionOf(script: string): Substitution | null {
  const [head, from, to, sign = ''] = command.exec(script) ?? []
  if (head === undefined) return null
  const [pattern, after, flags] = partsOf(script.slice(head.length), sign)
  if (pattern === undefined || after === undefined || flags === undefined || !/^[gIi ]{0,3}$/.test(flags))
    return null
  const atBeginning = pattern.startsWith('^')
  const atEnd = pattern.endsWith('$') && !pattern.endsWith('\\$')
  const before = literalOf(pattern.slice(atBeginning ? 1 : 0, atEnd ? -1 : undefined))
  const first = from === undefined ? 1 : Number(from)
  const last =
    to === '$' || (from === undefined && to === undefined) ? Number.POSITIVE_INFINITY : Number(to ?? from)
  if (before === null || before === '') return null
  const text = replacementOf(after, before)
  if (text === null) return null
  return { from: first, to: last, before, atBeginning, atEnd, after: text, everywhere: flags.includes('g') }
}

/** The parts between the signs; a sign after a backslash is text. */
function partsOf(text: string, sign: string): readonly string[] {
  const parts = ['']
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    const next = text[at + 1] ?? ''
    if (char === sign) parts.push('')
    else {
      const taken = char === '\\' && next !== '' ? (next === sign ? next : char + next) : char
      parts.push(`${parts.pop() ?? ''}${taken}`)
      if (char === '\\' && next !== '') at += 1
    }
  }
  return parts
}

/** The text that a pattern stands for, a dot for itself; null where it stands for more than one. */
function literalOf(pattern: string): string | null {
  if (/(?:^|[^\\])(?:\\\\)*[[*]|\\[(){}+?|<>wWsSbB\d]/.test(pattern)) return null
  return pattern.replace(/\\(.)/g, '$1')
}

function replacementOf(after: string, before: string): string | null {
  if (/\\\d/.test(after)) return null
  return after.replace(/\\(.)|&/g, (whole, escaped?: string) =>
    whole === '&' ? before : escaped === 'n' ? '\n' : (escaped ?? ''),
  )
}

function substituted(line: string, { before, after, atBeginning, atEnd, everywhere }: Substitution): string {
  if (atBeginning || atEnd) {
    const fits = atBeginning ? line.startsWith(before) : line.endsWith(before)
    if (!fits || (atBeginning && atEnd && line !== before)) return line
    return atBeginning ? after + line.slice(before.length) : line.slice(0, -before.length) + after
  }
  return everywhere ? line.replaceAll(before, () => after) : line.replace(before, () => after)
}
