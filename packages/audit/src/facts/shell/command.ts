/** What one simple command did, its wrappers taken off: the effect, the checks and the files. */

import type { CheckKind } from '../calls/call.js'
import type { KnownTools } from '../calls/tool-names.js'
import { filesAmong, touched, useOfFileProgram } from './file-programs.js'
import { interpret, interpreterOf, useOfCode } from './interpreters.js'
import { languageTools } from './language-tools.js'
import { platformTools } from './platform-tools.js'
import { type CommandUse, nothing, ofPurposes, type ProgramUses, type Purpose } from './purposes.js'
import { isPackageManager, type RunnerUse, useOfPackageManager, useOfTaskRunner } from './runners.js'
import { isForAll, kindsOfScriptFile } from './script-names.js'
import { useOfSpecial } from './special-commands.js'
import { baseName, firstPositional, isOption, wordSet } from './words.js'
import { unwrap } from './wrappers.js'

/** Programs that do the same whatever their arguments. */
const programs: { readonly [purpose in Purpose]?: string } = {
  test: `pytest py.test jest mocha ava uvu jasmine karma phpunit simple-phpunit pest paratest codecept behat rspec
    parallel_rspec minitest cucumber cucumber-js ctest tox nox nose2 nosetests behave robot gotestsum ginkgo nextest
    cargo-nextest bats shellspec shunit2 busted wdio testcafe newman hurl k6 artillery locust schemathesis stryker mutmut
    infection prove detox xctest gtest cypress-parallel bun-test qunit web-test-runner invoke-pester wtr storycap jmeter gatling phpbench asv jmh
    gut gdunit4 runtest`,
  lint: `eslint eslint_d oxlint xo flake8 pylint bandit golangci-lint staticcheck revive errcheck gosec govulncheck golint
    shellcheck hadolint yamllint markdownlint markdownlint-cli markdownlint-cli2 stylelint htmlhint rubocop standardrb
    brakeman reek phpcs phpmd ktlint detekt checkstyle swiftlint tflint tfsec checkov kubeval kubeconform kube-linter
    cfn-lint actionlint zizmor commitlint codespell cspell typos knip depcheck depcruise dependency-cruiser madge
    publint attw jscpd lint-staged semgrep snyk trivy gitleaks xmllint ansible-lint cppcheck clang-tidy
    cpplint luacheck selene vale djlint hlint solhint slither pip-audit jsonlint check-jsonschema textlint remark
    swagger-cli eclint editorconfig-checker next-lint lychee markdown-link-check linkinator import-linter lint-imports
    vulture pydocstyle interrogate deptry ts-prune unimported standard fieldalignment modernize tslint jshint nilaway scalafix named-checkconf named-checkzone`,
  typecheck: `mypy dmypy pyright basedpyright pytype pyre vue-tsc svelte-check tsgo glint flow phpstan psalm phan srb steep
    dialyzer tsd tsc-files`,
  build: `webpack rollup rolldown esbuild tsup tsdown unbuild microbundle parcel ncc ninja gcc g++ cc c++ clang clang++ rustc
    javac kotlinc scalac swiftc msbuild mkdocs sphinx-build jekyll latexmk pdflatex xelatex lualatex typst emcc
    electron-builder electron-forge swc babel sass tailwindcss postcss ghc ocamlc nasm protoc flatc thrift pandoc build-storybook pyinstaller ng-packagr
    docker-buildx kaniko buildah docusaurus vitepress mdbook`,
  format: `prettier black isort gofmt goimports gofumpt rustfmt clang-format shfmt yapf autopep8 autoflake dprint ktfmt
    google-java-format ormolu stylua taplo nixfmt alejandra swiftformat swift-format php-cs-fixer pint scalafmt mix-format
    sql-formatter cmake-format`,
  run: `nodemon uvicorn gunicorn hypercorn waitress-serve streamlit daphne puma serve http-server live-server json-server
    electron start-storybook papermill wasmtime wasmer qemu-system-x86_64 hyperfine air reflex sysbench poop
    runqemu start-server-and-test ollama`,
  probe: `curl http https xh curlie grpcurl websocat wscat nc ncat netcat telnet ping ab wrk hey autocannon oha vegeta bombardier
    siege invoke-webrequest invoke-restmethod iwr irm pg_isready mysqladmin dig nslookup test-netconnection test-connection traceroute tracert mtr wait-on`,
  browser: `lighthouse lhci playwright-cli agent-browser browser-use chromium chromium-browser google-chrome chrome firefox
    pa11y pa11y-ci backstop percy`,
  database: `psql mysql mariadb sqlite3 sqlite redis-cli valkey-cli mongosh mongo cqlsh clickhouse-client duckdb sqlcmd influx
    usql cypher-shell snowsql pgbench mysqlslap redis-benchmark alembic flyway liquibase dbmate createdb dropdb pg_restore pg_dump mysqldump mongorestore
    mongodump`,
  deploy: `rsync scp sftp ssh ansible goreleaser gh-pages surge kamal cap
    dokku skaffold eb serverless sls`,
  publish: 'semantic-release release-it np',
}

