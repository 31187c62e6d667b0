import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeInBrowser } from '../../packages/report-page/test/browser.js'
import { byEsbuild, byVite } from './bundled.js'

const files = ['test/browser/session.mjs', 'examples/five-systems.mjs']
const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-browser-'))
afterAll(() => rmSync(folder, { recursive: true }))
const bundlers = { byEsbuild, byVite }

describeInBrowser('core in a browser', (open) => {
  test.each(files)('%s does there what it does in Node.js, to the hash', async (file) => {
    const printed = execFileSync(process.execPath, [file], { encoding: 'utf8' })
    for (const [name, bundle] of Object.entries(bundlers)) {
      const code = (await bundle(file)).replaceAll('</script', '<\\/script')
      const path = join(folder, `${name}.html`)
      writeFileSync(
        path,
        `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:image/svg+xml,"><h1>A page</h1><script type="module">${code}
document.title = 'over'</script>`,
      )
      const { page, misdeeds } = await open(path)
      await expect
        .poll(() => page.title().then((title) => title || misdeeds.complaints.join()))
        .toMatch(/over|error/)
      expect(misdeeds.complaints.map((line) => line.replace('console: ', '')).join('\n')).toBe(
        printed.trimEnd(),
      )
      expect(misdeeds.requests).toEqual([])
      await page.close()
    }
  })
})
