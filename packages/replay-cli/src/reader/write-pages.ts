/** `audit --pages`: the pages that a reader would get, for a batch or for anybody. */

import { auditSessions } from '../audit/audit-source.js'
import type { Call } from '../command.js'
import type { AuditSetup } from '../config/audit-setup.js'
import { writeLines } from '../export/export-target.js'
import type { ReadOptions } from '../sources/read-options.js'
import type { Source } from '../sources/source.js'
import { count } from '../text/count.js'
import { chosenPages } from './page-reader.js'

/** Writes them to a file, or prints them for `-`. @throws Failure `same-file`, `out`, and those of the source */
export async function writePages(
  {
    options: { json, readerAll },
    output,
  }: Pick<Call<{ json: boolean; readerAll: boolean }>, 'options' | 'output'>,
  pages: string,
  source: Source,
  reading: ReadOptions,
  { audit }: AuditSetup,
): Promise<void> {
  const out = pages === '-' ? undefined : pages
  await writeLines({ options: { json, out }, output }, source, async (line) => {
    let written = 0
    for await (const session of auditSessions(source, reading, { audit, wantsPages: () => true })) {
      for (const page of chosenPages(session, readerAll)) {
        written += 1
        line(JSON.stringify(page))
      }
    }
    return { json: { pages: written }, text: count(written, 'page') }
  })
}
