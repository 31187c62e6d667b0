/** Reads the words of a shell line: quotes, escapes, expansions and the substitutions inside them. */

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
  /** Which token it is. */
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

/** A word while it is read. */
interface WordDraft {
  readonly parts: string[]
  readonly substitutions: (readonly ShellToken[])[]
  quoted: boolean
}

/** Reads words; what stands inside a substitution is read by the class that extends it. */
export abstract class ShellWordReader {
  protected readonly source: string
  protected readonly depth: number
  protected position = 0

  constructor(source: string, depth: number) {
    this.source = source
    this.depth = depth
  }

  /** The tokens from here up to the closing parenthesis, which is taken too, or to the end. */
  protected abstract tokens(closer: '' | ')', depth?: number): readonly ShellToken[]

  /** The tokens of a text that stands by itself. */
  protected abstract nested(source: string, depth: number): readonly ShellToken[]

  /** The character at the position, or behind it; empty past the end. */
  protected at(offset = 0): string {
    return this.source.charAt(this.position + offset)
  }

  /** Skips `((…))` where it ends on the same line, at the first of its parentheses. */
  protected skipArithmetic(): boolean {
    const window = this.source.slice(this.position, this.position + longestArithmetic)
    const end = window.indexOf('))')
    const line = window.indexOf('\n')
    if (end < 0 || (line >= 0 && line < end)) return false
    this.position += end + 2
    return true
  }

  /** Reads one word; always moves on. */
  protected readWord(depth: number): ShellWord {
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
      } else if (char === '<' && this.placeholder() > 0) {
        const end = this.position + this.placeholder()
        word.parts.push(this.source.slice(this.position, end))
        this.position = end
      } else if (wordEnd.has(char) && this.position > start) break
      else this.readPart(word, depth)
    }
    return { text: word.parts.join(''), quoted: word.quoted, substitutions: word.substitutions }
  }

  /** The length of a `<name>` that stands here, 0 where none does: scrubbed recordings put them in place of words. */
  protected placeholder(): number {
    const name = /^<[a-z]{2,12}>/.exec(this.source.slice(this.position, this.position + 14))
    return name === null ? 0 : name[0].length
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
      word.substitutions.push(this.nested(inner.join(''), depth + 1))
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
