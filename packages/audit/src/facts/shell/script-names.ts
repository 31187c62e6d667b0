/** What a script, a target or a task is for, by the parts of the name that people gave it: `test:unit`, `lint-fix`. */

import type { CheckKind } from '../calls/call.js'
import { fileName, wordSet } from './words.js'

/** The parts of a name that decide what it is for. */
const kindsByPart = readParts({
  test: `test tests testing tst unittest unittests pytest e2e spec specs unit integration vitest jest mocha playwright cypress
    smoke coverage cov bench benchmark acceptance regression rspec phpunit nextest selftest runtests check-tests`,
  build: 'build builds compile bundle package assemble dist rebuild binary wasm',
  lint: 'lint lints linter eslint biome ruff clippy vet golangci shellcheck stylelint rubocop knip audit a11y accessibility pa11y lighthouse precommit validate oxlint',
  typecheck: 'typecheck typechecks types tsc mypy pyright typing tc',
  format: 'fmt format formatting prettier gofmt style',
  run: 'start dev serve server preview run watch demo launch storybook up main',
  database: 'migrate migration migrations seed db database',
  deploy: 'deploy release publish ship rollout provision prod production preprod staging',
})

/** Names that stand for whatever the project checks. */
const allChecks = wordSet('check checks ci verify qa preflight presubmit all validate default')
const joiners = wordSet('and n then')
/** Parts that make nothing of what follows them a check: `install-test-deps`, `generate:types`, `clean-build`. */
const preparations = wordSet(
  'install uninstall generate gen codegen clean setup init create update upgrade kill stop down seed copy download fetch',
)
const longestName = 200

function readParts(parts: { readonly [kind in CheckKind]?: string }): ReadonlyMap<string, CheckKind> {
  const kinds = ['test', 'build', 'lint', 'typecheck', 'format', 'run', 'database', 'deploy'] as const
  return new Map(
    kinds.flatMap((kind) => [...wordSet(parts[kind] ?? '')].map((part) => [part, kind] as const)),
  )
}

/** The parts of a name, in lower case: divided at everything that is no letter or digit, and at humps. */
export function nameParts(name: string): readonly string[] {
  return name
    .slice(0, longestName)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
}

/** True for a name that stands for whatever checks there are: `check`, `ci`, `verify:all`. */
export function isForAll(name: string): boolean {
  const parts = nameParts(name)
  return !isTypeCheck(parts) && parts.some((part) => allChecks.has(part))
}

/**
 * The kinds of checks that a script of this name runs; empty where the name says nothing. The first part that decides
 * wins (`build:test` builds), unless parts are joined (`lint-and-test`).
 */
export function kindsOfName(name: string): readonly CheckKind[] {
  const parts = nameParts(name)
  if (preparations.has(parts[0] ?? '')) return []
  if (isTypeCheck(parts)) return ['typecheck']
  const found = new Set<CheckKind>()
  const joined = parts.some((part) => joiners.has(part))
  for (const part of parts) {
    const kind = kindsByPart.get(part)
    if (kind !== undefined && (found.size === 0 || joined)) found.add(kind)
  }
  if (found.size > 0) return [...found]
  if (parts.includes('check') || parts.includes('checks')) return ['lint', 'typecheck']
  return parts.some((part) => allChecks.has(part) && part !== 'default' && part !== 'all')
    ? ['test', 'lint']
    : parts.includes('all')
      ? ['build']
      : []
}

function isTypeCheck(parts: readonly string[]): boolean {
  const checks = parts.includes('check') && parts.some((part) => /^(?:types?|ts)$/.test(part))
  return checks || parts.includes('typecheck')
}

const testFile = /^tests?(?:$|[_-])|[._](?:tests?|spec|e2e)$|(?:Test|Tests|Spec)$/
/** Folders whose files without an extension are scripts whose names say what they do. */
const scriptFolder = /(?:^|\/)(?:scripts?|tools?|bin|tasks|ci|dev|hack|hooks|mise-tasks|\.[a-z]{1,20})\//

/** The kinds of checks that running the file at this path is: its name decides, else it is the program that runs. */
export function kindsOfScriptFile(path: string): readonly CheckKind[] {
  const file = fileName(path).slice(0, longestName)
  const dot = file.lastIndexOf('.')
  const stem = dot > 0 ? file.slice(0, dot) : file
  // A binary may be called anything; a script is called what it does.
  if (dot <= 0 && !scriptFolder.test(path.slice(0, longestName)) && !kindsByPart.has(stem)) return ['run']
  if (testFile.test(stem)) return ['test', 'run']
  const kinds = kindsOfName(stem.replace(/^run[_-]/, ''))
  return kinds.includes('run') || kinds.includes('deploy') ? kinds : [...kinds, 'run']
}
