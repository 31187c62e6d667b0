/** What a reader says, on the page, is what docs/background/reader-pages.md shows. In a real browser. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersFile, chosen } from '../../../test/reader-page-cases.js'
import { runInMemory } from '../../replay-cli/test/memory-host.js'
import { describeInBrowser, shown } from './browser.js'
import { pageFolder } from './report-of.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { folder, remove } = pageFolder()
beforeAll(() => process.chdir(root))
afterAll(remove)

const document = readFileSync(join(root, 'docs/background/reader-pages.md'), 'utf8')
const said = [...document.matchAll(/^> (Reader: .*)$/gm)].map(([, line]) => line)

async function run(...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runInMemory([...words, '--answers', answersFile, '--no-config'])
  expect(code, stderr).toBe(0)
  return stdout
}

describeInBrowser('a report with what a reader says', (open) => {
  test.each(chosen.map(([fixture, item], index) => ({ fixture, item, index })))(
    '$fixture, item $item',
    async ({ fixture, item, index }) => {
      const source = `fixtures/${fixture}`
      const printed = JSON.parse(await run('audit', source, '--fail-on', 'never', '--json'))
      const completions: readonly { readonly item: string; readonly turn: number }[] =
        printed.sessions[0].completions
      const turn = completions.find((completion) => completion.item === item)?.turn
      const out = join(folder, `${index}.html`)
      await run('report', source, '--out', out)
      const { page, misdeeds } = await open(out, { hash: `#turn=${turn}&item=${item}` })
      expect(await shown(page.locator('.checklist .item-details .reader').first())).toBe(said[index])
      expect(misdeeds).toEqual({ requests: [], complaints: [] })
      await page.close()
    },
  )
})
