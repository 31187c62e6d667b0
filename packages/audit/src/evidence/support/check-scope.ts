/** What a check covers: files of its language and its configuration, never documentation. */

import type { CallWork } from '../work/work.js'

/** The languages that the audit tells apart. */
type Family =
  | 'javascript'
  | 'python'
  | 'go'
  | 'rust'
  | 'jvm'
  | 'dotnet'
  | 'ruby'
  | 'php'
  | 'elixir'
  | 'c'
  | 'swift'
  | 'dart'
  | 'terraform'

/** A language: the programs that check it and the tools that report on it, and its files with their configuration. */
const families: readonly (readonly [Family, programs: string, files: RegExp])[] = [
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
  families.flatMap(([family, programs]) => programs.split(' ').map((program) => [program, family] as const)),
)

/** Files that no check is about: texts, pictures, settings of editors and of version control, the CI's own steps. */
const uncovered =
  /\.(?:mdx?|txt|rst|adoc|png|jpe?g|gif|svg|webp|ico|pdf|docx?|log)$|(?:^|\/)(?:licen[cs]e|notice|authors|readme|changelog|contributing|todo)$|(?:^|\/)\.(?:git(?:ignore|attributes)|editorconfig|npmignore|dockerignore)$|(?:^|\/)\.(?:github|vscode|idea|claude|cursor)\/|(?:^|\/)te?mp\//u

/** Files of no language that may be read by any: data, settings, queries, scripts. */
const anyones =
  /\.(?:ya?ml|json|toml|ini|cfg|conf|xml|sql|env|sh|bash|zsh|tmpl|tpl|proto)$|(?:^|\/)(?:dockerfile|makefile|justfile)[^/]*$/u

/** The language that a call checks; null where its programs and its output tell none, or several. */
function languageChecked({ description, outcome }: CallWork): Family | null {
  const told = outcome?.report == null ? undefined : byProgram.get(firstWord(outcome.report.tool))
  if (told !== undefined) return told
  const checking = description.commands.filter(({ checks }) => checks.length > 0)
  const found = new Set(checking.flatMap(({ program }) => byProgram.get(firstWord(program)) ?? []))
  const [family] = found
  return found.size === 1 &&
    family !== undefined &&
    checking.every(({ program }) => byProgram.has(firstWord(program)))
    ? family
    : null
}

function firstWord(name: string): string {
  return name.toLowerCase().split(/[\s:/]/u, 1)[0] ?? ''
}

/** True where two checks may be of one and the same thing: their languages agree as far as they are known. */
export function areComparable(one: CallWork, other: CallWork): boolean {
  const [first, second] = [languageChecked(one), languageChecked(other)]
  return first === null || second === null || first === second
}

/** True where a check covers a file that was written: one of its language and its configuration; of any where it tells none. */
export function covers(check: CallWork, path: string): boolean {
  const file = path.replace(/\\/g, '/').toLowerCase()
  const language = languageChecked(check)
  // Configuration is told by its whole name, which may end like a text: requirements.txt.
  const owners = families.flatMap(([family, , files]) => (files.test(file) ? [family] : []))
  if (language !== null) return owners.includes(language)
  return !uncovered.test(file) && (owners.length > 0 || anyones.test(file))
}
