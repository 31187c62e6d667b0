/** Hostile texts in a real terminal: tmux shows what the program prints, and does nothing else. */

import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hostileRecording } from '../../../test/hostile/hostile-recording.js'
import { payloads } from '../../../test/hostile/payloads.js'
import { begun, debuggedFrom, pressed, screenText } from './debugged.js'
import { runInMemory } from './memory-host.js'
import { program, Workplace } from './run-program.js'

const todoReplay = `${process.execPath} ${program}`
const server = `todo-replay-hostile-${process.pid}`
const isRequired = process.env['TODO_LEDGER_BROWSER'] === 'required' || process.env['CI'] !== undefined
const isSkipped = spawnSync('tmux', ['-V']).status !== 0 && !isRequired
if (isSkipped)
  process.stderr.write('\n!!! tmux is missing: hostile texts are NOT tested in a terminal !!!\n\n')

const size = [100, 30] as const
const [columns, rows] = size
const recording = hostileRecording(payloads.filter((payload, at) => acts(payload) && at % 4 === 0))
const place = new Workplace()
process.chdir(place.folder) // so that files have the same names in both
place.write('session.jsonl', recording)
place.write('all.jsonl', hostileRecording(payloads))

/** True for what a terminal acts on, or shows otherwise than it stands there. */
function acts(payload: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}]/u.test(payload)
}

