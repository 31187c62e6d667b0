/** The live page in a real browser: sessions that go on while somebody looks. */

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, shown, soon } from './browser.js'
import { demoSessions } from './live-demo.js'
import { type LiveAgent, type LiveServer, liveServer } from './live-server.js'

let server: LiveServer
let lamp: LiveAgent
let tide: LiveAgent
beforeAll(async () => {
  server = await liveServer()
  const agents = await demoSessions(server)
  lamp = agents.lamp
  tide = agents.tide
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
      'Paint the lighthouse page, with tests claude-code · s-lamp now 3 of 4 1 unsupported 1 undecided 1 error',
      'Draw the tide tables of all harbours gemini · s-tide now 0 of 4 ',
      'The login page shows a blank screen on Safari claude-code · s-fix now 3 of 3 3 unknown',
      'Write the user guide for the tide tables claude-code · s-docs now 1 of 2 1 undecided',
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
      '#2 Add a page for the lamp , completed undecided',
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
      '#1 Run the tests , completed undecided', // they were run, but behind the mark
      '#2 Write lamp.ts , completed',
      '#3 Write the changelog , completed completed undecided',
    ])
    await soon(() => shown(page.locator('.connection'))).toBe('● Live')
    expect(misdeeds.requests).toEqual([])
    await page.close()
  })

  test('what a person writes before the audit is there stays as it is when it comes', async () => {
    const { page } = await open(server.address, { hash: server.hash })
    let answer: () => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/v1/live/sessions/s-docs', async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(`${server.address}#session=s-docs`)
    await page.locator('#now .line-button').nth(1).click()
    await page.getByLabel('New item').fill('Print the guide')
    answer()
    await soon(() => shown(page.locator('h1'))).toBe('Write the user guide for the tide tables')
    expect(await page.getByLabel('New item').inputValue()).toBe('Print the guide')
    expect(await page.locator('#now .item-open').count()).toBe(1)
    await page.close()
  })

  test('a token that is not the owner sees its own sessions; one that is unknown sees nothing', async () => {
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

  test('a person adds, rewords, moves, blocks and closes items by keyboard, and the agent is told with its next request', async () => {
    const { page } = await open(server.address, { hash: `${server.hash}&session=s-tide` })
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.innerText')
    await soon(() => lines(page)).toHaveLength(4)
    await page.getByLabel('New item').focus()
    await page.keyboard.type('Send them to the harbour masters')
    await page.keyboard.press('Enter')
    await soon(() => lines(page)).toContain('#5 Send them to the harbour masters , pending new')
    // The agent is not at its next request yet.
    await page.getByText('1 change by a person or a program: the agent reads of it').waitFor()
    await page.locator('#now .line-button').nth(4).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await soon(async () => (await lines(page))[3]).toContain('Send them to the harbour masters')
    expect(await focused()).toContain('Send them to the harbour masters')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'blocked' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('the printer')
    await page.keyboard.press('Enter')
    await soon(async () => (await lines(page))[3]).toContain('blocked the printer')
    expect(await focused()).toBe('blocked…')
    await page.getByLabel('Text', { exact: true }).fill('Send them by mail')
    await page.keyboard.press('Control+Enter')
    await soon(async () => (await lines(page))[3]).toContain('Send them by mail')
    await page.locator('#now .line-button').nth(0).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'completed', exact: true }).focus()
    await page.keyboard.press('Enter')
    await soon(async () => (await lines(page))[0]).toContain('Read the harbour list , completed')
    expect(await focused()).toBe('completed')
    await page.locator('#now .line-button').nth(4).press('Enter')
    await page.getByRole('button', { name: 'Remove' }).press('Enter')
    await soon(() => lines(page)).toHaveLength(4)
    // The next one has the focus: that of the line that is gone would be nowhere.
    expect(await focused()).toContain('Send them by mail')
    await soon(() => shown(page.locator('#said'))).toContain('A person')
    await tide.list(
      'x Read the harbour list',
      '> Draw the tables',
      '  Check them against last year',
      '  Send them by mail',
    )
    expect(tide.told.join('\n')).toContain('Send them by mail')
    expect(tide.told.join('\n')).toContain('not by you')
    await soon(() => page.getByText('by a person or a program').count()).toBe(0)
    await page.close()
  })

  test('a rule that refuses is told beside the item, and is let through by its name', async () => {
    const { page } = await open(server.address, { hash: `${server.hash}&session=s-tide` })
    await soon(() => lines(page)).toHaveLength(4)
    await page.locator('#now .line-button').nth(2).click()
    const button = page.getByRole('button', { name: 'in progress', exact: true })
    await button.click()
    const refusal = page.locator('.item-open').getByRole('alert')
    await refusal.waitFor()
    expect(await shown(refusal)).toBe(
      'A rule refuses this: nothing was changed. Only one task can be in_progress at a time single-in-progress ' +
        'Try again Do it all the same: let single-in-progress pass Leave it ' +
        'Let through, it stands in the log as yours, with the rule that it breaks.',
    )
    expect((await lines(page))[2]).toContain('pending')
    expect(await page.evaluate('document.activeElement.innerText')).toBe('in progress')
    await page.getByRole('button', { name: 'let single-in-progress pass' }).click()
    await soon(async () => (await lines(page))[2]).toContain('in progress')
    await refusal.waitFor({ state: 'detached' })
    const events = []
    for await (const { type, data, actor } of server.events('s-tide')) events.push({ type, data, actor })
    expect(events.at(-1)).toMatchObject({
      type: 'todos.updated',
      actor: { kind: 'person' },
      data: { waivedRules: ['single-in-progress'] },
    })
    await page.close()
  })

  test('what a person writes is kept when the agent changes the item meanwhile, or takes it away', async () => {
    const draft = await server.agent('s-draft', 'Keep drafts')
    await draft.list('> First', '  Second')
    const { page } = await open(server.address, { hash: `${server.hash}&session=s-draft` })
    await page.locator('#now .line-button').nth(1).click()
    await page.getByLabel('Text', { exact: true }).fill('Second, by hand')
    const [, second] = draft.session.state.items
    await draft.session.edit(
      { edit: [{ key: second?.key ?? '', text: 'Second, by a tracker' }], order: [second?.key ?? ''] },
      { actor: { kind: 'program', id: 'tracker' } },
    )
    await page.getByText('The text was changed while you wrote').waitFor()
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Second, by hand')
    expect(await page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA')
    await draft.list('> First')
    await page.getByText('The item that you were editing was removed').waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await soon(() => lines(page)).toContain('#2 Second, by hand , pending new')
    await page.close()
  })
})
