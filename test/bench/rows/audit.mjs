// An audit in a cold process, beside a process that only reads and parses the same lines.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareProcesses, ratio, took } from '../contenders.mjs'
import { figure } from '../figures.mjs'
import { writeRecording } from '../recording.mjs'
import { program } from '../subjects.mjs'

const parse = fileURLToPath(new URL('../parse-lines.mjs', import.meta.url))

export const audit = {
  name: 'audit',
  async figures({ quick, rounds, folder }) {
    const sizes = [
      { id: 'small', megabytes: 2.4 },
      { id: 'large', megabytes: quick ? 6 : 30 },
    ]
    const figures = []
    for (const { id, megabytes } of sizes) {
      const path = join(folder, `${id}.jsonl`)
      writeRecording(path, { bytes: megabytes * 1e6 })
      const words = [program, 'audit', path, '--fail-on', 'never']
      const times = await compareProcesses(
        { audit: words, parse: [parse, path] },
        { rounds: Math.min(rounds, 7) },
      )
      figures.push(
        figure({
          id: `audit/${id}`,
          what: `audit of ${megabytes} MB, cold ÷ readFileSync, split, JSON.parse`,
          goal: '≤ 3 ×',
          value: ratio(times, 'audit', 'parse'),
          ours: took(times, 'audit'),
          other: took(times, 'parse'),
          by: 'CPU',
        }),
      )
    }
    return figures
  },
}
