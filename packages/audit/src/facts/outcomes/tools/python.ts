/** Python. */

import type { ToolForm } from '../tool.js'

export const python: readonly ToolForm[] = [
  {
    id: 'pytest',
    kind: 'test',
    programs: 'pytest py.test tox nox',
    command: ({ words }) => /^python/.test(words[0] ?? '') && words.includes('pytest'),
    summary: [
      /^=* ?(?:\d{1,6} (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?|rerun|subtests passed)(?:, )?)+ in \d/,
    ],
    nothing: [/\bno tests ran\b/, /^collected 0 items\s*(?:\/ \d{1,6} deselected)?.{0,40}$/],
    marks: [/^(?:FAILED|ERROR) \S{1,300}(?: - |$)/, /^E {3}\S/, /^_{3,} .{1,200} _{3,}$/],
    partial: [/^!+ (?:stopping after|Interrupted|_pytest\.outcomes\.Exit)|^!+ KeyboardInterrupt !+/],
  },
  {
    id: 'unittest',
    kind: 'test',
    programs: 'unittest nose2 manage.py',
    command: ({ words }) => /^python/.test(words[0] ?? '') && words.includes('unittest'),
    prints: /^Ran \d{1,6} tests? in [\d.]{1,12}s/m,
    summary: [/^Ran \d{1,6} tests? in [\d.]{1,12}s/],
    success: [/^OK(?: \(.{1,100}\))?\s*$/],
    failed: [/^FAILED \((?:failures|errors|unexpected successes)=/],
    nothing: [/^Ran 0 tests in|^NO TESTS RAN/],
  },
  {
    id: 'mypy',
    kind: 'typecheck',
    programs: 'mypy dmypy',
    prints:
      /^Success: no issues found in \d|^Found \d{1,6} errors? in \d{1,6} files? \((?:checked|errors prevented)|^[^\s:]{1,200}\.pyi?:\d{1,6}: error: |^There are no \.py\[i\] files in directory/m,
    summary: [/^Found \d{1,6} errors? in \d/],
    success: [/^Success: no issues found/],
    marks: [/^[^\s:]{1,200}\.pyi?:\d{1,6}(?::\d{1,6})?: error: /],
    nothing: [/^There are no \.py\[i\] files in directory/],
  },
  {
    id: 'pyright',
    kind: 'typecheck',
    programs: 'pyright basedpyright',
    summary: [/^\d{1,6} errors?, \d{1,6} warnings?/],
    marks: [/^\s{0,4}[^\s:]{1,200}:\d{1,6}:\d{1,6} - error\b/],
    nothing: [/^No source files found\.|^File or directory ".{1,300}" does not exist/],
  },
  {
    id: 'ruff',
    kind: 'lint',
    programs: 'ruff',
    command: ({ program, words }) => program === 'ruff' && words[1] === 'format',
    prints:
      /^All checks passed!|^[^\s:]{1,200}:\d{1,6}:\d{1,6}: [A-Z]{1,4}\d{3,4} |^[A-Z]{1,4}\d{3,4} .{1,300}\n {1,6}--> |^warning: No Python files found|^\d{1,6} files? (?:already formatted|would be reformatted|left unchanged|reformatted)/m,
    summary: [/^Found \d{1,6} errors?\b/],
    success: [/^All checks passed!/, /^\d{1,6} files? (?:already formatted|left unchanged|reformatted)/],
    failed: [/^\d{1,6} files? would be reformatted/],
    marks: [/^[^\s:]{1,200}:\d{1,6}:\d{1,6}: [A-Z]{1,4}\d{2,4}\b/, /^Would reformat: /],
    nothing: [/^warning: No Python files found/],
  },
  // Linters that give one line for each finding, as flake8 does, and nothing when all is well.
  {
    id: 'flake8',
    kind: 'lint',
    programs: 'flake8 pydocstyle pycodestyle vulture',
    prints: /^[^\s:]{1,200}\.pyi?:\d{1,6}:\d{1,6}: [A-Z]{1,4}\d{2,4} /m,
    marks: [/^[^\s:]{1,200}:\d{1,6}:\d{1,6}: [A-Z]{1,4}\d{2,4}\b/],
    silent: true,
  },
  {
    id: 'pylint',
    kind: 'lint',
    programs: 'pylint',
    prints: /^Your code has been rated at |^\*{13} Module /m,
    success: [/^Your code has been rated at 10\.00\/10/],
    marks: [/^[^\s:]{1,200}:\d{1,6}:\d{1,6}: [EFWCR]\d{4}: /],
  },
  {
    id: 'black',
    kind: 'format',
    programs: 'black',
    success: [/^All done!/],
    failed: [/^Oh no!/],
    marks: [/^would reformat |^error: cannot format /],
    nothing: [/^No Python files are present to be formatted/],
  },
  {
    id: 'pip',
    kind: null,
    command: ({ program, words }) =>
      /^(?:pip3?|uv|poetry|pipenv|pdm|conda)$/.test(program) &&
      words.some((word) => /^(?:install|sync|add|update)$/.test(word)),
    prints:
      /^Successfully installed \S|^Requirement already satisfied: |^ERROR: (?:Could not find a version|No matching distribution|Could not install packages)/m,
    success: [
      /^Successfully installed \S/,
      /^Requirement already satisfied: /,
      /^(?:Installed|Audited|Prepared|Resolved) \d{1,6} packages? in/,
      /^No dependencies to install or update/,
    ],
    failed: [
      /^ERROR: \S/,
      /^error: (?:subprocess-exited|Failed to|No solution found)/,
      /^\s{0,2}× (?:No solution found|Failed to)/,
    ],
  },
  {
    id: 'package-publish',
    kind: 'deploy',
    programs: 'twine cargo gem uv poetry flit hatch dotnet',
    prints:
      /^View at:$|^\s{2,8}Published \S{1,100} v\d|^Successfully registered gem: |^\s{2,8}Uploading \S{1,100} v\d/m,
    success: [
      /^View at:/,
      /^\s{2,8}Published \S{1,100} v\d/,
      /^Successfully registered gem: /,
      /^\s{0,4}Your package was pushed\./,
    ],
    failed: [
      /^error: (?:failed to publish|api errors|\d{1,4} files in the working directory)/,
      /^(?:ERROR\s{1,8})?HTTPError: \d{3}/,
      /^ERROR: {1,2}\S/,
    ],
    nothing: [/^warning: aborting upload due to dry run/],
  },
]
