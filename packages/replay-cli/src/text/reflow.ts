/** Lays out a help text: its paragraphs are broken anew, what is indented stays as it is. */

import { wrap } from './wrap.js'

/** The text in lines of at most `columns`. Lines that begin with a space, such as examples, are not touched. */
export function reflow(text: string, columns: number): string {
  const lines: string[] = []
  let paragraph: string[] = []
  const end = (): void => {
    if (paragraph.length > 0) lines.push(...wrap(paragraph.join(' '), columns))
    paragraph = []
  }
  for (const line of text.split('\n')) {
    if (line !== '' && !line.startsWith(' ')) paragraph.push(line)
    else {
      end()
      lines.push(line)
    }
  }
  end()
  return lines.join('\n')
}
