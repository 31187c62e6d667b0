/** The replay as it runs. In a real browser, whose clock is ours. */

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, shown } from './browser.js'
import { lighthouse, pageFolder, reportOf } from './report-of.js'

const { folder, remove } = pageFolder()
const files = { one: '' }

beforeAll(async () => {
  files.one = await reportOf(folder, 'one', { 'lighthouse.jsonl': lighthouse('s1') })
})
afterAll(remove)

/** The turn that is shown. */
async function now(page: Page): Promise<string> {
  return await shown(page.locator('.turn-now'))
}

describeInBrowser('the replay of a report', (open) => {
  test('plays: a doubt for longer, to the last turn, and tells a screen reader of doubts alone', async () => {
    const { page } = await open(files.one)
    await page.clock.install()
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    const turns = new Map<string, number>()
    const said = new Set<string>()
    for (let tick = 0; tick < 200; tick += 1) {
      await page.clock.runFor(200)
      const turn = (await now(page)).replace(/ of.*/, '')
      turns.set(turn, (turns.get(turn) ?? 0) + 1)
      said.add(await shown(page.locator('.scrubber [role=status]')))
      if ((await page.getByRole('button', { name: 'Play', exact: true }).count()) > 0) break
    }
    expect([...turns.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((turn) => `Turn ${turn}`))
    const [quiet = 0, update = 0, doubt = 0] = ['Turn 2', 'Turn 3', 'Turn 8'].map((turn) => turns.get(turn))
    expect(quiet).toBeLessThan(update)
    expect(update).toBeLessThan(doubt)
    expect([...said]).toEqual([
      'Playing',
      expect.stringMatching(/^turn 8 of 9: Item 3 asks for "Run the tests", but nothing of the kind was run/),
    ])
    await page.close()
  })

  test('the space bar plays and stops it, the address lets it run, and it can be slower', async () => {
    const { page } = await open(files.one, { hash: '#play' })
    const pause = page.getByRole('button', { name: 'Pause', exact: true })
    await pause.waitFor()
    expect(
      await page.evaluate("document.querySelector('.scrubber').getBoundingClientRect().top"),
    ).toBeLessThan(400)
    await page.keyboard.press('Space')
    await expect.poll(() => pause.count()).toBe(0)
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#turn=\d$/)
    await page.clock.install()
    await page.getByLabel('Speed').selectOption('0.5')
    await page.keyboard.press('n')
    expect(await now(page)).toContain('Turn 8 of 9')
    await page.locator('.turn-now').click()
    await page.keyboard.press('Space')
    await page.clock.runFor(7000)
    expect(await now(page)).toContain('Turn 8 of 9')
    await page.clock.runFor(1500)
    expect(await now(page)).toContain('Turn 9 of 9')
    // On a line of the list it opens that line.
    await page.keyboard.press('Space')
    await page.keyboard.press('g')
    await page.locator('.turn-line').first().focus()
    await page.keyboard.press('Space')
    expect(await pause.count()).toBe(0)
    await page.close()
  })
})
