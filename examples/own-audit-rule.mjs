// An audit rule of one's own: an item that says "pull request" is completed, and nothing was pushed or opened.
//
//   todo-replay audit <recording> --rules examples/own-audit-rule.mjs
//   todo-replay audit --explain pull-request-without-push --rules examples/own-audit-rule.mjs

import { aboutCompletion, defineAuditRule, succeeded } from '@todo-ledger/audit'

// biome-ignore lint/style/noDefaultExport: what a module of own rules exports
export default defineAuditRule({
  id: 'pull-request-without-push',
  meta: {
    severity: 'warning',
    docs: 'An item that promises a pull request was completed, and no command pushed or opened one. Not reported if: a sub-agent may have done it.',
    options: {
      commands: {
        default: ['git push', 'gh pr create', 'glab mr create'],
        docs: 'The commands that count, by their first words.',
      },
    },
    example: {
      session: [
        'todo [>] Open a pull request',
        'run git commit -m "Add the cache"',
        'todo [x] Open a pull request',
      ],
      says: 'Item 1 promises a pull request, and none of git push, gh pr create, glab mr create was run for it.',
    },
  },
  // The session that `create` is given, and each completion, is frozen: a rule looks, and reports.
  create: ({ work }, { commands }) => ({
    completion: (judged) => {
      const { item, text, at, added } = judged.completion
      if (!/\bpull[- ]request|\bPR\b/.test(text)) return []
      if (work.slice(added.position, at.position).some((piece) => counts(piece, commands))) return []
      return [
        aboutCompletion(
          judged,
          'warning',
          `Item ${item} promises a pull request, and none of ${commands.join(', ')} was run for it.`,
        ),
      ]
    },
  }),
})

/**
 * True where a piece of work may have opened a pull request.
 * @param {import('@todo-ledger/audit').Work} work
 * @param {readonly string[]} commands
 */
function counts(work, commands) {
  if (work.kind !== 'call') return false
  if (work.description.effect === 'delegate') return true
  const ran = work.description.commands.map(({ words }) => words.join(' '))
  return succeeded(work) && ran.some((line) => commands.some((command) => line.startsWith(command)))
}