function tmux(...words: readonly string[]): string {
  return execFileSync('tmux', ['-L', server, '-f', '/dev/null', ...words], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
}

afterAll(() => spawnSync('tmux', ['-L', server, 'kill-server']))

/** What tmux knows of a terminal besides the characters on it. */
const modes = [
  'alternate_on',
  'cursor_flag',
  'cursor_shape',
  'insert_flag',
  'keypad_flag',
  'keypad_cursor_flag',
  'mouse_any_flag',
  'origin_flag',
  'wrap_flag',
  'scroll_region_upper',
  'scroll_region_lower',
  'pane_title',
  'pane_path',
  'window_name',
  'window_bell_flag',
].map((name) => `${name}=#{${name}}`)

/** A terminal in which a command runs, and then what reads what the terminal types by itself: answers to questions. */
class Terminal {
  readonly #name: string

  constructor(name: string, command: string) {
    this.#name = name
    const script = [
      `cd '${place.folder}'; stty -echo; echo begun; read _`,
      `NO_COLOR=1 ${command}; echo "exit $?"`,
      "sleep 0.3; IFS= read -r -t 0.2 -d '' typed; printf 'typed %q\\n' \"$typed\"; read _",
    ].join('; ')
    const window = ['-d', '-s', name, '-x', String(columns), '-y', String(rows), 'bash', '-c', script]
    // tmux itself names a window by its program, sooner or later; only what is printed may do so here.
    const settings = [
      'set-option -g history-limit 200000',
      'set-option -g set-clipboard on',
      'set-option -g automatic-rename off',
    ].flatMap((each) => [...each.split(' '), ';'])
    tmux('start-server', ';', ...settings, 'new-session', ...window)
    tmux('set-option', '-t', name, 'allow-rename', 'on')
  }

  /** Everything on it, with what was scrolled away. */
  get text(): string {
    return tmux('capture-pane', '-p', '-J', '-S', '-', '-t', this.#name)
  }

  /** The colours and other looks of what stands on it. */
  get looks(): readonly string[] {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for.
    const codes = /[\u000e\u000f]|\u001b[^m]*m/g
    return tmux('capture-pane', '-p', '-e', '-S', '-', '-t', this.#name).match(codes) ?? []
  }

  /** What stands on it now. */
  get screen(): string {
    return tmux('capture-pane', '-p', '-t', this.#name)
  }

  get modes(): string {
    return tmux('display-message', '-p', '-t', this.#name, modes.join(' '))
  }

  type(...keys: readonly string[]): void {
    tmux('send-keys', '-t', this.#name, ...keys)
  }

  async with(wanted: string | RegExp, timeout = 120_000): Promise<string> {
    await expect.poll(() => this.text, { timeout, interval: 200 }).toMatch(wanted)
    return this.text
  }
}

/** Lines as a person sees them. Of marks that are stacked on one letter tmux keeps a few. */
function seen(text: string): readonly string[] {
  return text
    .replaceAll(/\p{M}/gu, '')
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd())
}

describe.skipIf(isSkipped)('hostile texts in a terminal', () => {
  test.each([
    'show session.jsonl --at 5',
    'show session.jsonl --at 5 --json',
    'log session.jsonl',
    'audit session.jsonl --all --fail-on never',
    'diff session.jsonl',
    'blame session.jsonl',
    'stats session.jsonl',
    'plan session.jsonl --at 5',
    'sessions session.jsonl',
    'what-if session.jsonl --profile todo-manager',
  ])('%s prints its lines and does nothing else', async (words) => {
    const terminal = new Terminal(words.replaceAll(/\W/g, '-'), `${todoReplay} ${words} 2> messages`)
    await terminal.with('begun')
    const before = terminal.modes
    terminal.type('Enter')
    await terminal.with(/^typed ''$/m)
    const { stdout } = await runInMemory(words.split(' '), { columns, env: { NO_COLOR: '1' } })
    expect(stdout.length).toBeGreaterThan(200)
    expect(seen(terminal.text)).toEqual(seen(`begun\n${stdout}exit 0\ntyped ''`))
    expect(terminal.modes).toBe(before)
    expect(terminal.looks).toEqual([])
    expect(tmux('list-buffers')).toBe('')
  })

  test('raw, they act: it is seen', async () => {
    const acting = [
      '\u001b[?25l',
      '\u001b]2;owned\u001b\\',
      '\u001b[6n',
      '\u001b]52;c;ZXZpbA==\u0007',
      '\u001b[31m',
      '\u001b(0',
    ]
    expect(payloads).toEqual(expect.arrayContaining(acting))
    place.write('raw', `${acting.join('x')}x\n`)
    const terminal = new Terminal('raw', 'cat raw')
    await terminal.with('begun')
    const before = terminal.modes
    terminal.type('Enter')
    await terminal.with(/typed .*R'/)
    expect(terminal.modes).not.toBe(before)
    expect(terminal.modes).toContain('cursor_flag=0')
    expect(terminal.modes).toContain('pane_title=owned')
    expect(terminal.looks).not.toEqual([])
    expect(tmux('list-buffers')).toContain('evil')
    tmux('delete-buffer')
  })

  test.each(['log all.jsonl', 'audit all.jsonl --all --fail-on never', 'blame all.jsonl'])(
    '%s prints a thousand of them, and does nothing else',
    async (words) => {
      const terminal = new Terminal(words.replaceAll(/\W/g, '-'), `${todoReplay} ${words} | tee printed`)
      await terminal.with('begun')
      const before = terminal.modes
      terminal.type('Enter')
      await terminal.with(/^typed ''$/m, 300_000)
      const printed = readFileSync(join(place.folder, 'printed'), 'utf8')
      expect(printed.split('\n').length).toBeGreaterThan(1_000)
      expect(seen(terminal.text)).toEqual(seen(`begun\n${printed}exit 0\ntyped ''`))
      expect(terminal.modes).toBe(before)
      expect(terminal.looks).toEqual([])
      expect(tmux('list-buffers')).toBe('')
    },
  )

  test('the debugger draws its screens and does nothing else', async () => {
    const terminal = new Terminal('debug', `${todoReplay} debug session.jsonl --at 1`)
    await terminal.with('begun')
    const before = terminal.modes
    terminal.type('Enter')
    const debugged = await debuggedFrom(recording)
    let state = begun(debugged, size, 1)
    for (const key of ['', 'o', 'n', 'f', 'f', 'F', '?', 'o']) {
      if (key !== '') {
        terminal.type(key)
        state = pressed(state, debugged, key)
      }
      const wanted = seen(screenText(state, debugged).trim())
      await expect.poll(() => seen(terminal.screen.trim()), { timeout: 300_000 }).toEqual(wanted)
      expect(terminal.modes).toContain('alternate_on=1')
      expect(terminal.modes.split('pane_title')[1]).toBe(before.split('pane_title')[1])
    }
    terminal.type('q')
    await terminal.with(/^typed ''$/m)
    expect(seen(terminal.text)).toEqual(['begun', 'exit 0', "typed ''"])
    expect(terminal.modes).toBe(before)
    expect(tmux('list-buffers')).toBe('')
  })

  test.each([['watch session.jsonl', 'alternate_on=0']])(
    '%s follows them and gives the terminal back',
    async (words, screen) => {
      const terminal = new Terminal(words.replaceAll(/\W/g, '-'), `${todoReplay} ${words}`)
      await terminal.with('begun')
      const before = terminal.modes
      terminal.type('Enter')
      await expect.poll(() => terminal.screen, { timeout: 60_000 }).toMatch(/#\d+/)
      expect(terminal.modes).toContain(screen)
      expect(terminal.modes.split('pane_title')[1]).toBe(before.split('pane_title')[1])
      expect(terminal.looks).toEqual([])
      terminal.type('C-c')
      await terminal.with(/^typed ''$/m)
      expect(terminal.text).toContain('exit 0')
      expect(terminal.modes).toBe(before)
      expect(tmux('list-buffers')).toBe('')
    },
  )
})
