/** What a page says of what it was made from. */

import { basename, resolve } from 'node:path'
import { nameOf, type Source } from '../sources/source.js'

/** The name of a source by itself: a page goes to people whom the folders around it are no business of. */
export function reportSourceName(source: Source): string {
  return source.kind === 'stream' ? source.name : basename(resolve(nameOf(source)))
}
