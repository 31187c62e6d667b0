/** Languages that are compiled: Rust, Go, C, those of the JVM and of .NET, Swift and Dart. */

import type { ToolForm } from '../tool.js'

/** Cargo's builds and checks, and rustc. */
const said = {
  success: [/^\s{0,4}Finished (?:`?\w{1,20}`? |release|dev|test)/],
  failed: [/^error: (?:could not compile|aborting due to|failed to run custom build command)/],
  marks: [/^error\[E\d{4}\]/, /^error: \S/],
}
/** `go vet` and `go build`: they print nothing when all is well, and one line for each error. */
const findings = [
  /^(?:vet: )?(?:\.{0,2}\/)?[^\s:]{1,200}\.go:\d{1,6}(?::\d{1,6})?: \S/,
  /^go: .{1,200}: (?:cannot find|no required module|module lookup disabled|no matching versions)/,
]

export const compiled: readonly ToolForm[] = [
  {
    id: 'cargo-test',
    kind: 'test',
    programs: 'cargo cargo-nextest',
    prints: /^test result: |^running \d{1,6} tests?$|^\s{4,8}Summary \[.{1,20}\] \d{1,6} tests? run/m,
    summary: [/^test result: /, /^\s{4,8}Summary \[/],
    failed: [
      /^error: (?:test failed, to rerun|could not compile|test run failed)/,
      /^error: \d{1,5} targets? failed/,
    ],
    marks: [/^test .{1,300} \.\.\. FAILED$/, /^error(?:\[E\d{4}\])?: /],
    nothing: [/^error: no tests to run/],
    partial: [/^\s{2,8}Cancell?ing due to/],
    adds: true,
  },
  {
    id: 'cargo-build',
    kind: 'build',
    programs: 'cargo rustc wasm-pack maturin',
    prints: /^\s{3,4}Finished `?\w{1,20}`? (?:profile )?\[|^error\[E\d{4}\]|^error: could not compile/m,
    ...said,
  },
  {
    id: 'cargo-check',
    kind: 'typecheck',
    programs: 'cargo',
    // What it prints is a build's, too, and read as such.
    prints: null,
    ...said,
  },
  {
    id: 'clippy',
    kind: 'lint',
    command: ({ program, words }) => program === 'cargo' && words.includes('clippy'),
    prints: /\bclippy::[a-z_]{3,60}\b|rust-clippy\/master/,
    success: [/^\s{0,4}Finished [`\w]/],
    failed: [/^error: could not compile/],
    marks: [/^error(?:\[E\d{4}\])?: /],
  },
  // `go test` gives a line for each package.
  {
    id: 'go-test',
    kind: 'test',
    command: ({ program, words }) => (program === 'go' && words.includes('test')) || program === 'gotestsum',
    prints:
      /^(?:ok|FAIL)\s{1,4}\t?\S{1,300}\s{1,4}(?:\(cached\)|[\d.]{1,10}s|\[)|^\?\s{1,6}\S{1,300}\s{1,6}\[no test files\]|^\s{0,12}--- (?:PASS|FAIL): |^DONE \d{1,6} tests/m,
    summary: [/^DONE \d{1,6} tests/],
    success: [
      /^ok\s{1,4}\t?\S{1,300}\s{1,4}(?:\(cached\)|[\d.]{1,10}s)(?!.{0,60}\[no tests to run\])/,
      /^PASS$/,
    ],
    failed: [/^FAIL(?:\s|$)/],
    marks: [/^\s{0,12}--- FAIL: /, /^panic: /],
    nothing: [/\[no tests to run\]|\[no test files\]|^testing: warning: no tests to run|matched no packages/],
    adds: true,
  },
  {
    id: 'go-vet',
    kind: 'lint',
    command: ({ program, words }) => (program === 'go' && words.includes('vet')) || program === 'staticcheck',
    prints: /^vet: \S{1,200}\.go:\d|^# \S{1,200}\n(?:vet: )?\S{1,200}\.go:\d{1,6}:\d{1,6}: /m,
    marks: findings,
    nothing: [/^(?:go: warning: .{1,200} matched no packages|no packages to vet)/],
    silent: true,
  },
  {
    id: 'go-build',
    kind: 'build',
    command: ({ program, words }) =>
      program === 'go' && (words.includes('build') || words.includes('install')),
    prints:
      /^(?:\.{1,2}\/)?[^\s:]{1,200}\.go:\d{1,6}:\d{1,6}: (?:undefined|undeclared|cannot |syntax error|expected |missing |too many|not enough|invalid |declared and not used|[^\s:]{1,80} (?:redeclared|declared and not used)|"[^"]{1,120}" imported and not used)/m,
    marks: findings,
    nothing: [/^go: warning: .{1,200} matched no packages|^no Go files in /],
    silent: true,
  },
  {
    id: 'golangci-lint',
    kind: 'lint',
    programs: 'golangci-lint',
    summary: [/^\d{1,6} issues[.:]/],
    failed: [/^level=error msg=/],
    marks: [/^(?:\[?[\w:-]{1,30}\]?\s)?[^\s:]{1,200}\.go:\d{1,6}:\d{1,6}: .{1,600}\([a-z]{2,20}\)$/],
    nothing: [/\bno go files to analyze\b/],
    silent: true,
  },
  // Compilers and builds of C and its kin: compilers print nothing when all is well.
  {
    id: 'c-compiler',
    kind: 'build',
    programs: 'gcc g++ cc c++ clang clang++ javac kotlinc emcc nasm swiftc',
    prints:
      /^[^\s:]{1,200}\.(?:c|cc|cpp|cxx|h|hpp|m|java|kt|cu):\d{1,6}(?::\d{1,6})?: (?:fatal )?error:|^collect2: error|linker command failed|: undefined reference to /m,
    summary: [/^\d{1,6} errors?(?: generated\.)?\s*$/],
    failed: [/^collect2: error|\blinker command failed with exit code|\bld returned [1-9]/],
    marks: [
      /^[^\s:]{1,200}:\d{1,6}(?::\d{1,6})?: (?:fatal )?error:/,
      /: undefined reference to /,
      /^error: /,
    ],
    silent: true,
  },
  {
    id: 'cmake',
    kind: 'build',
    programs: 'cmake ninja meson',
    prints:
      /^CMake Error\b|^ninja: |^-- (?:Build files have been written|Configuring (?:done|incomplete))|^\[\s{0,2}\d{1,3}%\] Built target /m,
    success: [
      /^-- Build files have been written to/,
      /^\[100%\] Built target /,
      /^ninja: no work to do/,
      /^\[(\d{1,6})\/\1\] \S/,
    ],
    failed: [
      /^CMake Error\b/,
      /^ninja: (?:build stopped|error)/,
      /^-- Configuring incomplete, errors occurred!/,
    ],
  },
  {
    id: 'ctest',
    kind: 'test',
    programs: 'ctest',
    summary: [/^\d{1,3}% tests passed, \d{1,6} tests failed out of \d/],
    marks: [/^\s{0,4}\d{1,6}\/\d{1,6} Test .{1,200}\*\*\*(?:Failed|Timeout|Exception|Not Run)/],
    nothing: [/^No tests were found!!!/],
  },
  // Gradle says only of failing tests how many there were; else that the build came out well.
  {
    id: 'gradle',
    kind: 'test',
    command: ({ program }) => program === 'gradle' || program === 'gradlew',
    summary: [/^\d{1,6} tests? completed, \d{1,6} failed/],
    success: [/^BUILD SUCCESSFUL\b/],
    failed: [/^BUILD FAILED\b|^FAILURE: Build (?:failed|completed with \d)/],
    marks: [/^> Task :\S{1,200} FAILED$/, /^e: (?:file:\/\/)?\/?\S{1,300}\.kts?:/],
    nothing: [/^> No tests found for given includes/],
  },
  // Maven: the results of all tests, then whether the build came out well.
  {
    id: 'maven',
    kind: 'test',
    command: ({ program }) => program === 'mvn' || program === 'mvnw',
    summary: [
      /^\[(?:ERROR|INFO|WARNING)\]\s{1,4}Tests run: \d{1,6}, Failures: \d{1,6}, Errors: \d{1,6}, Skipped: \d{1,6}\s*$/,
    ],
    success: [/^\[INFO\] BUILD SUCCESS\b/],
    failed: [
      /^\[(?:INFO|ERROR)\] BUILD FAILURE\b/,
      /^\[ERROR\] (?:Failed to execute goal|COMPILATION ERROR|There are test failures)/,
    ],
    marks: [/^\[ERROR\] \S{1,300}\.(?:java|kt|scala):\[\d/],
  },
  {
    id: 'dotnet-test',
    kind: 'test',
    programs: 'dotnet vstest',
    summary: [
      /^(?:Passed|Failed)!\s{1,4}- Failed: /,
      /^Test summary: total: \d/,
      /^Total tests: \d/,
      /^\s{4,6}(?:Passed|Failed|Skipped): \d/,
    ],
    success: [/^Test Run Successful\./],
    failed: [/^Test Run (?:Failed|Aborted)\./],
    nothing: [/^No test (?:is available in|matches the given testcase filter)/],
    marks: [/^\s{2}Failed \S{1,300} \[\d/],
    adds: true,
  },
  {
    id: 'dotnet-build',
    kind: 'build',
    programs: 'dotnet msbuild',
    summary: [/^\s{0,6}\d{1,6} Error\(s\)/],
    success: [/\bBuild succeeded\b/],
    failed: [/^Build FAILED\.|\bBuild failed with \d/],
    marks: [/\berror (?:CS|FS|MSB|NU)\d{3,5}\b/],
  },
  {
    id: 'swift-test',
    kind: 'test',
    programs: 'swift xcodebuild',
    summary: [/^\s{0,8}Executed \d{1,6} tests?, with \d/],
    success: [/^\*\* TEST SUCCEEDED \*\*|\bTest run with \d{1,6} tests? .{0,40}passed/],
    failed: [/^\*\* TEST FAILED \*\*|\bTest run with \d{1,6} tests? .{0,40}failed/],
  },
  {
    id: 'swift-build',
    kind: 'build',
    programs: 'swift xcodebuild',
    success: [/^\*\* (?:BUILD|ARCHIVE) SUCCEEDED \*\*|^Build complete!/],
    failed: [/^\*\* (?:BUILD|ARCHIVE) FAILED \*\*/],
    marks: [/^[^\s:]{1,200}\.swift:\d{1,6}:\d{1,6}: error: /],
  },
  {
    id: 'flutter-test',
    kind: 'test',
    programs: 'flutter dart',
    success: [/: All tests passed!\s*$/],
    failed: [/: Some tests failed\.\s*$/],
    nothing: [/^No tests (?:were found|ran)\b/],
  },
]
