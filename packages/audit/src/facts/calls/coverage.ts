/** What a check covers: files of its language and its configuration, never documentation; and which run takes back another. */

import { fileName, wordSet } from '../shell/words.js'
import type { CallDescription, Outcome } from './call.js'

/** A call that checks something. */
interface CheckCall {
  readonly description: CallDescription
  readonly outcome: Outcome | null
}

/** A language: the programs that check it and the tools that report on it, the endings of its files, other files of it. */
const table: readonly (readonly [programs: string, endings: string, files?: RegExp])[] = [
  [
    `npm npx pnpm pnpx yarn bun bunx node deno tsx ts-node vitest jest mocha ava tap tsc vue-tsc eslint biome prettier next vite
      webpack rollup esbuild turbo nx playwright cypress oxlint svelte-check astro`,
    `js jsx ts tsx mjs mjsx mts mtsx cjs cjsx cts ctsx vue svelte astro css scss sass less htm html graphql gql prisma json json5
      snap`,
    /^\.(?:eslintrc|babelrc|prettierrc)/u,
  ],
  [
    `python python3 py pytest py.test tox nox ruff mypy pyright flake8 pylint black isort uv poetry pipenv hatch pdm unittest
      django coverage`,
    'py pyi',
    /^(?:pyproject\.toml|setup\.cfg|tox\.ini|pytest\.ini|mypy\.ini|\.flake8|requirements.*\.txt|pipfile)$/u,
  ],
  ['go gofmt golangci-lint staticcheck gotestsum', 'go', /^(?:go\.(?:mod|sum|work)|\.golangci.*)$/u],
  ['cargo rustc clippy nextest', 'rs', /^(?:cargo\.(?:toml|lock)|clippy\.toml)$/u],
  [
    'gradle gradlew mvn mvnw maven javac java kotlinc sbt ant',
    'java kt kts scala groovy gradle properties',
    /^pom\.xml$/u,
  ],
  ['dotnet msbuild', 'cs fs vb csproj fsproj sln props targets razor cshtml', /^appsettings.*\.json$/u],
  [
    'ruby rspec rake bundle rails rubocop minitest',
    'rb erb rake haml slim gemspec',
    /^(?:gemfile.*|rakefile|\.rubocop\.yml)$/u,
  ],
  [
    'php phpunit composer artisan phpstan psalm pest',
    'php',
    /^(?:composer\.(?:json|lock)|phpunit\.xml.*|phpstan\.neon)$/u,
  ],
  ['mix elixir exunit', 'ex exs eex heex leex'],
  ['ctest cmake gcc g++ clang clang++ ninja', 'c h cc cpp cxx hpp hh cmake', /^cmakelists\.txt$/u],
  ['swift xcodebuild swiftlint', 'swift m mm plist storyboard xib'],
  ['dart flutter', 'dart', /^pubspec\.yaml$/u],
  ['terraform tofu terragrunt', 'tf tfvars hcl'],
]

const languages = table.map(([programs, endings, files]) => ({
  programs: wordSet(programs),
  endings: wordSet(endings),
  files,
}))

const byProgram = new Map(
  languages.flatMap((language) => [...language.programs].map((program) => [program, language] as const)),
)

/** Files that no check is about: texts, pictures, settings of editors and of version control, the CI's own steps. */
const uncovered =
  /\.(?:mdx?|txt|rst|adoc|png|jpe?g|gif|svg|webp|ico|pdf|docx?|log)$|(?:^|\/)(?:licen[cs]e|notice|authors|readme|changelog|contributing|todo)$|(?:^|\/)\.(?:git(?:ignore|attributes)|editorconfig|npmignore|dockerignore)$|(?:^|\/)\.(?:github|vscode|idea|claude|cursor)\//u

/** Files of no language that may be read by any: data, settings, queries, scripts. */
const anyones =
  /\.(?:ya?ml|json|toml|ini|cfg|conf|xml|sql|env|sh|bash|zsh|tmpl|tpl|proto)$|(?:^|\/)(?:dockerfile|makefile|justfile)[^/]*$/u

/** The language that a call checks; null where its programs and its output tell none, or several. */
function languageChecked({ description, outcome }: CheckCall) {
  const told = outcome?.report == null ? undefined : byProgram.get(firstWord(outcome.report.tool))
  if (told !== undefined) return told
  const checking = description.commands.filter(({ checks, dry }) => checks.length > 0 && !dry)
  const found = new Set(checking.map(({ program }) => byProgram.get(firstWord(program)) ?? null))
  const [language = null] = found
  return found.size === 1 ? language : null
}

function firstWord(name: string): string {
  return name.toLowerCase().split(/[\s:/]/u, 1)[0] ?? ''
}

/** True where a later run that passed takes back that one failed: its language is no other, and it is of the same place or of all. */
export function takesBack(pass: CheckCall, failure: CheckCall): boolean {
  const [passed, failed] = [languageChecked(pass), languageChecked(failure)]
  if (passed !== null && failed !== null && passed !== failed) return false
  const [one, other] = [pass, failure].map(
    ({ description }) => description.commands.find(({ subject, dry }) => subject !== null && !dry)?.subject,
  )
  const isWithin = (place = '', all = '') => all === '' || all === place
  return isWithin(other?.folder, one?.folder) && isWithin(other?.package, one?.package)
}

/** True where a check covers a file that was written: one of its language and its configuration; of any where it tells none. */
export function covers(check: CheckCall, path: string): boolean {
  const file = path.replace(/\\/g, '/').toLowerCase()
  const name = fileName(file)
  const language = languageChecked(check)
  // Configuration is told by its whole name, which may end like a text: requirements.txt.
  const owners = languages.filter(
    ({ endings, files }) =>
      (name.includes('.') && endings.has(name.split('.').at(-1) ?? '')) || files?.test(name),
  )
  if (language !== null) return owners.includes(language)
  return !uncovered.test(file) && (owners.length > 0 || anyones.test(file))
}
