/**
 * The structure of a shell line: lists of pipelines of commands and groups. Keywords are looked through, so that
 * what stands in an `if` or a loop is found; nothing is expanded. `unbash` reads the line, whatever shell it is for.
 */

import {
  type CommandNode,
  forEachChild,
  parse,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash'

/** A redirection of a command's input or output: its operator, its descriptor as written, its target. */
export type ShellRedirect = ReturnType<typeof redirectOf>

/** One simple command: its words without quotes, and the scripts in its substitutions. */
export interface ShellCommand {
  readonly kind: 'command'
  /** Empty for a mere assignment or redirection. */
  readonly words: readonly string[]
  readonly redirects: readonly ShellRedirect[]
  readonly substitutions: readonly ShellList[]
}

/** A subshell, a block, a loop, a condition with its branches, or the body of a function of that name. */
export interface ShellGroup {
  readonly kind: 'group'
  readonly list: ShellList
  readonly redirects: readonly ShellRedirect[]
  readonly name: string | null
}

/** Commands and groups that are piped one into the next, and what follows them. */
export interface ShellPipeline {
  readonly stages: readonly (ShellCommand | ShellGroup)[]
  /** Whether what comes next depends on its status, does not, or it went to the background. */
  readonly connector: '&&' | '||' | ';' | '&'
  /** True where its status only chooses a branch. */
  readonly condition: boolean
}

export type ShellList = readonly ShellPipeline[]

/** Reading goes on behind what no shell understands, up to so many characters, those that are read again counted again. */
const mostRead = 2_000_000
/** How much is read of substitutions, those inside others counted again. */
const mostSubstituted = 1_000_000
/** What a shell line holds beyond this many here-documents is not looked at. */
const mostDocuments = 500
/** Scrubbed recordings put `<path>` in place of words; it is no redirection. */
const placeholder = /<([a-z]{2,12})>/g

/** The structure of a shell line. Bounded in time, never throws: what cannot be read is one unknown command. */
export function parseShell(source: string): ShellList {
  const documents = source.replaceAll('\r\n', '\n').split(/(?=<<)/, mostDocuments)
  const reader = new Reader()
  const found: ShellPipeline[] = []
  let rest = documents.join('').replace(placeholder, '\ue000$1\ue001')
  for (let read = 0; read <= mostRead && rest.trim() !== ''; read += rest.length) {
    try {
      const script = parse(rest)
      found.push(...reader.list(script.commands))
      const stop = script.errors?.find((error) => error.message.startsWith('unexpected token'))
      if (stop === undefined) return found
      rest = rest.slice(stop.pos + 1)
    } catch {
      // Too deep for the stack.
      break
    }
  }
  const unread = command([plain(rest.slice(0, 200))])
  return rest.trim() === '' ? found : [...found, { stages: [unread], connector: ';', condition: false }]
}

function command(
  words: readonly string[],
  redirects: readonly ShellRedirect[] = [],
  substitutions: readonly ShellList[] = [],
): ShellCommand {
  return { kind: 'command', words, redirects, substitutions }
}

type BodyNode = CommandNode | (CommandNode & { type: 'Function' })['body']

/** Turns the nodes of one line into lists. */
class Reader {
  #substituted = 0

  list(statements: readonly Statement[], condition = false): ShellPipeline[] {
    return statements.flatMap(({ command: node, background }, index) => {
      const parts = node.type === 'AndOr' ? node.commands : [node]
      return parts.map((part, at) => {
        const operator = node.type === 'AndOr' ? node.operators[at] : undefined
        return {
          stages: (part.type === 'Pipeline' ? part.commands : [part]).map((one) => this.#stage(one)),
          connector: operator ?? (background === true ? '&' : ';'),
          // Only the last list, of those joined by `&&` and `||`, chooses a branch.
          condition: condition && index === statements.length - 1,
        }
      })
    })
  }

  #stage(
    node: BodyNode,
    redirects: readonly ShellRedirect[] = [],
    name: string | null = null,
  ): ShellCommand | ShellGroup {
    switch (node.type) {
      case 'Command':
        return this.#command(node)
      case 'Redirected':
        return this.#stage(node.command, node.redirects.map(redirectOf), name)
      case 'TestCommand':
        return command(['[['], redirects, this.#substitutions(node))
      case 'ArithmeticCommand':
        return command(['((…))'], redirects, this.#substitutions(node))
      case 'Function':
        return this.#stage(node.body, redirects, node.name.value)
      case 'Coproc':
        return this.#stage(node.body)
      default:
        return { kind: 'group', list: this.#compound(node), redirects, name }
    }
  }

  /** What stands in a block, a loop or a condition, in its order; the words of a head run their substitutions alone. */
  #compound(node: SyntaxNode): ShellList {
    const found: ShellPipeline[] = []
    const clause = node.type === 'If' || node.type === 'While' || node.type === 'Elif' ? node.clause : null
    if (node.type === 'CompoundList') return this.list(node.commands)
    forEachChild(node, (child) => {
      if (child.type === 'CompoundList') found.push(...this.list(child.commands, child === clause))
      else if (child.type !== 'Word') found.push(...this.#compound(child))
      else {
        const substitutions = this.#substitutions(child)
        const stages = [command([], [], substitutions)]
        if (substitutions.length > 0) found.push({ stages, connector: ';', condition: true })
      }
    })
    return found
  }

  #command({ prefix, name, suffix, redirects }: CommandNode & { type: 'Command' }): ShellCommand {
    const behind = name === undefined ? suffix : [name, ...suffix]
    const words = behind.flatMap((part) => {
      if (part.type === 'Word') return [textOf(part)]
      // `NAME=value` behind the program, as in `export NAME=value`.
      return part.type === 'Assignment' ? [plain(part.text)] : []
    })
    const parts = [...prefix, ...behind].filter(({ type }) => type !== 'HereDoc')
    const substitutions = parts.flatMap((part) => this.#substitutions(part))
    return command(words, redirects.map(redirectOf), substitutions)
  }

  /** The scripts that stand in a node: in `$(…)`, backticks and process substitutions. */
  #substitutions(node: SyntaxNode): ShellList[] {
    const found: ShellList[] = []
    if (node.type === 'Word' && !/[`(]/.test(node.text)) return found
    this.#substituted += node.end - node.pos
    if (this.#substituted > mostSubstituted) return found
    forEachChild(node, (child) => {
      if (child.type === 'Script') found.push(this.list(child.commands))
      else found.push(...this.#substitutions(child))
    })
    return found
  }
}

function redirectOf(node: Redirection) {
  const { descriptor: number } = node
  const descriptor = number?.type === 'FileDescriptor' ? String(number.value) : ''
  if (node.type === 'HereDoc')
    return { operator: '<<', descriptor, target: '', body: plain(node.body.text).replace(/\n$/, '') }
  const target = node.target === undefined ? '' : textOf(node.target)
  const operator = node.operator === '>|' ? '>' : node.operator === '&>>' ? '&>' : node.operator
  return { operator, descriptor, target, body: operator === '<<<' ? target : null }
}

/** The text of a word, quotes and escapes taken away; expansions such as `$HOME` stay as written. */
function textOf({ text, parts }: Word): string {
  if (/^[\w./:=@%+,-]*$/.test(text)) return text
  const read = (part: WordPart, before: string): string => {
    if (part.type === 'Literal') return unescaped(part.text, before)
    if (part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted') return part.value
    if (part.type === 'DoubleQuoted' || part.type === 'LocaleString')
      return part.parts.map((one) => (one.type === 'Literal' ? one.value : one.text)).join('')
    return part.text
  }
  return plain(parts?.reduce((before, part) => before + read(part, before), '') ?? unescaped(text, ''))
}

/** A backslash inside a word and before a letter is far more often a Windows path than an escape. */
function unescaped(text: string, before: string): string {
  return text.replace(/\\([\s\S]|$)/g, (written, char: string, at: number) =>
    char === '\n' ? '' : (before !== '' || at > 0) && /[A-Za-z0-9]/.test(char) ? written : char,
  )
}

function plain(text: string): string {
  return text.replaceAll('\ue000', '<').replaceAll('\ue001', '>')
}
