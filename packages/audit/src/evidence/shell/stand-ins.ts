/** What stands in for a tool: a function or an alias of its name, or a file of its name that comes before it in `PATH`. */

import { baseName } from './arguments.js'

const definition =
  /(?:^|[\n;&|({])\s{0,8}(?:function\s{1,4}([\w.-]{1,60})|([\w.-]{1,60})\s{0,4}\(\s{0,4}\))\s{0,8}(?:\(\s{0,4}\)\s{0,8})?\{/g
const alias = /\balias\s{1,4}(?:-g\s{1,4})?([\w.-]{1,60})=/g
const searchPath = /\bPATH=["']?([^\s"';&|]{1,400})/g
const readLength = 20_000

/**
 * The names that a line takes from the tools they belong to.
 * @param written files that were written and may be programs, as named
 */
export function standInsOf(source: string, written: readonly string[]): ReadonlySet<string> {
  const text = source.slice(0, readLength)
  const found = new Set<string>()
  if (text.includes('{')) for (const match of text.matchAll(definition)) found.add(match[1] ?? match[2] ?? '')
  if (text.includes('alias')) for (const match of text.matchAll(alias)) found.add(match[1] ?? '')
  if (text.includes('PATH=') && written.length > 0) {
    // What stands before the old path is looked through first.
    const folders = [...text.matchAll(searchPath)].flatMap((match) => foldersBefore(match[1] ?? ''))
    for (const path of written) if (folders.includes(folderOf(path))) found.add(baseName(path))
  }
  return found
}

function foldersBefore(value: string): readonly string[] {
  const end = value.search(/\$\{?PATH\b|%PATH%/)
  return (end < 0 ? value : value.slice(0, end))
    .split(':')
    .map((folder) =>
      folder.slice(Math.max(0, folder.replace(/\/$/, '').lastIndexOf('/') + 1)).replace(/\/$/, ''),
    )
    .filter((folder) => folder !== '')
}

/** The last name of the folder that a file stands in: `bin` of `$PWD/bin/cargo`. */
function folderOf(path: string): string {
  const parts = path.split(/[\\/]/)
  return parts.at(-2) ?? ''
}
