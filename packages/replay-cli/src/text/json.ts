/** An object as JSON whose first property is a list that is written element by element, so that its text is never held whole. */

/** The JSON of a value within another. */
function within(value: unknown, indent: string): string {
  // Within JSON a line break stands between tokens alone: in strings it is escaped.
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
}

/** Writes what `JSON.stringify({ [name]: elements, ...rest }, null, 2)` gives, with a newline at the end. */
export function jsonList(name: string, write: (piece: string) => void) {
  let before = `{\n  ${JSON.stringify(name)}: [`
  let closing = ']'
  return {
    element(element: unknown): void {
      write(`${before}\n    ${within(element, '    ')}`)
      before = ','
      closing = '\n  ]'
    },
    /** Writes the properties behind the list. */
    end(rest: object): void {
      write(before === ',' ? closing : `${before}${closing}`)
      for (const [key, value] of Object.entries(rest))
        if (value !== undefined) write(`,\n  ${JSON.stringify(key)}: ${within(value, '  ')}`)
      write('\n}\n')
    },
  }
}
