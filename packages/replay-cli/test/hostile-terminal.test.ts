/** Hostile texts in a real terminal: tmux shows what the program prints, and does nothing else. */

import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { hostileRecording } from '../../../test/hostile/hostile-recording.js'
import { payloads } from '../../../test/hostile/payloads.js'
import { Workplace } from './run-program.js'

const program = fileURLToPath(new URL('../bin/todo-replay.js', import.meta.url))
const server = `todo-replay-hostile-${process.pid}`
const isRequired = process.env['TODO_LEDGER_BROWSER'] === 'required' || process.env['CI'] !== undefined
const isSkipped = spawnSync('tmux', ['-V']).status !== 0 && !isRequired
if (isSkipped)
  process.stderr.write('\n!!! tmux is missing: hostile texts are NOT tested in a terminal !!!\n\n')

const columns = 100
const place = new Workplace()
// A build server's commands are nothing to a terminal: what acts there, and some of what acts in pages.
place.write(
  'session.jsonl',
  hostileRecording(payloads.filter((payload, at) => acts(payload) || at % 10 === 0)),
)

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

/**
 * A terminal in which a command runs. Around it a shell reads what the terminal types by itself: an answer to a question
 * that came out.
 */
class Terminal {
  readonly #name: string

  constructor(name: string, command: string) {
    this.#name = name
    const size = ['-x', String(columns), '-y', '30']
    const script = `cd '${place.folder}'; stty -echo; echo begun; read _; ${command}; echo "exit $?"; sleep 0.3; IFS= read -r -t 0.2 -d '' typed; printf 'typed %q\\n' "$typed"; read _`
    tmux(
      'set-option',
      '-g',
      'history-limit',
      '200000',
      ';',
      'set-option',
      '-g',
      'set-clipboard',
      'on',
      ';',
      'new-session',
      '-d',
      '-s',
      name,
      ...size,
      'bash',
      '-c',
      script,
    )
    tmux('set-option', '-t', name, 'allow-rename', 'on')
  }

  /** Everything on it, with what was scrolled away. */
  get text(): string {
    return tmux('capture-pane', '-p', '-J', '-S', '-', '-t', this.#name)
  }

  /** The colours and other looks that stand on it. */
  get looks(): readonly string[] {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for.
    return [
      ...new Set(
        tmux('capture-pane', '-p', '-e', '-S', '-', '-t', this.#name).match(/\u001b[^m]*m|[\u000e\u000f]/g),
      ),
    ]
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

const lines = (text: string): readonly string[] => text.split('\n').map((line) => line.trimEnd())

describe.skipIf(isSkipped)('in a terminal', () => {
  test.each([
    'show session.jsonl --turn 5',
    'log session.jsonl',
    'audit session.jsonl --all',
    'diff session.jsonl',
    'blame session.jsonl --all',
    'stats session.jsonl',
    'sessions session.jsonl',
    'watch session.jsonl --once',
    'show session.jsonl --turn 5 --json',
  ])('%s prints its lines and does nothing else', { timeout: 240_000 }, async (words) => {
    const name = words.replaceAll(/\W/g, '-')
    const terminal = new Terminal(
      name,
      `NO_COLOR=1 COLUMNS=${columns} ${process.execPath} ${program} ${words} > out.${name}; cat out.${name}`,
    )
    await terminal.with('begun')
    const before = terminal.modes
    terminal.type('Enter')
    await terminal.with(/^typed ''$/m)
    const printed = spawnSync('cat', [`${place.folder}/out.${name}`], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    }).stdout
    const [, ...shown] = lines(terminal.text.trimEnd())
    expect(printed.length).toBeGreaterThan(200)
    expect(shown).toEqual([...lines(printed.trimEnd()), 'exit 0', "typed ''"])
    expect(terminal.modes).toBe(before)
    expect(terminal.looks).toEqual([])
    expect(tmux('list-buffers')).toBe('')
  })
})
