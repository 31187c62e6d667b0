// The page of a session of 5,000 turns: how large it is, how long it takes to make, and to be painted.
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { longSession } from '../../length/long-session.mjs'
import { compareProcesses } from '../contenders.mjs'
import { figure, single, size, spreadOf, time } from '../figures.mjs'
import { paintTimes } from '../first-paint.mjs'
import { program } from '../subjects.mjs'

export const page = {
  name: 'page',
  async figures({ quick, rounds, folder }) {
    const turns = quick ? 500 : 5_000
    const recording = join(folder, 'long.jsonl')
    const lines = Array.from(longSession(turns), (line) => `${JSON.stringify(line)}\n`)
    writeFileSync(recording, lines.join(''))
    const out = join(folder, 'page.html')
    const words = [program, 'report', recording, '--out', out]
    const times = await compareProcesses({ page: words }, { rounds: Math.min(rounds, 7) })
    const bytes = statSync(out).size
    const inSeconds = (/** @type {number[]} */ milliseconds) =>
      spreadOf(milliseconds.map((each) => each / 1000))
    const seconds = inSeconds(times.page.cpu)
    const painted = await paintTimes(out, Math.min(rounds, 7))
    return [
      figure({
        id: 'page/size',
        what: `page of ${turns} turns, MB`,
        goal: '≤ 1 MB',
        value: single(bytes / 1e6),
        ours: size(bytes),
        other: `recording ${size(statSync(recording).size)}`,
        by: 'bytes',
      }),
      figure({
        id: 'page/time',
        what: `making it, s`,
        goal: '≤ 2 s',
        value: seconds,
        ours: time(seconds.median * 1000),
        by: 'CPU',
        remark: `wall ${time(spreadOf(times.page.wall).median)}`,
      }),
      figure({
        id: 'page/paint',
        what: 'its first paint in Chromium, s',
        goal: '≤ 0.3 s',
        value: painted && inSeconds(painted.first),
        ours: painted === null ? '' : time(spreadOf(painted.first).median),
        other: painted === null ? '' : `its list ${time(spreadOf(painted.list).median)}`,
        by: 'wall',
        remark: painted === null ? '' : `main thread up to the list ${time(spreadOf(painted.cpu).median)}`,
      }),
    ]
  },
}
