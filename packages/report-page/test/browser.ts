/** A real browser for the tests of the page: Debian's Chromium. Where it is missing they say so, loudly. */

import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const places = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const path = places.find((place) => place !== '' && existsSync(place))

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** What a page did that it may not do. */
export interface Misdeeds {
  /** Addresses that it asked for, besides its own. */
  readonly requests: string[]
  /** What broke its policy, what it threw, what it said in the console, what it asked in a dialog. */
  readonly complaints: string[]
}

/** A page that is open, and what it did that it may not do. */
interface OpenPage {
  readonly page: Page
  readonly misdeeds: Misdeeds
}

interface OpenOptions {
  /** The address within the page, such as `#turn=3`. */
  readonly hash?: string
  readonly width?: number
  readonly scheme?: 'light' | 'dark'
  /** What runs before the page's own script. */
  readonly before?: string
}

/** Tests that need the browser. @param body is given what opens a file, or an address of a server, in it */
export function describeInBrowser(
  name: string,
  body: (open: (file: string, options?: OpenOptions) => Promise<OpenPage>) => void,
): void {
  if (path === undefined) {
    const message = `There is no Chromium at ${places.filter((place) => place !== '').join(' or ')}: the tests of the page ("${name}") can't run.`
    if (process.env['TODO_LEDGER_BROWSER'] === 'required') {
      test(name, () => expect.fail(message))
      return
    }
    process.stderr.write(
      `\n!!! ${message}\n!!! They are SKIPPED. As root, node tools/install-test-tools.mjs installs it.\n\n`,
    )
    describe.skip(name, () => {
      test('needs a browser', () => undefined)
    })
    return
  }
  describe(name, () => {
    let browser: Browser | undefined
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: path, args: quiet })
    })
    afterAll(async () => {
      await browser?.close()
    })
    body(async (file, { hash = '', width = 1200, scheme = 'light', before } = {}) => {
      if (browser === undefined) throw new Error('the browser did not start')
      const page = await browser.newPage({
        viewport: { width, height: 800 },
        colorScheme: scheme,
      })
      const address = file.startsWith('http:') ? file : `file://${file}`
      const misdeeds = watched(page, address)
      if (before !== undefined) await page.addInitScript(before)
      await page.goto(`${address}${hash}`)
      await page.locator('h1').waitFor()
      // A session of a report is read once its head is painted.
      if (!file.startsWith('http:'))
        await page.locator('header[aria-busy=true]').waitFor({ state: 'detached' })
      return { page, misdeeds }
    })
  })
}

/** Looks again and again: what is awaited comes when the machine gets to it. */
export function soon<Value>(read: () => Promise<Value>): ReturnType<typeof expect.poll<Value>> {
  return expect.poll(read, { timeout: 60_000 })
}

/** What a person reads there, in one line. */
export async function shown(part: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: a person reads what is laid out.
  const text = await part.innerText()
  return text.replace(/\s+/g, ' ').trim()
}

/** What axe finds serious or critical. */
export async function seriousTrouble(page: Page): Promise<unknown> {
  await page.evaluate(axe.source)
  return page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).slice(0, 5).join(' | ')))`)
}

/** By how many CSS pixels the page is wider than its window. */
export function overhang(page: Page): Promise<unknown> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

/** Notes what the page may not do. */
function watched(page: Page, address: string): Misdeeds {
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    const isOwn = address.startsWith('http:') ? url.startsWith(address) : url.split('#')[0] === address
    const isItself = isOwn || url.startsWith('data:image/svg+xml')
    if (!isItself) requests.push(url)
  })
  page.on('console', (message) => complaints.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { requests, complaints }
}
