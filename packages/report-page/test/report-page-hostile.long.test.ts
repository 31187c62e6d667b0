/** A thousand texts that want to be more than text, in every field of a report, in a real browser. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileRecording, hostileSession } from '../../../test/hostile/hostile-recording.js'
import { hostileHost, pageMarker, payloads } from '../../../test/hostile/payloads.js'
import { pageText } from '../../replay-cli/src/text/printable.js'
import { describeInBrowser, type Misdeeds } from './browser.js'
import { neverShown, visitIndex, visitSession, watch } from './page-watch.js'
import { pageFolder, reportOf } from './report-of.js'

const { folder, remove } = pageFolder()
/** The page of a few sessions that hold all payloads in their fields; and that of a session for each payload. */
const pages = { fields: '', sessions: '' }
/** As many payloads share a session: a page of more is slow to draw, and more pages are slow to open. */
const chunk = 132
const chunks = Array.from({ length: Math.ceil(payloads.length / chunk) }, (_, place) =>
  payloads.slice(place * chunk, (place + 1) * chunk),
)
/** The beginning of each text as the page is to show it: of its first line, and short enough to be nowhere cut. */
const looks = payloads.map((payload) => (pageText(payload.trim()).split('\n')[0] ?? '').trim().slice(0, 30))

beforeAll(async () => {
  const fields = chunks.map((some, place) => [`${place}.jsonl`, hostileRecording(some, `s${place}`)])
  pages.fields = await reportOf(folder, 'fields', Object.fromEntries(fields))
  const sessions = payloads.map((payload, place) => [fileOf(payload, place), hostileSession(payload, place)])
  pages.sessions = await reportOf(folder, 'sessions', Object.fromEntries(sessions))
})
afterAll(remove)

/** A file that is named after a payload. */
function fileOf(payload: string, place: number): string {
  return `${place}${payload.replaceAll(/[/\0\ud800-\udfff]/gu, '_').slice(0, 60)}.jsonl`
}

async function trouble(page: Page): Promise<unknown> {
  return page.evaluate(`({ ran: window.${pageMarker} !== undefined, trouble: [...window.trouble] })`)
}

async function expectNothing(page: Page, misdeeds: Misdeeds, where: string): Promise<void> {
  expect({ ...misdeeds, seen: await trouble(page) }, where).toEqual({
    requests: [],
    complaints: [],
    seen: { ran: false, trouble: [] },
  })
  expect(page.frames().length, where).toBe(1)
}

describeInBrowser('hostile texts in a report', (open) => {
  test('where nothing holds them they run and fetch, and that is noticed', async () => {
    const bare = join(folder, 'bare.html')
    writeFileSync(bare, `<!doctype html><h1>x</h1><div id=page></div>`)
    const { page, misdeeds } = await open(bare, { before: watch })
    const few = payloads.slice(0, 38).filter((payload) => !/iframe|refresh|<base|<form/.test(payload))
    await page.evaluate(`document.getElementById('page').innerHTML = ${JSON.stringify(few.join('<p>'))}`)
    await expect.poll(() => trouble(page)).toMatchObject({ ran: true })
    await expect
      .poll(() => misdeeds.requests.filter((each) => each.includes(hostileHost)).length)
      .toBeGreaterThan(2)
    await page.evaluate("document.body.append('a\\u202eb')")
    await expect
      .poll(() => trouble(page))
      .toMatchObject({
        trouble: expect.arrayContaining(['element img', 'attribute onerror', 'text: U+202e']),
      })
    await page.close()
  })

  test('none of them runs, fetches, or reaches a view as anything but text', async () => {
    const { page, misdeeds } = await open(pages.fields, { before: watch })
    for (const [place, some] of chunks.entries()) {
      await page.evaluate(`location.hash = '#session=s${place}'`)
      await page.locator('.origin dd', { hasText: new RegExp(`^s${place}$`) }).waitFor({ state: 'attached' })
      const searched = some.map((payload) => pageText(payload).trim().slice(0, 40))
      const lists = Math.ceil(some.length / 5)
      expect(await page.evaluate(visitSession(searched))).toBe(some.length + lists * 2)
      await expectNothing(page, misdeeds, `session ${place}`)
    }
    await page.emulateMedia({ media: 'print' })
    await page.locator('.concern details[open]').first().waitFor()
    await expectNothing(page, misdeeds, 'print')
    const missing: object = await page.evaluate(neverShown(looks))
    const whole = Object.entries(missing).flatMap(([where, texts]) => (texts.length === 0 ? [where] : []))
    expect(whole.toSorted()).toMatchInlineSnapshot(`
      [
        ".checklist .item-id",
        ".checklist .line-text",
        ".checklist .reason",
        ".concern .sentence",
        ".concern .steps",
        ".concern h3",
        ".event.call .call-box",
        ".event.call .event-head",
        ".event.compaction",
        ".event.input",
        ".event.message",
        ".event.nag",
        ".event.rejection",
        ".event.subagent",
        ".event.update .changes",
        ".event.update .violations",
        ".evidence .call-box",
        ".hit-text",
        ".life-what",
        ".turn-finding",
      ]
    `)
    await page.close()
  })

  test('nor in the index, nor as the name of a session', async () => {
    const { page, misdeeds } = await open(pages.sessions, { before: watch })
    await page.evaluate(visitIndex(payloads.map((payload) => pageText(payload).slice(0, 40))))
    const links: readonly string[] = await page.evaluate(
      "[...document.querySelectorAll('.sessions tbody a')].map((each) => each.hash)",
    )
    await expectNothing(page, misdeeds, 'index')
    await page.evaluate(`(async () => {
      for (const hash of ${JSON.stringify(links)}) {
        location.hash = hash
        await new Promise((done) => addEventListener('hashchange', () => setTimeout(done), { once: true }))
        for (let round = 0; document.querySelector('.origin') === null; round += 1) {
          if (round === 1000) throw new Error('no session ' + hash)
          await new Promise((done) => setTimeout(done, 10))
        }
      }
      location.hash = '#session=' + encodeURIComponent('<img src=x onerror=alert(1)>\\u202e')
    })()`)
    await page.locator('.sessions').waitFor()
    await expectNothing(page, misdeeds, 'sessions')
    const missing: object = await page.evaluate(neverShown(looks))
    const whole = Object.entries(missing).flatMap(([where, texts]) => (texts.length === 0 ? [where] : []))
    expect(whole.toSorted()).toMatchInlineSnapshot(`[]`)
    await page.close()
  })
})
