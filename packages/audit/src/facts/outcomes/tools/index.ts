/** The families of tools whose word is understood. Another one is a file here and a line in this list. */

import type { Tool } from '../tool.js'
import { ava } from './ava.js'
import { bazel } from './bazel.js'
import { biome } from './biome.js'
import { bunTest } from './bun-test.js'
import { bundlers } from './bundlers.js'
import { cCompiler, cmake } from './c-build.js'
import { cargoBuild, cargoCheck } from './cargo-build.js'
import { cargoTest } from './cargo-test.js'
import { clippy } from './clippy.js'
import { ctest } from './ctest.js'
import { cypress } from './cypress.js'
import { denoTest } from './deno.js'
import { dockerBuild, dockerDeploy } from './docker.js'
import { dotnetBuild, dotnetTest } from './dotnet.js'
import { esbuild } from './esbuild.js'
import { eslint } from './eslint.js'
import { dartAnalyze, flutterTest } from './flutter.js'
import { fly } from './fly.js'
import { gh } from './gh.js'
import { git } from './git.js'
import { goTest } from './go-test.js'
import { goBuild, goVet } from './go-vet.js'
import { golangciLint } from './golangci-lint.js'
import { gradle } from './gradle.js'
import { helm, helmLint } from './helm.js'
import { hosting } from './hosting.js'
import { jest } from './jest.js'
import { kubectl } from './kubectl.js'
import { maven } from './maven.js'
import { alembic, djangoMigrate, knex, prisma, railsMigrate } from './migrations.js'
import { minitest } from './minitest.js'
import { mixTest } from './mix.js'
import { mocha } from './mocha.js'
import { mypy } from './mypy.js'
import { next } from './next.js'
import { npmAudit, npmInstall, npmPublish } from './npm.js'
import { oxlint } from './oxlint.js'
import { phpstan } from './phpstan.js'
import { phpunit } from './phpunit.js'
import { packagePublish, pip } from './pip.js'
import { playwright } from './playwright.js'
import { preCommit } from './pre-commit.js'
import { prettier } from './prettier.js'
import { pyright } from './pyright.js'
import { pytest } from './pytest.js'
import { black, flake8, pylint } from './python-lint.js'
import { rollup } from './rollup.js'
import { rspec } from './rspec.js'
import { rubocop } from './rubocop.js'
import { ruff } from './ruff.js'
import { sbt } from './sbt.js'
import { services } from './services.js'
import { shellcheck } from './shellcheck.js'
import { stylelint } from './stylelint.js'
import { svelteCheck } from './svelte-check.js'
import { swiftBuild, swiftTest } from './swift.js'
import { tap } from './tap.js'
import { taskRunners } from './task-runners.js'
import { terraformApply, terraformCheck } from './terraform.js'
import { tsc } from './tsc.js'
import { unittest } from './unittest.js'
import { vercel } from './vercel.js'
import { vite } from './vite.js'
import { vitest } from './vitest.js'
import { webpack } from './webpack.js'

/** All families. */
export const tools: readonly Tool[] = [
  vitest,
  jest,
  mocha,
  tap,
  ava,
  playwright,
  cypress,
  bunTest,
  denoTest,
  pytest,
  unittest,
  cargoTest,
  goTest,
  rspec,
  minitest,
  gradle,
  maven,
  sbt,
  dotnetTest,
  dotnetBuild,
  mixTest,
  ctest,
  phpunit,
  swiftTest,
  swiftBuild,
  flutterTest,
  dartAnalyze,
  bazel,
  eslint,
  oxlint,
  biome,
  prettier,
  ruff,
  flake8,
  pylint,
  black,
  golangciLint,
  shellcheck,
  rubocop,
  stylelint,
  clippy,
  preCommit,
  tsc,
  mypy,
  pyright,
  svelteCheck,
  phpstan,
  goVet,
  goBuild,
  cargoBuild,
  cargoCheck,
  cCompiler,
  cmake,
  vite,
  webpack,
  esbuild,
  rollup,
  next,
  bundlers,
  dockerBuild,
  dockerDeploy,
  kubectl,
  terraformApply,
  terraformCheck,
  helm,
  helmLint,
  fly,
  vercel,
  hosting,
  services,
  npmInstall,
  npmAudit,
  npmPublish,
  pip,
  packagePublish,
  git,
  gh,
  prisma,
  alembic,
  railsMigrate,
  knex,
  djangoMigrate,
  taskRunners,
]
