/** The program of a thread that reads recorded files for the list of sessions. */

import { workerData } from 'node:worker_threads'
import { answerTasks } from '../../thread-pool.js'
import { OverviewReader } from './overview-reader.js'
import type { OverviewRead, OverviewSetup } from './session-overview.js'

const setup: OverviewSetup = workerData
const reader = new OverviewReader(setup)

answerTasks<string, OverviewRead>((file) => reader.read(file))
