/** The pictures of the live page in the documentation: `npm run docs:screenshots` keeps them, any other run throws them away. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, soon } from './browser.js'
import { demoSessions } from './live-demo.js'
import { type LiveServer, liveServer } from './live-server.js'
import { lighthouse } from './report-of.js'

let server: LiveServer
const folder = process.env['TODO_LEDGER_PICTURES'] ?? mkdtempSync(join(tmpdir(), 'todo-ledger-pictures-'))
beforeAll(async () => {
  server = await liveServer({ '.claude/projects/-w-paint/rec.jsonl': lighthouse('rec') })
  await demoSessions(server)
})
afterAll(async () => {
  await server.stop()
  if (process.env['TODO_LEDGER_PICTURES'] === undefined) rmSync(folder, { recursive: true, force: true })
})

async function take(page: Page, name: string, height: number): Promise<void> {
  const width = page.viewportSize()?.width ?? 1100
  await page.setViewportSize({ width, height })
  const picture = await page.screenshot({ path: join(folder, `${name}.png`) })
  expect(picture.length).toBeGreaterThan(10_000)
  await page.close()
}

describeInBrowser('pictures of the live page', (open) => {
  test('the list of sessions', async () => {
    const { page } = await open(server.address, { width: 1100, hash: server.hash })
    await soon(() => page.locator('.doubt .count').count()).toBeGreaterThan(2)
    await take(page, 'live-index', 640)
  })

  test.each([
    ['live', 1100, 'light', 1000],
    ['live-dark', 1100, 'dark', 1000],
    ['live-phone', 390, 'light', 844],
  ] as const)('a session: %s', async (name, width, scheme, height) => {
    const { page } = await open(server.address, { width, scheme, hash: `${server.hash}&session=s-lamp` })
    await soon(() => page.locator('.concern').count()).toBeGreaterThan(0)
    if (width < 500) await page.evaluate("document.getElementById('now').scrollIntoView({ block: 'start' })")
    await take(page, name, height)
  })

  test('an edit that a rule refuses', async () => {
    const { page } = await open(server.address, { width: 1100, hash: `${server.hash}&session=s-tide` })
    await page.locator('#now .line-button').nth(1).click()
    await page.getByRole('button', { name: 'in progress', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await page.evaluate("document.getElementById('now').scrollIntoView({ block: 'start' })")
    await take(page, 'live-refused', 820)
  })
})
