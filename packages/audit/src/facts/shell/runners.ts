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
    wordSet(`ls list ll la view info show outdated why explain whoami root bin prefix search help get ping doctor fund
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
]
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
  if (words[index] === 'recursive') index = next(index + 1)
  const rest = words.slice(index)
  const [first = ''] = rest
  const isBun = program === 'bun'
  // With these bun runs code or checks a file as Node.js does.
  if (isBun && /^(?:-e|--eval|-p|--print|--check)$/.test(words[1] ?? ''))
    return runs(['node', ...words.slice(1)])
  if (first === '') return does([program === 'yarn' ? 'install' : words.length > 1 ? 'execute' : 'read'])
  const at = /^(?:run|run-script|rum)$/.test(first) ? next(index + 1) : index
  const script = words[at]
  if (script === undefined) return does(['read'])
  if (isBun && looksLikePath(script)) return runs(['tsx', ...words.slice(at)])
  if (at > index) return byName(script)
  if (isBun && (first === 'test' || first === 'build')) return does([first])
  if (first === 'tst' || first === 't') return byName('test')
  const own = managerVerbs.find(([, names]) => names.has(first))?.[0]
  if (own !== undefined) return does([own])
  return first === 'test' || first === 'build' || !isKnown(first) ? byName(first) : runs(rest)
}

function byName(name: string): RunnerUse {
  const kinds = kindsOfName(name)
  return does(kinds.length > 0 ? kinds : ['execute'], kinds.length === 0 || isForAll(name))
}

/** `runner | options that take a value | what it does when no target is named`. */
const runners = new Map(
  `
make gmake nmake | -C -f -I -o -W --directory --file | build
just | -f -d --justfile --working-directory | execute
task go-task mise | -t -d --taskfile --dir -C --cd -j | execute
rake invoke gulp grunt ant earthly pants sbt npm-run-all run-s run-p | -f -I | execute
tox nox | -c --workdir -r | test
poe poethepoet hatch pdm rye pixi | -C -p -e --env --project -m -d | execute
nx turbo lerna moon | --filter --scope -c --configuration --projects -p --concurrency --cache-dir | read
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

const steps = wordSet('run run-many run-script exec affected tasks')
const listings = wordSet(`
  list ls show graph help tasks dependencies projects properties --list -l --summary --version -v --tasks -T which current
  outdated doctor dry-run status licenses why info`)

function useOfTaskRunner(program: string, words: readonly string[], isKnown: IsKnown): RunnerUse | null {
  const runner = runners.get(program)
  if (runner === undefined) return null
  const isDry = words.some((word) => /^--(?:dry-run|dry|just-print|recon)$/.test(word))
  if (isDry || (words.includes('-n') && /make$|^(?:just|rake|task)$/.test(program))) return does(['read'])
  // What stands after `--` goes on to the script.
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
  const all = positionals(own, 1, runner.valued).filter((word) => !isAssignment(word))
  const named = all.filter((word) => !steps.has(word))
  // `make run` names a target, `mise run test` a step and a target.
  const names = named.length > 0 ? named : all
  const listed = words.find((word, index) => index > 0 && listings.has(word))
  if (listed !== undefined && (all.length === 0 || all[0] === listed)) return does(['read'])
  const [name = ''] = names
  if (/^(?:hatch|pdm|rye|pixi)$/.test(program) && isKnown(name)) return runs(words.slice(words.indexOf(name)))
  if (names.length === 0) return does([runner.otherwise], /make$|^just$/.test(program))
  const target = words.flatMap((word) => /^--targets?=(.{1,100})$/.exec(word)?.[1] ?? [])
  const targets = target.length > 0 ? target.slice(0, 1) : names
  const kinds = new Set(targets.flatMap((one) => kindsOfTarget(program, one, words)))
  const unnamed = runner.otherwise === 'test' ? 'test' : 'execute'
  return does(kinds.size > 0 ? [...kinds] : [unnamed], kinds.size === 0 || targets.some(isForAll))
}

function kindsOfTarget(program: string, name: string, words: readonly string[]): readonly Purpose[] {
  const task = name.slice(name.lastIndexOf(':') + 1)
  if (program.startsWith('gradle') && task === 'build') return ['build', 'test']
  if (program.startsWith('mvn') && /^(?:package|install|verify|test)$/.test(task)) {
    const skipped = words.some((word) => /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/.test(word))
    return skipped ? ['build'] : task === 'test' ? ['test'] : ['build', 'test']
  }
  if (program.endsWith('make') && name === 'check') return ['test']
  return kindsOfName(/^(?:nx|moon|gradlew?|mvnw?)$/.test(program) ? task : name)
}
