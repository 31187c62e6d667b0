// Figures as people read them: a table of Markdown, for the terminal and for README.md.
import { isReached } from './figures.mjs'

/** @param {readonly import('./figures.mjs').Figure[]} figures */
export function tableOf(figures) {
  const head = ['what', 'goal', 'now', 'quartiles', 'ours', 'beside', 'by', '']
  const rows = figures.map((figure) => {
    const { what, goal, value, ours, other, by, remark } = figure
    const reached = isReached(figure)
    const [now, quartiles] =
      value === null
        ? ['not installed', '']
        : [short(value.median), value.rounds > 1 ? `${short(value.low)} to ${short(value.high)}` : '']
    return [
      what,
      goal,
      reached === false ? `**${now}**` : now,
      quartiles,
      ours,
      other,
      by,
      value === null ? '' : remark,
    ]
  })
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/**
 * The table that README.md has: what, the goal, and the figure.
 * @param {{ figures: readonly import('./figures.mjs').Figure[], node: string, machine: string }} result
 */
export function readmeTable({ figures, node, machine }) {
  const rows = figures.flatMap((figure) => {
    const { what, goal, value } = figure
    if (goal === '' || value === null) return []
    return [`| ${what} | ${goal} | ${short(value.median)}${isReached(figure) ? '' : ' (not reached)'} |`]
  })
  return [`Node.js ${node}, ${machine}.`, '', '| what | goal | now |', '| --- | --- | --- |', ...rows].join(
    '\n',
  )
}

/** @param {number} value */
function short(value) {
  if (!Number.isFinite(value)) return '?'
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
