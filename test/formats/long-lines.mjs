// node test/formats/long-lines.mjs MEGABYTES [--only FORMAT]: in a fixture of each format, a record with a text of that
// length before the last one. What else is in the file must be read, the record left out and counted with its line, in
// less than 300 MB.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { formatsOf, openRecording } from '@todo-ledger/recordings'

const most = 300
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, fixture: { type: 'string' } },
})
const bytes = Number(positionals[0] ?? 1000) * 1e6
const folder = fileURLToPath(new URL('../../fixtures', import.meta.url))
const filling = 'x'.repeat(256 * 1024)

async function read(pieces) {
  const skipped = []
  let steps = 0
  const recording = await openRecording(
    { name: 'session', bytes: pieces },
    { onSkipped: ({ line, reason }) => skipped.push(`${line}: ${reason}`) },
  )
  for await (const _ of recording.steps) steps += 1
  return { format: recording.format, steps, skipped }
}

async function* around(before, after, length) {
  yield before
  for (let given = 0; given < length; given += filling.length) yield filling
  yield after
}

/** The text of a fixture, cut in two before a record that is one too many. */
function cutInTwo(text) {
  const lines = text.trimEnd().split('\n')
  const record = lines.every((line) => line.startsWith('{') && line.endsWith('}')) && lines.length > 2
  if (record) {
    const last = lines.at(-1)
    const [head, tail] = [lines.slice(0, -1).join('\n'), `${last.slice(1)}\n${last}\n`]
    return {
      line: lines.length,
      before: `${head}\n{"filling":"`,
      after: `",${tail}`,
      without: `${head}\n${last}\n`,
    }
  }
  const whole = JSON.parse(text)
  const path = ['messages', 'history', 'trajectory', 'spans', 'steps'].find(
    (name) => listAt(whole, name) !== null,
  )
  const list = path === undefined ? whole : listAt(whole, path)
  const last = list.pop()
  const mark = '"here"'
  list.push('here')
  const [head, tail] = JSON.stringify(whole).split(mark)
  const message = JSON.stringify(last)
  return {
    line: 1,
    before: `${head}{"filling":"`,
    after: `",${message.slice(1)},${message}${tail}`,
    without: `${head}${message}${tail}`,
  }
}

/** The last list of this name. */
function listAt(value, name) {
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value[name]) && value[name].length > 0) return value[name]
  return (
    Object.values(value)
      .map((inner) => listAt(inner, name))
      .findLast((found) => found !== null) ?? null
  )
}

if (values.fixture !== undefined) {
  const { line, before, after, without } = cutInTwo(readFileSync(values.fixture, 'utf8'))
  const wanted = await read(around(without, '', 0))
  const found = await read(around(before, after, bytes))
  const isRight = found.steps === wanted.steps && found.skipped.length === wanted.skipped.length + 1
  const isPlaced = found.skipped.some((each) => each.startsWith(`${line}:`))
  const memory = Math.round(process.resourceUsage().maxRSS / 1024)
  process.stdout.write(
    JSON.stringify({ ...found, wanted: wanted.steps, isRight: isRight && isPlaced, memory }),
  )
} else {
  const found = new Set()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.jsonl?$|\.traj$/.test(name) && !name.endsWith('expected.json'),
  )
  let isGood = true
  for (const name of names) {
    const fixture = `${folder}/${name}`
    const { format } = await read(around(readFileSync(fixture), '', 0)).catch(() => ({ format: null }))
    const text = readFileSync(fixture, 'utf8')
    // A line of a log of conversations holds many messages: what stands before them is left out, they are read.
    if (/^.*\}\n.*"(?:history|messages)": ?\[/.test(text)) continue
    const kind = `${format} ${name.replace(/^.*\./, '')}`
    if (format === null || found.has(kind) || !kind.includes(values.only)) continue
    found.add(kind)
    const words = [fileURLToPath(import.meta.url), String(bytes / 1e6), '--fixture', fixture]
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    const told = status === 0 ? JSON.parse(stdout) : { memory: Number.NaN, skipped: [stderr.slice(-300)] }
    const isWell = told.isRight === true && told.memory <= most
    isGood &&= isWell
    const steps = `${told.steps} of ${told.wanted} steps`
    process.stdout.write(
      `${isWell ? 'ok  ' : 'BAD '} ${kind.padEnd(22)} ${String(told.memory).padStart(5)} MB  ${steps}  ${told.skipped.slice(0, 2).join('; ').slice(0, 150)}\n`,
    )
  }
  const missing = formatsOf().filter(({ name }) => ![...found].some((kind) => kind.startsWith(name)))
  if (values.only === '' && missing.length > 0) {
    process.stdout.write(`no fixture of ${missing.map(({ name }) => name).join(', ')}\n`)
    isGood = false
  }
  process.exitCode = isGood ? 0 : 1
}
