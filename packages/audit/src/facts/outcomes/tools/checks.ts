/** Type checkers, linters and builds. Those that only count or print errors in the common form need no entry. */

import type { CommandDescription } from '../../calls/call.js'
import type { ToolForm } from '../tool.js'

const runs =
  (program: string, ...subcommands: readonly string[]) =>
  (command: CommandDescription): boolean =>
    command.program === program && subcommands.some((word) => command.words.includes(word))

export const checkers: readonly ToolForm[] = [
  {
    id: 'tsc',
    kinds: ['typecheck'],
    programs: 'tsc vue-tsc tsgo tsc-files tspc',
    summary: /(?:^|\] |- )Found \d{1,6} errors?(?: in \d{1,6} files?|\. Watching for| in the same file)/,
    failed: /\berror TS\d{3,5}\b(?<!TS18003)/,
    nothing: /\berror TS18003\b/,
    again: /File change detected\. Starting incremental compilation/,
    silent: true,
  },
  {
    id: 'mypy',
    kinds: ['typecheck'],
    programs: 'mypy dmypy pyright basedpyright',
    summary:
      /^Found \d{1,6} errors? in \d{1,6} files? \((?:checked|errors prevented)|^\d{1,6} errors?, \d{1,6} warnings?/,
    success: /^Success: no issues found/,
    marks: /^\s{0,4}[^\s:]{1,200}\.pyi?:\d{1,6}(?::\d{1,6})?(?:: error: | - error\b)/,
    nothing: /^There are no \.py\[i\] files in directory|^No source files found\./,
  },
  {
    id: 'eslint',
    kinds: ['lint'],
    programs: 'eslint eslint_d standard xo',
    summary: /^[✖×] \d{1,6} problems? \(/,
    success: /^✔ No ESLint warnings or errors/,
    marks: /^\s{1,6}\d{1,6}:\d{1,5}\s{1,8}(?:error|Error:?)\s|^[^\s:]{1,200}:\d{1,6}:\d{1,6}\s{1,8}error\s/,
    nothing:
      /^No files matching (?:the pattern )?.{1,200} (?:were|was) found|^(?:You are linting|All files matched by) .{1,200} (?:are|is) ignored/,
    failed: /^Oops! Something went wrong!/,
    silent: true,
  },
  {
    id: 'biome',
    kinds: ['lint', 'format'],
    programs: 'biome',
    summary: /^Found \d{1,6} (?:errors?|warnings?)\.?\s*$/,
    success: /^(?:Checked|Formatted|Linted) [1-9]\d{0,5} files? in \d/,
    nothing: /^No files were processed in the specified paths|^(?:Checked|Formatted) 0 files/,
  },
  {
    id: 'ruff',
    kinds: ['lint', 'format'],
    programs: 'ruff flake8 pycodestyle',
    success: /^All checks passed!|^\d{1,6} files? (?:already formatted|left unchanged|reformatted)/,
    failed: /^\d{1,6} files? would be reformatted/,
    marks: /^[^\s:]{1,200}:\d{1,6}:\d{1,6}: [A-Z]{1,4}\d{2,4}\b|^Would reformat: /,
    nothing: /^warning: No Python files found/,
  },
  {
    id: 'golangci-lint',
    kinds: ['lint'],
    programs: 'golangci-lint',
    summary: /^\d{1,6} issues[.:]/,
    failed: /^level=error msg=/,
    marks: /^(?:\[?[\w:-]{1,30}\]?\s)?[^\s:]{1,200}\.go:\d{1,6}:\d{1,6}: .{1,600}\([a-z]{2,20}\)$/,
    nothing: /\bno go files to analyze\b/,
    silent: true,
  },
  {
    id: 'formatter',
    kinds: ['format'],
    programs: 'prettier black',
    success:
      /^All matched files use Prettier code style!|^\S{1,300} \d{1,6}ms(?: \(unchanged\))?\s*$|^All done!/,
    failed: /^\[warn\] Code style issues found|^Error occurred when checking code style|^Oh no!/,
    marks: /^\[error\] \S{1,300}: SyntaxError|^would reformat |^error: cannot format /,
    nothing:
      /^\[error\] No (?:files matching|parser could be inferred)|^No Python files are present to be formatted/,
    silent: true,
  },
  {
    id: 'gofmt',
    kinds: ['format'],
    command: ({ program, words }) =>
      /^(?:gofmt|gofumpt|goimports)$/.test(program) && words.some((word) => /^-[ld]$/.test(word)),
    own: true,
    marks: /^\S{1,300}\.go\s*$|^diff /,
    silent: true,
  },
  {
    id: 'cargo-build',
    kinds: ['build', 'typecheck', 'lint'],
    programs: 'cargo rustc wasm-pack maturin',
    success: /^\s{0,4}Finished (?:`\w{1,20}`|release|dev|test) /,
    failed: /^error: (?:could not compile|aborting due to|failed to run custom build command)/,
    marks: /^error(?:\[E\d{4}\])?: \S/,
  },
  {
    id: 'go-build',
    kinds: ['build', 'lint'],
    command: (command) => runs('go', 'build', 'install', 'vet')(command) || command.program === 'staticcheck',
    failed:
      /^(?:vet: )?(?:\.{1,2}\/)?[^\s:]{1,200}\.go:\d{1,6}:\d{1,6}: (?:undefined|undeclared|cannot |syntax error|expected |missing |too many|not enough|invalid |declared and not used|"[^"]{1,120}" imported and not used)/,
    marks:
      /^(?:vet: )?(?:\.{0,2}\/)?[^\s:]{1,200}\.go:\d{1,6}(?::\d{1,6})?: \S|^go: .{1,200}: (?:cannot find|no required module|module lookup disabled|no matching versions)/,
    nothing: /^(?:go: warning: .{1,200} matched no packages|no packages to vet|no Go files in )/,
    silent: true,
  },
  {
    id: 'compiler',
    kinds: ['build'],
    programs: 'gcc g++ cc c++ clang clang++ javac kotlinc emcc nasm swiftc',
    summary: /^\d{1,6} errors? generated\.\s*$/,
    failed:
      /^[^\s:]{1,200}\.(?:c|cc|cpp|cxx|h|hpp|m|java|kt|cu):\d{1,6}(?::\d{1,6})?: (?:fatal )?error:|^collect2: error|\blinker command failed|: undefined reference to /,
    marks: /^error: /,
    silent: true,
  },
  {
    id: 'cmake',
    kinds: ['build'],
    programs: 'cmake ninja meson',
    success: /^-- Build files have been written to|^\[100%\] Built target |^\[(\d{1,6})\/\1\] \S/,
    failed: /^CMake Error\b|^ninja: (?:build stopped|error)|^-- Configuring incomplete, errors occurred!/,
  },
  {
    id: 'next',
    kinds: ['build'],
    programs: 'next',
    success: [
      /^\s{0,4}✓ (?:Generating static pages .{0,40}\(\d|Finalizing page optimization|Collecting build traces)/,
      /^[○●ƒλ]\s{1,4}\((?:Static|SSG|Dynamic|Server)\)|^\s{0,4}(?:✓ )?Compiled successfully/,
    ],
    failed: /^\s{0,4}⨯? ?Failed to compile\b|^\W{0,4}Build error occurred|^> Build failed because of /,
    marks: /^Type error: /,
  },
  {
    id: 'bundler',
    kinds: ['build'],
    programs:
      'vite astro nuxt nuxi svelte-kit vitepress webpack esbuild tsup tsdown unbuild rollup rolldown microbundle parcel ng react-scripts gatsby hugo mkdocs docusaurus storybook expo',
    summary: /^webpack (?:\d[\w.-]{0,20} )?compiled with \d{1,6} (?:errors?|warnings?)/,
    success: [
      /^✓ built in \d|^\[build\] Complete!|^webpack (?:\d[\w.-]{0,20} )?compiled successfully/u,
      /⚡ ?️? ?(?:Done in \d|Build success)|^✔ Build complete in \d/u,
      /^created \S{1,300}(?:, \S{1,300}){0,20} in \d|^✨ Built in/u,
      /^Application bundle generation complete/u,
    ],
    failed: [
      /^[✗x] Build failed in \d|^error during build:|^Build failed with \d/u,
      /^\[!\] \(?[\w\s-]{0,60}\)?\s?\w{0,20}(?:Error|error)\b|^Application bundle generation failed/u,
      /^🚨 Build failed/u,
    ],
    marks: /^\[vite\]: Rollup failed to resolve|^ERROR in \S|^[✘✖X] \[ERROR\]/,
    again: /^build started\.\.\./,
  },
  {
    id: 'docker-build',
    kinds: ['build'],
    programs: 'docker podman docker-compose buildah nerdctl',
    success:
      /^Successfully (?:built|tagged) |^#\d{1,4} naming to .{1,300} done\b|^ ?=> (?:=> )?naming to |^\s{0,2}(?:✔ )?(?:Service \S{1,100}|\S{1,200})\s{1,8}Built\b/,
    failed:
      /^(?:ERROR: )?failed to (?:solve|build)|\breturned a non-zero code: [1-9]|^ERROR: process ".{1,300}" did not complete successfully/,
  },
]
