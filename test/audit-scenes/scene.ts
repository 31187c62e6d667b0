/** A scene: a small session that is written once, as text, and what the audit must say of its items. README.md shows one. */

import type { Verdict } from '@todo-ledger/audit'

/** How a call ended. */
export type SceneEnd =
  /** It ended with this exit code. */
  | { readonly kind: 'exit'; readonly code: number }
  /** The host says that the call failed, and of no exit code. */
  | { readonly kind: 'error' }
  /** It was left running. */
  | { readonly kind: 'running' }
  /** The host ended it after so many seconds. */
  | { readonly kind: 'timeout'; readonly seconds: number }
  /** A person said no, a setting said no, a person stopped it, or no result was recorded. */
  | { readonly kind: 'refused' | 'denied' | 'cancelled' | 'lost' }

/** A step of a scene. */
export type SceneStep =
  | { readonly kind: 'user' | 'say'; readonly text: string }
  /** The whole list, as it is now. */
  | { readonly kind: 'list'; readonly items: readonly SceneItem[] }
  /** A shell command; `background` where it is started as one. */
  | {
      readonly kind: 'run'
      readonly command: string
      readonly background: boolean
      readonly output: string
      readonly end: SceneEnd
    }
  /** A look after the command that was left running, or what the host tells of its end by itself. */
  | { readonly kind: 'look' | 'notice'; readonly output: string; readonly end: SceneEnd }
  | {
      readonly kind: 'edit'
      readonly path: string
      readonly before: string
      readonly after: string
      readonly end: SceneEnd
    }
  | {
      readonly kind: 'write' | 'read'
      readonly path: string
      readonly content: string
      readonly end: SceneEnd
    }
  | { readonly kind: 'search'; readonly pattern: string; readonly output: string; readonly end: SceneEnd }
  /** A tool of the host or of an MCP server, `mcp__server__tool`. */
  | {
      readonly kind: 'call'
      readonly name: string
      readonly input: Readonly<Record<string, unknown>>
      readonly output: string
      readonly end: SceneEnd
    }
  /** A sub-agent with its steps and what it reports. */
  | {
      readonly kind: 'agent'
      readonly prompt: string
      readonly steps: readonly SceneStep[]
      readonly report: string
    }
  /** A hook of the host that ran a command by itself. */
  | {
      readonly kind: 'hook'
      readonly event: string
      readonly command: string
      readonly output: string
      readonly end: SceneEnd
    }

/** An item of the list. */
export interface SceneItem {
  /** Its text. */
  readonly text: string
  /** Its status. */
  readonly status: 'pending' | 'in_progress' | 'completed'
}

/** What is right of an item. */
export interface Expected {
  readonly verdict: Verdict
  /** Whether it was wholly done, whatever tools state. */
  readonly done: boolean
}

/** A scene. */
export interface Scene {
  /** Its name. */
  readonly id: string
  /** Which part of the audit it is about: the name of its file. */
  readonly about: string
  /** Why the verdicts are right, in a sentence. */
  readonly why: string
  /** The formats that can say it; null for all. */
  readonly formats: readonly string[] | null
  /** What must be said of an item, by its text. */
  readonly expects: ReadonlyMap<string, Expected>
  /** What happens. */
  readonly steps: readonly SceneStep[]
}

/** The verdicts, and behind those that leave it open what is true. */
const expectations: ReadonlyMap<string, Expected> = new Map([
  ['supported', { verdict: 'supported', done: true }],
  ['weak', { verdict: 'weak', done: false }],
  ['unsupported', { verdict: 'unsupported', done: false }],
  ['undecided though done', { verdict: 'undecided', done: true }],
  ['undecided though not done', { verdict: 'undecided', done: false }],
  ['unknown though done', { verdict: 'unknown', done: true }],
  ['unknown though not done', { verdict: 'unknown', done: false }],
])

/** Reads the scenes of a file. @throws Error that names the line where one can't be read */
export function readScenes(text: string, file: string): readonly Scene[] {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, index) => (line.startsWith('=== ') ? [index] : []))
  const about = (file.split('/').at(-1) ?? file).replace(/\.scenes$/u, '')
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? lines.length
    const reader = new SceneReader(`${file}:`, start, lines.slice(start, end))
    return reader.scene(about)
  })
}

/** A line with what is indented below it. */
interface Entry {
  readonly line: number
  readonly word: string
  readonly rest: string
  readonly body: string
}

class SceneReader {
  readonly #where: string
  readonly #items: SceneItem[] = []
  readonly #entries: readonly Entry[]

  constructor(file: string, start: number, lines: readonly string[]) {
    this.#where = file
    this.#entries = entriesOf(lines, start)
  }

