/** What programs are for: by their names, by their subcommands, and by verbs that mean the same everywhere. Tables only. */

import type { CheckKind } from '../calls/call.js'

/** What running a program is for: a kind of check, a deed, or what it does where it is neither. */
export type Purpose = CheckKind | 'install' | 'publish' | 'read' | 'write' | 'execute'

/** Words by what they are for, with spaces between. */
export type Purposes = { readonly [purpose in Purpose]?: string }

/**
 * The subcommands of a program. One of two words is joined by `.`; an option such as `-t` counts wherever it stands;
 * `*` is any other subcommand, `-` is none. `valued`: options in front of the subcommand that take a value.
 */
export type ProgramUses = { readonly valued?: string } & Purposes

/** Programs that do the same whatever their arguments. */
export const programs: Purposes = {
  test: `pytest py.test jest mocha ava uvu jasmine karma phpunit simple-phpunit pest paratest codecept behat rspec
    parallel_rspec minitest cucumber cucumber-js ctest tox nox nose2 nosetests behave robot gotestsum ginkgo nextest
    cargo-nextest bats shellspec wdio testcafe newman hurl k6 artillery locust schemathesis stryker mutmut infection prove
    detox xctest gtest bun-test qunit web-test-runner jmeter phpbench gut gdunit4 runtest invoke-pester`,
  lint: `eslint eslint_d oxlint xo flake8 pylint bandit golangci-lint staticcheck revive errcheck gosec govulncheck golint
    shellcheck hadolint yamllint markdownlint markdownlint-cli markdownlint-cli2 stylelint htmlhint rubocop standardrb
    brakeman reek phpcs phpmd ktlint detekt checkstyle swiftlint tflint tfsec checkov kubeval kubeconform kube-linter
    cfn-lint actionlint zizmor commitlint codespell cspell typos knip depcheck depcruise dependency-cruiser madge
    publint attw jscpd lint-staged semgrep snyk trivy gitleaks xmllint ansible-lint cppcheck clang-tidy cpplint luacheck
    vale djlint solhint slither pip-audit jsonlint check-jsonschema textlint remark next-lint lychee markdown-link-check
    linkinator lint-imports vulture pydocstyle interrogate deptry ts-prune standard tslint jshint scalafix spectral modernize fieldalignment`,
  typecheck: `mypy dmypy pyright basedpyright pytype pyre vue-tsc svelte-check tsgo glint flow phpstan psalm phan srb steep
    dialyzer tsd tsc-files`,
  build: `webpack rollup rolldown esbuild tsup tsdown unbuild microbundle parcel ncc ninja gcc g++ cc c++ clang clang++ rustc
    javac kotlinc scalac swiftc msbuild mkdocs sphinx-build jekyll latexmk pdflatex xelatex lualatex typst emcc cmake
    electron-builder electron-forge swc babel sass tailwindcss postcss ghc ocamlc nasm protoc flatc thrift pandoc
    build-storybook pyinstaller ng-packagr kaniko buildah docusaurus vitepress mdbook`,
  format: `prettier black isort gofmt goimports gofumpt rustfmt clang-format shfmt yapf autopep8 autoflake dprint ktfmt
    google-java-format ormolu stylua taplo nixfmt alejandra swiftformat swift-format php-cs-fixer pint scalafmt
    sql-formatter cmake-format`,
  run: `nodemon uvicorn gunicorn hypercorn waitress-serve streamlit daphne puma serve http-server live-server json-server
    electron start-storybook papermill wasmtime wasmer qemu-system-x86_64 hyperfine air start-server-and-test ollama
    celery elixir`,
  probe: `curl http https xh curlie grpcurl websocat wscat nc ncat netcat telnet ping ab wrk hey autocannon oha vegeta siege
    invoke-webrequest invoke-restmethod iwr irm pg_isready mysqladmin dig nslookup test-netconnection test-connection
    traceroute wait-on`,
  browser: `lighthouse lhci playwright-cli agent-browser browser-use chromium chromium-browser google-chrome chrome firefox
    pa11y pa11y-ci backstop percy`,
  database: `psql mysql mariadb sqlite3 sqlite redis-cli valkey-cli mongosh mongo cqlsh clickhouse-client duckdb sqlcmd
    pgbench alembic flyway liquibase dbmate goose migrate createdb dropdb pg_restore pg_dump mysqldump mongorestore mongodump`,
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
  read: `show list ls get view status describe info inspect search logs log find diff help version whoami print cat query stats
    doctor config count context where children tree ready history --version outdated env`,
}

