/** What package managers and task runners run: scripts and targets are judged by the names that people gave them. */

import type { CheckKind } from '../calls/call-description.js'
import { firstPositional, isAssignment, looksLikePath, positionals, wordSet } from './arguments.js'
import type { NamedScript, Purpose } from './command-use.js'
import { kindsOfName } from './script-names.js'

/** What a runner is to do: purposes, or a command that it hands on. */
export type RunnerUse =
  | {
      /** It runs scripts or targets, or does something of its own. */
      readonly kind: 'purposes'
      /** What they are for; at least one. */
      readonly purposes: readonly Purpose[]
      /** The scripts and targets that it runs, where a file of the project holds them. */
      readonly scripts?: readonly NamedScript[]
    }
  | {
      /** It runs this command. */
      readonly kind: 'command'
      /** The words of that command. */
      readonly words: readonly string[]
    }

const managers = wordSet('npm pnpm yarn bun cnpm')
const managerOptions = wordSet(
  '--prefix -w --workspace --filter -F -C --dir --cwd --filter-prod --loglevel --reporter --config --env-file --elide-lines',
)
const managerReads = wordSet(
  'ls list ll la view info show outdated why explain whoami root bin prefix search help pkg get ping doctor fund licenses owner dist-tag query --version -v --help -h',
)
const managerExecutes = wordSet(`
  install i ci add remove rm uninstall un update up upgrade link unlink dedupe prune rebuild import patch patch-commit init create
  set config store cache login logout token fetch approve-builds env self-update setup deploy-hook install-test isntall
  plugin constraints unplug rb pm completion shrinkwrap`)

/** Options with which bun runs code or checks a file as Node.js does. */
const bunOptions = wordSet('-e --eval -p --print --check')

/** True where the program is a package manager with scripts. */
export function isPackageManager(program: string): boolean {
  return managers.has(program)
}

/** What `npm`, `pnpm`, `yarn` or `bun` is to do. `isKnown` says whether a word names a program of the tables. */
export function useOfPackageManager(
  program: string,
  words: readonly string[],
  isKnown: (program: string) => boolean,
): RunnerUse {
  let index = firstPositional(words, 1, managerOptions)
  let first = words[index] ?? ''
  if (first === 'workspace') index = firstPositional(words, index + 2, managerOptions)
  if (first === 'workspaces' || first === 'recursive' || first === 'multi')
    index = firstPositional(words, index + 1, managerOptions)
  if (words[index] === 'foreach') index = firstPositional(words, index + 1, managerOptions)
  first = words[index] ?? ''
  const rest = words.slice(index)
  if (
    program === 'bun' &&
    words.some((word) => bunOptions.has(word)) &&
    firstPositional(words, 1, bunOptions) > 2
  ) {
    return { kind: 'command', words: ['node', ...words.slice(1)] }
  }
  if (first === '') return executes(program === 'yarn' || words.length > 1 ? 'execute' : 'read')
  if (first === 'run' || first === 'run-script' || first === 'rum') {
    const at = firstPositional(words, index + 1, managerOptions)
    const script = words[at]
    if (script === undefined) return executes('read')
    if (program === 'bun' && looksLikePath(script))
      return { kind: 'command', words: ['tsx', ...words.slice(at)] }
    return byName(script, rest)
  }
  if (program === 'bun') {
    if (first === 'test') return { kind: 'purposes', purposes: ['test'] }
    if (first === 'build') return { kind: 'purposes', purposes: ['build'] }
    if (looksLikePath(first)) return { kind: 'command', words: ['tsx', ...rest] }
  }
  if (first === 'tst' || first === 't') return byName('test', rest)
  if (first === 'audit') return executes('lint')
  if (first === 'pack') return executes('build')
  if (first === 'publish') return executes(rest.includes('--dry-run') ? 'build' : 'deploy')
  if (first === 'version' || (first === 'pkg' && /^(?:set|delete|fix)$/.test(rest[1] ?? '')))
    return executes('write')
  if (managerReads.has(first)) return executes('read')
  if (managerExecutes.has(first)) return executes('execute')
  if (first !== 'test' && first !== 'build' && isKnown(first)) return { kind: 'command', words: rest }
  return byName(first, rest)
}

function executes(purpose: Purpose): RunnerUse {
  return { kind: 'purposes', purposes: [purpose] }
}

function byName(name: string, words: readonly string[]): RunnerUse {
  const kinds: readonly CheckKind[] = kindsOfName(name)
  // Options handed on to the script can turn it into something else.
  if (kinds[0] === 'test' && words.includes('--listTests')) return executes('read')
  return {
    kind: 'purposes',
    purposes: kinds.length > 0 ? kinds : ['execute'],
    scripts: [{ runner: 'npm', name }],
  }
}

/** `runner | options that take a value | what it does when no target is named`. */
const runners = readRunners(`
make gmake nmake | -C -f -I -o -W --directory --file | build
just | -f -d --justfile --working-directory | execute
task go-task | -t -d --taskfile --dir | execute
rake thor | -f -I | test
mage makers cargo-make mask jake gulp grunt doit invoke inv fab poe ant earthly lage wireit melos rush please plz pants buck2 | -f --cwd | execute
sbt | | execute
act | | test
devbox dagger | | execute
tox nox | -c --workdir -r | test
nx turbo lerna moon | --filter --scope -c --configuration --projects -p --concurrency --cache-dir | read
npm-run-all npm-run-all2 run-s run-p | --max-parallel | execute
hatch pdm rye pixi | -p -e --env --project -m | execute
mise | -C --cd -j | execute
composer | -d --working-dir | execute
gradle gradlew | -p -x -I -b -c --tests --project-dir --exclude-task | read
mvn mvnw | -pl -f -P -s -rf -T --file --projects | read
`)

