// What the pages of the reference are written with.

/**
 * A table; where no row has a cell of a column, the column is left out.
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export function table(head, rows) {
  const used = head.map((_, column) => rows.some((row) => row[column] !== ''))
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.filter((_, column) => used[column]).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(row.map(cell)))].join('\n')
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')
}

/** @param {string} text */
export function code(text) {
  return text === '' ? '' : `\`${text}\``
}

/** @param {string} kind @param {string} text */
export function fenced(kind, text) {
  return `\`\`\`${kind}\n${text.trimEnd()}\n\`\`\``
}

/** A page: what it is, how it is made, and its parts. @param {string} title @param {readonly string[]} parts */
export function page(title, parts) {
  const made = '<!-- Generated from the code by npm run docs:reference: edit the code, not this page. -->'
  return `${[`# ${title}`, made, ...parts].join('\n\n')}\n`
}
