/** Type checkers, linters and builds. Those that only count or print errors in the common form need no entry. */

import type { ToolForm } from '../tool.js'

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
    id: 'docker-build',
    kinds: ['build'],
    programs: 'docker podman docker-compose buildah nerdctl',
    success:
      /^Successfully (?:built|tagged) |^#\d{1,4} naming to .{1,300} done\b|^ ?=> (?:=> )?naming to |^\s{0,2}(?:✔ )?(?:Service \S{1,100}|\S{1,200})\s{1,8}Built\b/,
    failed:
      /^(?:ERROR: )?failed to (?:solve|build)|\breturned a non-zero code: [1-9]|^ERROR: process ".{1,300}" did not complete successfully/,
  },
  {
    id: 'python-checker',
    kinds: ['lint', 'typecheck'],
    programs: 'ruff mypy pyright flake8',
    nothing: /^There are no \.py\[i\] files in directory|^warning: No Python files found/,
  },
]
