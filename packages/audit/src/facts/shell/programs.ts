/** What programs are for: by their names, by their subcommands, and by verbs that mean the same everywhere. Tables only. */

import { checkKinds } from '../calls/call.js'
import { wordSet } from './words.js'

/**
 * What running a program is for: a kind of check, a deed, or what it does where it is neither. `anything`: what it runs,
 * an extension or what a project made, the log does not show.
 */
export const purposes = [
  ...checkKinds,
  ...(['install', 'publish', 'read', 'write', 'execute', 'anything'] as const),
]
export type Purpose = (typeof purposes)[number]

/** Words by what they are for, with spaces between. */
export type Purposes = { readonly [purpose in Purpose]?: string }

/** Programs that do the same whatever their arguments. */
export const programs: Purposes = {
  test: `pytest py.test jest mocha ava jasmine karma phpunit pest behat rspec minitest cucumber cucumber-js ctest tox nox nose2
    nosetests behave robot gotestsum ginkgo nextest cargo-nextest bats wdio testcafe newman hurl k6 artillery locust
    stryker mutmut infection prove detox bun-test invoke-pester`,
  lint: `eslint eslint_d oxlint xo flake8 pylint bandit golangci-lint staticcheck gosec govulncheck golint shellcheck hadolint
    yamllint markdownlint markdownlint-cli markdownlint-cli2 stylelint rubocop standardrb brakeman phpcs ktlint detekt
    checkstyle swiftlint tflint actionlint github-actionlint commitlint codespell cspell knip depcheck depcruise madge publint
    markdown-link-check lint-staged semgrep snyk trivy gitleaks xmllint ansible-lint cppcheck clang-tidy luacheck pip-audit vulture standard
    modernize fieldalignment`,
  typecheck: 'mypy dmypy pyright basedpyright vue-tsc svelte-check tsgo flow phpstan psalm srb dialyzer tsd',
  build: `webpack rollup rolldown esbuild tsup tsdown unbuild parcel ninja gcc g++ cc c++ clang clang++ rustc javac kotlinc swiftc
    msbuild mkdocs sphinx-build jekyll latexmk pdflatex typst cmake electron-builder swc babel sass tailwindcss ghc protoc
    pandoc build-storybook pyinstaller docusaurus vitepress`,
  format: `prettier black isort gofmt goimports gofumpt rustfmt clang-format shfmt yapf autopep8 dprint stylua taplo nixfmt
    swiftformat php-cs-fixer pint`,
  run: 'nodemon uvicorn gunicorn streamlit puma serve http-server live-server electron papermill hyperfine celery elixir godot godot4 unity',
  probe: `curl http https xh grpcurl websocat nc netcat telnet ping ab wrk hey autocannon invoke-webrequest
    invoke-restmethod iwr irm pg_isready dig nslookup traceroute wait-on`,
  browser:
    'lighthouse lhci playwright-cli agent-browser chromium chromium-browser google-chrome chrome firefox pa11y percy',
  database: `psql mysql mariadb sqlite3 sqlite redis-cli mongosh mongo clickhouse-client duckdb sqlcmd alembic flyway
    liquibase dbmate goose migrate createdb dropdb pg_restore pg_dump mysqldump`,
  deploy: 'rsync scp sftp ssh ansible goreleaser gh-pages surge kamal cap dokku skaffold eb serverless sls',
  publish: 'semantic-release release-it np',
}

/** Verbs that mean the same as subcommands of nearly any program, also of one that no table knows. */
export const usualVerbs: Purposes = {
  test: 'test tests e2e',
  build: 'build compile',
  lint: 'lint check validate verify',
  typecheck: 'typecheck',
  format: 'format fmt',
  run: 'run serve dev start preview eval',
  deploy: 'deploy',
  read: `show list ls get view status describe info inspect search logs log find diff help whoami print cat query stats
    doctor config count context where children tree ready history --version outdated env ps`,
}

const installs = 'install add remove update upgrade uninstall sync'

/**
 * The subcommands of programs of many uses, beside the usual verbs: several programs with the same ones stand together.
 * One of two words is joined by `.`; an option such as `-t` counts wherever it stands; `*` is any other subcommand, `+`
 * any other that is no usual verb, `-` none. `valued`: options in front of the subcommand that take a value.
 */
