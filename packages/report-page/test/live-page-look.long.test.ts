/** Whether everybody can use the live page: with other eyes, by keyboard, on a phone, however much there is. */

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, overhang, seriousTrouble, shown, soon } from './browser.js'
import { demoSessions } from './live-demo.js'
import { type LiveAgent, type LiveServer, liveServer } from './live-server.js'

let server: LiveServer
let many: LiveServer
let long: LiveAgent
const items = Array.from({ length: 5000 }, (_, place) => `Write part ${place + 1}`)
const sessions = 1000

beforeAll(async () => {
  server = await liveServer()
  await demoSessions(server)
  many = await liveServer()
  for (let number = 1; number < sessions; number += 1) {
    const agent = await many.agent(`n${number}`, `Session number ${number}`)
    await agent.list('x Write it', '  Test it')
  }
  long = await many.agent('long', 'Write all parts')
  await long.list(...items.map((item, place) => `${place < 500 ? 'x' : place === 500 ? '>' : ' '} ${item}`))
})
afterAll(async () => {
  await server.stop()
  await many.stop()
})

/** Opens the session that is worked on, with its third item open. */
async function openItem(page: Page): Promise<void> {
  await soon(() => page.locator('.concern').count()).toBeGreaterThan(0)
  await page.locator('#now .line-button').nth(2).click()
  await page.getByRole('button', { name: 'blocked' }).click()
}

describeInBrowser('the live page, however it is looked at', (open) => {
  test.each(['light', 'dark'] as const)('axe finds nothing serious in %s', async (scheme) => {
    const index = await open(server.address, { scheme, hash: server.hash })
    await soon(() => index.page.locator('.doubt .count').count()).toBeGreaterThan(0)
    expect(await seriousTrouble(index.page)).toEqual([])
    await index.page.close()
    const session = await open(server.address, { scheme, hash: `${server.hash}&session=s-lamp` })
    await openItem(session.page)
    expect(await seriousTrouble(session.page)).toEqual([])
    await session.page.close()
    const token = await open(server.address, { scheme })
    expect(await seriousTrouble(token.page)).toEqual([])
    await token.page.close()
  })

  test.each([320, 390, 768])('nothing hangs over at %d pixels', async (width) => {
    const index = await open(server.address, { width, hash: server.hash })
    await soon(() => index.page.locator('.sessions tbody tr').count()).toBe(4)
    expect(await overhang(index.page)).toBe(0)
    await index.page.close()
    const session = await open(server.address, { width, hash: `${server.hash}&session=s-lamp` })
    await openItem(session.page)
    expect(await overhang(session.page)).toBe(0)
    await session.page.close()
  })

  test('a thousand sessions come page by page, and all of them are looked through', async () => {
    const { page, misdeeds } = await open(many.address, { hash: many.hash })
    await soon(() => page.locator('.sessions tbody tr').count()).toBe(50)
    expect(await shown(page.locator('.sessions tbody tr').first())).toContain('Write all parts')
    await page.getByRole('button', { name: 'Show older sessions' }).click()
    await soon(() => page.locator('.sessions tbody tr').count()).toBe(100)
    await page.getByRole('searchbox').fill('number 7')
    await soon(() => page.locator('.sessions tbody tr').count()).toBeGreaterThan(50)
    await page.getByRole('searchbox').fill('number 17')
    const found = Array.from({ length: sessions }, (_, number) => `Session number ${number}`).filter(
      (title) => title.includes('17'),
    )
    await soon(async () => (await page.locator('.sessions tbody th a').allInnerTexts()).sort()).toEqual(
      found.sort(),
    )
    expect(misdeeds).toEqual({ requests: [], complaints: [] })
    await page.close()
  })

  test('five thousand items: a change draws its own line anew, and no other', async () => {
    const { page, misdeeds } = await open(many.address, { hash: `${many.hash}&session=long` })
    const lines = page.locator('#now .line-button')
    await soon(() => lines.count()).toBe(100)
    expect(await shown(page.locator('#now-title'))).toBe('The list 500 of 5,000 completed')
    const more = page.locator('#now .more button')
    for (const shownNow of [600, 1100, 1600]) {
      await more.click()
      await soon(() => lines.count()).toBe(shownNow)
    }
    await page.evaluate(`
      window.touched = new Set()
      new MutationObserver((records) => {
        for (const { target } of records) window.touched.add((target.closest ?? (() => null)).call(target, '.live-list > li')?.innerText ?? target.nodeName)
      }).observe(document.querySelector('.live-list'), { subtree: true, childList: true, attributes: true, characterData: true })`)
    await long.list(...items.map((item, place) => `${place < 501 ? 'x' : ' '} ${item}`))
    await soon(() => shown(page.locator('#now-title'))).toBe('The list 501 of 5,000 completed')
    await soon(() => lines.nth(500).textContent()).toContain('completed')
    const touched = await page.evaluate('[...window.touched].length')
    expect(touched).toBeLessThan(5)
    await page.getByRole('checkbox', { name: 'only open ones' }).check()
    await soon(() => lines.count()).toBe(1600)
    await page.getByRole('searchbox', { name: 'Filter the list' }).fill('part 4321')
    await soon(() => lines.count()).toBe(1)
    expect(misdeeds).toEqual({ requests: [], complaints: [] })
    await page.close()
  })
})
