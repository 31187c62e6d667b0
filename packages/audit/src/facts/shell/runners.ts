/** What package managers and task runners run: scripts and targets are judged by the names that people gave them. */

import type { NamedScript, Purpose, ScriptRunner } from './purposes.js'
import { isForAll, kindsOfName } from './script-names.js'
import { firstPositional, isAssignment, looksLikePath, positionals, wordSet } from './words.js'

/** What a runner is to do: purposes, with the scripts that a file of the project holds, or a command that it hands on. */
export type RunnerUse =
  | {
      readonly kind: 'purposes'
      readonly purposes: readonly Purpose[]
      readonly scripts?: readonly NamedScript[]
      /** True where what it runs may be any check. */
      readonly opaque?: boolean
    }
  | { readonly kind: 'command'; readonly words: readonly string[] }

const managers = wordSet('npm pnpm yarn bun cnpm')
const managerOptions = wordSet(
  '--prefix -w --workspace --filter -F -C --dir --cwd --filter-prod --loglevel --reporter --config --env-file --elide-lines',
)
/** What package managers do themselves. */
const ofManagers: readonly (readonly [Purpose, ReadonlySet<string>])[] = [
  [
    'read',
    wordSet(
      'ls list ll la view info show outdated why explain whoami root bin prefix search help pkg get ping doctor fund licenses owner dist-tag query --version -v --help -h',
    ),
  ],
  [
    'install',
    wordSet(
      'install i ci add remove rm uninstall un update up upgrade dedupe prune rebuild import install-test isntall fetch',
    ),
  ],
  [
    'execute',
    wordSet(`link unlink patch patch-commit init create set config store cache login logout token approve-builds env
      self-update setup deploy-hook plugin constraints unplug rb pm completion shrinkwrap`),
  ],
  ['lint', wordSet('audit')],
  ['build', wordSet('pack')],
  ['publish', wordSet('publish')],
  ['write', wordSet('version')],
]
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
  const next = (from: number) => firstPositional(words, from, managerOptions)
  let index = next(1)
  if (words[index] === 'workspace') index = next(index + 2)
  if (/^(?:workspaces|recursive|multi)$/.test(words[index] ?? '')) index = next(index + 1)
  if (words[index] === 'foreach') index = next(index + 1)
  const first = words[index] ?? ''
  const rest = words.slice(index)
  const evaluates = words.some((word) => bunOptions.has(word)) && firstPositional(words, 1, bunOptions) > 2
  if (program === 'bun' && evaluates) return { kind: 'command', words: ['node', ...words.slice(1)] }
  if (first === '') return does(program === 'yarn' ? 'install' : words.length > 1 ? 'execute' : 'read')
  if (/^(?:run|run-script|rum)$/.test(first)) {
    const at = next(index + 1)
    const script = words[at]
    if (script === undefined) return does('read')
    if (program === 'bun' && looksLikePath(script))
      return { kind: 'command', words: ['tsx', ...words.slice(at)] }
    return byName(script, rest)
  }
  if (program === 'bun') {
    if (first === 'test' || first === 'build') return does(first)
    if (looksLikePath(first)) return { kind: 'command', words: ['tsx', ...rest] }
  }
  if (first === 'tst' || first === 't') return byName('test', rest)
  if (first === 'pkg' && /^(?:set|delete|fix)$/.test(rest[1] ?? '')) return does('write')
  const own = ofManagers.find(([, names]) => names.has(first))?.[0]
  if (own !== undefined) return does(own)
  if (first !== 'test' && first !== 'build' && isKnown(first)) return { kind: 'command', words: rest }
  return byName(first, rest)
}

function does(purpose: Purpose): RunnerUse {
  return { kind: 'purposes', purposes: [purpose] }
}

function byName(name: string, words: readonly string[]): RunnerUse {
  const kinds = kindsOfName(name)
  // Options handed on to the script can turn it into something else.
  if (kinds[0] === 'test' && words.includes('--listTests')) return does('read')
  return {
    kind: 'purposes',
    purposes: kinds.length > 0 ? kinds : ['execute'],
    scripts: [{ runner: 'npm', name }],
    opaque: kinds.length === 0 || isForAll(name),
  }
}

interface Runner {
  readonly valued: ReadonlySet<string>
  /** What it does when no target is named. */
  readonly otherwise: Purpose
  readonly scripts: ScriptRunner | null
}

/** `runner | options that take a value | what it does when no target is named | whose scripts it runs`. */
const runners = readRunners(`
make gmake nmake | -C -f -I -o -W --directory --file | build | make
just | -f -d --justfile --working-directory | execute | just
task go-task | -t -d --taskfile --dir | execute | task
rake thor | -f -I | test |
mage makers cargo-make mask jake gulp grunt doit invoke inv fab ant earthly lage wireit melos rush please plz pants buck2 | -f --cwd | execute |
poe poethepoet taskipy | -C | execute | python
sbt | | execute |
act | | test |
devbox dagger | | execute |
tox nox | -c --workdir -r | test |
nx turbo lerna moon | --filter --scope -c --configuration --projects -p --concurrency --cache-dir | read |
npm-run-all npm-run-all2 run-s run-p | --max-parallel | execute | npm
hatch pdm rye pixi | -p -e --env --project -m | execute | python
mise | -C --cd -j | execute | task
composer | -d --working-dir | execute | composer
gradle gradlew | -p -x -I -b -c --tests --project-dir --exclude-task | read |
mvn mvnw | -pl -f -P -s -rf -T --file --projects | read |
`)

