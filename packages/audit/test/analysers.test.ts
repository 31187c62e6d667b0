import { expect, it } from 'vitest'
import { describeCall } from '../src/facts/calls/describe.js'
import { outcomeOf } from '../src/facts/outcomes/outcome.js'

/** What analysers print that found what they are not set to fail on: `command ¦ output`. */
const findings = [
  'dart analyze ¦ Analyzing app...\n\n   info - lib/main.dart:3:7 - The value of the local variable is not used. - unused_local_variable\n\n1 issue found.',
  'flutter analyze --no-fatal-infos ¦ Analyzing app...\n\n   info • Use of print • lib/main.dart:3:7 • avoid_print\n\n3 issues found. (ran in 2.1s)',
  'npx eslint src ¦ /app/src/a.js\n  3:5  warning  Unexpected console statement  no-console\n\n✖ 1 problem (0 errors, 1 warning)',
  'npx biome check src ¦ src/a.ts:3:1 lint/suspicious/noConsole\n  ! Do not use console.\n\nChecked 12 files in 9ms. No fixes applied.\nFound 2 warnings.',
  'ruff check --exit-zero . ¦ src/a.py:1:8: F401 [*] `os` imported but unused\nFound 3 errors.\n[*] 1 fixable with the `--fix` option.',
  'flake8 --exit-zero src ¦ src/a.py:1:1: E302 expected 2 blank lines, found 1\n3 errors',
  'pylint --exit-zero src ¦ ************* Module a\nsrc/a.py:1:0: C0114: Missing module docstring (missing-module-docstring)\n\nYour code has been rated at 5.00/10',
  'golangci-lint run --issues-exit-code=0 ¦ main.go:7:12: Error return value of `f.Close` is not checked (errcheck)\n1 issues:\n* errcheck: 1',
  'swiftlint ¦ Linting Swift files at paths\nA.swift:3:1: warning: Line Length Violation: 130 characters (line_length)\nDone linting! Found 3 violations, 0 serious in 4 files.',
  'swiftlint lint --quiet ¦ Found 3 violations',
  'ktlint --color ¦ src/A.kt:1:1: Wildcard import (standard:no-wildcard-imports)\nSummary error count (descending) by rule:\n  standard:no-wildcard-imports: 1',
  'bundle exec rubocop --fail-level E ¦ Inspecting 12 files\nC...........\n\n12 files inspected, 3 offenses detected, 2 offenses autocorrectable',
  'shellcheck -S style run.sh ¦ In run.sh line 3:\necho $x\n     ^-- SC2086 (info): Double quote to prevent globbing.',
  'phpstan analyse src ¦  [WARNING] Found 2 warnings',
  'cargo clippy ¦ warning: unused variable: `x`\n --> src/main.rs:2:9\nwarning: `app` (bin "app") generated 1 warning\n    Finished `dev` profile in 0.4s',
  'hadolint --no-fail Dockerfile ¦ Dockerfile:3 DL3008 warning: Pin versions in apt get install\n2 issues found',
  'npx stylelint "**/*.css" ¦ a.css\n 3:1  ⚠  Unexpected empty block  block-no-empty\n\n⚠ 1 problem (0 errors, 1 warning)',
  'npx markdownlint-cli2 "**/*.md" ¦ Finding: **/*.md\nLinting: 3 file(s)\nSummary: 2 issues',
  'mypy src ¦ src/a.py:3: note: By default the bodies of untyped functions are not checked\nSuccess: no issues found in 4 source files',
  'pyright ¦ /app/a.py:3:5 - warning: Import "x" could not be resolved\n0 errors, 2 warnings, 0 informations',
  'checkov -d . --soft-fail ¦ Passed checks: 10, Failed checks: 2, Skipped checks: 0',
  'trivy fs . ¦ app (npm)\nTotal: 3 (HIGH: 2, CRITICAL: 1)\n3 problems',
  'npm audit --audit-level=critical ¦ 3 vulnerabilities (1 low, 2 moderate)\n\nTo address all issues, run:\n  npm audit fix',
  'npm run lint ¦ > app@1.0.0 lint\n> some-linter src\n\nfound 4 problems',
  'yamllint . ¦ ./a.yml\n  3:1  warning  missing document start  (document-start)\n1 issue',
  'codespell --count src ¦ src/a.md:3: teh ==> the\n1 issues',
  'dart run bin/analyze.dart ¦ lib: 2 issues, lib/src: 1 issues',
  'detekt --max-issues 10 ¦ Overall debt: 10min\n2 issues found',
]

it.each(findings)('what an analyser found that exits with 0 accuses nobody: %s', (row) => {
  const [command = '', output = ''] = row.split(' ¦ ')
  const { status } = outcomeOf(describeCall('Bash', { command }), { ok: true, output })
  expect(status).toBe('passed')
})

it.each(findings)('the same with an exit status of 1 has failed: %s', (row) => {
  const [command = '', output = ''] = row.split(' ¦ ')
  const recorded = `Exit code 1\n${output}`
  expect(outcomeOf(describeCall('Bash', { command }), { ok: false, output: recorded }).status).toBe('failed')
})

it.each([
  ['npm run lint', '> eslint src || true\n\n✖ 3 problems (2 errors, 1 warning)'],
  ['npm test || true; echo done', 'Tests:  1 failed, 2 passed, 3 total\ndone'],
  ['./test.sh', '3 tests, 1 failed'],
  ['npm run build', 'src/a.ts(3,1): error TS2304: Cannot find name x.\nFound 1 error.'],
  ['dart analyze | tail -3', '1 issue found.'],
])('what a known tool counts as errors or failed tests holds against the status: %s', (command, output) => {
  expect(outcomeOf(describeCall('Bash', { command }), { ok: true, output }).status).toBe('failed')
})
