/** What package managers and task runners run: scripts and targets are judged by the names that people gave them. */

import type { Purpose } from './programs.js'
import { isForAll, kindsOfName } from './script-names.js'
import { firstPositional, isAssignment, looksLikePath, positionals, wordSet } from './words.js'

/** What a runner is to do: a command that it hands on, or purposes. */
interface RunnerUse {
  readonly command?: readonly string[]
  readonly purposes: readonly Purpose[]
  /** True where what it runs may be any check. */
  readonly opaque: boolean
}

type IsKnown = (program: string) => boolean

function does(purposes: readonly Purpose[], opaque = false): RunnerUse {
  return { purposes, opaque }
}

function runs(command: readonly string[]): RunnerUse {
  return { ...does([]), command }
}

const managers = wordSet('npm pnpm yarn bun cnpm')
const managerOptions = wordSet(
  '--prefix -w --workspace --filter -F -C --dir --cwd --filter-prod --loglevel --reporter --config --env-file',
)
/** What package managers do themselves. */
const managerVerbs: readonly (readonly [Purpose, ReadonlySet<string>])[] = [
  [
    'read',
    wordSet(`ls list ll la view info show outdated why explain whoami root bin prefix search help pkg get ping doctor fund
      licenses owner dist-tag query --version -v --help -h`),
  ],
  [
    'install',
    wordSet('install i ci add remove rm uninstall un update up upgrade dedupe prune rebuild import fetch'),
  ],
  [
    'execute',
    wordSet('link unlink patch init create set config store cache login logout token env setup plugin rb pm'),
  ],
  ['lint', wordSet('audit')],
  ['build', wordSet('pack')],
  ['publish', wordSet('publish')],
  ['write', wordSet('version')],
]
/** Options with which bun runs code or checks a file as Node.js does. */
const bunOptions = wordSet('-e --eval -p --print --check')

/**
 * What a package manager or task runner is to do, or null where the program is none.
 * @param isKnown whether a word names a program of the tables
 */
export function useOfRunner(program: string, words: readonly string[], isKnown: IsKnown): RunnerUse | null {
  return managers.has(program)
    ? useOfPackageManager(program, words, isKnown)
    : useOfTaskRunner(program, words, isKnown)
}

function useOfPackageManager(program: string, words: readonly string[], isKnown: IsKnown): RunnerUse {
  const next = (from: number) => firstPositional(words, from, managerOptions)
  let index = next(1)
  if (words[index] === 'workspace') index = next(index + 2)
  while (/^(?:workspaces|recursive|multi|foreach)$/.test(words[index] ?? '')) index = next(index + 1)
  const rest = words.slice(index)
  const [first = ''] = rest
  const isBun = program === 'bun'
  if (isBun && words.some((word) => bunOptions.has(word)) && firstPositional(words, 1, bunOptions) > 2)
    return runs(['node', ...words.slice(1)])
  if (first === '') return does([program === 'yarn' ? 'install' : words.length > 1 ? 'execute' : 'read'])
  const at = /^(?:run|run-script|rum)$/.test(first) ? next(index + 1) : index
  const script = words[at]
  if (script === undefined) return does(['read'])
  if (isBun && looksLikePath(script)) return runs(['tsx', ...words.slice(at)])
  if (at > index) return byName(script, rest)
  if (isBun && (first === 'test' || first === 'build')) return does([first])
  if (first === 'tst' || first === 't') return byName('test', rest)
  if (first === 'pkg' && /^(?:set|delete|fix)$/.test(rest[1] ?? '')) return does(['write'])
  const own = managerVerbs.find(([, names]) => names.has(first))?.[0]
  if (own !== undefined) return does([own])
  return first === 'test' || first === 'build' || !isKnown(first) ? byName(first, rest) : runs(rest)
}

function byName(name: string, words: readonly string[]): RunnerUse {
  const kinds = kindsOfName(name)
  // Options handed on to the script can turn it into something else.
  if (kinds[0] === 'test' && words.includes('--listTests')) return does(['read'])
  return does(kinds.length > 0 ? kinds : ['execute'], kinds.length === 0 || isForAll(name))
}

