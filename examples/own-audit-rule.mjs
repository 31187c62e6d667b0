// An audit rule of one's own: an item that says "pull request" is completed, and nothing was pushed or opened.
//
//   todo-replay audit <recording> --rules examples/own-audit-rule.mjs
//   todo-replay audit --explain pull-request-without-push --rules examples/own-audit-rule.mjs

import { defineAuditRule, problemOf, succeeded, workBetween } from '@todo-ledger/audit'

/** The commands that count, by their first words. */
const commands = ['git push', 'gh pr create', 'glab mr create']

// biome-ignore lint/style/noDefaultExport: what a module of own rules exports
export default defineAuditRule({
  id: 'pull-request-without-push',
  meta: {
    severity: 'warning',
    docs: 'An item that promises a pull request was completed, and no command pushed or opened one. Not reported if: a sub-agent may have done it.',
  },
  check: ({ completions, work }) =>
    completions
      .filter(({ text }) => /\bpull[- ]request|\bPR\b/.test(text))
      .filter(({ added, at }) => !workBetween(work, added.position, at.position).some(counts))
      .map((completion) =>
        problemOf(
          completion,
          'warning',
          `Item ${completion.item} promises a pull request, and none of ${commands.join(', ')} was run for it.`,
        ),
      ),
})

/**
 * True where a piece of work may have opened a pull request.
 * @param {import('@todo-ledger/audit').Work} work
 */
function counts(work) {
  if (work.kind !== 'call') return false
  if (work.description.effect === 'delegate') return true
  const ran = work.description.commands.map(({ words }) => words.join(' '))
  return succeeded(work) && ran.some((line) => commands.some((command) => line.startsWith(command)))
}
