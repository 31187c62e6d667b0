/** A report's page with what its deflated blocks hold in their place, so that a test can look for a text in all of it. */

import { inflateRawSync } from 'node:zlib'

/** The page with its blocks inflated. Other texts are as they were. */
export function inflatedPage(html: string): string {
  return html.replace(
    /(<script type="text\/plain" id="[^"]+">)([^<]*)/g,
    (_, tag: string, base64: string) => tag + inflateRawSync(Buffer.from(base64, 'base64')).toString('utf8'),
  )
}