/** `runner | options that take a value | what it does when no target is named`. */
const runners = new Map(
  `
make gmake nmake | -C -f -I -o -W --directory --file | build
just | -f -d --justfile --working-directory | execute
task go-task mise | -t -d --taskfile --dir -C --cd -j | execute
rake thor | -f -I | test
mage gulp grunt doit invoke inv fab ant earthly rush please pants buck2 ember rushx sbt devbox dagger | -f --cwd | execute
poe poethepoet taskipy hatch pdm rye pixi composer | -C -p -e --env --project -m -d | execute
act | -W --workflows -e --eventpath -P --platform --secret-file --env-file | execute
tox nox | -c --workdir -r | test
nx turbo lerna moon | --filter --scope -c --configuration --projects -p --concurrency --cache-dir | read
npm-run-all npm-run-all2 run-s run-p | --max-parallel | execute
deno | --config -c --cwd | read
gradle gradlew | -p -x -I -b -c --tests --project-dir --exclude-task | read
mvn mvnw | -pl -f -P -s -rf -T --file --projects | read`
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [names = '', valued = '', named] = line.split(' | ')
      const otherwise = (['build', 'test', 'read'] as const).find((one) => one === named) ?? 'execute'
      return [...wordSet(names)].map((name) => [name, { valued: wordSet(valued), otherwise }] as const)
    }),
)

const steps = wordSet('run run-many run-script exec affected r tasks call :::')
const listings = wordSet(`
  list ls show graph help tasks dependencies projects properties --list -l --summary --version -v --tasks -T which current
  outdated doctor dry-run status licenses why info`)
const composerOwn = wordSet(
  'install require remove update dump-autoload init create-project validate audit show outdated global config',
)

function useOfTaskRunner(program: string, words: readonly string[], isKnown: IsKnown): RunnerUse | null {
  const runner = runners.get(program)
  const isOwnVerb =
    program === 'deno' ? words[1] !== 'task' : program === 'composer' && composerOwn.has(words[1] ?? '')
  if (runner === undefined || isOwnVerb) return null
  if (onlyTells(program, words)) return does(['read'])
  // What stands after `--` goes on to the script.
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
  const all = positionals(own, program === 'deno' ? 2 : 1, runner.valued).filter(
    (word) => !isAssignment(word),
  )
  const named = all.filter((word) => !steps.has(word))
  // `make run` names a target, `mise run test` a step and a target.
  const names = (named.length > 0 ? named : all).map((word) => word.replace(/^[+/]/, ''))
  const listed = words.find((word, index) => index > 0 && listings.has(word))
  if (listed !== undefined && (all.length === 0 || all[0] === listed)) return does(['read'])
  const { otherwise } = runner
  const [name = ''] = names
  if (/^(?:hatch|pdm|rye|pixi)$/.test(program) && isKnown(name)) return runs(words.slice(words.indexOf(name)))
  if (names.length === 0) return does([otherwise], /make$|^(?:just|act)$/.test(program))
  const target = words.flatMap((word) => /^--targets?=(.{1,100})$/.exec(word)?.[1] ?? [])
  const targets = target.length > 0 ? target.slice(0, 1) : names
  const kinds = new Set(targets.flatMap((one) => kindsOfTarget(program, one, words)))
  const unnamed: Purpose = otherwise === 'test' && program !== 'rake' ? 'test' : 'execute'
  return does(kinds.size > 0 ? [...kinds] : [unnamed], kinds.size === 0 || targets.some(isForAll))
}

/** Runs that only say what they would do, and goals of Maven that only look. */
function onlyTells(program: string, words: readonly string[]): boolean {
  if (words.some((word) => /^--(?:dry-run|dry|just-print|recon)$/.test(word))) return true
  if (words.includes('-n') && /make$|^(?:just|rake|task)$/.test(program)) return true
  const looks = (word: string) =>
    word.startsWith('-') || /^(?:dependency:(?:tree|list|analyze)|help|versions:display)/.test(word)
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
  if (phase.startsWith('dependency:')) return ['install']
  return phase.startsWith('exec:') ? ['run'] : kindsOfName(phase)
}
