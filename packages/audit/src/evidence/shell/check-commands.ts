/**
 * Which check a command is: by its program, by its subcommand, by the names that people give scripts and targets.
 */

import { firstPositional, wordSet } from './arguments.js'
import type { ProgramUses, Purpose } from './command-use.js'
import { languageTools } from './language-tools.js'
import { platformTools } from './platform-tools.js'

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
  deploy: `rsync scp sftp ssh ansible twine goreleaser semantic-release release-it np gh-pages surge kamal cap
    dokku skaffold eb serverless sls`,
}

const purposes: readonly Purpose[] = [
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
  'read',
  'write',
  'execute',
]

/** One program's subcommands, read from its table. */
interface Subcommands {
  readonly valued: ReadonlySet<string>
  readonly purposes: ReadonlyMap<string, Purpose>
  readonly options: readonly string[]
}

const purposeByProgram = readPrograms()
const subcommandsByProgram = readSubcommands()

/** What a program is for that does the same whatever its arguments; null where it is not known as such. */
export function purposeOfProgram(program: string): Purpose | null {
  return purposeByProgram.get(program) ?? null
}

/** What a program of many uses is for with these words; null where the program is not known as such. */
export function purposeOfSubcommand(program: string, words: readonly string[]): Purpose | null {
  const known = subcommandsByProgram.get(program)
  if (known === undefined) return null
  const option = known.options.find((one) => words.includes(one))
  if (option !== undefined) return known.purposes.get(option) ?? null
  let index = firstPositional(words, 1, known.valued)
  // A toolchain in front of cargo's subcommand.
  if (words[index]?.startsWith('+') === true) index = firstPositional(words, index + 1, known.valued)
  const first = words[index]
  if (first === undefined) return known.purposes.get('-') ?? 'execute'
  const second = words[firstPositional(words, index + 1, known.valued)]
  return (
    known.purposes.get(`${first}.${second}`) ??
    known.purposes.get(first) ??
    known.purposes.get('*') ??
    'execute'
  )
}

function readPrograms(): ReadonlyMap<string, Purpose> {
  const found = new Map<string, Purpose>()
  for (const purpose of purposes)
    for (const name of wordSet(programs[purpose] ?? '')) found.set(name, purpose)
  return found
}

function readSubcommands(): ReadonlyMap<string, Subcommands> {
  const found = new Map<string, Subcommands>()
  for (const [program, uses] of Object.entries({ ...languageTools, ...platformTools })) {
    const bySubcommand = readUses(uses)
    const options = [...bySubcommand.keys()].filter((word) => word.startsWith('-') && word.length > 1)
    found.set(program, { valued: wordSet(uses.valued ?? ''), purposes: bySubcommand, options })
  }
  return found
}

function readUses(uses: ProgramUses): ReadonlyMap<string, Purpose> {
  const found = new Map<string, Purpose>()
  for (const purpose of purposes) for (const word of wordSet(uses[purpose] ?? '')) found.set(word, purpose)
  return found
}