const installs = 'install add remove update upgrade uninstall sync'

/** The subcommands of programs of many uses, beside the usual verbs: several programs with the same ones stand together. */
export const subcommands: { readonly [programs: string]: ProgramUses } = {
  cargo: {
    valued: '--manifest-path --config -C -Z --color',
    test: 't nextest bench miri llvm-cov tarpaulin mutants',
    build: 'b rustc doc d package',
    typecheck: 'check c',
    lint: 'clippy deny audit machete udeps semver-checks hack',
    run: 'r',
    publish: 'publish',
    install: 'install add update fetch',
    read: 'metadata locate-project pkgid',
  },
  go: { valued: '-C', build: 'install', lint: 'vet', install: 'mod.download', read: 'doc mod.graph mod.why' },
  dotnet: {
    test: 'vstest',
    build: 'msbuild pack',
    run: 'watch exec',
    database: 'ef',
    deploy: 'publish',
    publish: 'nuget.push',
    install: 'restore add',
    read: '--info --list-sdks',
  },
  swift: { test: 'test', build: 'build', execute: 'package', run: '* -' },
  xcodebuild: {
    valued: '-project -workspace -scheme -destination -configuration -sdk -derivedDataPath -target',
    test: 'test test-without-building',
    read: '-list -version',
    build: '* -',
  },
  flutter: {
    install: 'pub.get pub.add pub.upgrade',
    test: 'drive',
    lint: 'analyze',
    read: 'devices emulators',
  },
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
    lint: 'credo sobelow',
    typecheck: 'dialyzer',
    run: 'phx.server',
    install: 'deps.get',
    database: 'ecto.migrate ecto.setup ecto.reset ecto.rollback',
  },
  rails: {
    test: 'spec test:system',
    run: 'server s runner r console c',
    database: 'db:migrate db:seed db:setup db:reset db:rollback db:prepare dbconsole',
    read: 'routes about notes',
  },
  artisan: {
    test: 'dusk pest',
    run: 'tinker queue:work schedule:run',
    database: 'migrate migrate:fresh migrate:refresh migrate:rollback migrate:status db:seed db:show',
    read: 'route:list about',
  },
  'manage.py': {
    run: 'runserver shell shell_plus',
    database: 'migrate loaddata',
    read: 'showmigrations sqlmigrate',
  },
  'setup.py': { build: 'build_ext build_py sdist bdist bdist_wheel' },
  coverage: { read: 'report html xml json lcov debug' },
  vitest: { read: 'list', execute: 'init', test: '* -' },
  playwright: { browser: 'screenshot open codegen pdf', read: 'show-report show-trace' },
  cypress: { test: 'run open', read: 'verify' },
  maestro: { test: 'cloud' },
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
  'biome buf': { lint: 'ci breaking' },
  ruff: { lint: '* -', format: 'format', read: 'rule config version' },
  ty: { typecheck: '* -' },
  'pre-commit prek': {
    execute: 'install uninstall install-hooks autoupdate auto-update clean gc init-templatedir sample-config',
    lint: '* -',
  },
  lefthook: { lint: 'run' },
  sqlfluff: { format: 'fix' },
  redocly: { build: 'bundle build-docs' },
  'meson bazel stack cabal dune lein forge hardhat anchor zig wasm-pack': {
    test: 'coverage runtest build.test',
    build: 'setup uberjar jar pack build-exe build-lib',
    run: 'exec script node',
    deploy: 'ignition',
  },
  'next vite storybook': { run: '-' },
  'nuxt nuxi gatsby expo vsce': {
    build: 'generate export prebuild package',
    run: 'develop run:ios run:android',
  },
  astro: { typecheck: 'check' },
  ng: { build: 'b', test: 't', run: 's' },
  hugo: { run: 'server serve', execute: 'new mod', build: '* -' },
  'nest react-scripts fastapi': {},
  flask: { run: 'shell', database: 'db', read: 'routes' },
  jupyter: { run: 'nbconvert execute notebook lab console', read: 'kernelspec' },
  changeset: { publish: 'publish' },
  'nvm asdf pyenv rbenv': { execute: 'install uninstall alias plugin', read: '* -' },
  'pip pipx pipenv conda mamba pod apt apt-get apk dnf choco winget': {
    install: `${installs} create del`,
    build: 'wheel',
    read: 'freeze index graph policy',
  },
  uv: {
    valued: '--directory --project --python',
    install: `${installs} pip.install pip.sync tool.install`,
    publish: 'publish',
    read: 'pip.freeze',
  },
  poetry: { valued: '-C --directory', install: installs, publish: 'publish' },
  composer: {
    valued: '-d --working-dir',
    lint: 'audit',
    install: 'install require remove update',
    read: 'why licenses',
  },
  gem: { publish: 'push', install: installs, read: 'which contents specification' },
  bundle: { read: 'check', lint: 'audit', install: 'install update add -' },
  brew: { read: '--prefix deps', install: `${installs} reinstall bundle` },
  twine: { publish: 'upload' },
  jar: { read: 'tf tvf -tf -tvf -t --list' },
  prisma: { database: 'migrate db studio' },
  'drizzle-kit': { database: 'push migrate introspect studio' },
  knex: { database: 'migrate:latest migrate:rollback migrate:up migrate:down seed:run' },
  'sequelize sqlx typeorm': {
    database:
      'db:migrate db:seed:all db:seed db:create migrate database db migration:run migration:revert schema:sync',
  },
  supabase: { database: 'db migration', deploy: 'functions.deploy', run: 'functions.serve' },
  terraform: { lint: 'plan', deploy: 'apply destroy', read: 'output providers graph' },
  'pulumi cdk sam': {
    deploy: 'up destroy',
    build: 'synth',
    lint: 'preview',
    probe: 'diff',
    run: 'local',
    read: 'stack',
  },
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
    execute: 'cp attach debug delete label annotate cordon uncordon port-forward proxy -',
    deploy: '*',
  },
  docker: {
    valued: '-H --context -l --config',
    build: 'buildx.build buildx.bake image.build compose.build',
    run: 'container.run',
    lint: 'compose.config scout',
    read: 'ps images top port events container.ps compose.ps compose.images compose.top compose.port system.df',
    deploy: 'push restart stack service swarm compose.up compose.restart compose.start compose.push',
  },
  'docker-compose': {
    valued: '-f --file -p --project-name --env-file --profile',
    lint: 'config',
    read: 'ps images top port',
    deploy: 'up restart start push',
  },
  systemctl: {
    read: 'is-active is-enabled is-failed list-units list-unit-files list-timers list-dependencies -',
    deploy: 'restart start enable reload try-restart reload-or-restart',
  },
  'supervisorctl pm2': {
    read: 'tail avail l monit jlist prettylist pid',
    deploy: 'restart start reload update startOrReload startOrRestart',
  },
  service: { read: '--status-all', deploy: '*' },
  'nginx sshd haproxy httpd': { lint: '-t -T -c', read: '-v -V', deploy: '* -' },
  'apachectl apache2ctl': { lint: 'configtest -t', deploy: 'restart graceful start' },
  caddy: { deploy: 'reload start' },
  'ansible-playbook': { lint: '--syntax-check --check -C', deploy: '* -' },
  vercel: { deploy: '--prod - promote rollback redeploy' },
  netlify: {},
  wrangler: {
    deploy: 'publish pages.deploy versions.deploy',
    run: 'pages.dev',
    database: 'd1',
    read: 'tail kv.key.get types',
  },
  firebase: { deploy: 'hosting:channel:deploy', run: 'emulators:start', test: 'emulators:exec' },
  'fly flyctl railway eas': { deploy: 'launch machine.restart up redeploy submit update' },
  heroku: { deploy: 'container:release releases:rollback', read: 'ps apps releases' },
  gh: {
    valued: '-R --repo',
    read: 'pr.checks run.list run.view run.watch project.item-list browse api',
    deploy: 'release.create workflow.run',
    execute: 'run',
  },
  glab: {},
  aws: {
    valued: '--profile --region --output',
    probe: 'lambda.invoke',
    deploy: 's3.sync s3.cp ecs.update-service lambda.update-function-code cloudformation.deploy',
    read: 'sts',
  },
  az: {
    valued: '-o -g -n',
    deploy: 'webapp.deploy webapp.up functionapp.deploy containerapp.up containerapp.update',
  },
  gcloud: { valued: '--project', build: 'builds.submit', deploy: 'run.deploy app.deploy functions.deploy' },
  adb: { valued: '-s -t -H -P', run: 'shell', read: 'devices get-state logcat features pull bugreport' },
  openssl: { probe: 's_client', execute: 'genrsa req genpkey', read: '* -' },
  'crontab rustup wsl': { read: '-l which' },
  promtool: {},
}
