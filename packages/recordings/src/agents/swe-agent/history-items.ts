/** The items of a SWE-agent history as chat messages (chat-messages.ts), which they nearly are. */

import { arrayIn, type JsonObject, stringIn } from '../../json-value.js'

/** Makes chat messages of the items of one history. */
export class HistoryItems {
  #count = 0
  /** The call that waits for its result, or null. */
  #open: string | null = null

  /** The item as a chat message; null where it is no part of the talk. */
  asMessage(item: JsonObject): JsonObject | null {
    this.#count += 1
    const role = stringIn(item, 'role')
    if (item['is_demo'] === true || item['message_type'] === 'demonstration' || role === 'system') {
      return null
    }
    if (role === 'assistant') {
      return this.#response(item)
    }
    const [named] = arrayIn(item, 'tool_call_ids')
    const call = typeof named === 'string' ? named : this.#open
    this.#open = null
    const { content } = item
    return call === null ? { role: 'user', content } : { role: 'tool', tool_call_id: call, content }
  }

  #response(item: JsonObject): JsonObject {
    const content = stringIn(item, 'thought') ?? item['content']
    const calls = arrayIn(item, 'tool_calls')
    const command = stringIn(item, 'action')?.trim() ?? ''
    this.#open = null
    if (calls.length > 0) {
      return { role: 'assistant', content, tool_calls: calls }
    }
    if (command === '') {
      return { role: 'assistant', content }
    }
    this.#open = `action ${this.#count}`
    const call = { id: this.#open, name: 'bash', args: { command } }
    return { role: 'assistant', content, tool_calls: [call] }
  }
}