const purposes = [
  ...([
    'test',
    'lint',
    'typecheck',
    'build',
    'format',
    'run',
    'probe',
    'browser',
    'database',
    'deploy',
  ] as const),
  ...(['install', 'publish', 'read', 'write', 'execute'] as const),
]

/** One program's subcommands, read from its table. */
interface Subcommands {
  readonly valued: ReadonlySet<string>
  readonly purposes: ReadonlyMap<string, Purpose>
  readonly options: readonly string[]
}

function readPurposes(uses: { readonly [purpose in Purpose]?: string }): ReadonlyMap<string, Purpose> {
  const pairs = purposes.flatMap((one) => [...wordSet(uses[one] ?? '')].map((word) => [word, one] as const))
  return new Map(pairs)
}

function readSubcommands(uses: ProgramUses): Subcommands {
  const found = readPurposes(uses)
  const options = [...found.keys()].filter((word) => word.startsWith('-') && word.length > 1)
  return { valued: wordSet(uses.valued ?? ''), purposes: found, options }
}

const purposeByProgram = readPurposes(programs)
const subcommandsByProgram: ReadonlyMap<string, Subcommands> = new Map(
  Object.entries({ ...languageTools, ...platformTools }).map(([name, uses]) => [name, readSubcommands(uses)]),
)

/** What a program of many uses is for with these words; null where the program is not known as such. */
function purposeOfSubcommand(program: string, words: readonly string[]): Purpose | null {
  const known = subcommandsByProgram.get(program)
  if (known === undefined) return null
  const option = known.options.find((one) => words.includes(one))
  if (option !== undefined) return known.purposes.get(option) ?? null
  let index = firstPositional(words, 1, known.valued)
  // A toolchain in front of cargo's subcommand.
  if (words[index]?.startsWith('+') === true) index = firstPositional(words, index + 1, known.valued)
  const first = words[index]
  const of = (name: string) => known.purposes.get(name)
  if (first === undefined) return of('-') ?? 'execute'
  const second = words[firstPositional(words, index + 1, known.valued)]
  return of(`${first}.${second}`) ?? of(first) ?? of('*') ?? 'execute'
}

/** What these are given as paths is what they work on. */
const namesFiles: ReadonlySet<Purpose> = new Set(['test', 'build', 'lint', 'typecheck', 'format', 'run'])
const informing = wordSet('--version -version -V --help -h version help')
/** Runners of many packages, which package managers run by their name. */
const monorepoRunners = wordSet('turbo nx lerna moon wireit')
const deepest = 6

/** Describes one command. `input` is the text of its here-document or here-string, else null. Never throws. */
export function useOfCommand(
  words: readonly string[],
  input: string | null,
  tools: KnownTools,
  depth = 0,
): CommandUse {
  const raw = words[0] ?? ''
  // PowerShell sets variables so.
  if (raw === '' || depth > deepest || /^\$[\w:]{1,60}=/.test(raw)) return nothing
  const again = (inner: readonly string[]) => useOfCommand(inner, input, tools, depth + 1)
  if (raw.startsWith('$') && words[1] === '=') return again(words.slice(2))
  const program = baseName(raw).toLowerCase()
  const byPath = raw.includes('/') || raw.includes('\\')
  const informs = !byPath && !raw.startsWith('$') && words.length === 2 && informing.has(words[1] ?? '')
  if (informs) return { ...nothing, checks: checksNamed(program), dry: true }
  const special = useOfSpecial(program, words, input)
  if (special !== null) return special
  const isKnown = (name: string) =>
    name === 'tsc' ||
    monorepoRunners.has(name) ||
    tools.runsAgent(name) ||
    purposeByProgram.has(name) ||
    subcommandsByProgram.has(name)
  const runner = isPackageManager(program)
    ? useOfPackageManager(program, words, isKnown)
    : useOfTaskRunner(program, words, isKnown)
  if (runner?.kind === 'command') return again(unwrap(runner.words).words)
  if (runner !== null) return ofRunner(runner, words)
  const agent = tools.runsAgent(program) ? 'run' : null
  const purpose = purposeOfSubcommand(program, words) ?? purposeByProgram.get(program) ?? agent
  if (purpose !== null) return ofPurposes([purpose], words, namesFiles.has(purpose) ? filesAmong(words) : [])
  const interpreter = interpreterOf(program)
  if (interpreter !== null) return useOfInterpreter(interpreter, words, input, again)
  const file = byPath && !installedFolder.test(raw) ? null : useOfFileProgram(program, words)
  return file === null ? useOfUnknown(raw, byPath, words) : { ...nothing, ...file }
}