  scene(about: string): Scene {
    const [head, ...entries] = this.#entries
    if (head === undefined || head.word !== '===') throw new Error(`${this.#where} no scene`)
    const expects = new Map<string, Expected>()
    let why = ''
    let formats: readonly string[] | null = null
    const rest = [...entries]
    for (let entry = rest[0]; entry !== undefined; entry = rest[0]) {
      if (entry.word === 'why') why = entry.rest
      else if (entry.word === 'formats') formats = entry.rest.split(/\s+/u)
      else {
        const expected = expectations.get(entry.word)
        if (expected === undefined) break
        expects.set(entry.rest, expected)
      }
      rest.shift()
    }
    const steps = this.#steps(rest)
    for (const item of expects.keys()) {
      if (this.#items.find(({ text }) => text === item)?.status !== 'completed')
        this.#fail(head, `nothing completes “${item}”`)
    }
    if (why === '' || expects.size === 0) this.#fail(head, 'a scene needs a why and a verdict')
    return { id: head.rest, about, why, formats, expects, steps }
  }

  #steps(entries: readonly Entry[]): readonly SceneStep[] {
    const steps: SceneStep[] = []
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index]
      if (entry === undefined) break
      if (isListWord(entry.word)) {
        while (isListWord(entries[index]?.word ?? '')) this.#list(entries[index++] ?? entry)
        index -= 1
        this.#goOn()
        steps.push({ kind: 'list', items: [...this.#items] })
        continue
      }
      const end = endOf(entries[index + 1])
      if (end !== null) index += 1
      steps.push(this.#step(entry, end))
    }
    return steps
  }

  #step(entry: Entry, given: SceneEnd | null): SceneStep {
    const { word, rest, body } = entry
    const end = given ?? { kind: 'exit', code: 0 }
    switch (word) {
      case 'user':
      case 'say':
        return { kind: word, text: body === '' ? rest : `${rest}\n${body}`.trim() }
      case '$':
        return { kind: 'run', command: rest, background: false, output: body, end }
      case '&':
        return { kind: 'run', command: rest, background: true, output: body, end: { kind: 'running' } }
      case 'look':
      case 'notice':
        return { kind: word, output: body, end }
      case 'read':
      case 'write':
        return { kind: word, path: rest, content: body, end }
      case 'search':
        return { kind: word, pattern: rest, output: body, end }
      case 'edit': {
        const side = (sign: string) =>
          body
            .split('\n')
            .filter((line) => line.startsWith(sign) || line.startsWith(' '))
            .map((line) => line.slice(1).replace(/^ /u, ''))
            .join('\n')
        return { kind: word, path: rest, before: side('-'), after: side('+'), end }
      }
      case 'call': {
        const [, name = '', input = '{}'] = /^(\S+)\s*(.*)$/u.exec(rest) ?? []
        return { kind: word, name, input: { ...JSON.parse(input) }, output: body, end }
      }
      case 'hook': {
        const [, event = '', command = ''] = /^(\S+) (.*)$/u.exec(rest) ?? []
        return { kind: word, event, command, output: body, end }
      }
      case 'agent': {
        const steps = this.#steps(entriesOf(body.split('\n'), entry.line))
        const last = steps.at(-1)
        if (last?.kind !== 'say') return this.#fail(entry, 'a sub-agent ends with what it says')
        return { kind: word, prompt: rest, steps: steps.slice(0, -1), report: last.text }
      }
      default:
        return this.#fail(entry, `no step “${word}”`)
    }
  }

  #list(entry: Entry): void {
    const { word, rest } = entry
    const index = this.#items.findIndex(({ text }) => text === rest)
    if (word === 'plan') {
      if (index !== -1) this.#fail(entry, 'an item that is there already')
      this.#items.push({ text: rest, status: 'pending' })
      return
    }
    if (index === -1) this.#fail(entry, 'an item that was never planned')
    this.#items[index] = { text: rest, status: word === 'done' ? 'completed' : 'in_progress' }
  }

  /** The next item is begun where none is. */
  #goOn(): void {
    if (this.#items.some(({ status }) => status === 'in_progress')) return
    const next = this.#items.findIndex(({ status }) => status === 'pending')
    const item = this.#items[next]
    if (item !== undefined) this.#items[next] = { text: item.text, status: 'in_progress' }
  }

  #fail({ line }: Entry, what: string): never {
    throw new Error(`${this.#where}${line + 1}: ${what}`)
  }
}

function isListWord(word: string): boolean {
  return word === 'plan' || word === 'start' || word === 'done'
}

/** Lines with what is indented below them; empty lines and comments between them say nothing. */
function entriesOf(lines: readonly string[], start: number): readonly Entry[] {
  const entries: { line: number; word: string; rest: string; body: string[] }[] = []
  lines.forEach((line, index) => {
    const last = entries.at(-1)
    if (line.startsWith('    ') || line.trim() === '') last?.body.push(line.slice(4))
    else if (!line.startsWith('# ')) {
      const [, mark, word = '', rest = ''] = /^(?:(===|\$|&) |([a-z ]+):? ?)(.*)$/u.exec(line) ?? []
      entries.push({ line: start + index, word: mark ?? word.trim(), rest, body: [] })
    }
  })
  return entries.map(({ body, ...entry }) => ({ ...entry, body: body.join('\n').trimEnd() }))
}

function endOf(entry: Entry | undefined): SceneEnd | null {
  switch (entry?.word) {
    case 'exit':
      return { kind: 'exit', code: Number(entry.rest) }
    case 'timeout':
      return { kind: 'timeout', seconds: Number(entry.rest) }
    case 'error':
    case 'running':
    case 'refused':
    case 'denied':
    case 'cancelled':
    case 'lost':
      return { kind: entry.word }
    default:
      return null
  }
}
