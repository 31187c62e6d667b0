/**
 * The structure of a shell line: lists of pipelines of commands and groups. Keywords are looked through, so that
 * what stands in an `if` or a loop is found; nothing is expanded. Never throws.
 */

import { tokenizeShell } from './tokens.js'
import type { ShellToken, ShellWord } from './words.js'

/** What follows a pipeline: what comes next depends on its status, does not, or it went to the background. */
export type ShellConnector = '&&' | '||' | ';' | '&' | 'end'

/** A redirection of a command's input or output. */
export interface ShellRedirect {
  /** As in the token: `>` `>>` `<` `<<` `<<<` `>&` `<&` `&>` `<>`. */
  readonly operator: string
  /** The file descriptor, as written; empty where none is. */
  readonly descriptor: string
  /** The file, the descriptor or the delimiter that it names. */
  readonly target: string
  /** The text of a here-document or here-string, else null. */
  readonly body: string | null
}

/** One simple command. */
export interface ShellCommand {
  /** Which stage it is. */
  readonly kind: 'command'
  /** `NAME=value` words in front of the program. */
  readonly assignments: readonly string[]
  /** The program and its arguments; empty for a mere assignment or redirection. */
  readonly words: readonly string[]
  /** Its redirections, in order. */
  readonly redirects: readonly ShellRedirect[]
  /** What stands in its substitutions, in order. */
  readonly substitutions: readonly ShellList[]
}

/** A subshell, a block, a loop, a condition with its branches, or a function's body. */
export interface ShellGroup {
  /** Which stage it is. */
  readonly kind: 'group'
  /** What stands in it. */
  readonly list: ShellList
  /** The redirections of the whole group. */
  readonly redirects: readonly ShellRedirect[]
}

/** Commands and groups that are piped one into the next, and what follows them. */
export interface ShellPipeline {
  /** At least one. */
  readonly stages: readonly (ShellCommand | ShellGroup)[]
  /** What joins it to the next pipeline. */
  readonly connector: ShellConnector
  /** True where its status only chooses a branch. */
  readonly condition: boolean
}

/** Pipelines in order. */
export type ShellList = readonly ShellPipeline[]

