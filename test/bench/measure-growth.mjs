// One size of what grows: node measure-growth.mjs events|sessions|items|bytes SIZE FOLDER. Prints costs as JSON:
// milliseconds of the processor, by the best of some rounds, and bytes of memory.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createReducer, memoryStore, openLedger } from '@todo-ledger/core'
import { sqliteStore } from '@todo-ledger/core/sqlite'
import { claudeCode } from '@todo-ledger/recordings/agents'
import { runProcess } from './contenders.mjs'
import { writeLedger } from './ledger.mjs'
import { peakMemory } from './peak-memory.mjs'
import { program } from './peers.mjs'
import { writeRecording } from './recording.mjs'
import { listAt, session, workedEvents } from './todo-events.mjs'

const [name, size, folder] = process.argv.slice(2)

const measured = {
  async events(count) {
    const events = []
    for await (const event of workedEvents(count)) events.push(event)
    const replay = await best(() => {
      const fold = createReducer().replay()
      for (const event of events) fold.apply(event)
      fold.finish()
    })
    const path = join(folder, `${count}.db`)
    const { turns } = await writeLedger(path, count)
    const ledger = openLedger({ store: sqliteStore(path, { readOnly: true }) })
    let asked = 0
    const turn = await best(async () => {
      asked += 1
      await ledger.stateAt(session, { turn: 1 + ((asked * 7_919) % turns) })
    })
    await ledger.close()
    rmSync(path)
    return { 'replay of all': replay, 'state at a turn': turn }
  },
  async sessions(count) {
    const place = join(folder, `sessions-${count}`)
    mkdirSync(place)
    for (let id = 1; id <= count; id += 1) writeRecording(join(place, `${id}.jsonl`), { lines: 40, id })
    const words = [program, 'audit', place, '--fail-on', 'never']
    const audit = processor(words)
    const memory = peakMemory(words, folder)
    rmSync(place, { recursive: true })
    return { 'audit of the folder': audit, 'its peak memory': memory }
  },
  /** An item of the list is completed, one after the other: an update of the whole list each time. */
  async items(length) {
    const { profile } = claudeCode // which has no limit
    const opened = await openLedger({ store: memoryStore() }).session('items', { profile })
    await opened.startRun({ trigger: 'user', text: 'Begin.' })
    const update = async (done) => {
      const turn = await opened.startTurn()
      const items = listAt(1, done % length, length)
      const todos = items.map(({ text, status }) => ({ content: text, activeForm: text, status }))
      const reply = await turn.callTodoTool('TodoWrite', { todos }, { call: `call-${done}` })
      if (!reply.ok) throw new Error(reply.text)
      await turn.end()
    }
    await update(0)
    let done = 0
    const cost = await best(async () => {
      done += 1
      await update(done)
    })
    return { 'an update of the list': cost }
  },
  async bytes(bytes) {
    const path = join(folder, 'recording.jsonl')
    writeRecording(path, { bytes })
    const words = [program, 'audit', path, '--fail-on', 'never']
    const audit = processor(words)
    const memory = peakMemory(words, folder)
    rmSync(path)
    return { 'audit of the recording': audit, 'its peak memory': memory }
  },
}

/** Once where it takes long, else the best of some: a machine that is busy elsewhere only adds. */
async function best(run) {
  const times = []
  const begun = performance.now()
  while (times.length < 2 || (times.length < 30 && performance.now() - begun < 2_000)) {
    const cpu = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(cpu)
    times.push((user + system) / 1000)
  }
  return Math.min(...times)
}

function processor(words) {
  const { cpu, status } = runProcess(words)
  if (status !== 0) throw new Error(`node ${words.join(' ')} ended with ${status}`)
  return cpu
}

process.stdout.write(`${JSON.stringify(await measured[name](Number(size)))}\n`)
