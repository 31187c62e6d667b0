/** Where lines that are exported go: standard output, or a file that takes its name when it is whole. */

import type { Call } from '../command.js'
import type { Source } from '../sources/source.js'
import { printable } from '../text/printable.js'
import { WrittenFile } from '../written-file.js'

/**
 * Writes lines to the file that `--out` names, and says what is in it; without one the lines are printed.
 * @param write gives the lines one by one, printable, and then what was written: as `--json` prints it, and in printable words
 * @throws Failure `same-file`, `out`
 */
export async function writeLines(
  {
    options,
    output,
  }: Pick<Call<{ readonly out: string | undefined; readonly json: boolean }>, 'options' | 'output'>,
  source: Source,
  write: (line: (printable: string) => void) => Promise<{ readonly json: object; readonly text: string }>,
): Promise<void> {
  const { out } = options
  const file = out === undefined ? null : new WrittenFile(out, filesOf(source))
  try {
    const { json, text } = await write((line) => {
      if (file === null) output.exactLine(line)
      else file.text(`${line}\n`)
    })
    file?.finish()
    if (out === undefined) return
    if (options.json) output.json({ out, ...json })
    else output.line(`${printable(out)}: ${text}`)
  } finally {
    file?.abandon()
  }
}

/** The files that a source is read from. */
export function filesOf(source: Source): readonly string[] {
  switch (source.kind) {
    case 'stream':
      return []
    case 'folder':
      return source.files
    default:
      return [source.file]
  }
}
