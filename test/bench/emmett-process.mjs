// emmett-sqlite, asked over IPC to append so many events one by one; 0 asks whether all are there. node emmett-process.mjs FILE PEERS
import { peer } from './peers.mjs'

const [fileName, peers] = process.argv.slice(2)
const { getSQLiteEventStore } = peer('@event-driven-io/emmett-sqlite', peers)
const store = getSQLiteEventStore({ fileName, schema: { autoMigration: 'CreateOrUpdate' } })
let stored = 0
process.on('message', async (count) => {
  if (count === 0) {
    const { events } = await store.readStream('one')
    process.send(events.length === stored ? 'whole' : 'lost')
    return
  }
  for (let done = 0; done < count; done += 1) {
    stored += 1
    const data = { call: `call-${stored}`, name: 'bash', input: { command: `npm test -- --shard ${stored}` } }
    await store.appendToStream('one', [{ type: 'tool.called', data }])
  }
  process.send('done')
})
process.send('ready')
