/** A sample of the live page in a real browser; `npm run test:long` has the rest. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, shown, soon } from './browser.js'
import { type LiveServer, liveServer } from './live-server.js'

let server: LiveServer
beforeAll(async () => {
  server = await liveServer()
})
afterAll(() => server.stop())

describeInBrowser('the live page', (open) => {
  test('shows what the agent does, and the agent reads what a person does', async () => {
    const agent = await server.agent('boats', 'Count the boats')
    await agent.list('> Count them')
    const { page, misdeeds } = await open(server.address, { hash: server.hash })
    await page.getByRole('link', { name: 'Count the boats' }).click()
    const title = page.locator('#now-title')
    await soon(() => shown(title)).toBe('The list 0 of 1 completed')
    await agent.list('x Count them')
    await soon(() => shown(title)).toBe('The list 1 of 1 completed')
    await page.getByLabel('New item').fill('Count the oars')
    await page.keyboard.press('Enter')
    await soon(() => shown(title)).toBe('The list 1 of 2 completed')
    await agent.list('x Count them', '> Count the oars')
    expect(agent.told.join('\n')).toContain('Count the oars')
    expect(misdeeds).toEqual({ requests: [], complaints: [] })
    await page.close()
  })
})
