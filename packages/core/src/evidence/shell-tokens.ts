/**
 * Splits a POSIX shell line into words, operators and redirections, with the tokens of every substitution in place.
 * One pass, each character once; whatever stands there gives tokens, never an error.
 */

/** A word, quotes and escapes taken away; expansions such as `$HOME` stay as written. */
export interface ShellWord {
  /** The word's text. */
  readonly text: string
  /** True where any part of it was quoted or escaped, so that it is no keyword. */
  readonly quoted: boolean
  /** The tokens of each `$(…)`, backtick and process substitution in it. */
  readonly substitutions: readonly (readonly ShellToken[])[]
}

/** What separates commands. A line's end is `;`. */
export type ShellOperator = '|' | '&&' | '||' | ';' | ';;' | '&' | '(' | ')'

/** A redirection; its target is the next word token, and a here-document's text stands in `body`. */
export interface ShellRedirection {
  readonly kind: 'redirection'
  /** `>` `>>` `<` `<<` `<<<` `>&` `<&` `&>` `<>`. */
  readonly operator: string
  /** The file descriptor in front, as written; empty where none is. */
  readonly descriptor: string
  /** The text of a here-document, else null. */
  readonly body: string | null
}

/** One token of a shell line. */
export type ShellToken =
  | { readonly kind: 'word'; readonly word: ShellWord }
  | { readonly kind: 'operator'; readonly operator: ShellOperator }
  | ShellRedirection

/** Deeper substitutions are read as plain text. */
const deepestSubstitution = 40
/** How far the end of `((…))` is looked for. */
const longestArithmetic = 400
const wordEnd = new Set([' ', '\t', '\r', '\n', ';', '&', '|', '<', '>', '(', ')'])
const alphanumeric = /^[A-Za-z0-9]$/

/** The tokens of a shell line. Linear in its length; never throws. */
export function tokenizeShell(source: string): readonly ShellToken[] {
  return new ShellLexer(source, 0).tokens('')
}

/** A word while it is read. */
interface WordDraft {
  readonly parts: string[]
  readonly substitutions: (readonly ShellToken[])[]
  quoted: boolean
}

/** A here-document whose text begins after the line's end. */
interface PendingDocument {
  /** Where its redirection stands in the list of tokens. */
  readonly index: number
  /** True for `<<-`: leading tabs are taken away. */
  readonly indented: boolean
  delimiter: string | null
}

class ShellLexer {
  private readonly source: string
  private readonly depth: number
  private position = 0

  constructor(source: string, depth: number) {
    this.source = source
    this.depth = depth
  }

  private at(offset = 0): string {
    return this.source.charAt(this.position + offset)
  }

  /** Reads up to the closing parenthesis when `closer` is `)`, else to the end. */
  tokens(closer: '' | ')', depth: number = this.depth): readonly ShellToken[] {
    const found: ShellToken[] = []
    const pending: PendingDocument[] = []
    let open = 0
    while (this.position < this.source.length) {
      const char = this.at()
      if (char === ' ' || char === '\t' || char === '\r') this.position += 1
      else if (char === '\\' && (this.at(1) === '\n' || (this.at(1) === '\r' && this.at(2) === '\n'))) {
        this.position += this.at(1) === '\r' ? 3 : 2
      } else if (char === '\n') {
        this.position += 1
        found.push({ kind: 'operator', operator: ';' })
        this.readDocuments(found, pending)
      } else if (char === '#') this.skipComment()
      else if (char === '(' && this.at(1) === '(' && this.skipArithmetic()) {
        found.push({ kind: 'word', word: { text: '((…))', quoted: true, substitutions: [] } })
      } else if (char === '(') {
        open += 1
        this.position += 1
        found.push({ kind: 'operator', operator: '(' })
      } else if (char === ')') {
        this.position += 1
        if (open === 0 && closer === ')') return found
        open = Math.max(0, open - 1)
        found.push({ kind: 'operator', operator: ')' })
      } else {
        const redirection = this.readRedirection()
        if (redirection !== null) {
          if (redirection.operator.startsWith('<<') && redirection.operator !== '<<<') {
            pending.push({ index: found.length, indented: redirection.operator === '<<-', delimiter: null })
          }
          found.push(redirection)
          continue
        }
        const operator = this.readOperator()
        if (operator !== null) {
          found.push({ kind: 'operator', operator })
          continue
        }
        const word = this.readWord(depth)
        const last = pending.at(-1)
        if (last !== undefined && last.delimiter === null) last.delimiter = word.text
        found.push({ kind: 'word', word })
      }
    }
    this.readDocuments(found, pending)
    return found
  }

