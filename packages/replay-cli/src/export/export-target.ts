/** Where lines that are exported go: standard output, or a file that takes its name when it is whole. */

import type { Output } from '../output.js'
import type { Source } from '../sources/source.js'
import { printableJson } from '../text/printable.js'
import { WrittenFile } from '../written-file.js'

/** Takes lines of JSON. */
export interface ExportTarget {
  /** Adds a line. */
  line(json: string): void
  /** All lines came. */
  finish(): void
  /** Removes what was written, unless it is finished. */
  abandon(): void
}

/**
 * The target that `--out` names, or standard output.
 * @throws Failure `same-file`, `out`
 */
export function exportTarget(out: string | undefined, source: Source, output: Output): ExportTarget {
  if (out === undefined) {
    return {
      line: (json) => output.line(printableJson(json)),
      finish: () => undefined,
      abandon: () => undefined,
    }
  }
  const file = new WrittenFile(out, filesOf(source))
  return {
    line: (json) => file.line(printableJson(json)),
    finish: () => file.finish(),
    abandon: () => file.abandon(),
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
