// npm run bench -- --growth: how cost grows with what is measured, each size beside the one before. The exponent is the
// slope of cost over size in logarithms: 1 is linear. The largest sizes take an hour; --most 0.01 ends at a hundredth.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exponentOf, size, time } from './figures.mjs'

/** What grows, its sizes, and what is told of it: of so many, the cost of one. Each is measured by measure-growth.mjs. */
const growing = [
  { name: 'events', means: 'events of a session', sizes: [10, 100, 1_000, 10_000, 100_000, 1_000_000] },
  { name: 'sessions', means: 'sessions of a folder', sizes: [1, 10, 100, 1_000, 10_000] },
  { name: 'items', means: 'items of a list', sizes: [8, 50, 200, 1_000, 5_000] },
  { name: 'bytes', means: 'bytes of a recording', sizes: [1e6, 1e7, 1e8, 1e9] },
]

/** @param {{ most?: string, scratch?: string, rows?: string }} options */
export async function growth({ most = '1', scratch = tmpdir(), rows }) {
  const share = Number(most)
  const rowsOfTable = [['what grows', 'cost', 'at', '', 'exponent']]
  const folder = mkdtempSync(join(scratch, 'todo-ledger-growth-'))
  try {
    for (const { name, means, sizes } of growing) {
      if (rows !== undefined && !rows.split(',').includes(name)) continue
      const largest = Math.max(...sizes) * share
      const costs = new Map()
      for (const each of sizes.filter((value) => value <= largest)) {
        for (const [cost, value] of Object.entries(measured(name, each, folder)))
          costs.set(cost, [...(costs.get(cost) ?? []), [each, value]])
        process.stderr.write(`${name} ${each}\n`)
      }
      for (const [cost, points] of costs) rowsOfTable.push(rowOf(means, cost, points))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const [head = [], ...others] = rowsOfTable
  const lines = [head, head.map(() => '---'), ...others].map((cells) => `| ${cells.join(' | ')} |`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

function rowOf(means, cost, points) {
  const text = cost.endsWith('memory') ? size : time
  const at = points.map(([each]) => each.toLocaleString('en')).join(', ')
  // Small sizes tell of what every call costs, and of code that is not compiled yet.
  const exponent = points.length > 1 ? exponentOf(points.slice(-3)).toFixed(2) : ''
  return [means, cost, at, points.map(([, value]) => text(value)).join(', '), exponent]
}

/** In a process of its own. @returns costs by what they are of: milliseconds, or bytes of memory */
function measured(name, each, folder) {
  const words = [fileURLToPath(new URL('measure-growth.mjs', import.meta.url)), name, `${each}`, folder]
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', ...words], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${name} ${each}: ${stderr}`)
  return JSON.parse(stdout)
}
