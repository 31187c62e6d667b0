/** What a person does with a report: looks, moves through the turns, follows a link, searches. In a real browser. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionBlock } from '../../replay-cli/src/session-view/session-replay.js'
import { claudeCode, result, todoWrite } from '../../replay-cli/test/recordings.js'
import { describeInBrowser, shown } from './browser.js'
import { call, lighthouse, pageFolder, recording, reportOf, todoCall } from './report-of.js'

const { folder, remove } = pageFolder()
const files = { one: '', failed: '', many: '', forked: '' }

beforeAll(async () => {
  files.one = await reportOf(folder, 'one', { 'lighthouse.jsonl': lighthouse('s1') })
  files.failed = await reportOf(folder, 'failed', {
    'failed.jsonl': recording('failed', [
      { input: 'Please', trigger: 'user' },
      { turn: 1, calls: [todoCall('c1', ['  Run the tests'])] },
      {
        turn: 2,
        calls: [call('c2', 'Bash', { command: 'npm test' }, 'a\nb\nc\n1 failed, 3 passed\nd', false)],
      },
      { turn: 3, text: 'One is left.' },
      { turn: 4, calls: [call('c4', 'Bash', { command: 'git status' }, 'clean')] },
      { turn: 5, calls: [todoCall('c5', ['x Run the tests'])] },
    ]),
  })
  files.many = await reportOf(folder, 'many', {
    'a/quiet.jsonl': recording('quiet', [
      { input: 'Say hello', trigger: 'user' },
      { turn: 1, text: 'Hello.' },
    ]),
    'b/lighthouse.jsonl': lighthouse('s1'),
    'c/lighthouse.jsonl': lighthouse('s1'),
  })
  const original = claudeCode(
    [
      { user: 'Please' },
      { id: 'm1', model: [todoWrite('toolu_1', ['Run the tests', 'in_progress'])] },
      { user: [result('toolu_1', 'ok')] },
      { id: 'm2', model: [todoWrite('toolu_2', ['Run the tests', 'completed'])] },
      { user: [result('toolu_2', 'ok')] },
    ],
    'orig',
  )
  files.forked = await reportOf(folder, 'forked', {
    'a/orig.jsonl': original,
    'b/fork.jsonl': original.replaceAll('"orig"', '"fork"'),
  })
})
afterAll(remove)

/** The checklist as it stands there, a line for each item. */
async function list(page: Page): Promise<readonly string[]> {
  const lines = await page.locator('.checklist .line-button').allInnerTexts()
  return lines.map((line) => line.replace(/\s+/g, ' ').trim())
}

/** The turn that is shown. */
async function now(page: Page): Promise<string> {
  return await shown(page.locator('.turn-now'))
}

