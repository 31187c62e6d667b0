/** A thousand texts that want to be more than text, in every field of a report, in a real browser. */

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileRecording } from '../../../test/hostile/hostile-recording.js'
import { pageMarker, payloads } from '../../../test/hostile/payloads.js'
import { describeInBrowser } from './browser.js'
import { pageFolder, reportOf } from './report-of.js'

const { folder, remove } = pageFolder()
const file = { path: '' }
/** As many payloads share a session. */
const chunk = 20

beforeAll(async () => {
  const recordings: { [file: string]: string } = {}
  for (let at = 0; at < payloads.length; at += chunk) {
    const text = hostileRecording(payloads.slice(at, at + chunk), `s${at} ${payloads[at]}`)
    // A sub-agent is a session of its own: those of the first payloads stand for all.
    recordings[`${at}.jsonl`] = at === 0 ? text : text.replaceAll(/^\{"subagent":.*\n/gm, '')
  }
  file.path = await reportOf(folder, 'hostile', recordings)
}, 300_000)
afterAll(remove)

/**
 * Looks at whatever comes into the page, from before its first script: elements that the page never makes, attributes
 * that run or fetch, and characters that act, hide or turn a line around.
 */
const watch = `
window.trouble = new Set()
const own = new Set(('html head meta link title style script noscript body div nav main header footer section article p h1 h2 h3 h4 ' +
  'span a b i small code pre bdi mark del ins ul ol li dl dt dd table thead tbody tr th td button input label output ' +
  'form dialog details summary figure figcaption kbd svg circle path canvas').split(' '))
const forbidden = /[\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Co}\\p{Noncharacter_Code_Point}\\u{e0000}-\\u{e0fff}\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f]/u
const checkText = (text, where) => {
  const found = forbidden.exec(text)
  if (found !== null) window.trouble.add(where + ': U+' + found[0].codePointAt(0).toString(16))
}
const check = (node) => {
  if (['script', 'style'].includes((node.parentNode ?? node).localName)) return // what the program wrote, not what is shown
  if (node.nodeType === Node.TEXT_NODE) return checkText(node.data, 'text')
  if (node.nodeType !== Node.ELEMENT_NODE) return
  const name = node.localName
  if (!own.has(name)) window.trouble.add('element ' + name)
  for (const { name: attribute, value } of node.attributes) {
    if (attribute.startsWith('on') || ['src', 'srcdoc', 'action', 'formaction', 'xlink:href'].includes(attribute))
      window.trouble.add('attribute ' + attribute)
    if (attribute === 'href' && name === 'a' && !value.startsWith('#')) window.trouble.add('link ' + value)
    checkText(value, attribute)
  }
  for (const child of node.childNodes) check(child)
}
new MutationObserver((records) => {
  for (const { type, target, addedNodes } of records) {
    if (type === 'childList') addedNodes.forEach(check)
    else check(target)
  }
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
`

/** Opens all that can be opened, goes through the turns, and searches; in the page, for there is much of it. */
const visit = `(async () => {
  const pause = async () => { for (let round = 0; round < 5; round += 1) await null }
  for (let more; (more = document.querySelector('.more button')) !== null; ) { more.click(); await pause() }
  document.querySelectorAll('details').forEach((each) => { each.open = true })
  for (const line of document.querySelectorAll('.item-list .line-button')) { line.click(); await pause() }
  const slider = document.querySelector('.slider')
  for (let turn = 0; turn <= Number(slider.max); turn += 1) {
    slider.value = turn
    slider.dispatchEvent(new Event('input', { bubbles: true }))
    await pause()
  }
  return Number(slider.max)
})()`

async function trouble(page: Page): Promise<unknown> {
  return page.evaluate(`({ ran: window.${pageMarker} !== undefined, trouble: [...window.trouble] })`)
}

const none = { ran: false, trouble: [] }

describeInBrowser('hostile texts in a report', (open) => {
  test('there are a thousand of them', () => {
    expect(payloads.length).toBeGreaterThanOrEqual(1000)
  })

  test('the watch sees what it is there for', async () => {
    const { page } = await open(file.path, { before: watch })
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('img'), { alt: 'a\\u202eb' }))",
    )
    await expect.poll(() => trouble(page)).toEqual({ ran: false, trouble: ['element img', 'alt: U+202e'] })
    await page.close()
  })

  test('none of them runs, fetches, or reaches the page as anything but text', async () => {
    const { page, misdeeds } = await open(file.path, { before: watch })
    const addresses = await page.evaluate(
      "[...document.querySelectorAll('.sessions tbody a')].map((each) => each.hash)",
    )
    const sessions = Math.ceil(payloads.length / chunk) // the others are their sub-agents
    let turns = 0
    for (const address of Array.isArray(addresses) ? addresses.slice(0, sessions) : []) {
      await page.evaluate(`location.hash = ${JSON.stringify(address)}`)
      await page.locator('.slider').waitFor()
      turns += Number(await page.evaluate(visit))
      expect(await trouble(page), String(address)).toEqual(none)
    }
    expect(turns).toBe(payloads.length * 3)
    await page.locator('#search').fill('pwned')
    expect(await trouble(page)).toEqual(none)
    expect(misdeeds).toEqual({ requests: [], complaints: [] })
    await page.close()
  }, 300_000)
})
