// The most memory that an audit takes, of a long recording beside a short one.
import { join } from 'node:path'
import { figure, single, size } from '../figures.mjs'
import { peakMemory } from '../peak-memory.mjs'
import { writeRecording } from '../recording.mjs'
import { program } from '../subjects.mjs'

export const auditMemory = {
  name: 'audit-memory',
  async figures({ quick, folder }) {
    const [short, long] = [2.4, quick ? 12 : 300].map((megabytes) => {
      const path = join(folder, `${megabytes}.jsonl`)
      writeRecording(path, { bytes: megabytes * 1e6 })
      const words = [program, 'audit', path, '--fail-on', 'never']
      return { megabytes, peak: peakMemory(words, folder) }
    })
    return [
      figure({
        id: 'audit-memory/long',
        what: `peak memory of an audit, ${long.megabytes} MB ÷ ${short.megabytes} MB`,
        goal: '≤ 1.2 ×',
        value: single(long.peak / short.peak),
        ours: size(long.peak),
        other: size(short.peak),
        by: 'bytes',
        remark: `node -e 0 takes ${size(peakMemory(['-e', '0'], folder))}`,
      }),
    ]
  },
}
