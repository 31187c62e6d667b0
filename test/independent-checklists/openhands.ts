/** OpenHands: each observation of the task tracker holds the whole list, in all its versions. */

import { type ChecklistScript, jsonLines } from './checklist.js'

const words: { readonly [status: string]: string } = {
  todo: 'pending',
  in_progress: 'in_progress',
  done: 'completed',
}

/** The checklists of a trajectory, of events a line each, or of what an evaluation writes. */
export const openhandsChecklists: ChecklistScript = (text) => {
  const events = text.startsWith('[')
    ? JSON.parse(text)
    : jsonLines(text).flatMap((line) => line.history ?? [line])
  return events
    .map((event: (typeof events)[number]) => event.extras ?? event.observation ?? {})
    .filter((found: (typeof events)[number]) => found.task_list !== undefined && found.command === 'plan')
    .map((found: (typeof events)[number]) =>
      found.task_list.map((task: (typeof events)[number]) => `[${words[task.status]}] ${task.title}`),
    )
}
