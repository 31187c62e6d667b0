/** The live page in a real browser: sessions that go on while somebody looks. */

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, shown, soon } from './browser.js'
import { demoSessions } from './live-demo.js'
import { type LiveAgent, type LiveServer, liveServer } from './live-server.js'
import { lighthouse } from './report-of.js'

let server: LiveServer
let lamp: LiveAgent
beforeAll(async () => {
  server = await liveServer({ '.claude/projects/-w-paint/rec.jsonl': lighthouse('rec') })
  lamp = await demoSessions(server)
})
afterAll(() => server.stop())

const lines = async (page: Page): Promise<readonly string[]> => {
  const all = await page.locator('#now .line-button').allInnerTexts()
  return all.map((line) => line.replace(/\s+/g, ' ').trim())
}

describeInBrowser('the live page', (open) => {
  test('lists all sessions, newest first, and what is in doubt in them; a new one comes by itself', async () => {
    const { page, misdeeds } = await open(server.address, { hash: server.hash })
    const rows = async (): Promise<readonly string[]> => {
      const all = await page.locator('.sessions tbody tr').allInnerTexts()
      return all.map((row) => row.replace(/\s+/g, ' ').replace(/just now|\d+ minutes? ago/, 'now'))
    }
    await soon(rows).toEqual([
      'Paint the lighthouse page, with tests claude-code · s-lamp now 3 of 4 1 unsupported 1 error',
      'The login page shows a blank screen on Safari claude-code · s-fix now 3 of 3 3 unsupported 3 errors3 warnings',
      'Write the user guide for the tide tables claude-code · s-docs now 1 of 2 ',
      'Paint the lighthouse page, with tests Claude Code · rec · recorded 5 Jan 2026 3 of 3 1 unsupported',
    ])
    const fresh = await server.agent('s-new', 'Count the boats')
    await fresh.list('  Count them')
    await soon(async () => (await rows())[0]).toBe('Count the boats claude-code · s-new now 0 of 1 ')
    // The token is in no address: not in that of the page, and in none that was asked for.
    expect(new URL(page.url()).hash).toBe('')
    const asked = await page.evaluate(
      "performance.getEntriesByType('resource').map(({ name }) => name).join(' ')",
    )
    expect(asked).toContain('/v1/sessions?limit=')
    expect(asked).not.toContain('tl_')
    await page.reload()
    await soon(async () => (await rows()).length).toBe(5)
    expect(misdeeds).toEqual({ requests: [], complaints: [] })
    await page.close()
  })

  test('a session goes on while one looks; the focus stays, and a screen reader is told', async () => {
    const { page, misdeeds } = await open(server.address, { hash: `${server.hash}&session=s-lamp` })
    await soon(() => shown(page.locator('h1'))).toBe('Paint the lighthouse page, with tests')
    await soon(() => lines(page)).toEqual([
      '#1 Write lamp.ts , completed',
      '#2 Add a page for the lamp , completed',
      '#3 Run the tests , completed unsupported',
      '#4 Write the changelog , in progress',
    ])
    await page.locator('.line-button').nth(2).focus()
    await lamp.list(
      'x Run the tests',
      'x Write lamp.ts',
      '> Write the changelog',
      '  Tell the keeper',
      'x Add a page for the lamp',
    )
    await soon(() => lines(page)).toContain('#4 Tell the keeper , pending new')
    expect(await page.evaluate("document.activeElement.innerText.includes('Run the tests')")).toBe(true)
    await soon(() => shown(page.locator('#said'))).toMatch(/^The agent changed \d items; 3 of 5 completed$/)
    await lamp.work('Bash', { command: 'npm test' }, 'Tests  12 passed (12)')
    await soon(() => shown(page.locator('.turn-now'))).toContain('Turn 7 of 7')
    // The server goes and comes again: nothing is missed, nothing comes twice.
    await server.restart()
    await lamp.list('x Run the tests', 'x Write lamp.ts', 'x Write the changelog')
    await soon(() => lines(page)).toEqual([
      '#1 Run the tests , completed', // they were run meanwhile
      '#2 Write lamp.ts , completed',
      '#3 Write the changelog , completed completed unsupported',
    ])
    await soon(() => shown(page.locator('.connection'))).toBe('Live')
    expect(misdeeds.requests).toEqual([])
    await page.close()
  })

  test('a recording is read only, and shown as a report shows it', async () => {
    const { page, misdeeds } = await open(server.address, { hash: server.hash })
    await page.locator('tr', { hasText: 'recorded' }).getByRole('link').click()
    await page.getByText('An agent recorded this session').waitFor()
    expect(await shown(page.locator('.headline'))).toContain('1 of 3 completions is unsupported')
    expect(await page.locator('#now').count()).toBe(0)
    expect(await shown(page.locator('.concern').first())).toContain('unsupported')
    await page.getByRole('link', { name: 'All sessions' }).click()
    await soon(() => page.locator('.sessions tbody tr').count()).toBeGreaterThan(3)
    expect(misdeeds).toEqual({ requests: [], complaints: [] })
    await page.close()
  })

  test('a token that is not the owner sees its own sessions, and no recordings; one that is unknown sees nothing', async () => {
    const theirs = await open(server.address, { hash: server.hashOf('ada') })
    await theirs.page.getByText('No agent keeps a list here yet.').waitFor()
    await theirs.page.goto(`${server.address}#session=s-lamp`)
    await soon(() => shown(theirs.page.locator('h1'))).toBe('No such session')
    await theirs.page.close()
    const unknown = await open(server.address, { hash: '#token=tl_guess' })
    await unknown.page.getByText('The server does not know this token').waitFor()
    await unknown.page.getByLabel('The address that').fill(`${server.address}${server.hash}`)
    await unknown.page.keyboard.press('Enter')
    await soon(() => unknown.page.locator('.sessions tbody tr').count()).toBeGreaterThan(3)
    await unknown.page.close()
  })
})
