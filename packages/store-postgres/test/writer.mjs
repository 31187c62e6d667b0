// Appends events to a session of a store in PostgreSQL beside other processes, and sends the ids that were acknowledged.
import { ConcurrencyError } from '@todo-ledger/core'
import { postgresStore } from '@todo-ledger/store-postgres'

const [address, session, count, number] = process.argv.slice(2)
const acknowledged = []

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function opened() {
  for (;;) {
    try {
      return await postgresStore(address)
    } catch {
      await pause(100)
    }
  }
}

const store = await opened()
let lastSeq = 0
while (acknowledged.length < Number(count)) {
  const id = `${number}-${acknowledged.length}`
  // The same body whenever it is tried: an answer that was lost is known again.
  const data = { call: id, name: 'bash', input: null }
  const event = {
    id,
    session,
    seq: lastSeq + 1,
    turn: 1,
    at: new Date(),
    type: 'tool.called',
    version: 1,
    data,
  }
  try {
    ;({ lastSeq } = await store.append(session, [event], { expectedSeq: lastSeq }))
    acknowledged.push(`${session} ${id}`)
  } catch (error) {
    if (error instanceof ConcurrencyError) lastSeq = error.current
    else await pause(50)
  }
}
await store.close()
process.send(acknowledged)
process.disconnect()
