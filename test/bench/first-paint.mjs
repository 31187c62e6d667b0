// When a page is painted first in a browser, and when its list stands there.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const browser = process.env.CHROMIUM ?? '/usr/bin/chromium'

/**
 * Opens a page again and again, each time without what was kept of the time before.
 * @param {string} file
 * @param {number} rounds
 * @returns {Promise<{ first: number[], list: number[], cpu: number[] } | null>} milliseconds; null without a browser
 */
export async function paintTimes(file, rounds) {
  if (!existsSync(browser)) return null
  const ofPage = createRequire(new URL('../../packages/report-page/package.json', import.meta.url))
  const { chromium } = ofPage('playwright-core')
  const opened = await chromium.launch({ executablePath: browser, args: ['--no-sandbox', '--disable-gpu'] })
  const times = { first: [], list: [], cpu: [] }
  try {
    for (let round = 0; round < rounds; round += 1) {
      const context = await opened.newContext()
      const page = await context.newPage()
      const protocol = await context.newCDPSession(page)
      await protocol.send('Performance.enable')
      await page.addInitScript(`new MutationObserver((_, observer) => {
        if (document.querySelector('.checklist') === null) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => { window.listed = performance.now() }))
      }).observe(document, { childList: true, subtree: true })`)
      await page.goto(`file://${file}`)
      await page.locator('.checklist').waitFor()
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))')
      const paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
      times.first.push(await page.evaluate(paint))
      times.list.push(await page.evaluate('window.listed'))
      const { metrics } = await protocol.send('Performance.getMetrics')
      times.cpu.push(1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN))
      await context.close()
    }
  } finally {
    await opened.close()
  }
  return times
}
