import { defineTool, type Tool } from '../tool.js'

/** pytest sums up in one line between equals signs; with `-q` the signs are left out. */
export const pytest: Tool = defineTool({
  id: 'pytest',
  kind: 'test',
  programs: 'pytest py.test tox nox',
  command: ({ words }) => /^python/.test(words[0] ?? '') && words.includes('pytest'),
  prints:
    /^=+ test session starts =+$|^=* ?\d{1,6} (?:passed|failed|errors?|skipped|deselected|xfailed).{0,200} in \d[\d.:]{0,10}s|\bno tests ran in \d/m,
  summary: [
    /^=* ?(?:\d{1,6} (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?|rerun|subtests passed)(?:, )?)+ in \d/,
  ],
  nothing: [/\bno tests ran\b/, /^collected 0 items\s*(?:\/ \d{1,6} deselected)?.{0,40}$/],
  marks: [/^(?:FAILED|ERROR) \S{1,300}(?: - |$)/, /^E {3}\S/, /^_{3,} .{1,200} _{3,}$/],
  partial: [/^!+ (?:stopping after|Interrupted|_pytest\.outcomes\.Exit)|^!+ KeyboardInterrupt !+/],
})
