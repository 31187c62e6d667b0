/** Whether everybody can read a report: with other eyes, by keyboard, on a phone, on paper, however long it is. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, overhang, seriousTrouble, shown } from './browser.js'
import { call, lighthouse, pageFolder, recording, reportOf, todoCall } from './report-of.js'

const { folder, remove } = pageFolder()
const files = { one: '', many: '', long: '', doubts: '' }
const turns = 5000

beforeAll(async () => {
  files.one = await reportOf(folder, 'one', { 'lighthouse.jsonl': lighthouse('s1') })
  const wide = recording('wide', [
    { input: `Mend ${'x'.repeat(300)} and ${'a/'.repeat(200)}`, trigger: 'user' },
    { turn: 1, text: 'w'.repeat(3000), calls: [todoCall('c1', [`> ${'long'.repeat(200)}`, '  short'])] },
  ])
  files.many = await reportOf(folder, 'many', { 'a.jsonl': lighthouse('s1'), 'wide.jsonl': wide })
  const names = Array.from({ length: 30 }, (_, place) => `Run the tests of part ${place}`)
  files.doubts = await reportOf(folder, 'doubts', {
    'doubts.jsonl': recording('doubts', [
      { input: 'Please', trigger: 'user' },
      ...[' ', 'x'].map((mark, at) => {
        const items = names.map((name) => `${mark} ${name}`)
        return { turn: at + 1, calls: [todoCall(`c${at}`, items)] }
      }),
    ]),
  })
  files.long = await reportOf(folder, 'long', { 'long.jsonl': longRecording() })
})
afterAll(remove)

/** Five thousand turns; few of them touch the list, so that the audit does not take the time of the test. */
function longRecording(): string {
  const lines: object[] = [
    { input: 'Work for a very long time', trigger: 'user', at: '2026-01-05T10:00:00Z' },
  ]
  for (let turn = 1; turn <= turns; turn += 1) {
    const done = Math.floor(turn / 100)
    const items = Array.from(
      { length: 60 },
      (_, item) => `${item < done ? 'x' : item === done ? '>' : ' '} Write part ${item}`,
    )
    const input = { file_path: `/w/part${done}.ts`, content: `part ${turn}` }
    const edit = call(`e${turn}`, 'Write', input, 'ok')
    lines.push({ turn, calls: turn % 100 === 1 ? [todoCall(`c${turn}`, items)] : [edit] })
  }
  return recording('long', lines)
}

describeInBrowser('a report, however it is looked at', (open) => {
  test.each(['light', 'dark'] as const)('axe finds nothing serious in %s', async (scheme) => {
    const session = await open(files.one, { scheme, hash: '#turn=8&item=3' })
    await session.page.evaluate(
      "document.querySelectorAll('details').forEach((each) => { each.open = true })",
    )
    await session.page.locator('#search').fill('lamp')
    expect(await seriousTrouble(session.page)).toEqual([])
    await session.page.close()
    const index = await open(files.many, { scheme })
    expect(await seriousTrouble(index.page)).toEqual([])
    await index.page.keyboard.press('?')
    await index.page.getByRole('dialog').waitFor()
    expect(await seriousTrouble(index.page)).toEqual([])
    await index.page.close()
  })

  test.each([320, 360, 768])('nothing hangs over at %d pixels', async (width) => {
    for (const [file, hash] of [
      [files.one, '#turn=8&item=3'],
      [files.many, ''],
      [files.many, '#session=wide&turn=1&item=1'],
    ] as const) {
      const { page } = await open(file, { width, hash })
      await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
      expect(await overhang(page), `${file}${hash}`).toBe(0)
      await page.close()
    }
  })

  test('by keyboard alone: what is focused is seen, and reaches every control', async () => {
    const { page } = await open(files.one)
    const names = new Set<unknown>()
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab')
      names.add(
        await page.evaluate(
          "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.classList[0]",
        ),
      )
    }
    for (const name of ['Search this session', 'Keys', 'Turn', 'Previous turn', 'Next turn', 'line-button'])
      expect([...names]).toContain(name)
    await page.close()
  })

  test('on paper there are no buttons, the case of each finding is open, and it is light', async () => {
    const { page } = await open(files.one, { scheme: 'dark' })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect.poll(() => page.locator('.case[open]').count()).toBe(1)
    expect(await page.locator('.bar').isVisible()).toBe(false)
    for (const control of await page.locator('button:not(.line-button), input').all())
      expect(await control.isVisible(), (await control.getAttribute('class')) ?? '').toBe(false)
    expect(await page.locator('.concern .sentence').isVisible()).toBe(true)
    expect(await page.locator('.concern .around').count()).toBeGreaterThan(2)
    await expect.poll(() => page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(35, 39, 44)')
    expect((await page.pdf()).length).toBeGreaterThan(10_000)
    await page.close()
  })

  test('on paper stands every finding, and on the screen the worst', async () => {
    const { page } = await open(files.doubts)
    expect(await page.locator('.concern').count()).toBe(8)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('.concern').count()).toBe(30)
    await page.close()
  })

  test('five thousand turns are no more elements than fifty', async () => {
    const { page, misdeeds } = await open(files.long, { hash: '#turn=2500' })
    expect(await shown(page.locator('.turn-now'))).toContain('Turn 2500 of 5000')
    expect(await page.evaluate("document.querySelectorAll('*').length")).toBeLessThan(2500)
    await page.keyboard.press('ArrowRight')
    expect(await shown(page.locator('.turn-now'))).toContain('Turn 2501 of 5000')
    await page.locator('#search').fill('part43.ts')
    await expect.poll(() => page.locator('.hits a').count()).toBeGreaterThan(0)
    expect(misdeeds).toEqual({ requests: [], complaints: [] })
    await page.close()
  })
})
