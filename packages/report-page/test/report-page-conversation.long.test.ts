/** The whole conversation in a report: texts, what calls were given and what came back, unfolded when they are asked for. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, shown } from './browser.js'
import { pageFolder, recording, reportOf, todoCall } from './report-of.js'

const { folder, remove } = pageFolder()
let file = ''

/** 4,000 lines, of which no list and no evidence says anything. */
const output = Array.from({ length: 4000 }, (_, line) => `line ${line} of the log`).join('\n')
const huge = `${'begin '.repeat(20_000)}${'end '.repeat(20_000)}`

beforeAll(async () => {
  file = await reportOf(folder, 'talk', {
    'talk.jsonl': recording('talk', [
      { input: `Look at the log.\n${'Then think. '.repeat(80)}\nAnd say it.`, trigger: 'user' },
      {
        turn: 1,
        text: `I look.\n${'At all of it. '.repeat(80)}\n<b>The end</b>`,
        calls: [
          { id: 'c1', name: 'Bash', input: { command: 'cat log\n# all' }, ok: true, output },
          { id: 'c2', name: 'Bash', input: { command: 'cat huge' }, ok: true, output: huge },
          todoCall('c3', ['> Read the log']),
        ],
      },
      { turn: 2, text: 'Done.', usage: { input: 1200, output: 34, cacheRead: 1000, cost: 0.5 } },
    ]),
  })
})
afterAll(remove)

describeInBrowser('the conversation', (open) => {
  test('is there in whole, and its end is a click away', async () => {
    const { page, misdeeds } = await open(file, { hash: '#turn=1' })
    const events = page.locator('.turn-panel .event')
    const message = events.filter({ hasText: 'I look.' })
    await message.getByRole('button', { name: 'more characters' }).click()
    expect((await shown(message)).endsWith('<b>The end</b> line 3')).toBe(true)

    const call = events.filter({ hasText: 'cat log' }).first()
    await call.locator('summary').click()
    expect(await shown(call.locator('figure').first())).toBe('input { "command": "cat log # all" }')
    const result = call.locator('figure').nth(1)
    await result.getByText('line 5 of the log').waitFor()
    expect(await shown(result)).not.toContain('line 3999 of the log')
    await result.getByRole('button', { name: 'more characters' }).click()
    expect(await shown(result)).toContain('line 3999 of the log')

    const other = events.filter({ hasText: 'cat huge' })
    await other.locator('summary').click()
    await other.getByRole('button', { name: 'more characters' }).click()
    const said = await shown(other.locator('figure').nth(1))
    expect(said).toContain('[… 100,000 characters are left out here: todo-replay debug shows them …]')
    expect(said.endsWith('end end')).toBe(true)

    const update = events.filter({ hasText: 'Read the log' }).last()
    await update.locator('summary').click()
    expect(await shown(update.locator('figure').nth(1))).toContain('Todos have been modified')

    await page.evaluate("location.hash = '#turn=2'")
    const tokens = '1,200 in (1,000 cached), 34 out, $0.50'
    await page.locator('.turn-panel').getByText(`Tokens: ${tokens}`).waitFor()
    await page.getByText('About this session').click()
    expect(await shown(page.locator('.origin'))).toContain(`Tokens ${tokens}`)

    await page.evaluate("location.hash = '#turn=0'")
    await events.filter({ hasText: 'Look at the log.' }).getByRole('button').click()
    expect(await shown(events.first())).toContain('And say it.')
    expect(misdeeds).toEqual({ requests: [], complaints: [] })
    await page.close()
  })
})
