/** Texts that want to be more than text, in the lists of a ledger, on the live page. */

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageMarker, payloads } from '../../../test/hostile/payloads.js'
import { pageText } from '../../replay-cli/src/text/printable.js'
import { describeInBrowser, shown, soon } from './browser.js'
import { type LiveAgent, type LiveServer, liveServer } from './live-server.js'
import { watch } from './page-watch.js'

let server: LiveServer
let agent: LiveAgent
/** Each a text of its own that is left when it is trimmed. */
const texts = [...new Set(payloads.map((payload) => payload.trim()).filter((payload) => payload !== ''))]
const veryLong = `${'Write it down '.repeat(400)}${'x'.repeat(4400)}`
/** As many sessions are named and begun by such a text. */
const named = 60

beforeAll(async () => {
  server = await liveServer()
  for (let place = 0; place < named; place += 1) {
    const text = texts[place * Math.floor(texts.length / named)] ?? ''
    const one = await server.agent(`${place} ${text}`, text)
    await one.list(`  ${text}`)
  }
  agent = await server.agent('hostile', texts[0] ?? '')
  await agent.list(...texts.map((text) => `  ${text}`), `  ${veryLong}`)
})
afterAll(() => server.stop())

async function expectNothing(page: Page, complaints: readonly string[]): Promise<void> {
  const seen = await page.evaluate(
    `({ ran: window.${pageMarker} !== undefined, trouble: [...window.trouble] })`,
  )
  expect({ seen, complaints }).toEqual({ seen: { ran: false, trouble: [] }, complaints: [] })
  expect(page.frames().length).toBe(1)
}

describeInBrowser('hostile texts on the live page', (open) => {
  test('in the names of sessions', async () => {
    const { page, misdeeds } = await open(server.address, { hash: server.hash, before: watch })
    await page.getByRole('button', { name: 'Show older sessions' }).click()
    await soon(() => page.locator('.sessions tbody tr').count()).toBe(named + 1)
    await soon(() => page.locator('.sessions td.doubt').count()).toBe(named + 1)
    const rows = page.locator('.sessions tbody th a')
    for (let place = 0; place <= named; place += 7) {
      await rows.nth(place).click()
      await page.locator('#now .line-button').first().waitFor()
      await page.goBack()
      // As far as it was read.
      await soon(() => rows.count()).toBe(named + 1)
    }
    await expectNothing(page, misdeeds.complaints)
    expect(misdeeds.requests).toEqual([])
    await page.close()
  })

  test('in items, in their editors, and in what a screen reader is told', async () => {
    const { page, misdeeds } = await open(server.address, {
      hash: `${server.hash}&session=hostile`,
      before: watch,
    })
    const lines = page.locator('#now .line-button')
    await soon(() => lines.count()).toBe(100)
    for (let shownNow = 100; shownNow < texts.length + 1; ) {
      await page.locator('#now .more button').click()
      shownNow = Math.min(texts.length + 1, shownNow + 500)
      await soon(() => lines.count()).toBe(shownNow)
    }
    const all = (await lines.allTextContents()).join('\n')
    expect(texts.filter((text) => !all.includes(pageText(text).slice(0, 30)))).toEqual([])
    for (let place = 0; place <= texts.length; place += 37) {
      await lines.nth(place).click()
      await page.locator('.item-editor').waitFor()
    }
    await lines.nth(texts.length).click()
    expect(await page.locator('.item-editor textarea').inputValue()).toBe(veryLong)
    expect(
      await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    ).toBe(0)
    // One at a time, so that each is said.
    for (const place of [3, 44, 185]) {
      await agent.list(...[...texts, veryLong].map((text, other) => `${other === place ? '>' : ' '} ${text}`))
      await soon(() => shown(page.locator('#said'))).toContain('The agent')
      await soon(() => lines.nth(place).textContent()).toContain('in progress')
    }
    await page.locator('.item-editor textarea').fill('<img src=x onerror=alert(1)>\u202e')
    await expectNothing(page, misdeeds.complaints)
    expect(misdeeds.requests).toEqual([])
    await page.close()
  })

  test('in what a rule says', async () => {
    const tide = await server.agent('refused', 'Read', 'gemini')
    await tide.list(...[1, 2, 3].map((number) => `${number === 1 ? '>' : ' '} ${texts[number * 40] ?? ''}`))
    const { page, misdeeds } = await open(server.address, {
      hash: `${server.hash}&session=refused`,
      before: watch,
    })
    await page.locator('#now .line-button').nth(1).click()
    await page.getByRole('button', { name: 'in progress', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await expectNothing(page, misdeeds.complaints)
    await page.close()
  })
})
