// A folder of sessions, against reading and parsing all of them.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareProcesses, ratio, took } from '../contenders.mjs'
import { figure } from '../figures.mjs'
import { writeRecording } from '../recording.mjs'
import { program } from '../subjects.mjs'

const parse = fileURLToPath(new URL('../parse-lines.mjs', import.meta.url))

export const folder = {
  name: 'folder',
  async figures({ quick, rounds, folder: place }) {
    const sessions = join(place, 'sessions')
    mkdirSync(sessions)
    const count = quick ? 6 : 100
    const paths = []
    let total = 0
    for (let id = 1; id <= count; id += 1) {
      const path = join(sessions, `${`${id}`.padStart(4, '0')}.jsonl`)
      paths.push(path)
      total += writeRecording(path, { bytes: 200_000 + (id % 7) * 150_000, id }).bytes
    }
    const times = await compareProcesses(
      {
        audit: [program, 'audit', sessions, '--fail-on', 'never'],
        parse: [parse, ...paths],
      },
      { rounds: Math.min(rounds, 7) },
    )
    return [
      figure({
        id: 'folder/audit',
        what: 'audit of a folder of sessions ÷ readFileSync, split, JSON.parse of all',
        goal: '≤ 3 ×',
        value: ratio(times, 'audit', 'parse'),
        ours: took(times, 'audit'),
        other: took(times, 'parse'),
        by: 'CPU',
        remark: `${count} sessions, ${(total / 1e6).toFixed(0)} MB`,
      }),
    ]
  },
}