export const subcommands: { readonly [programs: string]: { readonly valued?: string } & Purposes } = {
  cargo: {
    valued: '--manifest-path --config -C -Z --color',
    test: 't nextest bench miri llvm-cov tarpaulin mutants',
    build: 'b rustc doc package',
    typecheck: 'check c',
    lint: 'clippy deny audit machete',
    run: 'r',
    publish: 'publish',
    install: 'install add update fetch',
    read: 'metadata pkgid tree locate-project',
    execute: 'new init clean update remove rm fix login owner yank generate-lockfile vendor version',
    anything: '+',
  },
  go: {
    valued: '-C',
    build: 'install',
    lint: 'vet',
    install: 'mod.download',
    read: 'doc mod.graph mod.why version list',
    execute: 'mod env fix work clean get telemetry',
    anything: '+',
  },
  dotnet: {
    test: 'vstest',
    build: 'msbuild pack',
    run: 'watch exec',
    database: 'ef',
    deploy: 'publish',
    publish: 'nuget.push',
    install: 'restore add',
    read: '--info --list-sdks',
    execute: 'new sln clean remove workload dev-certs',
    anything: '+',
  },
  swift: { test: 'test', build: 'build', anything: 'package', run: '* -' },
  xcodebuild: {
    valued: '-project -workspace -scheme -destination -configuration -sdk -derivedDataPath -target',
    test: 'test test-without-building',
    read: '-list -version',
    build: '* -',
  },
  flutter: { install: 'pub.get pub.add pub.upgrade', test: 'drive', lint: 'analyze', read: 'devices' },
  dart: {
    test: 'test',
    build: 'compile build',
    lint: 'analyze fix',
    format: 'format',
    execute: 'pub create',
    run: '* -',
  },
  mix: {
    test: 'coveralls',
    build: 'release',
    lint: 'credo',
    typecheck: 'dialyzer',
    run: 'phx.server',
    install: 'deps.get',
    execute: 'new deps.clean deps.unlock clean phx.new phx.gen local.hex local.rebar',
    anything: '+',
    database: 'ecto.migrate ecto.setup ecto.reset ecto.rollback',
  },
  'rails artisan manage.py': {
    test: 'spec test:system dusk pest',
    run: 'server s runner r console c tinker runserver shell',
    database: `db:migrate db:seed db:setup db:reset db:rollback db:prepare migrate migrate:fresh migrate:rollback migrate:status
      loaddata`,
    execute: `generate g destroy new make:model make:migration make:controller makemigrations startapp collectstatic key:generate
      cache:clear config:clear createsuperuser`,
    anything: '+',
    read: 'routes about route:list showmigrations sqlmigrate',
  },
  coverage: { read: 'report html xml json lcov' },
  vitest: { read: 'list', execute: 'init', test: '* -' },
  playwright: { browser: 'screenshot open codegen pdf', read: 'show-report show-trace' },
  cypress: { test: 'run open', read: 'verify' },
  deno: {
    test: 'test bench',
    lint: 'lint',
    typecheck: 'check',
    format: 'fmt',
    build: 'compile bundle',
    read: 'info doc --version',
    execute: 'install add remove cache upgrade',
    run: '* -',
  },
  ruff: { lint: '* -', format: 'format', read: 'rule config version' },
  ty: { typecheck: '* -' },
  husky: { execute: 'install add set init uninstall -', anything: 'run' },
  changeset: {
    read: 'status',
    execute: 'version add init pre tag -',
    publish: 'publish',
    anything: 'version',
  },
  'pre-commit prek lefthook': {
    execute: 'install uninstall install-hooks autoupdate clean gc',
    lint: '* -',
    anything: 'run',
  },
  'meson bazel stack cabal dune lein forge hardhat anchor zig wasm-pack': {
    test: 'coverage build.test',
    build: 'setup uberjar jar pack',
    run: 'exec script node',
  },
  'next vite storybook': { run: '-' },
  astro: { typecheck: 'check' },
  ng: { build: 'b', test: 't', run: 's', execute: 'generate g' },
  'nest react-scripts fastapi netlify': {},
  'biome buf': { lint: 'ci breaking' },
  twine: { publish: 'upload' },
  wrangler: { deploy: 'publish pages.deploy', run: 'pages.dev' },
  'nvm asdf pyenv rbenv': { execute: 'install uninstall alias plugin', read: '* -' },
  'pip pipx pipenv conda mamba pod apt apt-get apk dnf choco winget uv poetry gem brew': {
    valued: '--directory --project --python -C',
    install: `${installs} create env.create env.update pip.install pip.sync tool.install reinstall`,
    build: 'wheel',
    publish: 'publish push',
    read: 'freeze index graph pip.freeze contents which deps --prefix',
  },
  composer: { lint: 'audit', install: 'install require remove update', read: 'why licenses' },
  bundle: { read: 'check', lint: 'audit', install: 'install update add -' },
  'prisma drizzle-kit knex sequelize sqlx typeorm supabase': {
    database: `migrate db studio push introspect migrate:latest migrate:rollback migrate:up migrate:down seed:run db:migrate
      db:seed:all db:seed migration migration:run migration:revert schema:sync database`,
    deploy: 'functions.deploy',
  },
  terraform: { lint: 'plan', deploy: 'apply destroy', read: 'output providers graph' },
  helm: {
    valued: '-n --namespace --kube-context',
    build: 'template package',
    deploy: 'install upgrade rollback uninstall push',
  },
  kubectl: {
    valued: '-n --namespace --context --kubeconfig -l -f',
    read: `get describe logs top explain version cluster-info config api-resources events auth diff kustomize rollout.status
      rollout.history`,
    probe: 'wait',
    execute: 'cp attach debug delete label annotate port-forward proxy -',
    deploy: '*',
  },
  docker: {
    valued: '-H --context -l --config -f --file -p --project-name --env-file --profile',
    test: '--abort-on-container-exit --abort-on-container-failure --exit-code-from',
    build: 'buildx.build buildx.bake image.build compose.build',
    run: 'container.run',
    anything: 'run compose.run container.exec exec compose.exec',
    lint: 'compose.config scout',
    read: 'images top port events container.ps compose.ps compose.images compose.top compose.port system.df',
    deploy: 'push restart stack service swarm compose.up compose.restart compose.start compose.push',
  },
  'docker-compose': {
    valued: '-f --file -p --project-name --env-file --profile',
    test: '--abort-on-container-exit --abort-on-container-failure --exit-code-from',
    lint: 'config',
    anything: 'run exec',
    read: 'images top port',
    deploy: 'up restart start push',
  },
  'systemctl supervisorctl pm2 caddy': {
    read: 'is-active is-enabled list-units list-timers jlist monit -',
    deploy: 'restart start enable reload update startOrReload',
  },
  vercel: { deploy: '--prod - promote rollback redeploy' },
  'fly flyctl railway eas heroku': { deploy: 'launch up redeploy submit update container:release' },
  arc: { execute: 'diff land patch' },
  jj: {
    valued: '-R --repository --config',
    read: 'st op evolog interdiff root bookmark.list file.list file.show workspace.list tag.list git.remote',
    execute: 'describe run',
  },
  'gh glab': {
    valued: '-R --repo',
    read: 'pr.checks run.list run.view run.watch project.item-list browse api',
    deploy: 'release.create workflow.run',
    execute: 'run',
  },
  'aws gcloud az': {
    valued: '--profile --region --output --project -o -g -n',
    probe: 'lambda.invoke',
    deploy: `s3.sync s3.cp ecs.update-service lambda.update-function-code cloudformation.deploy webapp.deploy
      containerapp.update run.deploy app.deploy functions.deploy`,
    build: 'builds.submit',
  },
}

/** What looks for faults, but for none of the code's own: in packages, secrets, settings and plans. */
export const otherThanLinters: ReadonlySet<string> = wordSet(
  'gosec govulncheck snyk trivy gitleaks pip-audit brakeman xmllint actionlint commitlint lint-staged audit plan config scout deny empty',
)
