/** The program and each of its commands explain themselves, and what their examples show works. */

import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { knownCommands } from '../src/known-commands.js'
import { runInMemory } from './memory-host.js'
import { claudeCode, untested } from './recordings.js'
import { Workplace } from './run-program.js'

const place = new Workplace()
process.chdir(place.folder)
// Those that the examples name: they read them all, again and again.
place.makeFolder('fixtures')
for (const name of [
  'change-only-read',
  'compaction',
  'items-dropped',
  'nag-ignored',
  'tests-ticked-without-a-run',
  'two-in-progress',
]) {
  cpSync(fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url)), join('fixtures', name), {
    recursive: true,
  })
}
// What the examples name.
place.write('key.txt', 'redirect\n')
place.write('s1.jsonl', untested.replaceAll('login-7', 's1'))
// What an agent recorded.
place.write('home/.claude/projects/-work/c0ffee.jsonl', claudeCode([{ user: 'Hello' }]))
const home = join(place.folder, 'home')

/** A command line as a shell takes it apart. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|\S+/g)].map(
    ([whole, single, double]) => single ?? double ?? whole,
  )
}

async function helpOf(command: string): Promise<string> {
  const { code, stdout, stderr } = await runInMemory(['help', command])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

/** The examples of a help text, without what stands behind a bar. */
function examplesIn(help: string): readonly string[] {
  return [...help.matchAll(/^ {2}todo-replay ((?:[^|\n']|'[^']*')+)/gm)].map((match) =>
    String(match[1]).trim(),
  )
}

const commands = knownCommands.map(({ name }) => name)
/** They are first: the others' examples read the ledger that these make. */
const inOrder = [...new Set(['import', 'verify', ...commands])]

describe('every example in a help text works', () => {
  beforeAll(async () => {
    execFileSync('git', ['init', '-q'])
    for (const source of ['fixtures', 's1.jsonl'])
      await runInMemory(['import', source, '--ledger', 'todos.db'])
  })

  test.each(inOrder)('%s', async (command) => {
    const examples = examplesIn(await helpOf(command))
    expect(examples).not.toEqual([])
    for (const example of examples) {
      const { code, stdout, stderr } = await runInMemory(wordsOf(example), { env: { HOME: home } })
      // Only a person at a terminal can step through a session: its own tests do.
      const expected = command === 'debug' ? [2] : [0, 1]
      expect({ example, code, stderr }).toEqual({ example, code: expect.toBeOneOf(expected), stderr })
      if (command !== 'debug') expect({ example, stdout }).not.toEqual({ example, stdout: '' })
    }
  })
})

test.each(commands)('%s: what its help says fits into 80 columns', async (command) => {
  const help = await helpOf(command)
  const [described = ''] = help.split('\n').slice(2)
  expect(described).toMatch(/^[A-Z].*\.$/)
  const example = /^ {2}(?:todo-replay|eval) /
  expect(help.split('\n').filter((line) => line.length > 80 && !example.test(line))).toEqual([])
})

test('the program', async () => {
  const { code, stdout } = await runInMemory(['--help'])
  expect(code).toBe(0)
  expect(stdout).toMatchInlineSnapshot(`
    "Usage: todo-replay [command] [source] [options]

    Finds the todos that an AI agent marked done without doing the work. Without
    arguments it audits the newest session of the current folder, in brief.

    A source is a recorded session, a folder of them, a ledger (*.db), or - for
    standard input. Without a source, commands use the newest session that an agent
    recorded for the current folder; with --session ID, that session of any agent.
    \`todo-replay sessions\` lists them.

    Options:
      -V, --version   print the version
      -h, --help      print this help

    Ask a session:
      audit           which todos were marked done without the work
      show            the checklist as it was at a turn
      log             the events, one per line
      diff            what changed between two turns, item by item
      blame           which event last changed each field of an item
      commits         which commits belong to which item, and why
      bisect          when a rule was broken, and by which update
      what-if         the same session under another profile
      stats           completions, times, reminders, and what the list cost
      plan            what is left, what waits for what, and when it may be done
      sessions        the sessions of a source, or of all your agents

    See a session:
      watch           follow a session that is still being recorded
      debug           step through a session in the terminal
      report          one self-contained page

    Keep sessions in a ledger:
      hook            record a session of an agent while it runs
      import          put recordings into a ledger
      export          the events as JSON Lines, or in another format
      sync            keep the list and a tracker in sync: GitHub, bd, JSON Lines
      copy            copy a ledger with its hashes, also while it is in use
      verify          check the integrity of a log; print an anchor for it
      redact          remove a secret, or all of a session, from a ledger

    About todo-replay:
      help [command]  print the help of a command

    Exit codes: 0 nothing wrong, 1 findings, 2 a mistake in the call or the source,
    3 a bug of todo-replay.

    Examples:
      todo-replay
      todo-replay sessions
      todo-replay audit fixtures/tests-ticked-without-a-run/session.jsonl
    "
  `)
})

test('a command', async () => {
  expect(await helpOf('audit')).toMatchInlineSnapshot(`
    "Usage: todo-replay audit [options] [source...]

    Which todos were marked done without the work.

    Arguments:
      source                   recorded sessions and folders of them, or one ledger
                               (*.db), or - for standard input (default: the newest
                               session of this folder)

    Options:
      --session <id>           only this session of the source or, without a source,
                               of all agents; the beginning of its id is enough
      --todos <where>          also take todos from here: markdown (checklists in
                               files and messages)
      --no-redact              leave secrets in
      --profile <name|file>    read recordings with this profile instead of the one
                               that they name: by its name, or a file with its
                               settings (YAML, JSON) or with one of your own (a
                               module)
      --json                   print JSON on standard output; a failure prints
                               {"error":{"code","message"}}
      --no-beside              do not read the files of a recording's sub-agents,
                               which are evidence for it
      --config <file>          settings of the audit: rules, checks, a baseline,
                               todos, a reader
      --rules <module>         also use the rules of this module; repeatable
      --reader <name>          have what was done read: claude, codex, gemini,
                               MODEL@URL, command:…; none asks nobody, whatever the
                               settings say
      --reader-all             also have read what tools stated to be done
      --reader-budget <limit>  stop after this many pages (200) or dollars ($2.50)
      --answers <file>         a reader's answers to the pages of --pages, one per
                               line
      --pages <file>           only write the pages that a reader would get, one per
                               line (- prints them)
      --fail-on <list>         exit with 1 for completions of this verdict or
                               findings of this severity, and worse ones:
                               unsupported, weak, reader, error, warning, info
                               (several separated by commas), or never (default:
                               unsupported,error)
      --brief                  only what was read, the worst finding, and what to
                               type next
      --all                    also show supported and accepted items
      --format <format>        the output format; --json is --format json (choices:
                               "text", "json", "sarif", "junit", "markdown",
                               "github")
      --baseline <file>        accepted findings: neither shown nor a reason to fail
      --write-baseline <file>  write the present findings to a file, as accepted
      --explain <rule>         print what a rule means and what it leaves alone;
                               audits nothing
      -h, --help               print this help

    Every completion is supported, weak or unsupported by what tools said, or
    undecided: only its meaning decides, which a reader can tell (--reader). It is
    unknown where the log has a gap.

    Examples:
      todo-replay audit fixtures/tests-ticked-without-a-run/session.jsonl
      todo-replay audit fixtures --fail-on never --json
      todo-replay audit fixtures --fail-on never --format sarif
    "
  `)
})

test('help of what is no command', async () => {
  const { code, stdout, stderr } = await runInMemory(['help', 'adit'])
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr:
      "todo-replay: Unknown command 'adit' (Did you mean audit?)\n  todo-replay --help lists the commands.\n",
  })
  expect((await runInMemory(['help', 'help'])).stdout).toBe((await runInMemory(['--help'])).stdout)
})

test('--version', async () => {
  const { code, stdout } = await runInMemory(['--version'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})
