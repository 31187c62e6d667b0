/** Package managers of JavaScript. */

import { defineTool, type Tool } from '../tool.js'

/** Package managers of JavaScript: what they fetch, audit and publish. */
const verbs = /^(?:i|install|ci|add|remove|rm|un|uninstall|up|update|upgrade|dedupe|link)$/
const managers = /^(?:npm|pnpm|yarn|bun)$/

/** Packages that are fetched. */
export const npmInstall: Tool = defineTool({
  id: 'npm-install',
  kind: null,
  command: ({ program, words }) => managers.test(program) && verbs.test(words[1] ?? 'install'),
  prints:
    /^(?:added|removed|changed) \d{1,6} packages?\b|^up to date(?:,| in)|^npm (?:ERR!|error) code |^\s{0,2}ERR_PNPM_/m,
  success: [
    /^(?:added|removed|changed) \d{1,6} packages?\b/,
    /^up to date(?:,| in|$)/,
    /^Done in \d/,
    /^(?:Already up to date|Lockfile is up to date)/,
    /^✨ {1,2}Done in/,
    /^\d{1,6} packages? installed \[/,
  ],
  failed: [
    /^npm (?:ERR!|error) (?:code )?(?!ELIFECYCLE)\S/,
    /^\s{0,2}ERR_PNPM_(?!RECURSIVE)\w/,
    /^error (?:An unexpected error|Couldn't find|Your lockfile needs)/,
  ],
})

/** `npm audit`. */
export const npmAudit: Tool = defineTool({
  id: 'npm-audit',
  kind: 'lint',
  command: ({ program, words }) => managers.test(program) && words[1] === 'audit',
  prints: /^# npm audit report$|^No known vulnerabilities found/m,
  success: [/^found 0 vulnerabilities/, /^No known vulnerabilities found/],
  failed: [/^\d{1,6} (?:\w{1,10} severity )?vulnerabilit(?:y|ies)\b/],
})

/** `npm publish`. */
export const npmPublish: Tool = defineTool({
  id: 'npm-publish',
  kind: 'deploy',
  command: ({ program, words }) => managers.test(program) && words.includes('publish'),
  prints: /^\+ (?:@[\w.-]{1,60}\/)?[\w.-]{1,100}@\d{1,6}\.\d/m,
  success: [/^\+ (?:@[\w.-]{1,60}\/)?[\w.-]{1,100}@\d{1,6}\.\d/],
  failed: [/^npm (?:ERR!|error) \S/, /^error /],
})
