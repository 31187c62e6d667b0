/**
 * The end of the file in which Claude Code records the conversation, for what its hooks do not report: which response a
 * call belongs to, what came of a call that was never let through, what was said beside the calls. A response is
 * written there only once its first call was let through, so what is missing says nothing. Format: docs/sources/claude-code.md.
 */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { parseJson } from '@todo-ledger/recordings/json-text'
import { isObject, type JsonObject, textIn } from '../json-object.js'

/** As many bytes from the end are looked at: the response under way stands there. */
const tailLength = 512 * 1024

/** What came of a call. */
export interface TranscriptOutcome {
  /** Whether it worked. */
  readonly ok: boolean
  /** What came back. */
  readonly output: string
}

/** What was said. */
export interface TranscriptText {
  /** The id of its record. */
  readonly id: string
  /** What was said. */
  readonly text: string
}

/** The end of a conversation's file, read when it is first asked. */
export class Transcript {
  readonly #file: string | null
  #lines: readonly string[] | null = null

  /** @param file the file; null where there is none */
  constructor(file: string | null) {
    this.#file = file
  }

  /** The id of the response that makes a call, or null where it is not there. */
  responseOf(call: string): string | null {
    for (const record of this.#recordsWith(call, 'assistant')) {
      if (blocksOf(record).some((block) => block['type'] === 'tool_use' && block['id'] === call)) {
        return responseIn(record)
      }
    }
    return null
  }

  /** What came of a call, or null where it is not there. */
  outcomeOf(call: string): TranscriptOutcome | null {
    for (const record of this.#recordsWith(call, 'user')) {
      const result = blocksOf(record).find(
        (block) => block['type'] === 'tool_result' && block['tool_use_id'] === call,
      )
      if (result !== undefined) return { ok: result['is_error'] !== true, output: outputOf(result) }
    }
    return null
  }

  /** What the model said in a response, in order. */
  textsOf(response: string): readonly TranscriptText[] {
    return this.#recordsWith(response, 'assistant').flatMap((record) => {
      const id = textIn(record, 'uuid')
      const texts = blocksOf(record).flatMap((block) =>
        block['type'] === 'text' ? (textIn(block, 'text') ?? []) : [],
      )
      if (id === null || responseIn(record) !== response || texts.length === 0) return []
      return [{ id, text: texts.join('\n') }]
    })
  }

  #recordsWith(id: string, type: string): readonly JsonObject[] {
    this.#lines ??= tailOf(this.#file)
    return this.#lines.flatMap((line) => {
      if (!line.includes(id)) return []
      const read = parseJson(line)
      const record = 'value' in read ? read.value : null
      return isObject(record) && record['type'] === type ? [record] : []
    })
  }
}

/** The lines at the end of a file; none where it can't be read. The first is whole only where the file begins there. */
function tailOf(file: string | null): readonly string[] {
  if (file === null) return []
  let open: number | null = null
  try {
    // A pipe that nobody writes to would hold it for ever.
    open = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const status = fstatSync(open)
    if (!status.isFile()) return []
    const start = Math.max(0, status.size - tailLength)
    const bytes = Buffer.alloc(Math.min(status.size, tailLength))
    const read = readSync(open, bytes, 0, bytes.length, start)
    const lines = bytes.toString('utf8', 0, read).split('\n')
    return start === 0 ? lines : lines.slice(1)
  } catch {
    return []
  } finally {
    if (open !== null) closeSync(open)
  }
}

function blocksOf(record: JsonObject): readonly JsonObject[] {
  const { message } = record
  const content = isObject(message) ? message['content'] : null
  return Array.isArray(content) ? content.filter(isObject) : []
}

function responseIn(record: JsonObject): string | null {
  const { message } = record
  return isObject(message) ? textIn(message, 'id') : null
}

function outputOf(result: JsonObject): string {
  const { content } = result
  if (typeof content === 'string') return content
  const blocks = Array.isArray(content) ? content.filter(isObject) : []
  return blocks.flatMap((block) => textIn(block, 'text') ?? []).join('\n')
}