  private skipComment(): void {
    const end = this.source.indexOf('\n', this.position)
    this.position = end < 0 ? this.source.length : end
  }

  private skipArithmetic(): boolean {
    const window = this.source.slice(this.position, this.position + longestArithmetic)
    const end = window.indexOf('))')
    const line = window.indexOf('\n')
    if (end < 0 || (line >= 0 && line < end)) return false
    this.position += end + 2
    return true
  }

  private readRedirection(): ShellRedirection | null {
    let digits = 0
    while (digits < 3 && this.at(digits) >= '0' && this.at(digits) <= '9') digits += 1
    const sign = this.at(digits)
    if (sign === '&' && this.at(digits + 1) === '>' && digits === 0) {
      this.position += this.at(2) === '>' ? 3 : 2
      return { kind: 'redirection', operator: '&>', descriptor: '', body: null }
    }
    if (sign !== '<' && sign !== '>') return null
    if (this.at(digits + 1) === '(') return null
    const descriptor = this.source.slice(this.position, this.position + digits)
    const rest = this.source.slice(this.position + digits, this.position + digits + 3)
    const operator =
      ['<<<', '<<-', '<<', '>>', '>&', '<&', '>|', '<>', '>', '<'].find((one) => rest.startsWith(one)) ?? sign
    this.position += digits + operator.length
    return { kind: 'redirection', operator: operator === '>|' ? '>' : operator, descriptor, body: null }
  }

  private readOperator(): ShellOperator | null {
    const two = this.source.slice(this.position, this.position + 2)
    if (two === '&&' || two === '||' || two === ';;') {
      this.position += 2
      return two
    }
    if (two === '|&') {
      this.position += 2
      return '|'
    }
    const one = this.at()
    if (one === ';' || one === '|' || one === '&') {
      this.position += 1
      return one
    }
    return null
  }

  private readDocuments(found: ShellToken[], pending: PendingDocument[]): void {
    for (const document of pending) {
      if (document.delimiter === null) continue
      const lines: string[] = []
      while (this.position < this.source.length) {
        const end = this.source.indexOf('\n', this.position)
        const stop = end < 0 ? this.source.length : end
        const raw = this.source.slice(this.position, stop)
        const line = document.indented ? raw.replace(/^\t+/, '') : raw
        if (line.trimEnd() === document.delimiter) {
          this.position = Math.min(this.source.length, stop + 1)
          break
        }
        // A substitution may end on the delimiter's own line.
        if (line.startsWith(`${document.delimiter})`)) {
          this.position = stop - line.length + document.delimiter.length
          break
        }
        lines.push(line)
        this.position = Math.min(this.source.length, stop + 1)
      }
      const token = found[document.index]
      if (token?.kind === 'redirection')
        found[document.index] = { ...token, operator: '<<', body: lines.join('\n') }
    }
    pending.length = 0
  }