/** The check that a program is whatever its arguments, of which only help or a version was asked. */
function checksNamed(program: string): readonly CheckKind[] {
  return ofPurposes([purposeByProgram.get(program) ?? 'read'], [program]).checks
}

function ofRunner(use: RunnerUse & { readonly kind: 'purposes' }, words: readonly string[]): CommandUse {
  const known = ofPurposes(use.purposes, words, filesAmong(words, 2))
  if (known.effect === 'read') return known
  return { ...known, scripts: use.scripts ?? [], opaque: use.opaque === true }
}

function useOfInterpreter(
  name: string,
  words: readonly string[],
  input: string | null,
  again: (words: readonly string[]) => CommandUse,
): CommandUse {
  if (name === 'perl' && words.some((word) => /^-[np0-7]{0,4}i/.test(word) || word === '-i')) {
    const files = filesAmong(words.slice(1)).map(({ path }) => path)
    return { ...nothing, effect: 'write', files: touched(files, 'write') }
  }
  const run = interpret(name, words, input)
  if (run.kind === 'purpose') return ofPurposes([run.purpose], words, filesAmong(words))
  if (run.kind === 'command') return again(unwrap(run.words).words)
  if (run.kind === 'file') return ofScriptFile(run.path, words, touched([run.path], 'read'))
  const use = useOfCode(run.code)
  if (use.writes && !use.tests) return { ...nothing, effect: 'write', files: use.files, opaque: true }
  return { ...ofPurposes([use.tests ? 'test' : 'run'], words, use.files), opaque: !use.tests }
}

/** A script that is run by its path: what its name says, and where its content is not known it may be anything. */
function ofScriptFile(path: string, words: readonly string[], files: CommandUse['files']): CommandUse {
  const use = ofPurposes(kindsOfScriptFile(path), words, files)
  const stem = baseName(path).replace(/\.\w{1,5}$/, '')
  const opaque = use.checks.every((kind) => kind === 'run') || isForAll(stem)
  return use.dry ? use : { ...use, scripts: [{ runner: 'file', name: path }], opaque }
}

const lookingVerbs = wordSet(
  'show list ls get view status describe info inspect search logs log find diff help version whoami print cat query stats doctor config count context where children tree ready history',
)
const actingVerbs = wordSet(
  'add create update delete remove rm set install run exec close edit push pull commit start stop use init',
)
const checkingVerbs = readPurposes({
  test: 'test tests e2e',
  build: 'build compile',
  lint: 'lint check validate verify',
  typecheck: 'typecheck',
  run: 'run serve dev start eval',
  deploy: 'deploy',
})
const scriptFile =
  /\.(?:sh|bash|zsh|py|rb|pl|php|js|mjs|cjs|ts|tsx|ps1|bat|cmd|lua|r|jl|jar|exe|out|command)$/i
/** `/opt/x/bin/rg` is the installed program, `./test` and `bin/find` are the work's own. */
const installedFolder = /^[~/].{0,300}\/s?bin\/[^/]{1,100}$/
const wellKnownFolder = /^(?:\/usr\/(?:local\/)?s?bin|\/s?bin|\/opt\/homebrew\/bin)\//

/** A program that no table knows: what is named by its path or by a variable is the work itself, run. */
function useOfUnknown(raw: string, byPath: boolean, words: readonly string[]): CommandUse {
  const guess: CommandUse = { ...nothing, effect: 'execute', guessed: true, opaque: true }
  if (/[()?,;|&<>'"]|^@/.test(raw) || raw.length > 200) return { ...guess, opaque: false }
  if (/(?:^|[\\/])activate(?:\.\w{1,4})?$/i.test(raw)) return nothing
  if ((byPath && !wellKnownFolder.test(raw)) || scriptFile.test(raw))
    return ofScriptFile(raw, words, [...touched([raw], 'read'), ...filesAmong(words)])
  if (raw.startsWith('$')) return { ...ofPurposes(['run'], words), opaque: true }
  // Generators carry the name of what they make, not of what they do.
  if (/^create-|-init$/i.test(raw)) return { ...guess, opaque: false }
  const at = firstPositional(words, 1, new Set())
  const verb = words[at] ?? ''
  const second = words.find((word, index) => index > at && !isOption(word)) ?? ''
  if (lookingVerbs.has(verb) || (lookingVerbs.has(second) && !actingVerbs.has(verb))) return nothing
  if (words.some((word) => word === '--version' || word === '--help')) return { ...nothing, dry: true }
  const named = /(?:lint(?:er)?|[-_]check)$/i.test(raw)
    ? 'lint'
    : /[-_](?:tests?|runner)$/i.test(raw)
      ? 'test'
      : null
  const purpose = checkingVerbs.get(verb) ?? named
  return purpose === null ? guess : ofPurposes([purpose], words, filesAmong(words, 2))
}
