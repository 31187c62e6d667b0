/** The program of the thread in which analyses are made. */

import { on } from 'node:events'
import { setPriority } from 'node:os'
import { MessageChannel, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { TodoEvent } from '@todo-ledger/core'
import type { ReadRange } from '@todo-ledger/core/store'
import { openStore } from '../service/open-store.js'
import { type Analysis, type Asking, analyses, type User } from './analyses.js'
import { errorOf, type Thrown, thrownOf } from './thrown.js'

/** What the thread is given. */
export interface WorkerSettings {
  /** The file or address of the store; null for one that is in the memory of the other thread, which is asked for events. */
  readonly place: string | null
  readonly user: User | null
}

/** What the thread tells: an answer, or which events it needs. */
export type FromWorker =
  | { readonly kind: 'answered'; readonly bytes: Uint8Array<ArrayBuffer> | null }
  | { readonly kind: 'failed'; readonly thrown: Thrown }
  | { readonly kind: 'read'; readonly session: string; readonly range: ReadRange; readonly port: MessagePort }

/** Some events of a session that was asked for. */
export interface EventsPiece {
  readonly events: readonly TodoEvent[]
  readonly isLast: boolean
  readonly thrown?: Thrown
}

const { place, user }: WorkerSettings = workerData
if (parentPort === null) throw new Error('This is the program of a worker thread.')
const parent = parentPort
const tell = (message: FromWorker, moved: readonly (ArrayBuffer | MessagePort)[]) =>
  parent.postMessage(message, [...moved])

async function* askForEvents(session: string, range: ReadRange = {}): AsyncGenerator<TodoEvent, void> {
  const { port1, port2 } = new MessageChannel()
  tell({ kind: 'read', session, range, port: port2 }, [port2])
  try {
    for await (const [piece] of on(port1, 'message')) {
      const { events, isLast, thrown }: EventsPiece = piece
      if (thrown !== undefined) throw errorOf(thrown)
      yield* events
      if (isLast) return
    }
  } finally {
    port1.close()
  }
}

// Where cores are few, others come first. Elsewhere this would be about the whole process.
if (process.platform === 'linux') setPriority(10)

const store = place === null ? { read: askForEvents } : await openStore(place, { readOnly: true })
const answer = analyses(store, user)

parent.on('message', async (asked: Analysis & Asking) => {
  try {
    const text = await answer(asked)
    const bytes = text === null ? null : new TextEncoder().encode(text)
    tell({ kind: 'answered', bytes }, bytes === null ? [] : [bytes.buffer])
  } catch (error) {
    tell({ kind: 'failed', thrown: thrownOf(error) }, [])
  }
})
