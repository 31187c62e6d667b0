/** Tools that an item names instead of the check that they make: "Run eslint", "Make sure mypy passes". */

import type { CheckKind } from '../facts/calls/call.js'

/** The checks that an item can ask for by name. */
export type AskedCheck = Extract<CheckKind, 'test' | 'lint' | 'typecheck' | 'build' | 'format'>

const tools: Readonly<Record<AskedCheck, string>> = {
  typecheck: 'tsc|mypy|pyright|phpstan|psalm|svelte-check|vue-tsc|cargo check|dialyzer|sorbet',
  lint: 'eslint|ruff|flake8|pylint|clippy|cargo clippy|golangci-lint|rubocop|stylelint|biome|oxlint|shellcheck|ktlint|swiftlint|phpcs|credo|go vet|checkstyle|detekt',
  format: 'prettier|black|gofmt|rustfmt|cargo fmt|mix format|clang-format',
  build:
    'cargo build|go build|next build|vite build|webpack|docker build|cmake|xcodebuild|tsup|rollup|esbuild',
  test: 'pytest|jest|vitest|mocha|rspec|phpunit|ctest|cypress|playwright|junit|unittest|cargo test|go test|npm test|mix test|swift test|dotnet test|flutter test|karma|tox|minitest|gradle tests?|maven tests?',
}

const patterns = (['typecheck', 'lint', 'format', 'build', 'test'] as const).map(
  (check) => [check, new RegExp(`(?<![\\w./-])(?:${tools[check]})(?![\\w-]|\\.\\w)`, 'u')] as const,
)

/** The first tool that a clause in lower case names, and what it checks. */
export function toolIn(clause: string): { readonly name: string; readonly check: AskedCheck } | null {
  for (const [check, pattern] of patterns) {
    const name = pattern.exec(clause)?.[0]
    if (name !== undefined) return { name, check }
  }
  return null
}
