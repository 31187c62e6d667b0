/** Completion: what is offered at every place of a command line, and that shells take it from the scripts. */

import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { profilesOf } from '@todo-ledger/recordings'
import { describe, expect, test } from 'vitest'
import { shells } from '../src/completion/shell-scripts.js'
import { knownCommands } from '../src/known-commands.js'
import { schemaNames } from '../src/schema/schema-files.js'
import { runInMemory } from './memory-host.js'
import { delegated, untested } from './recordings.js'
import { program, Workplace } from './run-program.js'

const place = new Workplace()
process.chdir(place.folder)
place.write('delegated.jsonl', delegated)
place.write('with space.jsonl', untested)
place.write(
  'hostile.jsonl',
  untested.replaceAll('login-7', '$(touch hacked)') + delegated.replaceAll('docs-1', '`x`\\t\\u001b[31m'),
)
place.write('odd.jsonl', untested.replaceAll('login-7', 'a b;c'))
place.write('broken.jsonl', 'nothing')

/** What is offered for a line; the last word is being typed. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runInMemory(['completion', '--line', '--', ...words], {
    env: { HOME: place.folder },
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.replace(/\t.*/, ''))
}

const profiles = profilesOf().map(({ name }) => name)

describe('what is offered', () => {
  test.each<[line: string, offer: readonly string[]]>([
    ['a', ['audit', 'anchor']],
    ['sh', ['show']],
    ['help wh', ['what-if']],
    ['help show ', []],
    ['nope --', []],
    ['--v', ['--version']],
    ['audit --fo', ['--format']],
    ['audit --format j', ['json', 'junit']],
    ['audit --format=j', ['--format=json', '--format=junit']],
    ['audit --format = j', ['json', 'junit']],
    ['audit --format =', ['text', 'json', 'sarif', 'junit', 'markdown', 'github']],
    ['audit --format json --form', []],
    ['audit --rules a.mjs --rule', ['--rules']],
    ['audit --no-c', ['--no-cache', '--no-config']],
    ['audit --fail-on never ', [':files']],
    ['audit ', [':files']],
    ['audit x.jsonl ', []],
    ['audit -- ', [':files']],
    ['audit -- --f', [':files']],
    ['audit --config ', [':files']],
    ['import --ledger ', [':files']],
    ['anchor ', [':files']],
    ['show x.jsonl --profile ', profiles],
    ['show --turn ', []],
    ['audit --explain batch', ['batch-completion']],
    ['log --type nag', ['nag.issued']],
    ['completion ', [...shells]],
    ['completion --l', []],
    ['schema ', schemaNames()],
    ['schema audi', ['audit']],
    ['show delegated.jsonl --session ', ['docs-1', 'docs-1/reader']],
    ['show --session= delegated.jsonl --session=docs-1/', ['--session=docs-1/reader']],
    ['show broken.jsonl --session ', []],
    ['show missing.jsonl --session ', []],
    ['show --session ', []],
    ['show --nope --profile lo', ['loki']],
  ])('%s', async (line, offer) => {
    expect((await offered(...line.split(' '))).toSorted()).toEqual(offer.toSorted())
  })

  test('every command, and what it does', async () => {
    const { stdout } = await runInMemory(['completion', '--line', '--', ''])
    expect(stdout.split('\n')).toEqual([
      ...knownCommands.map(({ name, summary }) => `${name}\t${summary}`),
      'help\tprint the help of a command',
      '',
    ])
  })

  test.each([
    "'with space.jsonl'",
    '"with space.jsonl',
    'with\\ space.jsonl',
    '~/with\\ space.jsonl',
    `${place.folder}/with\\ space.jsonl`,
  ])('a source as a shell quotes it: %s', async (source) => {
    expect(await offered('show', source, '--session', '')).toEqual(['login-7'])
  })

  test('an id that a shell would take for something else is not offered', async () => {
    expect(await offered('show', 'hostile.jsonl', '--session', '')).toEqual([])
    expect(await offered('show', 'odd.jsonl', '--session', '')).toEqual([])
  })
})

test('a script is asked for by the name of its shell', async () => {
  for (const shell of shells) {
    const { code, stdout } = await runInMemory(['completion', shell])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('todo-replay completion --line'),
    })
  }
  for (const words of [['completion'], ['completion', 'powershell'], ['completion', 'bash', 'zsh']]) {
    const { code, stdout, stderr } = await runInMemory(words)
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: 'todo-replay: Name the shell: bash, zsh or fish.\n',
    })
  }
})

/** The program by its name, as shells call it. */
place.write('bin/todo-replay', `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
chmodSync(join(place.folder, 'bin/todo-replay'), 0o755)
const env = { ...process.env, PATH: `${join(place.folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` }

function isThere(shell: string): boolean {
  return spawnSync(shell, ['--version'], { env }).error === undefined
}

async function inShell(shell: string, words: readonly string[], lines: string): Promise<readonly string[]> {
  place.write(`script.${shell}`, (await runInMemory(['completion', shell])).stdout)
  place.write(`lines.${shell}`, lines)
  const { stdout, stderr } = spawnSync(shell, [...words, `lines.${shell}`], { env, encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').slice(0, -1)
}

describe('in a shell', () => {
  test.skipIf(!isThere('bash'))('bash', async () => {
    const told = await inShell(
      'bash',
      ['--norc'],
      `source script.bash
compopt() { echo "compopt $*"; }
typed() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _todo_replay; printf '[%s]' "\${COMPREPLY[@]}"; echo; }
typed todo-replay what
typed todo-replay audit --format = ju
typed todo-replay show 'with\\ space.jsonl' --session ''
typed todo-replay show hostile.jsonl --session ''
typed todo-replay audit ''
complete -p todo-replay
`,
    )
    expect(told).toEqual([
      '[what-if]',
      '[junit]',
      '[login-7]',
      '[]',
      'compopt -o default',
      '[]',
      'complete -F _todo_replay todo-replay',
    ])
  })

  test.skipIf(!isThere('zsh'))('zsh', async () => {
    const told = await inShell(
      'zsh',
      ['-f'],
      `compdef() { print "compdef $*" }
_describe() { print -l -- "\${(@P)2}" }
_files() { print files }
source ./script.zsh
typed() { words=("$@"); CURRENT=$#; _todo_replay }
typed todo-replay what
typed todo-replay audit --format=ju
typed todo-replay audit ''
`,
    )
    expect(told).toEqual([
      'compdef _todo_replay todo-replay',
      'what-if:the same session under another profile',
      '--format=junit',
      'files',
    ])
  })

  test.skipIf(!isThere('fish'))('fish', async () => {
    const told = await inShell(
      'fish',
      ['--no-config'],
      `function __fish_complete_path; echo "path $argv"; end
source script.fish
complete -C 'todo-replay what'
complete -C 'todo-replay audit --format=ju'
complete -C 'todo-replay audit '
`,
    )
    expect(told).toEqual(['what-if\tthe same session under another profile', '--format=junit', 'path '])
  })
})
