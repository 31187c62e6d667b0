/** A message as the person saw it, narrowed to what a reader needs: `ui_messages.json`. Shapes: docs/sources/cline.md. */

import { isObject, type JsonObject, stringIn } from '../../json-value.js'
import { nestedJson } from '../../nested-json.js'
import { innerText, type ListKind, momentOfMilliseconds } from './history-message.js'
import { listParameter, listTool } from './task.js'

/** A message. */
export interface UiMessage {
  /** When. */
  readonly at: Date
  /** True where the person is asked, false where something is said to them. */
  readonly isAsk: boolean
  /** What kind it is, such as `tool` or `api_req_started`. */
  readonly kind: string
  /** Its text. */
  readonly text: string
  /** What the text holds where it is JSON; else empty. */
  readonly data: JsonObject
  /** True where the model had not written it to its end. */
  readonly isPartial: boolean
  /** The summary of what was condensed, or null. */
  readonly summary: string | null
}

/** True for a message as the person saw it. */
export function isUiMessage(value: JsonObject): boolean {
  const type = value['type']
  return (
    typeof value['ts'] === 'number' && (type === 'ask' || type === 'say') && stringIn(value, type) !== null
  )
}

/** Narrows a message; a text says why it can't be read. */
export function readUiMessage(value: JsonObject): UiMessage | string {
  const at = momentOfMilliseconds(value['ts'])
  const type = value['type']
  const kind = type === 'ask' || type === 'say' ? stringIn(value, type) : null
  if (at === null || kind === null) {
    return at === null ? 'a message without its time' : 'a message that neither asks nor says'
  }
  const text = stringIn(value, 'text') ?? ''
  const data = /^\s*\{/.test(text) ? nestedJson(text) : undefined
  return {
    at,
    isAsk: type === 'ask',
    kind,
    text,
    data: isObject(data) ? data : {},
    isPartial: value['partial'] === true,
    summary: innerText(value, 'contextCondense', 'summary'),
  }
}

/** How the message writes its list; null where it has none. */
export function listOfUi(value: JsonObject): ListKind | null {
  if (value['say'] === listParameter) {
    return 'parameter'
  }
  const text = stringIn(value, 'text') ?? ''
  return /^\s*\{\s*"tool"\s*:\s*"updateTodoList"/.test(text) ? 'tool' : null
}

/** What the UI calls a use of a tool, and what the model calls the tool. Sources: `ClineSayTool` of both programs. */
const tools: ReadonlyMap<string, string> = new Map([
  ['editedExistingFile', 'replace_in_file'],
  ['newFileCreated', 'write_to_file'],
  ['appliedDiff', 'apply_diff'],
  ['insertContent', 'insert_content'],
  ['searchAndReplace', 'search_and_replace'],
  ['fileDeleted', 'delete_file'],
  ['readFile', 'read_file'],
  ['listFilesTopLevel', 'list_files'],
  ['listFilesRecursive', 'list_files'],
  ['listCodeDefinitionNames', 'list_code_definition_names'],
  ['searchFiles', 'search_files'],
  ['codebaseSearch', 'codebase_search'],
  ['webFetch', 'web_fetch'],
  ['webSearch', 'web_search'],
  ['useSkill', 'use_skill'],
  ['skill', 'use_skill'],
  ['switchMode', 'switch_mode'],
  ['newTask', 'new_task'],
  ['fetchInstructions', 'fetch_instructions'],
  ['readCommandOutput', 'read_command_output'],
  ['generateImage', 'generate_image'],
  ['runSlashCommand', 'run_slash_command'],
  ['updateTodoList', listTool],
])

/** The tool and its input, as a message of the kind `tool` shows them. */
export function toolIn({ data }: UiMessage): { readonly name: string; readonly input: JsonObject } | null {
  const shown = stringIn(data, 'tool')
  if (shown === null) {
    return null
  }
  const name = tools.get(shown) ?? shown
  if (name === listTool) {
    return { name, input: { todos: data['todos'] } }
  }
  const { tool: _, content, batchFiles, batchDiffs, ...rest } = data
  const files = batchFiles ?? batchDiffs
  // Of a file that was read it shows where it stands, under the name of what it holds.
  const written = name === 'read_file' || content === undefined ? {} : { content }
  return { name, input: { ...rest, ...written, ...(Array.isArray(files) ? { files } : {}) } }
}
