import { calls, durations, FailingDisk, faults, rows } from './faults.mjs'

const disk = new FailingDisk()
const counts = await disk.counts()
for (const { call, fault, duration } of rows) {
  if (call === 'write') continue
  const places = Array.from({ length: counts[calls[call]] }, (_, i) => ({
    call: calls[call],
    position: i + 1,
    fault: faults[fault],
    duration: durations[duration],
  }))
  const t = await disk.try(places)
  console.log(
    call,
    fault,
    duration,
    t.length,
    t.filter((x) => x.problems.length).length,
    JSON.stringify(t.filter((x) => x.problems.length)[0] ?? '').slice(0, 400),
  )
}
disk.remove()
