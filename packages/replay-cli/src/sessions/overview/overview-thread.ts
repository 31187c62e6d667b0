/** The program of a thread that reads recorded files for the list of sessions: answers one task after the other. */

import { parentPort, workerData } from 'node:worker_threads'
import { OverviewReader } from './overview-reader.js'
import type { OverviewSetup } from './session-overview.js'

if (parentPort === null) throw new Error('This is the program of a thread, not one to be started by itself.')
const port = parentPort
const setup: OverviewSetup = workerData
const reader = new OverviewReader(setup)

async function answer(file: string): Promise<void> {
  port.postMessage(await reader.read(file))
}

// Whatever this throws ends the thread: the one that asked is informed, and goes on with another.
port.on('message', (file: string) => void answer(file))