function readRunners(text: string): ReadonlyMap<string, Runner> {
  const found = new Map<string, Runner>()
  const whose = ['npm', 'make', 'just', 'task', 'python', 'composer'] as const
  for (const line of text.trim().split('\n')) {
    const [names = '', valued = '', named = '', scripts = ''] = line.split('|').map((cell) => cell.trim())
    const otherwise: Purpose = (['build', 'test', 'read'] as const).find((one) => one === named) ?? 'execute'
    const runner: Runner = {
      valued: wordSet(valued),
      otherwise,
      scripts: whose.find((one) => one === scripts) ?? null,
    }
    for (const name of wordSet(names)) found.set(name, runner)
  }
  return found
}

const steps = wordSet('run run-many run-script exec affected r tasks call :::')
const listings = wordSet(
  'list ls show graph help tasks dependencies projects properties --list -l --summary --version -v --tasks -T which current outdated doctor dry-run status licenses why info',
)
const handsOn = wordSet('hatch pdm rye pixi')
const composerOwn = wordSet(
  'install require remove update dump-autoload init create-project validate audit show outdated global config',
)

/** What a task runner is to do, or null where the program is none. */
export function useOfTaskRunner(
  program: string,
  words: readonly string[],
  isKnown: (program: string) => boolean,
): RunnerUse | null {
  const runner = runners.get(program)
  if (runner === undefined) return null
  if (onlyTells(program, words)) return does('read')
  if (program === 'composer' && composerOwn.has(words[1] ?? '')) return null
  // What stands after `--` goes on to the script.
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
  const all = positionals(own, 1, runner.valued).filter((word) => !isAssignment(word))
  const named = all.filter((word) => !steps.has(word))
  // `make run` names a target, `mise run test` a step and a target.
  const names = (named.length > 0 ? named : all).map((word) => word.replace(/^[+/]/, ''))
  const listed = words.find((word, index) => index > 0 && listings.has(word))
  if (listed !== undefined && (all.length === 0 || all[0] === listed)) return does('read')
  const [name = ''] = names
  if (handsOn.has(program) && isKnown(name))
    return { kind: 'command', words: words.slice(words.indexOf(name)) }
  const scripts = runner.scripts
  if (names.length === 0) {
    const isFile = scripts === 'make' || scripts === 'just'
    const defaults: readonly NamedScript[] = isFile ? [{ runner: scripts, name: '' }] : []
    return { kind: 'purposes', purposes: [runner.otherwise], scripts: defaults, opaque: isFile }
  }
  const target = words
    .map((word) => /^--targets?=(.{1,100})$/.exec(word)?.[1])
    .find((word) => word !== undefined)
  const unnamed: Purpose = runner.otherwise === 'test' && program !== 'rake' ? 'test' : 'execute'
  const targets = target === undefined ? names : [target]
  const kinds = new Set(targets.flatMap((one) => kindsOfTarget(program, one, words)))
  return {
    kind: 'purposes',
    purposes: kinds.size > 0 ? [...kinds] : [unnamed],
    scripts: scripts === null ? [] : names.map((one) => ({ runner: scripts, name: one })),
    opaque: kinds.size === 0 || targets.some(isForAll),
  }
}

/** Runs that only say what they would do, and goals of Maven that only look. */
function onlyTells(program: string, words: readonly string[]): boolean {
  if (words.some((word) => /^--(?:dry-run|dry|just-print|recon)$/.test(word))) return true
  if (words.includes('-n') && /make$|^(?:just|rake|task)$/.test(program)) return true
  const looks = (word: string) => word.startsWith('-') || /^(?:dependency|help|versions:display)/.test(word)
  return program.startsWith('mvn') && words.length > 1 && words.slice(1).every(looks)
}

function kindsOfTarget(program: string, name: string, words: readonly string[]): readonly Purpose[] {
  const task = name.slice(name.lastIndexOf(':') + 1)
  if (program.startsWith('mvn')) return kindsOfPhase(name, words)
  if (program.startsWith('gradle'))
    return task === 'build' ? ['build', 'test'] : task === 'check' ? ['test', 'lint'] : kindsOfName(task)
  if (program.endsWith('make') && name === 'check') return ['test']
  return kindsOfName(program === 'nx' || program === 'moon' ? task : name)
}

function kindsOfPhase(phase: string, words: readonly string[]): readonly Purpose[] {
  const skipped = words.some((word) => /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/.test(word))
  if (/^(?:package|install|verify)$/.test(phase)) return skipped ? ['build'] : ['build', 'test']
  if (phase === 'compile' || phase === 'test-compile') return ['build']
  if (phase === 'test' || phase === 'integration-test') return skipped ? ['build'] : ['test']
  if (phase.startsWith('spotless')) return ['format']
  return phase.startsWith('exec:') ? ['run'] : kindsOfName(phase)
}
