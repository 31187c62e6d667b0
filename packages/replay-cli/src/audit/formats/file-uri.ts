import { pathToFileURL } from 'node:url'
import { printable } from '../../text/printable.js'

/** A file's path as a URI: relative to where the program runs where the path is, else `file:`. */
export function fileUri(path: string): string {
  if (/^(?:\/|[a-z]:[\\/])/i.test(path)) return pathToFileURL(printable(path, pathLimit)).href
  const steps = printable(path, pathLimit).split(/[\\/]/)
  // A colon in the first step would make a scheme of what stands before it.
  return steps.map((step) => encodeURIComponent(step)).join('/')
}

const pathLimit = 4096
