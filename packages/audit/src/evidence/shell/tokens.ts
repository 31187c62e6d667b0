/**
 * Splits a POSIX shell line into words, operators and redirections, with the tokens of every substitution in place.
 * One pass, each character once; whatever stands there gives tokens, never an error.
 */

import { type ShellOperator, type ShellRedirection, type ShellToken, ShellWordReader } from './words.js'

/** The tokens of a shell line. Linear in its length; never throws. */
export function tokenizeShell(source: string): readonly ShellToken[] {
  return new ShellLexer(source, 0).tokens('')
}

/** A here-document whose text begins after the line's end. */
interface PendingDocument {
  /** Where its redirection stands in the list of tokens. */
  readonly index: number
  /** True for `<<-`: leading tabs are taken away. */
  readonly indented: boolean
  delimiter: string | null
}

class ShellLexer extends ShellWordReader {
  protected nested(source: string, depth: number): readonly ShellToken[] {
    return new ShellLexer(source, depth).tokens('')
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

  private readRedirection(): ShellRedirection | null {
    let digits = 0
    while (digits < 3 && this.at(digits) >= '0' && this.at(digits) <= '9') digits += 1
    const sign = this.at(digits)
    if (sign === '&' && this.at(digits + 1) === '>' && digits === 0) {
      this.position += this.at(2) === '>' ? 3 : 2
      return { kind: 'redirection', operator: '&>', descriptor: '', body: null }
    }
    if (sign !== '<' && sign !== '>') return null
    if (this.at(digits + 1) === '(' || (digits === 0 && this.placeholder() > 0)) return null
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
}
