// npm run docs:screenshots: the pictures of the documentation, from the bundled fixtures. Needs Chromium and tmux.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { root, setUp } from './set-up.mjs'
import { terminalPage } from './terminal-page.mjs'

const chromium = '/usr/bin/chromium'
const todoReplay = join(root, 'packages', 'replay-cli', 'bin', 'todo-replay.js')
const images = join(root, 'docs', 'images')
const session = 'fixtures/tests-ticked-without-a-run/session.jsonl'

/** The pictures of pages: what is reported, where the page is opened, how the window is. */
const pages = [
  { name: 'report', source: session, hash: '', height: 1000 },
  { name: 'report-dark', source: session, hash: '#turn=9&item=3', height: 1000, scheme: 'dark' },
  { name: 'report-phone', source: session, hash: '', width: 360, height: 844 },
  { name: 'report-index', source: 'fixtures', hash: '', height: 800 },
  {
    name: 'report-reader',
    source: 'fixtures/openhands-events/session.jsonl',
    words: ['--answers', 'test/audit-benchmark/answers/fixtures.jsonl'],
    hash: '',
    height: 1000,
  },
]

if (setUp()) await takeAll()
else process.exitCode = 3

async function takeAll() {
  const folder = mkdtempSync(join(tmpdir(), 'todo-replay-pictures-'))
  mkdirSync(images, { recursive: true })
  const library = join(root, 'packages', 'report-page', 'node_modules', 'playwright-core', 'index.mjs')
  const playwright = await import(pathToFileURL(library).href)
  const browser = await playwright.chromium.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })
  try {
    for (const page of pages) await takePage(browser, folder, page)
    await takeTerminal(browser, folder)
    takeLivePage()
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
}

async function takePage(
  browser,
  folder,
  { name, source, words = [], hash, width = 1100, height, scheme = 'light' },
) {
  const file = join(folder, `${name}.html`)
  run(process.execPath, [todoReplay, 'report', source, ...words, '--out', file, '--no-config'])
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme })
  await page.goto(`file://${file}${hash}`)
  await page.locator('h1').waitFor()
  await page.screenshot({ path: join(images, `${name}.png`) })
  await page.close()
}

/** The live page, by the test that looks at it. */
function takeLivePage() {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const env = { ...process.env, TODO_LEDGER_TESTS: 'long', TODO_LEDGER_PICTURES: images }
  const words = [vitest, 'run', 'packages/report-page/test/live-page-pictures.long.test.ts']
  run(process.execPath, words, env)
}

/** The terminal debugger in a real terminal, drawn by the browser. */
async function takeTerminal(browser, folder) {
  const tmux = (...args) => run('tmux', ['-L', `todo-replay-${process.pid}`, '-f', '/dev/null', ...args])
  const command = `${process.execPath} ${todoReplay} debug ${session} --turn 9 --item 3 --no-config`
  tmux('new-session', '-d', '-x', '100', '-y', '32', command)
  try {
    let screen = ''
    // Until it stands still.
    for (let before = null; screen.trim() === '' || screen !== before; ) {
      before = screen
      await setTimeout(1500)
      screen = tmux('capture-pane', '-p', '-e')
    }
    const file = join(folder, 'terminal.html')
    writeFileSync(file, terminalPage(screen))
    const page = await browser.newPage()
    await page.goto(`file://${file}`)
    await page.locator('body').screenshot({ path: join(images, 'debug.png') })
    await page.close()
  } finally {
    tmux('kill-server')
  }
}

function run(program, args, env = process.env) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: root, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`)
  return stdout
}
