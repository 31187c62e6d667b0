/**
 * The end of the file in which Claude Code records the conversation, for what its hooks do not report: what came of a
 * call that was never let through, what was said beside the calls. A response is written there only once its first call
 * was let through, so what is missing says nothing. Format: docs/sources/agents.md#claude-code.
 */

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { outputOf, textsIn } from '@todo-ledger/recordings/agents/claude-code/content'
import {
  isObject,
  type JsonObject,
  objectIn,
  objectsOf,
  parsedJson,
  stringIn,
} from '@todo-ledger/recordings/json'

/** As many bytes from the end are looked at: the response under way stands there. */
const tailLength = 512 * 1024

/** The end of a conversation's file, read when it is first asked. */
export class Transcript {
  readonly #file: string | null
  #lines: readonly string[] | null = null

  /** @param file null where there is none */
  constructor(file: string | null) {
    this.#file = file
  }

  /** What came of a call, or null where it is not there. */
  outcomeOf(call: string): { readonly ok: boolean; readonly output: string } | null {
    for (const record of this.#recordsWith(call, 'user')) {
      const result = blocksIn(record).find(
        (block) => block['type'] === 'tool_result' && block['tool_use_id'] === call,
      )
      if (result !== undefined) return { ok: result['is_error'] !== true, output: outputOf(result, null) }
    }
    return null
  }

  /** What the model said in the responses that make some calls, in order, each text with the id of its record. */
  saidWith(calls: readonly string[]): readonly { readonly id: string; readonly text: string }[] {
    const responses = new Set(calls.flatMap((call) => this.#responseOf(call) ?? []))
    return [...responses].flatMap((response) =>
      this.#recordsWith(response, 'assistant').flatMap((record) => {
        const id = stringIn(record, 'uuid')
        const texts = textsIn(objectIn(record, 'message')?.['content'])
        if (id === null || responseIn(record) !== response || texts.length === 0) return []
        return [{ id, text: texts.join('\n') }]
      }),
    )
  }

  #responseOf(call: string): string | null {
    const record = this.#recordsWith(call, 'assistant').find((each) =>
      blocksIn(each).some((block) => block['type'] === 'tool_use' && block['id'] === call),
    )
    return record === undefined ? null : responseIn(record)
  }

  #recordsWith(id: string, type: string): readonly JsonObject[] {
    this.#lines ??= tailOf(this.#file)
    return this.#lines.flatMap((line) => {
      const record = line.includes(id) ? parsedJson(line) : null
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

function blocksIn(record: JsonObject): readonly JsonObject[] {
  return objectsOf(objectIn(record, 'message')?.['content'])
}

function responseIn(record: JsonObject): string | null {
  return stringIn(objectIn(record, 'message') ?? {}, 'id')
}