  private readWord(depth: number): ShellWord {
    const word: WordDraft = { parts: [], substitutions: [], quoted: false }
    const start = this.position
    while (this.position < this.source.length) {
      const char = this.at()
      if ((char === '<' || char === '>') && this.at(1) === '(' && depth < deepestSubstitution) {
        const from = this.position
        this.position += 2
        word.substitutions.push(this.tokens(')', depth + 1))
        word.parts.push(this.source.slice(from, this.position))
      } else if (
        char === '(' &&
        this.source.charAt(this.position - 1) === '=' &&
        depth < deepestSubstitution
      ) {
        // The list of an array: its words run nothing, its substitutions do.
        this.position += 1
        for (const token of this.tokens(')', depth + 1)) {
          if (token.kind === 'word') word.substitutions.push(...token.word.substitutions)
        }
      } else if (wordEnd.has(char) && this.position > start) break
      else this.readPart(word, depth)
    }
    return { text: word.parts.join(''), quoted: word.quoted, substitutions: word.substitutions }
  }

  /** Reads one piece of a word; always moves on. */
  private readPart(word: WordDraft, depth: number): void {
    const char = this.at()
    if (char === '\\') {
      const next = this.at(1)
      this.position += 2
      word.quoted = true
      if (next === '\n') return
      // A backslash inside a word and before a letter is far more often a Windows path than an escape.
      word.parts.push(word.parts.length > 0 && alphanumeric.test(next) ? `\\${next}` : next)
    } else if (char === "'") {
      const end = this.source.indexOf("'", this.position + 1)
      const stop = end < 0 ? this.source.length : end
      word.parts.push(this.source.slice(this.position + 1, stop))
      word.quoted = true
      this.position = stop + 1
    } else if (char === '"') {
      this.position += 1
      word.quoted = true
      this.readDoubleQuoted(word, depth)
    } else if (char === '$' && this.at(1) === "'") {
      this.position += 2
      word.quoted = true
      this.readAnsiQuoted(word)
    } else if (!this.readExpansion(word, depth)) {
      word.parts.push(char)
      this.position += 1
    }
  }

  private readDoubleQuoted(word: WordDraft, depth: number): void {
    while (this.position < this.source.length) {
      const char = this.at()
      if (char === '"') {
        this.position += 1
        return
      }
      if (char === '\\' && '$`"\\\n'.includes(this.at(1)) && this.at(1) !== '') {
        if (this.at(1) !== '\n') word.parts.push(this.at(1))
        this.position += 2
      } else if (!this.readExpansion(word, depth)) {
        word.parts.push(char)
        this.position += 1
      }
    }
  }

  private readAnsiQuoted(word: WordDraft): void {
    while (this.position < this.source.length) {
      const char = this.at()
      this.position += 1
      if (char === "'") return
      if (char === '\\') {
        const next = this.at()
        this.position += 1
        word.parts.push(next === 'n' ? '\n' : next === 't' ? '\t' : next)
      } else word.parts.push(char)
    }
  }

  /** Reads `$(…)`, `$((…))`, `${…}` or a backtick substitution; false where none stands here. */
  private readExpansion(word: WordDraft, depth: number): boolean {
    const from = this.position
    if (this.at() === '`' && depth < deepestSubstitution) {
      const inner: string[] = []
      this.position += 1
      while (this.position < this.source.length && this.at() !== '`') {
        if (this.at() === '\\') this.position += 1
        inner.push(this.at())
        this.position += 1
      }
      this.position += 1
      word.substitutions.push(new ShellLexer(inner.join(''), depth + 1).tokens(''))
      word.parts.push(this.source.slice(from, this.position))
      return true
    }
    if (this.at() !== '$') return false
    if (this.at(1) === '(' && depth < deepestSubstitution) {
      this.position += 1
      if (this.at(1) === '(' && this.skipArithmetic()) {
        word.parts.push(this.source.slice(from, this.position))
        return true
      }
      this.position += 1
      word.substitutions.push(this.tokens(')', depth + 1))
      word.parts.push(this.source.slice(from, this.position))
      return true
    }
    if (this.at(1) === '{') {
      const end = this.source.slice(from, from + longestArithmetic).indexOf('}')
      if (end < 0) return false
      this.position = from + end + 1
      word.parts.push(this.source.slice(from, this.position))
      return true
    }
    return false
  }
}