interface Runner {
  readonly valued: ReadonlySet<string>
  readonly otherwise: Purpose
}

function readRunners(text: string): ReadonlyMap<string, Runner> {
  const found = new Map<string, Runner>()
  for (const line of text.trim().split('\n')) {
    const [names = '', valued = '', otherwise = ''] = line.split('|').map((cell) => cell.trim())
    const purpose: Purpose =
      otherwise === 'build' || otherwise === 'test' || otherwise === 'read' ? otherwise : 'execute'
    for (const name of wordSet(names)) found.set(name, { valued: wordSet(valued), otherwise: purpose })
  }
  return found
}

const steps = wordSet('run run-many run-script exec affected r tasks call :::')
const listings = wordSet(
  'list ls show graph help tasks dependencies projects properties --list -l --summary --version -v --tasks -T -n which current outdated doctor dry-run status licenses why info',
)
const handsOn = wordSet('hatch pdm rye pixi')

/** What a task runner is to do, or null where the program is none. */
export function useOfTaskRunner(
  program: string,
  words: readonly string[],
  isKnown: (program: string) => boolean,
): RunnerUse | null {
  const runner = runners.get(program)
  if (runner === undefined) return null
  if (onlyTells(program, words)) return executes('read')
  if (program === 'composer' && composerOwn.has(words[1] ?? '')) return null
  // What stands after `--` goes on to the script.
  const dashes = words.indexOf('--')
  const own = dashes < 0 ? words : words.slice(0, dashes)
  const all = positionals(own, 1, runner.valued).filter((word) => !isAssignment(word))
  const named = all.filter((word) => !steps.has(word))
  // `make run` names a target, `mise run test` a step and a target.
  const names = (named.length > 0 ? named : all).map((word) => word.replace(/^[+/]/, ''))
  const listed = words.find((word, index) => index > 0 && listings.has(word))
  if (listed !== undefined && (all.length === 0 || all[0] === listed)) return executes('read')
  if (handsOn.has(program) && isKnown(names[0] ?? '')) {
    return { kind: 'command', words: words.slice(words.indexOf(names[0] ?? '')) }
  }
  if (names.length === 0) return executes(runner.otherwise)
  const target = words
    .map((word) => /^--targets?=(.{1,100})$/.exec(word)?.[1])
    .find((word) => word !== undefined)
  const unnamed: Purpose = runner.otherwise === 'test' && program !== 'rake' ? 'test' : 'execute'
  const purposes = new Set<Purpose>()
  for (const name of target === undefined ? names : [target]) {
    for (const kind of kindsOfTarget(program, name, words)) purposes.add(kind)
  }
  return {
    kind: 'purposes',
    purposes: purposes.size > 0 ? [...purposes] : [unnamed],
    scripts: namedScripts(program, names),
  }
}

function namedScripts(program: string, names: readonly string[]): readonly NamedScript[] {
  const runner = program === 'gmake' ? 'make' : program
  return runner === 'make' || runner === 'just' || runner === 'composer'
    ? names.map((name) => ({ runner, name }))
    : []
}

const composerOwn = wordSet(
  'install require remove update dump-autoload init create-project validate audit show outdated global config',
)

/** Runs that only say what they would do, and goals of Maven that only look. */
function onlyTells(program: string, words: readonly string[]): boolean {
  if (words.some((word) => /^--(?:dry-run|dry|just-print|recon)$/.test(word))) return true
  if (words.includes('-n') && (program.endsWith('make') || program === 'just')) return true
  return (
    program.startsWith('mvn') &&
    words
      .slice(1)
      .every((word) => word.startsWith('-') || /^(?:dependency|help|versions:display)/.test(word)) &&
    words.length > 1
  )
}

function kindsOfTarget(program: string, name: string, words: readonly string[]): readonly CheckKind[] {
  if (program.startsWith('mvn')) return kindsOfPhase(name, words)
  if (program.startsWith('gradle')) {
    const task = name.slice(name.lastIndexOf(':') + 1)
    if (task === 'build') return ['build', 'test']
    if (task === 'check') return ['test', 'lint']
    return kindsOfName(task)
  }
  if (program.endsWith('make') && name === 'check') return ['test']
  if (program === 'nx' || program === 'moon') return kindsOfName(name.slice(name.lastIndexOf(':') + 1))
  return kindsOfName(name)
}

function kindsOfPhase(phase: string, words: readonly string[]): readonly CheckKind[] {
  const skipped = words.some((word) => /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/.test(word))
  if (phase === 'package' || phase === 'install' || phase === 'verify')
    return skipped ? ['build'] : ['build', 'test']
  if (phase === 'compile' || phase === 'test-compile') return ['build']
  if (phase === 'test' || phase === 'integration-test') return skipped ? ['build'] : ['test']
  if (phase.startsWith('spotless')) return ['format']
  if (phase.startsWith('exec:')) return ['run']
  return kindsOfName(phase)
}
