// npm run bench:screens [-- TURNS]: how long a person waits for the debugger and for the page of a long session.
// The debugger: the processor's time from a key to the bytes for the terminal, against a frame of a 60 Hz screen.
// The page: from the start of loading to the first paint of its content in Chromium, against a second.
// Each is said as a part of its limit: below 1.00 it is kept.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { program, root, setUp } from '../tools/set-up.mjs'
import { longSession } from './length/long-session.mjs'

const frame = 1000 / 60
const opening = 1000
const turns = Number(process.argv[2] ?? 5_000)

if (!setUp()) process.exit(3)
const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-screens-'))
try {
  const recording = Array.from(longSession(turns), (line) => `${JSON.stringify(line)}\n`).join('')
  process.stdout.write(`a session of ${turns} turns\n`)
  await debuggerRedraws(recording)
  await pageOpens(recording)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Presses keys as a person who looks for something does, and takes the time of each. */
async function debuggerRedraws(recording) {
  const part = (path) => import(join(root, 'packages/replay-cli/dist', path))
  const { debuggedSessions, sized, startState } = await part('debug/start.js')
  const { actionOf } = await part('debug/keys.js')
  const { update } = await part('debug/update.js')
  const { screenLines, screenView } = await part('debug/screen.js')
  const { drawn } = await part('debug/lines.js')
  const { TerminalScreen } = await part('terminal/terminal-screen.js')
  const { readReplays } = await part('replay/replay-recorder.js')
  const { listOf } = await part('sources/read-options.js')
  const { ReadReport } = await part('sources/read-report.js')
  const { Output } = await part('output.js')
  const { styleFor } = await part('text/style.js')

  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })
  const stdin = Readable.from([Buffer.from(recording)])
  const host = { stdout: nowhere(), stderr: nowhere(), stdin, env: {}, cwd: () => root }
  const source = { kind: 'stream', name: 'standard input', bytes: stdin }
  const replays = await listOf(readReplays(source, { report: new ReadReport(new Output(host)) }, {}))
  const debugged = debuggedSessions(replays, [])
  const style = styleFor(true)

  const keys =
    'down down right l pagedown pagedown f f F e down b t u U end up up pageup home i i tab down tab enter pagedown escape / t e s t enter n n N g 2 0 0 0 enter e right right b left end'
  for (const [columns, rows] of [
    [80, 24],
    [160, 50],
  ]) {
    const wanted = { turn: undefined, item: undefined, profile: undefined }
    let state = sized(startState(debugged, wanted), columns, rows, debugged)
    let bytes = 0
    const screen = new TerminalScreen({ rows, columns, write: (text) => (bytes += text.length) })
    screen.enter()
    const times = []
    for (let round = 0; round < 20; round += 1) {
      for (const key of keys.split(' ')) {
        const begin = worked()
        const action = actionOf({ key, ctrl: false, isPasted: false }, state)
        if (action !== null) state = update(state, action, debugged)
        screen.paint(screenLines(screenView(state, debugged)).map((line) => drawn(line, style)))
        if (round > 0) times.push(worked() - begin)
      }
    }
    times.sort((one, other) => one - other)
    const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))]
    const told = [0.5, 0.95, 0.99, 1].map(
      (share) => `${share === 1 ? 'worst' : `p${share * 100}`} ${against(at(share), frame)}`,
    )
    const name = `debug, ${columns}×${rows}, ${times.length} keys`
    process.stdout.write(`  ${name.padEnd(28)} ${told.join('   ')}   of a frame of ${frame.toFixed(1)} ms\n`)
    if (bytes === 0) throw new Error('nothing was painted')
  }
}

/** Makes the page and opens it five times in a browser with nothing cached. */
async function pageOpens(recording) {
  const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    existsSync,
  )
  if (chromium === undefined) {
    process.stdout.write('  report: not measured, there is no Chromium (node tools/install-test-tools.mjs)\n')
    return
  }
  const [session, page] = [join(folder, 'session.jsonl'), join(folder, 'page.html')]
  writeFileSync(session, recording)
  const made = spawnSync(
    process.execPath,
    [program('todo-replay', 'todo-replay'), 'report', session, '--out', page],
    {
      encoding: 'utf8',
    },
  )
  if (made.status !== 0) throw new Error(made.stderr)
  const library = join(root, 'packages', 'report-page', 'node_modules', 'playwright-core', 'index.mjs')
  const { chromium: kind } = await import(pathToFileURL(library).href)
  const browser = await kind.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const times = []
  try {
    for (let round = 0; round < 5; round += 1) {
      const tab = await (await browser.newContext()).newPage()
      await tab.goto(`file://${page}`)
      await tab.locator('h1').waitFor()
      times.push(
        await tab.evaluate(
          () => globalThis.performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
        ),
      )
      await tab.context().close()
    }
  } finally {
    await browser.close()
  }
  times.sort((one, other) => one - other)
  const size = `${(statSync(page).size / 1e6).toFixed(1)} MB`
  process.stdout.write(
    `  ${`report, ${size}, ${times.length} times`.padEnd(28)} best ${against(times[0], opening)}   median ${against(times[2], opening)}   of a second\n`,
  )
}

function against(milliseconds, limit) {
  return `${(milliseconds / limit).toFixed(2)} (${milliseconds.toFixed(1)} ms)`
}

/** Milliseconds that the processor has worked for this program. */
function worked() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
