// Reads a recording on standard input to its end, and says how many steps and skipped pieces it has.
import { openRecording } from '@todo-ledger/recordings'

let steps = 0
let skipped = 0
let first = ''
try {
  const recording = await openRecording(
    { name: 'standard input', bytes: process.stdin },
    {
      onSkipped: ({ line, reason }) => {
        skipped += 1
        first ||= `${line}: ${reason}`
      },
    },
  )
  for await (const _ of recording.steps) steps += 1
  process.stderr.write(`${recording.format}: ${steps} steps, ${skipped} skipped ${first}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
}
