/** The program of a thread of an audit: answers one task after the other. */

import { parentPort, workerData } from 'node:worker_threads'
import { FileAuditor } from './file-auditor.js'
import type { ThreadAnswer, ThreadSetup, ThreadTask } from './thread-messages.js'

if (parentPort === null) throw new Error('This is the program of a thread, not one to be started by itself.')
const port = parentPort
const setup: ThreadSetup = workerData
const auditor = new FileAuditor(setup)

async function answer(task: ThreadTask): Promise<void> {
  const given: ThreadAnswer = task.kind === 'read' ? await auditor.read(task) : auditor.judge(task)
  port.postMessage(given)
}

// Whatever this throws ends the thread: the one that asked is told, and goes on with another.
port.on('message', (task: ThreadTask) => void answer(task))
