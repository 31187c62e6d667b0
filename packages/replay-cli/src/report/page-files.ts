/** The page as it was built: one script and one style sheet. */

import { readFileSync } from 'node:fs'
import { Failure } from '../failure.js'

/** What the page is made of. */
export interface PageFiles {
  /** The script. */
  readonly script: string
  /** The style sheet. */
  readonly style: string
}

/**
 * Reads the built page, from beside this package's code.
 * @throws Failure `no-page` where it was never built
 */
export function readPageFiles(folder: URL = new URL('../../page/', import.meta.url)): PageFiles {
  try {
    return {
      script: readFileSync(new URL('page.js', folder), 'utf8'),
      style: readFileSync(new URL('page.css', folder), 'utf8'),
    }
  } catch (error) {
    const message = `The page is not built: there is nothing in ${folder.pathname}. npm run build builds it.`
    throw new Failure('no-page', message, { cause: error })
  }
}