/** Deeper groups are read flat. */
const deepestGroup = 40
/** What a shell line holds beyond this many commands is not looked at. */
const mostCommands = 2000
const assignment = /^[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\+?=/
const openers = new Set(['if', 'while', 'until', 'for', 'select', 'case'])
const closers = new Set(['fi', 'done', 'esac'])

/** The structure of a shell line. Linear in its length; never throws. */
export function parseShell(source: string): ShellList {
  return new ShellParser(tokenizeShell(source), { left: mostCommands }).list(0, 'end')
}

type ListEnd = 'end' | ')' | '}' | 'compound'

class ShellParser {
  private readonly input: readonly ShellToken[]
  private readonly budget: { left: number }
  private index = 0

  constructor(input: readonly ShellToken[], budget: { left: number }) {
    this.input = input
    this.budget = budget
  }

  /** Reads pipelines up to the given end, which it takes too. */
  list(depth: number, end: ListEnd): ShellList {
    const found: ShellPipeline[] = []
    while (this.index < this.input.length && this.budget.left > 0) {
      const keyword = this.keyword()
      if (this.isOperator(')')) {
        this.index += 1
        if (end === ')') return found
        // The pattern of a `case` branch, or a parenthesis too many: what was read before it runs nothing.
        if (end === 'compound') found.pop()
        continue
      }
      if (this.isOperator(';') || this.isOperator(';;') || this.isOperator('&')) {
        this.index += 1
        continue
      }
      if (keyword === '}' && end === '}') {
        this.index += 1
        return found
      }
      if (keyword !== null && closers.has(keyword) && end === 'compound') {
        this.index += 1
        return found
      }
      if (keyword === 'then' || keyword === 'do') {
        this.index += 1
        if (end === 'compound') this.markCondition(found)
        continue
      }
      if (keyword === 'else' || keyword === 'elif' || keyword === '!') {
        this.index += 1
        continue
      }
      found.push(this.pipeline(depth))
    }
    return found
  }

  /** The last list of pipelines, those joined by `&&` and `||`, only chooses a branch. */
  private markCondition(found: ShellPipeline[]): void {
    for (let index = found.length - 1; index >= 0; index -= 1) {
      const one = found[index]
      if (one === undefined || (index < found.length - 1 && one.connector !== '&&' && one.connector !== '||'))
        return
      found[index] = { ...one, condition: true }
    }
  }

  private pipeline(depth: number): ShellPipeline {
    const stages = [this.stage(depth)]
    while (this.isOperator('|') && this.budget.left > 0) {
      this.index += 1
      while (this.isOperator(';')) this.index += 1
      stages.push(this.stage(depth))
    }
    return { stages, connector: this.connector(), condition: false }
  }

  private connector(): ShellConnector {
    const token = this.input[this.index]
    if (token?.kind !== 'operator') return token === undefined ? 'end' : ';'
    if (token.operator === '&&' || token.operator === '||' || token.operator === '&') {
      this.index += 1
      while (this.isOperator(';')) this.index += 1
      return token.operator
    }
    return ';'
  }

  private stage(depth: number): ShellCommand | ShellGroup {
    const start = this.index
    const keyword = this.keyword()
    if (depth < deepestGroup) {
      if (this.isOperator('(')) {
        this.index += 1
        return this.group(this.list(depth + 1, ')'))
      }
      if (keyword === '{') {
        this.index += 1
        return this.group(this.list(depth + 1, '}'))
      }
      if (keyword !== null && openers.has(keyword)) {
        this.index += 1
        const head = keyword === 'if' || keyword === 'while' || keyword === 'until' ? [] : this.head()
        return this.group([...head, ...this.list(depth + 1, 'compound')])
      }
    }
    const command = this.command(depth)
    // Always move on, whatever stands here.
    if (this.index === start) this.index += 1
    return command
  }

  private group(list: ShellList): ShellGroup {
    const redirects: ShellRedirect[] = []
    while (this.input[this.index]?.kind === 'redirection') this.redirect(redirects, [])
    return { kind: 'group', list, redirects }
  }

  /** The head of a `for`, `select` or `case`: words that run nothing but their substitutions. */
  private head(): ShellList {
    const substitutions: (readonly ShellToken[])[] = []
    while (this.index < this.input.length) {
      const token = this.input[this.index]
      if (token?.kind === 'operator' && token.operator !== '(') break
      this.index += 1
      if (token?.kind === 'word') {
        substitutions.push(...token.word.substitutions)
        if (token.word.text === 'in' && this.isOperator(';')) break
      }
    }
    if (substitutions.length === 0) return []
    const command = this.simple([], [], [], substitutions, 0)
    return [{ stages: [command], connector: ';', condition: true }]
  }

  private command(depth: number): ShellCommand {
    const assignments: string[] = []
    const words: string[] = []
    const redirects: ShellRedirect[] = []
    const substitutions: (readonly ShellToken[])[] = []
    let test = false
    while (this.index < this.input.length) {
      const token = this.input[this.index]
      if (token === undefined) break
      if (test && token.kind !== 'word') {
        // Inside `[[ … ]]` operators compare.
        if (token.kind === 'operator' && (token.operator === ';' || token.operator === ';;')) break
        this.index += 1
        continue
      }
      if (token.kind === 'redirection') this.redirect(redirects, substitutions)
      else if (token.kind === 'operator') {
        if (token.operator !== '(') break
        // `name()` opens a function: its body follows as a group.
        this.index += 1
        if (this.isOperator(')')) this.index += 1
        return this.simple([], [], [], substitutions, depth)
      } else {
        this.index += 1
        substitutions.push(...token.word.substitutions)
        this.word(token.word, assignments, words)
        if (words.length === 1 && words[0] === 'function') {
          // The name, and parentheses that may follow it: the body comes as a group.
          this.index += 1
          while (this.isOperator('(') || this.isOperator(')')) this.index += 1
          return this.simple([], [], [], substitutions, depth)
        }
        if (words[0] === '[[') test = token.word.text !== ']]'
      }
    }
    return this.simple(assignments, words, redirects, substitutions, depth)
  }

  private word(word: ShellWord, assignments: string[], words: string[]): void {
    if (words.length === 0 && assignment.test(word.text)) assignments.push(word.text)
    else words.push(word.text)
  }

  private simple(
    assignments: readonly string[],
    words: readonly string[],
    redirects: readonly ShellRedirect[],
    substitutions: readonly (readonly ShellToken[])[],
    depth: number,
  ): ShellCommand {
    this.budget.left -= 1
    const inner = depth < deepestGroup ? substitutions : []
    return {
      kind: 'command',
      assignments,
      words,
      redirects,
      substitutions: inner.map((tokens) => new ShellParser(tokens, this.budget).list(depth + 1, 'end')),
    }
  }

  private redirect(redirects: ShellRedirect[], substitutions: (readonly ShellToken[])[]): void {
    const token = this.input[this.index]
    this.index += 1
    if (token?.kind !== 'redirection') return
    const next = this.input[this.index]
    let target = ''
    if (next?.kind === 'word') {
      target = next.word.text
      substitutions.push(...next.word.substitutions)
      this.index += 1
    }
    const { operator, descriptor } = token
    redirects.push({ operator, descriptor, target, body: operator === '<<<' ? target : token.body })
  }

  private isOperator(operator: string): boolean {
    const token = this.input[this.index]
    return token?.kind === 'operator' && token.operator === operator
  }

  private keyword(): string | null {
    const token = this.input[this.index]
    return token?.kind === 'word' && !token.word.quoted ? token.word.text : null
  }
}
