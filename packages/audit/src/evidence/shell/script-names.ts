/** What a script, a target or a task is for, by the parts of the name that people gave it: `test:unit`, `lint-fix`. */

import type { CheckKind } from '../calls/call-description.js'
import { wordSet } from './arguments.js'

/** The parts of a name that decide what it is for. */
const kindsByPart: ReadonlyMap<string, readonly CheckKind[]> = readParts({
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

/** Names that stand for several checks at once. */
const kindsByWholeName: ReadonlyMap<string, readonly CheckKind[]> = new Map<string, readonly CheckKind[]>([
  ['check', ['lint', 'typecheck']],
  ['checks', ['lint', 'typecheck']],
  ['ci', ['test', 'lint']],
  ['verify', ['test', 'lint']],
  ['qa', ['test', 'lint']],
  ['preflight', ['test', 'lint']],
  ['presubmit', ['test', 'lint']],
  ['all', ['build']],
  ['type-check', ['typecheck']],
  ['type:check', ['typecheck']],
  ['pre-commit', ['lint']],
])

const joiners = wordSet('and n then')
/** Parts that make nothing of what follows them a check: `install-test-deps`, `generate:types`, `clean-build`. */
const preparations = wordSet(
  'install uninstall generate gen codegen clean setup init create update upgrade kill stop down seed copy download fetch',
)
const longestName = 200

function readParts(
  parts: { readonly [kind in CheckKind]?: string },
): ReadonlyMap<string, readonly CheckKind[]> {
  const kinds: readonly CheckKind[] = [
    'test',
    'build',
    'lint',
    'typecheck',
    'format',
    'run',
    'database',
    'deploy',
  ]
  const found = new Map<string, readonly CheckKind[]>()
  for (const kind of kinds) for (const part of wordSet(parts[kind] ?? '')) found.set(part, [kind])
  return found
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

/**
 * The kinds of checks that a script of this name runs; empty where the name says nothing. The first part that decides
 * wins (`build:test` builds), unless parts are joined (`lint-and-test`).
 */
export function kindsOfName(name: string): readonly CheckKind[] {
  const lower = name.toLowerCase()
  const whole = kindsByWholeName.get(lower)
  if (whole !== undefined) return whole
  const parts = nameParts(name)
  if (preparations.has(parts[0] ?? '')) return []
  if (isTypeCheck(parts)) return ['typecheck']
  const found: CheckKind[] = []
  let joined = false
  for (const part of parts) {
    if (joiners.has(part)) joined = true
    const kinds = kindsByPart.get(part) ?? []
    if (kinds.length === 0 || (found.length > 0 && !joined)) continue
    for (const kind of kinds) if (!found.includes(kind)) found.push(kind)
  }
  if (found.length > 0) return found
  if (parts.includes('check') || parts.includes('checks')) return ['lint', 'typecheck']
  if (parts.includes('ci') || parts.includes('verify')) return ['test', 'lint']
  return []
}

function isTypeCheck(parts: readonly string[]): boolean {
  if (parts.includes('typecheck')) return true
  return (
    parts.includes('check') && (parts.includes('type') || parts.includes('types') || parts.includes('ts'))
  )
}

const testFile = /^tests?(?:$|[_-])|[._](?:tests?|spec|e2e)$|(?:Test|Tests|Spec)$/
/** Folders whose files without an extension are scripts whose names say what they do. */
const scriptFolder = /(?:^|\/)(?:scripts?|tools?|bin|tasks|ci|dev|hack|hooks|mise-tasks|\.[a-z]{1,20})\//

/** The kinds of checks that running the file at this path is: its name decides, else it is the program that runs. */
export function kindsOfScriptFile(path: string): readonly CheckKind[] {
  const slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))
  const file = path.slice(slash + 1).slice(0, longestName)
  const dot = file.lastIndexOf('.')
  const stem = dot > 0 ? file.slice(0, dot) : file
  // A binary may be called anything; a script is called what it does.
  if (dot <= 0 && !scriptFolder.test(path.slice(0, longestName)) && !kindsByPart.has(stem)) return ['run']
  if (testFile.test(stem)) return ['test', 'run']
  const kinds = kindsOfName(stem.replace(/^run[_-]/, ''))
  return kinds.includes('run') || kinds.includes('deploy') ? kinds : [...kinds, 'run']
}
