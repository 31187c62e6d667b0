/** What a check covers: files of its language and its configuration, never documentation; and which run takes back another. */

import type { CallDescription, Outcome } from './call.js'

/** A call that checks something. */
interface CheckCall {
  readonly description: CallDescription
  readonly outcome: Outcome | null
}

/** A language: the programs that check it and the tools that report on it, and its files with their configuration. */
const languages: readonly (readonly [name: string, programs: string, files: RegExp])[] = [
  [
    'javascript',
    'npm npx pnpm pnpx yarn bun bunx node deno tsx ts-node vitest jest mocha ava tap tsc vue-tsc eslint biome prettier next vite webpack rollup esbuild turbo nx playwright cypress oxlint svelte-check astro',
    /\.(?:[cm]?[jt]sx?|vue|svelte|astro|css|s[ac]ss|less|html?|graphql|gql|prisma|json5?|snap)$|(?:^|\/)\.(?:eslintrc|babelrc|prettierrc)[^/]*$/u,
  ],
  [
    'python',
    'python python3 py pytest py.test tox nox ruff mypy pyright flake8 pylint black isort uv poetry pipenv hatch pdm unittest django coverage',
    /\.pyi?$|(?:^|\/)(?:pyproject\.toml|setup\.cfg|tox\.ini|pytest\.ini|mypy\.ini|\.flake8|requirements[^/]*\.txt|pipfile)$/u,
  ],
  [
    'go',
    'go gofmt golangci-lint staticcheck gotestsum',
    /\.go$|(?:^|\/)(?:go\.(?:mod|sum|work)|\.golangci[^/]*)$/u,
  ],
  ['rust', 'cargo rustc clippy nextest', /\.rs$|(?:^|\/)(?:cargo\.(?:toml|lock)|clippy\.toml)$/u],
  [
    'jvm',
    'gradle gradlew mvn mvnw maven javac java kotlinc sbt ant',
    /\.(?:java|kts?|scala|groovy|gradle|properties)$|(?:^|\/)pom\.xml$/u,
  ],
  [
    'dotnet',
    'dotnet msbuild',
    /\.(?:cs|fs|vb|csproj|fsproj|sln|props|targets|razor|cshtml)$|(?:^|\/)appsettings[^/]*\.json$/u,
  ],
  [
    'ruby',
    'ruby rspec rake bundle rails rubocop minitest',
    /\.(?:rb|erb|rake|haml|slim|gemspec)$|(?:^|\/)(?:gemfile[^/]*|rakefile|\.rubocop\.yml)$/u,
  ],
  [
    'php',
    'php phpunit composer artisan phpstan psalm pest',
    /\.php$|(?:^|\/)(?:composer\.(?:json|lock)|phpunit\.xml[^/]*|phpstan\.neon)$/u,
  ],
  ['elixir', 'mix elixir exunit', /\.(?:ex|exs|eex|heex|leex)$/u],
  [
    'c',
    'ctest cmake gcc g++ clang clang++ ninja',
    /\.(?:c|h|cc|cpp|cxx|hpp|hh|cmake)$|(?:^|\/)cmakelists\.txt$/u,
  ],
  ['swift', 'swift xcodebuild swiftlint', /\.(?:swift|mm?|plist|storyboard|xib)$|(?:^|\/)package\.swift$/u],
  ['dart', 'dart flutter', /\.dart$|(?:^|\/)pubspec\.yaml$/u],
  ['terraform', 'terraform tofu terragrunt', /\.(?:tf|tfvars|hcl)$/u],
]

const byProgram = new Map(
  languages.flatMap(([language, programs]) =>
    programs.split(' ').map((program) => [program, language] as const),
  ),
)

/** Files that no check is about: texts, pictures, settings of editors and of version control, the CI's own steps. */
const uncovered =
  /\.(?:mdx?|txt|rst|adoc|png|jpe?g|gif|svg|webp|ico|pdf|docx?|log)$|(?:^|\/)(?:licen[cs]e|notice|authors|readme|changelog|contributing|todo)$|(?:^|\/)\.(?:git(?:ignore|attributes)|editorconfig|npmignore|dockerignore)$|(?:^|\/)\.(?:github|vscode|idea|claude|cursor)\//u

/** Files of no language that may be read by any: data, settings, queries, scripts. */
const anyones =
  /\.(?:ya?ml|json|toml|ini|cfg|conf|xml|sql|env|sh|bash|zsh|tmpl|tpl|proto)$|(?:^|\/)(?:dockerfile|makefile|justfile)[^/]*$/u

/** The language that a call checks; null where its programs and its output tell none, or several. */
function languageChecked({ description, outcome }: CheckCall): string | null {
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
  const language = languageChecked(check)
  // Configuration is told by its whole name, which may end like a text: requirements.txt.
  const owners = languages.flatMap(([name, , files]) => (files.test(file) ? [name] : []))
  if (language !== null) return owners.includes(language)
  return !uncovered.test(file) && (owners.length > 0 || anyones.test(file))
}
