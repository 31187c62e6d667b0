/** Git and GitHub. */

import { defineTool, type Tool } from '../tool.js'

/** Git. What does nothing because there is nothing to do has failed nothing. */
export const git: Tool = defineTool({
  id: 'git',
  kind: null,
  command: ({ program, effect }) => program === 'git' && effect !== 'read',
  prints:
    /^\[\S{1,200}(?: \(root-commit\))? [0-9a-f]{7,40}\] |^ ! \[(?:remote )?rejected\]|^(?:CONFLICT \(|Automatic merge failed)|^error: failed to push some refs|^nothing to commit, working tree clean|^ \* \[new (?:branch|tag)\]/m,
  success: [
    /^\[\S{1,200}(?: \(root-commit\))? [0-9a-f]{7,40}\] /,
    /^\s{0,4}(?:[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40}|\* \[new (?:branch|tag)\]|\+ [0-9a-f]{7,40})\s{1,8}\S{1,200}\s{1,8}-> /,
    /^Everything up-to-date/,
    /^Already up to date\./,
    /^(?:Fast-forward|Merge made by|Successfully rebased|Switched to|Your branch is up to date)/,
    /^(?:create|rename|delete) mode \d{6}/,
  ],
  failed: [
    /^ ! \[(?:remote )?rejected\]/,
    /^error: (?:failed to push some refs|pathspec|Your local changes|could not apply|cannot (?:pull|rebase|lock))/,
    /^fatal: /,
    /^CONFLICT \(|^Automatic merge failed/,
    /^husky - \S{1,60} (?:hook exited with code|script failed)/,
    /^Aborting(?: commit due to empty commit message)?\.?$/,
    /^remote: error: /,
  ],
  nothing: [/^nothing (?:to commit|added to commit)|^no changes added to commit/],
})

/** The command line of GitHub. */
export const gh: Tool = defineTool({
  id: 'gh',
  kind: null,
  command: ({ program, effect }) => program === 'gh' && effect !== 'read',
  prints:
    /^pull request create failed:|^https:\/\/github\.com\/[\w.-]{1,80}\/[\w.-]{1,100}\/(?:pull|issues|releases\/tag)\/\S{1,80}$/m,
  success: [
    /^https:\/\/github\.com\/[\w.-]{1,80}\/[\w.-]{1,100}\/(?:pull|issues|releases\/tag)\/\S{1,80}\s*$/,
    /^✓ /,
  ],
  failed: [/^pull request (?:create|merge) failed:/, /^(?:X|✗) /, /^HTTP \d{3}: |^GraphQL: /],
})
