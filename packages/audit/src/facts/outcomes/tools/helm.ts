import { defineTool, type Tool } from '../tool.js'

/** Helm's releases, and its linter. */
export const helm: Tool = defineTool({
  id: 'helm',
  kind: 'deploy',
  programs: 'helm',
  prints:
    /^STATUS: (?:deployed|failed|pending-\w{1,20}|superseded|uninstalled)|^Release "[^"]{1,120}" has been upgraded|^Error: (?:INSTALLATION|UPGRADE|ROLLBACK) FAILED/m,
  success: [
    /^STATUS: deployed/,
    /^Release "[^"]{1,120}" has been upgraded\. Happy Helming!/,
    /^Rollback was a success!/,
    /^release "[^"]{1,120}" uninstalled/,
  ],
  failed: [/^Error: /, /^STATUS: failed/],
  unfinished: [/^STATUS: pending-/],
})

/** `helm lint`. */
export const helmLint: Tool = defineTool({
  id: 'helm-lint',
  kind: 'lint',
  programs: 'helm',
  prints: /^\d{1,4} chart\(s\) linted, \d{1,4} chart\(s\) failed|^Error: \d{1,4} chart\(s\) linted/m,
  summary: [/\d{1,4} chart\(s\) linted, \d{1,4} chart\(s\) failed/],
})
