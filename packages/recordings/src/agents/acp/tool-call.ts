/** A tool call as its reports come: what each says holds until another one says otherwise. Shapes: docs/sources/acp.md. */

import { textIn, textsIn } from '../../formats/chat-messages/blocks.js'
import { arrayIn, isObject, type JsonObject, objectIn, objectsOf, stringIn } from '../../json-value.js'

/** What a terminal of the client printed, and how its command ended. */
export interface Terminal {
  /** What it printed. */
  readonly output: string
  /** The exit code, or null. */
  readonly exitCode: number | null
}

/** What tools are called of which only the kind is known. */
const names: { readonly [kind: string]: string } = {
  read: 'read',
  edit: 'edit',
  delete: 'delete',
  move: 'move_file',
  search: 'search',
  execute: 'execute',
  think: 'think',
  fetch: 'fetch',
}

/** A call while it is reported. */
export class ReportedCall {
  /** Its id. */
  readonly id: string
  /** Only the latest version of each field is held, however often it comes. */
  #fields: JsonObject = {}
  /** What was added to its content piece by piece. */
  #added: JsonObject[] = []

  /** @param id its id */
  constructor(id: string) {
    this.id = id
  }

  /** Takes a report; what it leaves out, or gives as null, stays. */
  take(update: JsonObject): void {
    if ('content' in update && update['content'] !== null) this.#added = []
    const said = Object.entries(update).filter(([, value]) => value !== null && value !== undefined)
    this.#fields = { ...this.#fields, ...Object.fromEntries(said) }
  }

  /** Takes a piece of its content. */
  add(content: JsonObject): void {
    this.#added.push(content)
  }

  /** True where something says what it is. */
  get isTold(): boolean {
    return ['name', '_meta', 'kind', 'title', 'rawInput'].some((field) => field in this.#fields)
  }

  /** Whether it worked; undefined while it is under way. */
  get ok(): boolean | undefined {
    const status = stringIn(this.#fields, 'status')
    if (status === 'completed') return true
    return status === 'failed' || status === 'cancelled' ? false : undefined
  }

  /** The tool's name; where nobody says, one that its kind stands for. */
  get name(): string {
    const own = objectIn(objectIn(this.#fields, '_meta') ?? {}, 'claudeCode')
    return (
      stringIn(this.#fields, 'name') ??
      stringIn(own ?? {}, 'toolName') ??
      names[stringIn(this.#fields, 'kind') ?? ''] ??
      'tool'
    )
  }

  /** What it was given; where nobody says, what its title and its places tell. */
  get input(): unknown {
    const raw = this.#fields['rawInput']
    if (isObject(raw) ? Object.keys(raw).length > 0 : raw !== undefined && raw !== '') return raw
    const title = stringIn(this.#fields, 'title') ?? ''
    if (stringIn(this.#fields, 'kind') === 'execute') return { command: title.replace(/^`|`$/g, '') }
    const [place] = [...this.#content('diff'), ...objectsOf(arrayIn(this.#fields, 'locations'))]
    const path = place === undefined ? null : stringIn(place, 'path')
    return path === null ? { title } : { title, path }
  }

  /** What came back. @param terminalOf a terminal of the client */
  output(terminalOf: (id: string) => Terminal | undefined): {
    readonly text: string
    readonly failed: boolean
  } {
    const terminals = this.#content('terminal').flatMap(
      (content) => terminalOf(stringIn(content, 'terminalId') ?? '') ?? [],
    )
    const texts = [
      ...this.#content('content').flatMap(({ content }) => textsIn(content)),
      ...this.#content('diff').map((diff) => `${stringIn(diff, 'path') ?? 'a file'} was changed`),
      ...terminals.map(({ output }) => output),
    ]
    const raw = this.#fields['rawOutput']
    const code = isObject(raw) ? (raw['exitCode'] ?? raw['exit_code']) : null
    const codes = [code, ...terminals.map(({ exitCode }) => exitCode)].filter(
      (each) => typeof each === 'number',
    )
    const told = codes.map((each) => `Exit code: ${each}`)
    const said = texts.length > 0 ? texts : [textIn(raw)]
    return { text: [...said, ...told].join('\n'), failed: codes.some((each) => each !== 0) }
  }

  #content(type: string): readonly JsonObject[] {
    const all = [...objectsOf(arrayIn(this.#fields, 'content')), ...this.#added]
    return all.filter((content) => content['type'] === type)
  }
}
