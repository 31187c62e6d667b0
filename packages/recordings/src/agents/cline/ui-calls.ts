/** The calls that the person saw and that are not over: what was shown of them, and what the next request says. */

import { arrayIn, isObject, type JsonObject, stringIn } from '../../json-value.js'
import { outcomeOf } from './outcome.js'
import { handsOver, listTool } from './task.js'
import { type NamedResult, readResults } from './tool-text.js'

/** How a call ended. */
export interface EndedCall {
  /** Its id. */
  readonly id: string
  /** Whether it worked; null where nothing says so. */
  readonly ok: boolean | null
  /** What came back. */
  readonly output: string
}

interface OpenCall {
  readonly id: string
  readonly name: string
  readonly outputs: string[]
  hasFailed: boolean
}

/** What belongs to the last call of a tool. */
const outputsOf: ReadonlyMap<string, string> = new Map([
  ['command_output', 'execute_command'],
  ['mcp_server_response', 'use_mcp_tool'],
  ['browser_action_result', 'browser_action'],
  ['codebase_search_result', 'codebase_search'],
  ['subtask_result', 'new_task'],
])
const failing: ReadonlySet<string> = new Set([
  'error',
  'diff_error',
  'clineignore_error',
  'rooignore_error',
  'command_permission_denied',
])

/** Keeps the calls that are not over. */
export class UiCalls {
  #open: OpenCall[] = []

  /** A call was made. */
  begin(id: string, name: string): void {
    this.#open.push({ id, name, outputs: [], hasFailed: false })
  }

  /** Takes what belongs to a call before it; false where the message is of another kind. */
  take(kind: string, text: string): boolean {
    const owner = outputsOf.get(kind)
    const isFailure = failing.has(kind)
    const call = isFailure ? this.#open.at(-1) : this.#open.findLast(({ name }) => name === owner)
    call?.outputs.push(text)
    if (call !== undefined && isFailure) {
      call.hasFailed = true
    }
    return isFailure || owner !== undefined
  }

  /** The person answers a question; false where none was asked. */
  answer(text: string): boolean {
    const question = this.#open.find(({ name }) => name === 'ask_followup_question')
    question?.outputs.push(text)
    return question !== undefined
  }

  /** What the person made of the list, in the words of the result that the model gets. */
  edit(data: JsonObject): void {
    const lines = arrayIn(data, 'todos').flatMap((todo) => {
      if (!isObject(todo)) {
        return []
      }
      const { status } = todo
      const box = status === 'completed' ? '[x]' : status === 'in_progress' ? '[-]' : '[ ]'
      return [`${box} ${stringIn(todo, 'content') ?? ''}`]
    })
    const list = this.#open.findLast(({ name }) => name === listTool)
    list?.outputs.splice(0, list.outputs.length, `User edits todo:\n\n${lines.join('\n')}`)
  }

  /**
   * The calls are over. At the file's end, those of which nothing is known are not.
   * @param sent what the next request sends, or null; @param isEnd true at the file's end
   */
  settle(sent: string | null, isEnd: boolean): readonly EndedCall[] {
    const results = sent === null ? [] : [...readResults(sent).results]
    return this.#open.splice(0).flatMap(({ id, name, outputs, hasFailed }) => {
      const shown = outputs.join('\n')
      const output = takeResult(results, name) ?? shown
      if (isEnd && output === '' && !handsOver(name)) {
        return []
      }
      const ok = hasFailed ? false : outcomeOf(name, output)
      return [{ id, ok: name === listTool ? ok !== false : ok, output }]
    })
  }
}

/** Takes the result of a call of this tool out of those that were sent. */
function takeResult(results: NamedResult[], name: string): string | null {
  const own = results.findIndex((result) => result.name === name)
  const place = own === -1 ? results.findIndex((result) => isEditor(result.name) && isEditor(name)) : own
  return place === -1 ? null : (results.splice(place, 1)[0]?.output ?? null)
}

/** The person does not see by which of its tools the model changed a file. */
function isEditor(name: string): boolean {
  return /write|replace|edit|diff|insert|patch/.test(name)
}