describeInBrowser('a report of one session', (open) => {
  test('that is damaged says so, below what its head still tells', async () => {
    const damaged = join(folder, 'damaged.html')
    const block = new RegExp(`(id="${sessionBlock(0)}"[^>]*>)[^<]{40}`)
    writeFileSync(damaged, readFileSync(files.one, 'utf8').replace(block, `$1${'A'.repeat(40)}`))
    const { page } = await open(damaged)
    expect(await shown(page.getByRole('alert'))).toMatch(
      /^This session can't be shown: .+ or make it again\.$/,
    )
    expect(await shown(page.locator('h1'))).toBe('Paint the lighthouse page, with tests')
  })

  test('says what it comes to, and what to look at', async () => {
    const { page, misdeeds } = await open(files.one)
    expect(await page.title()).toBe('Paint the lighthouse page, with tests – todos')
    expect(await shown(page.locator('h1'))).toBe('Paint the lighthouse page, with tests')
    expect(await shown(page.locator('.headline'))).toBe(
      '1 of 3 completions is unsupported: what a tool said contradicts it, or what it asks for was never run.',
    )
    await page.getByText('About this session').click()
    const concern = page.locator('.concern').first()
    expect(await shown(concern.locator('h3'))).toBe('#3 Run the tests')
    expect(await shown(concern.locator('.sentence'))).toBe(
      'Item 3 asks for "Run the tests", but nothing of the kind was run before the mark; the last call before it edited …/src/page.ts. never-ran',
    )
    const more = concern.locator('.case')
    expect(await more.getByText('listed').isVisible()).toBe(false)
    await more.locator('summary').first().click()
    await more.getByText('turn 8').first().waitFor()
    expect(misdeeds).toEqual({ requests: [], complaints: [] })
    await page.close()
  })

  test('a card says what was promised and found, with the quote and the steps around it', async () => {
    const { page } = await open(files.failed)
    const card = page.locator('.concern').first()
    const parts = await card.locator('> *').allInnerTexts()
    expect(parts.map((part) => part.replace(/\s+/g, ' ').trim())).toMatchInlineSnapshot(`
      [
        "unsupported #1 Run the tests marked done in turn 5 · line 7",
        "Item 1 asks for "Run the tests", but the last run, npm test (line 4), failed: "1 failed, 3 passed". failed-check",
        "info Item 1 was completed without having been in progress. skipped-in-progress",
        "turn 1 update TodoWrite + #1 Run the tests line 3 turn 2 found here call failed Bash check npm test line 4 b c 1 failed, 3 passed d turn 3 message assistant: One is left. line 5",
        "It would be believed with Run again, to a good end: npm test",
        "All that the log shows for it, 1 fact",
      ]
    `)
    expect(await card.locator('mark').allInnerTexts()).toEqual(['1 failed, 3 passed', '1 failed, 3 passed'])
    expect(await card.locator('.steps .decisive').count()).toBe(1)
    await page.close()
  })

  test('shows the evidence with what went in and what came out', async () => {
    const { page } = await open(files.one, { hash: '#turn=3&item=1' })
    const details = page.locator('.checklist .item-details')
    await details.locator('details summary').first().click()
    await details.getByText('export const beam = 2').waitFor()
    await details.getByText('File created: keeper').waitFor()
    expect(await shown(details.locator('.life'))).toMatchInlineSnapshot(
      `"turn 1 10:00:03 listed as in progress: Write lamp.ts TodoWrite line 3 turn 3 10:00:09 in progress → completed TodoWrite line 5"`,
    )
    await page.close()
  })

  test('moves by slider, buttons and keys', async () => {
    const { page } = await open(files.one)
    expect(await now(page)).toContain('Turn 9 of 9')
    await page.locator('.slider').fill('3')
    expect(await now(page)).toContain('Turn 3 of 9')
    expect(await list(page)).toMatchInlineSnapshot(`
      [
        "#1 Write lamp.ts , completed was in progress",
        "#2 Add a page for the lamp , in progress was pending",
        "#3 Run the tests , pending",
      ]
    `)
    await page.getByRole('button', { name: 'Next turn', exact: true }).click()
    expect(await now(page)).toContain('Turn 4 of 9')
    expect(await page.locator('.turn-panel .event-kind').allInnerTexts()).toContain('refused')
    await page.locator('h1').click()
    const seen: string[] = []
    for (const key of ['ArrowRight', 'ArrowLeft', 'f', 'F', 'u', 'U', 'r', 'R', 'm', 'g', 'ArrowLeft', 'G']) {
      await page.keyboard.press(key)
      seen.push(`${key}: ${await now(page)}`)
    }
    expect(seen).toMatchInlineSnapshot(`
      [
        "ArrowRight: Turn 5 of 9 · 10:00:15",
        "ArrowLeft: Turn 4 of 9 · 10:00:12",
        "f: Turn 8 of 9 · 10:00:24",
        "F: Turn 8 of 9 · 10:00:24",
        "u: Turn 8 of 9 · 10:00:24",
        "U: Turn 6 of 9 · 10:00:18",
        "r: Turn 6 of 9 · 10:00:18",
        "R: Turn 4 of 9 · 10:00:12",
        "m: Turn 4 of 9 · 10:00:12",
        "g: Before the first turn · 10:00:00",
        "ArrowLeft: Before the first turn · 10:00:00",
        "G: Turn 9 of 9 · 10:00:27",
      ]
    `)
    await page.close()
  })

  test('keys that come one right after the other all count', async () => {
    const { page } = await open(files.one)
    await page.keyboard.press('g')
    // Between them the page is drawn anew, and nothing of it is on the screen yet.
    await page.evaluate(`(async () => {
      for (let count = 0; count < 5; count += 1) {
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))
        await Promise.resolve().then(() => Promise.resolve())
      }
    })()`)
    expect(await now(page)).toContain('Turn 5 of 9')
    await page.close()
  })

  test('letters can be turned off, arrows stay', async () => {
    const { page } = await open(files.one)
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.getByLabel('letters and signs do something').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    expect(await now(page)).toContain('Turn 9 of 9')
    await page.keyboard.press('ArrowLeft')
    expect(await now(page)).toContain('Turn 8 of 9')
    await page.close()
  })

  test('a press on the chart goes to the turn', async () => {
    const { page } = await open(files.one)
    await page.locator('.chart svg').first().scrollIntoViewIfNeeded()
    const box = await page.locator('.chart svg').first().boundingBox()
    if (box === null) throw new Error('there is no chart')
    await page.mouse.click(box.x + (box.width * 6) / 9, box.y + 20)
    expect(await now(page)).toContain('Turn 6 of 9')
    await page.close()
  })

  test('its address follows, and leads back', async () => {
    const { page } = await open(files.one, { hash: '#turn=5&item=2' })
    expect(await now(page)).toContain('Turn 5 of 9')
    const details = page.locator('.checklist .item-details')
    await details.waitFor()
    expect(await shown(page.locator('.line-button[aria-expanded=true]'))).toContain('Add a page for the lamp')
    await details.getByRole('link', { name: 'turn 6' }).first().click()
    await expect.poll(() => page.url()).toMatch(/#turn=6&item=2$/)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.url()).toMatch(/#turn=7&item=2$/)
    await page.goBack()
    await expect.poll(() => now(page)).toContain('Turn 5 of 9')
    await page.evaluate("location.hash = '#turn=99&item=nothing'")
    await expect.poll(() => now(page)).toContain('Turn 9 of 9')
    await page.close()
  })

  test('finds items, findings, messages and what calls held', async () => {
    const { page } = await open(files.one)
    await page.keyboard.press('/')
    await page.keyboard.type('lamp page')
    await expect.poll(() => page.locator('.hits a').count()).toBeGreaterThan(0)
    const kinds = await page.locator('.hits .hit-kind').allInnerTexts()
    expect([...new Set(kinds)]).toMatchInlineSnapshot(`
      [
        "item",
        "update",
      ]
    `)
    await page.locator('#search').fill('page.ts')
    await expect.poll(() => page.locator('.hits .hit-kind').allInnerTexts()).toContain('call')
    await page.locator('#search').fill('KEEPER reminder')
    await expect.poll(() => shown(page.locator('.hits p'))).toBe('Nothing found')
    await page.locator('#search').fill('update your todos, KEEPER')
    await expect.poll(() => shown(page.locator('.hits p'))).toBe('1 place')
    await page.keyboard.press('Enter')
    expect(await now(page)).toContain('Turn 4 of 9')
    await page.close()
  })
})

describeInBrowser('a report of several sessions', (open) => {
  test('begins with an index, worst first', async () => {
    const { page, misdeeds } = await open(files.many)
    const rows = await page.locator('.sessions tbody tr').allInnerTexts()
    expect(rows.map((row) => row.replace(/\s+/g, ' '))).toMatchInlineSnapshot(`
      [
        "Paint the lighthouse page, with tests claude-code · b/lighthouse.jsonl 5 Jan 2026 9 3 1 unsupported 1 undecided 1 error",
        "Paint the lighthouse page, with tests claude-code · c/lighthouse.jsonl 5 Jan 2026 9 3 1 unsupported 1 undecided 1 error",
        "Say hello claude-code · a/quiet.jsonl – 1 – ",
      ]
    `)
    await page.getByRole('searchbox').fill('hello')
    await expect.poll(() => page.locator('.sessions tbody tr').count()).toBe(1)
    expect(misdeeds).toEqual({ requests: [], complaints: [] })
    await page.close()
  })

  test('opens a session and comes back; two of one id are two', async () => {
    const { page } = await open(files.many)
    await page.locator('.sessions tbody a').nth(1).click()
    await expect.poll(() => shown(page.locator('h1'))).toBe('Paint the lighthouse page, with tests')
    expect(new URL(page.url()).hash).toBe('#session=s1+%282%29')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => new URL(page.url()).hash).toBe('#session=s1+%282%29&turn=8')
    await page.getByRole('link', { name: 'All sessions' }).click()
    await expect.poll(() => shown(page.locator('h1'))).toBe('Todos of many')
    await page.close()
  })

  test('a link leads into one of them; one to a session that is not there, to all', async () => {
    const linked = await open(files.many, { hash: '#session=s1&turn=6&item=2' })
    expect(await now(linked.page)).toContain('Turn 6 of 9')
    await linked.page.close()
    const lost = await open(files.many, { hash: '#session=gone&turn=6' })
    expect(await lost.page.locator('.sessions tbody tr').count()).toBeGreaterThan(1)
    await lost.page.close()
  })

  test('says of what a fork copied in which session it counts', async () => {
    const { page } = await open(files.forked)
    expect(await shown(page.locator('.headline'))).toBe(
      'The only completion is unsupported: what a tool said contradicts it, or what it asks for was never run.',
    )
    await page.goto(`${page.url().replace(/#.*/, '')}#session=fork&turn=2&item=1`)
    await expect
      .poll(() => shown(page.locator('.headline')))
      .toBe('All that was marked done is copied history, and counts where it was copied from.')
    await page.getByText('About this session').click()
    await expect
      .poll(() => shown(page.locator('.origin')))
      .toContain('Copied 1 more completion from orig, counted there')
    expect(await shown(page.locator('.checklist .item-details'))).toContain('copied from orig, counted there')
    expect(await page.locator('.concern').count()).toBe(0)
    await page.close()
  })
})
