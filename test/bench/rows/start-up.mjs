// What a start costs, beside a Node.js that does nothing. Whole processes.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { compareProcesses, ratio, took } from '../contenders.mjs'
import { figure } from '../figures.mjs'
import { writeRecording } from '../recording.mjs'
import { program } from '../subjects.mjs'

export const startUp = {
  name: 'start-up',
  async figures({ folder, rounds }) {
    const recording = join(folder, 'short.jsonl')
    const { lines, bytes } = writeRecording(recording, { lines: 300 })
    const audit = [program, 'audit', recording, '--fail-on', 'never']
    const { stdout } = spawnSync(process.execPath, [...audit, '--json'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    })
    if (!(JSON.parse(stdout).summary.completions > 0)) throw new Error('the audit says nothing')
    const times = await compareProcesses(
      { nothing: ['-e', '0'], version: [program, '--version'], audit, show: [program, 'show', recording] },
      { rounds: Math.max(rounds, 11) },
    )
    const row = (name, what, goal, remark) =>
      figure({
        id: `start-up/${name}`,
        what,
        goal,
        value: ratio(times, name, 'nothing'),
        ours: took(times, name),
        other: `node -e 0 ${took(times, 'nothing')}`,
        by: 'CPU',
        remark,
      })
    const session = `${lines} lines, ${(bytes / 1e6).toFixed(1)} MB`
    return [
      row('version', '--version ÷ node -e 0', '≤ 1.5 ×', ''),
      row('audit', 'audit of a short session ÷ node -e 0', '≤ 3 ×', session),
      row('show', 'show of a short session ÷ node -e 0', '', session),
    ]
  },
}
