/** What the readers of a task's files have in common: what they are given, and the names of the lists. */

import type { RecordingStep } from '../../recording.js'

/** A task and where what it says goes. */
export interface ClineTask {
  /** Its id. */
  readonly id: string
  /** When it began; 1970 where nothing says so. */
  readonly began: Date
  /** The session that started it, or null. */
  readonly parent: string | null
  /** The profile that fits, by name. */
  readonly profile: string
  /** Where its steps are put. */
  readonly steps: RecordingStep[]
  /** Is given what can't be read. */
  readonly onSkipped: (line: number, reason: string) => void
}

/** The todo tool of extensions that came of it. */
export const listTool = 'update_todo_list'

/** Cline's parameter of any tool, emitted as a tool. */
export const listParameter = 'task_progress'

/** True for a tool by which the model hands over to the person. */
export function handsOver(tool: string): boolean {
  return tool === 'attempt_completion' || tool === 'plan_mode_respond'
}

/** How Cline begins what it puts before the model about its list. */
const talk = /^\s*#\s*(?:TODO LIST|task_progress)\b([^\n]*)/i
/** What it says where it only recommends a list, or asks for the first one. */
const invitation = /RECOMMENDED|CREATION REQUIRED|Optional/i

/** What a text is that Cline puts before the model: a reminder of the list, or how to make one; null for any other. */
export function listTalk(text: string): 'reminder' | 'invitation' | null {
  const head = talk.exec(text)
  return head === null ? null : invitation.test(head[1] ?? '') ? 'invitation' : 'reminder'
}
