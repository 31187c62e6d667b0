/** The trajectories of SWE-agent: `<instance>.traj`. Shapes: docs/sources/swe-agent.md. */

import { ChatConversations } from '../../formats/chat-messages/conversations.js'
import { idOfFile } from '../../ids.js'
import { arrayIn, type JsonObject, objectIn, stringIn } from '../../json-value.js'
import type { ReadContext, RecordingFormat, RecordReader } from '../../recording.js'

/** Trajectories of SWE-agent. */
export const sweAgent: RecordingFormat = {
  name: 'swe-agent',
  lists: new Set(['trajectory', 'history']),
  certaintyOf: (record) => (isItem(record) || isStep(record) ? 0.95 : 0),
  reader,
}

const isItem = (record: JsonObject): boolean =>
  ['role', 'agent', 'message_type'].every((field) => stringIn(record, field) !== null)

/** A step of the trajectory, which stands before the history in the file. */
const isStep = (record: JsonObject): boolean =>
  ['action', 'observation', 'response', 'thought'].every((field) => typeof record[field] === 'string') &&
  objectIn(record, 'state') !== null

function reader({ file, todoTools, onSkipped }: ReadContext): RecordReader {
  const skip = (line: number, reason: string): void => onSkipped({ file, line, reason })
  const fallback = idOfFile(file)
  const conversations = new ChatConversations({ fallback, onSkipped: skip, todoTools })
  let isHistory = true
  let count = 0
  /** The command that waits for its output. */
  let open: string | null = null
  let hasHistory = false
  let lastStep = 0

  /** An item as a chat message, which it nearly is; null where it is no part of the talk. */
  const messageOf = (item: JsonObject): JsonObject | null => {
    count += 1
    const role = stringIn(item, 'role')
    if (item['is_demo'] === true || item['message_type'] === 'demonstration' || role === 'system') return null
    if (role !== 'assistant') {
      const [named] = arrayIn(item, 'tool_call_ids')
      const call = typeof named === 'string' ? named : open
      open = null
      const { content } = item
      return call === null ? { role: 'user', content } : { role: 'tool', tool_call_id: call, content }
    }
    const content = stringIn(item, 'thought') ?? item['content']
    const calls = arrayIn(item, 'tool_calls')
    const command = stringIn(item, 'action')?.trim() ?? ''
    open = calls.length > 0 || command === '' ? null : `action ${count}`
    const called = open === null ? calls : [{ id: open, name: 'bash', args: { command } }]
    return { role: 'assistant', content, tool_calls: called }
  }

  return {
    begin(_, name) {
      isHistory = name === null ? isHistory : name === 'history'
      count = 0
      open = null
      return isHistory ? conversations.open(null) : []
    },
    take(record, line) {
      if (isHistory) hasHistory = true
      else lastStep = line
      const message = isHistory ? messageOf(record) : null
      return message === null ? [] : conversations.take(message, line)
    },
    finish() {
      if (!hasHistory && lastStep > 0) skip(lastStep, 'a trajectory without its history; the history is read')
      return conversations.finish()
    },
  }
}
