/** The debugger in a real terminal: tmux runs it, gets the keys, and says what stands on the screen. */

import { spawnSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { runInMemory } from './memory-host.js'
import { untested } from './recordings.js'
import { program, Workplace } from './run-program.js'

const server = `todo-replay-debug-${process.pid}`

function tmux(...words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('tmux', ['-L', server, '-f', '/dev/null', ...words], {
    encoding: 'utf8',
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`tmux ${words.join(' ')}: ${stderr}`)
  return stdout
}

const hasTmux = spawnSync('tmux', ['-V']).status === 0
const isCi = process.env['CI'] !== undefined && process.env['CI'] !== ''
// Under CI the tests run all the same, and fail.
const isSkipped = !hasTmux && !isCi
if (isSkipped) process.stderr.write('\n!!! tmux is missing: the debugger is NOT tested in a terminal !!!\n\n')

const place = new Workplace()
place.write('session.jsonl', untested)

afterAll(() => {
  if (hasTmux) spawnSync('tmux', ['-L', server, 'kill-server'])
})

/** A shell in a terminal in which the program was called. */
class Screen {
  readonly #name: string

  constructor(
    name: string,
    words: string,
    { size = [80, 24], env = '' }: { size?: readonly [number, number]; env?: string } = {},
  ) {
    this.#name = name
    const [columns, rows] = size
    tmux('new-session', '-d', '-s', name, '-x', String(columns), '-y', String(rows), '-c', place.folder, 'sh')
    this.type(`PS1='$ '; clear; ${env} ${process.execPath} ${program} ${words}; echo "exit $?"`, 'Enter')
  }

  type(...keys: readonly string[]): void {
    tmux('send-keys', '-t', this.#name, ...keys)
  }

  resize(columns: number, rows: number): void {
    tmux('resize-window', '-t', this.#name, '-x', String(columns), '-y', String(rows))
  }

  get text(): string {
    return tmux('capture-pane', '-p', '-t', this.#name)
  }

  /** What tmux says of the terminal: whether the second screen is on, whether the cursor is seen, the running program. */
  get modes(): string {
    return tmux(
      'display-message',
      '-p',
      '-t',
      this.#name,
      '#{alternate_on} #{cursor_flag} #{wrap_flag}',
    ).trim()
  }

  /** The text once it holds what is waited for. */
  async with(wanted: string | RegExp): Promise<string> {
    await expect.poll(() => this.text, { timeout: 60_000, interval: 50 }).toMatch(wanted)
    return this.text
  }
}

const first = /turn 1 of 6/

test.skipIf(isSkipped)('it is stepped through, and leaves the terminal as it was', async () => {
  const screen = new Screen('steps', 'debug session.jsonl')
  const shown = await screen.with(first)
  expect(shown).toContain('▸1 ●   2 added')
  expect(screen.modes).toBe('1 0 0')
  screen.type('f')
  expect(await screen.with('look at 1 of')).toContain('UNSUPPORTED')
  screen.type('/', 'redirect', 'Enter')
  await screen.with('"redirect": turn')
  screen.type('n')
  await screen.with(/turn 2 of 6/)
  screen.type('?')
  await screen.with('the next session')
  screen.type('Escape')
  await screen.with('read_file')
  screen.resize(120, 40)
  await screen.with(/^.{40,60}│/m)
  screen.resize(50, 10)
  await screen.with('The debugger needs 60 and 14')
  screen.resize(80, 24)
  await screen.with(/turn 2 of 6/)
  screen.type('q')
  await screen.with('exit 0')
  expect(screen.modes).toBe('0 1 1')
  expect(screen.text).not.toContain('turn 2 of')
})

test.skipIf(isSkipped)('without colours nothing is coloured, and under CI it draws as well', async () => {
  const screen = new Screen('plain', 'debug session.jsonl --at 5', {
    env: 'NO_COLOR=1 CI=true TERM=vt100',
  })
  await screen.with(/turn 5 of 6/)
  expect(tmux('capture-pane', '-e', '-p', '-t', 'plain')).not.toContain('\u001b[')
  screen.type('C-c')
  await screen.with('exit 0')
})

test.skipIf(isSkipped)('a signal ends it, and the terminal is given back', async () => {
  const killed = new Screen('killed', 'debug session.jsonl')
  await killed.with(first)
  const [pid] = spawnSync(
    'pgrep',
    ['-P', tmux('display-message', '-p', '-t', 'killed', '#{pane_pid}').trim()],
    {
      encoding: 'utf8',
    },
  ).stdout.split('\n')
  process.kill(Number(pid), 'SIGTERM')
  await killed.with('exit 143')
  expect(killed.modes).toBe('0 1 1')
  killed.type('echo typed', 'Enter')
  await killed.with(/^typed$/m)
})

test('without a terminal it says what to use instead', async () => {
  expect(await place.run('debug -')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('must be a file'),
  })
  const { code, stderr } = await place.run('debug session.jsonl')
  expect({ code, stderr }).toMatchInlineSnapshot(`
    {
      "code": 2,
      "stderr": "todo-replay: debug needs a terminal with a keyboard, and a TERM that is not dumb; standard input or output is none. Use audit, show, log or blame for text, --json on them for programs, or report for a page.
    ",
    }
  `)
  expect((await runInMemory(['debug', '-'], { input: untested, columns: 80 })).code).toBe(2)
})
