import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Workplace } from './run-program.js'

const place = new Workplace()
symlinkSync(fileURLToPath(new URL('../../../fixtures', import.meta.url)), join(place.folder, 'fixtures'))

test('every example in a help text works', async () => {
  const commands = ['import', 'audit', 'show', 'log', 'what-if', 'sessions', 'export', 'profiles']
  const ran: string[] = []
  for (const command of commands) {
    const { code, stdout } = await place.run(`help ${command}`)
    expect(code).toBe(0)
    const examples = [...stdout.matchAll(/^ {2}todo-replay ([^|\n]+)/gm)].map((match) =>
      String(match[1]).trim(),
    )
    expect(examples, command).not.toEqual([])
    for (const example of examples) {
      const run = await place.run(example)
      ran.push(`${example}: ${run.code}`)
      expect(run.stdout, example).not.toBe('')
    }
  }
  expect(ran).toMatchInlineSnapshot(`
    [
      "import fixtures --ledger todos.db: 0",
      "audit todos.db: 1",
      "audit fixtures/tests-ticked-without-a-run/session.jsonl: 1",
      "audit fixtures --fail-on never --json: 0",
      "audit fixtures --fail-on never --format sarif: 0",
      "audit --explain dropped-item: 0",
      "show fixtures/tests-ticked-without-a-run/session.jsonl: 0",
      "show fixtures/tests-ticked-without-a-run/session.jsonl --turn 3 --json: 0",
      "log fixtures/tests-ticked-without-a-run/session.jsonl --type todos: 0",
      "log fixtures/tests-ticked-without-a-run/session.jsonl --item 3: 0",
      "what-if fixtures/two-in-progress/session.jsonl --profile claude-code: 0",
      "what-if fixtures/nag-ignored/session.jsonl --profile wake-loop --json: 0",
      "sessions fixtures: 0",
      "sessions todos.db --json: 0",
      "export fixtures/tests-ticked-without-a-run/session.jsonl: 0",
      "export todos.db --out events.jsonl: 0",
      "profiles --json: 0",
    ]
  `)
}, 60_000)

test('the program and each command explain themselves', async () => {
  expect(await place.screen('--help')).toMatchInlineSnapshot(`
    "Usage: todo-replay <command> [source] [options]

    Which todos were marked done without the work being done?

    A source is a recorded session, a folder of them, a ledger (*.db), or - for
    standard input.

    Options:
      -V, --version   print the version
      -h, --help      print this help

    Commands:
      audit           which todos were marked done without the work
      show            the checklist as it stood at a turn
      log             the events, one a line
      what-if         the same session under another profile
      sessions        the sessions of a source
      import          put recordings into a ledger
      export          the events as JSON Lines, nothing left out
      verify          whether a log is as it was written
      anchor          a line to keep, which proves the log later
      prove           the proof that one event is in the log
      redact          take a secret out of a ledger
      forget          erase what a session of a ledger tells
      profiles        the todo systems that are known
      help [command]  print the help of a command

    Exit codes: 0 nothing wrong, 1 findings, 2 a mistake in the call or the source, 3 a fault of todo-replay.

    Example:
      todo-replay audit fixtures/tests-ticked-without-a-run/session.jsonl
    --- exit 0"
  `)
  expect(await place.screen('audit --help')).toMatchInlineSnapshot(`
    "Usage: todo-replay audit [options] [source]

    Which todos were marked done without the work.

    Arguments:
      source                   a recorded session, a folder of them, a ledger
                               (*.db), or - for standard input

    Options:
      --session <id>           only this session of the source
      --profile <name>         read recordings under this profile, not the one that
                               they name
      --profile-file <file>    the same, with the settings of a YAML or JSON file
      --json                   print JSON on standard output; a failure prints
                               {"error":{"code","message"}}
      --config <file>          settings of rules and words; without it
                               todo-replay.config.json or .yaml is looked for
      --no-config              look for no settings
      --rules <module>         also ask the rules of this module; may be given again
      --fail-on <severity>     exit with 1 when a finding is this grave (choices:
                               "error", "warning", "info", "never", default:
                               "error")
      --all                    show what is supported, too, item by item
      --format <format>        how to print it; --json is --format json (choices:
                               "text", "json", "sarif", "junit", "markdown",
                               "github")
      --baseline <file>        findings that are accepted: marked as known, and no
                               reason to fail
      --no-baseline            no findings are accepted, whatever the settings say
      --write-baseline <file>  write what is found to a file, as accepted from now
                               on
      --explain <rule>         print what a rule means, what it spares and how it is
                               set; audits nothing
      -h, --help               print this help

    Every completion is supported, weak, unsupported, or unknown where the log has a gap.

    Examples:
      todo-replay audit fixtures/tests-ticked-without-a-run/session.jsonl
      todo-replay audit fixtures --fail-on never --json
      todo-replay audit fixtures --fail-on never --format sarif
      todo-replay audit --explain dropped-item
    --- exit 0"
  `)
})

test('--version', async () => {
  expect(await place.screen('--version')).toMatch(/^\d+\.\d+\.\d+\n--- exit 0$/)
})
