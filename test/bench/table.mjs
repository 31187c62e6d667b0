// Figures as people read them: a table of Markdown, for the terminal, for README.md and for docs/background/speed.md.
import { isReached } from './figures.mjs'

/** @param {readonly import('./figures.mjs').Figure[]} figures */
export function tableOf(figures) {
  const head = ['what', 'goal', 'now', 'quartiles', 'ours', 'beside', 'by', '']
  const rows = figures.map((figure) => {
    const { what, goal, value, ours, other, by, remark } = figure
    const now = value === null ? 'not installed' : short(value.median)
    const quartiles = value !== null && value.rounds > 1 ? `${short(value.low)} to ${short(value.high)}` : ''
    return [what, goal, isReached(figure) === false ? `**${now}**` : now, quartiles, ours, other, by, remark]
  })
  return markdownTable(head, rows)
}

/** @typedef {{ figures: readonly import('./figures.mjs').Figure[], node: string, machine: string }} Result what was measured, where */

/**
 * Every figure that was measured and has a goal, as docs/background/speed.md has them.
 * @param {Result} result
 */
export function goalsTable(result) {
  const rows = withGoals(result).map((each) => [each.what, each.goal, nowOf(each)])
  return [`Measured on ${machineOf(result)}.`, '', markdownTable(['what', 'goal', 'now'], rows)].join('\n')
}

/**
 * What README.md says: how many goals are reached, and the first figure of each row.
 * @param {Result} result
 */
export function readmeTable(result) {
  const figures = withGoals(result)
  const rowOf = (/** @type {{ id: string }} */ { id }) => id.slice(0, id.indexOf('/'))
  const first = figures.filter(
    (each, index) => figures.findIndex((one) => rowOf(one) === rowOf(each)) === index,
  )
  const reached = figures.filter(isReached).length
  return [
    `${reached} of ${figures.length} goals are reached on ${machineOf(result)}; the first of each group:`,
    '',
    markdownTable(
      ['what', 'goal', 'now'],
      first.map((each) => [each.what, each.goal, nowOf(each)]),
    ),
  ].join('\n')
}

const begin = '<!-- figures: npm run bench -- --readme -->'
const end = '<!-- end of the figures of npm run bench -->'

/**
 * A page with a table between its marks.
 * @param {string} page
 * @param {string} table
 */
export function withTable(page, table) {
  const [head, rest] = page.split(begin, 2)
  const tail = rest?.split(end, 2)[1]
  if (tail === undefined) throw new Error(`A page has no place for the figures: ${begin} … ${end}`)
  return `${head}${begin}\n${table}\n${end}${tail}`
}

/** @param {Result} result */
function withGoals({ figures }) {
  return figures.filter(({ goal, value }) => goal !== '' && value !== null)
}

/** @param {Pick<Result, 'node' | 'machine'>} result */
function machineOf({ node, machine }) {
  return `Node.js ${node}, ${machine}`
}

/** @param {import('./figures.mjs').Figure} figure */
function nowOf(figure) {
  return `${short(figure.value?.median ?? Number.NaN)}${isReached(figure) ? '' : ' (not reached)'}`
}

/**
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
function markdownTable(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** @param {number} value */
function short(value) {
  if (!Number.isFinite(value)) return '?'
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
