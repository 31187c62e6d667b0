/** What the tests of hostile texts run in the page: a watch over all that comes into it, and a visit of every view. */

/**
 * Looks at whatever comes into the page, from before its first script: elements that the page never makes, attributes
 * that run or fetch, characters that act, hide or turn a line around; and keeps which texts were shown where.
 */
export const watch = `
window.trouble = new Set()
window.shown = new Map()
const own = new Set(('html head meta link title style script noscript body div nav main header footer section article p h1 h2 h3 h4 ' +
  'span a b i small code pre bdi mark del ins ul ol li dl dt dd table thead tbody tr th td button input select option label output ' +
  'search progress fieldset legend textarea time form dialog details summary figure figcaption kbd svg circle line path').split(' '))
const forbidden = /[\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Co}\\p{Noncharacter_Code_Point}\\p{Default_Ignorable_Code_Point}\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f]/u
const checkText = (text, where) => {
  const found = forbidden.exec(text)
  if (found !== null) window.trouble.add(where + ': U+' + found[0].codePointAt(0).toString(16))
}
const places = ['.hit-text', '.checklist .reason', '.checklist .item-id', '.checklist .line-text', '.goal',
  '.life-what', '.evidence .why', '.evidence .call-box', '.concern h3', '.concern .sentence', '.concern .steps', '.concern .complaints', '.note-list',
  '.turn-finding', '.event.input', '.event.message', '.event.call .event-head', '.event.call .call-box',
  '.event.update .changes', '.event.update .violations', '.event.rejection', '.event.nag', '.event.compaction', '.event.subagent',
  '.sessions th', 'h1', '.origin', '.missing']
const keep = (node) => {
  const element = node.parentElement?.closest('.foreign')
  if (element == null) return
  for (const place of places) {
    if (element.closest(place) === null) continue
    const texts = window.shown.get(place) ?? window.shown.set(place, new Set()).get(place)
    texts.add(element.textContent)
  }
}
const check = (node) => {
  if (['script', 'style'].includes((node.parentNode ?? node).localName)) return // what the program wrote, not what is shown
  if (node.nodeType === Node.TEXT_NODE) {
    checkText(node.data, 'text')
    keep(node)
    return
  }
  if (node.nodeType !== Node.ELEMENT_NODE) return
  const name = node.localName
  if (!own.has(name)) window.trouble.add('element ' + name)
  for (const { name: attribute, value } of node.attributes) {
    if (attribute.startsWith('on') || (["src", "srcdoc", "action", "formaction", "xlink:href"].includes(attribute) && value !== "/live.js"))
      window.trouble.add('attribute ' + attribute)
    if (attribute === 'href' && name === 'a' && !value.startsWith('#')) window.trouble.add('link ' + value)
    checkText(value, attribute)
  }
  for (const child of node.childNodes) check(child)
}
new MutationObserver((records) => {
  for (const { type, target, addedNodes } of records) {
    if (type === 'childList') addedNodes.forEach(check)
    else if (target.nodeType === Node.TEXT_NODE) check(target)
    else for (const { name, value } of target.attributes) checkText(value, name)
  }
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
document.addEventListener('securitypolicyviolation', (event) => window.trouble.add('policy: ' + event.violatedDirective))
`

/** Defined in the page before a visit: what waits until it is drawn, opens all that is cut, and types. */
const tools = `
  const pause = async () => { for (let round = 0; round < 6; round += 1) await null }
  const all = async (within) => {
    for (let more; (more = document.querySelector(within + ' .more button')) !== null; ) { more.click(); await pause() }
    document.querySelectorAll(within + ' details').forEach((each) => { each.open = true })
  }
  const type = async (text) => {
    const field = document.querySelector('#search')
    field.focus()
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await pause()
  }`

/**
 * Visits all views of a session's page: everything that can be opened, each item's life, each turn, and
 * the search for each of some texts.
 * @returns a script that gives the number of turns
 */
export function visitSession(searched: readonly string[]): string {
  return `(async () => {${tools}
  await all('#look')
  const slider = document.querySelector('.slider')
  const last = Number(slider.max)
  for (let turn = 0; turn <= last; turn += 1) {
    slider.value = turn
    slider.dispatchEvent(new Event('input', { bubbles: true }))
    await pause()
    await all('.turn-panel')
  }
  await all('.checklist')
  await new Promise((done) => setTimeout(done, 100)) // what was folded away is there a little later
  await all('.checklist')
  for (const line of document.querySelectorAll('.checklist .line-button')) {
    line.click()
    await pause()
    await all('.checklist')
  }
  for (const text of ${JSON.stringify(searched)}) await type(text)
  await type('')
  return last
})()`
}

/** Visits the index: all of its lines, filtered by each of some texts. @returns a script */
export function visitIndex(searched: readonly string[]): string {
  return `(async () => {${tools}
  await all('main')
  for (const text of ${JSON.stringify(searched)}) await type(text)
  await type('')
})()`
}

/** @returns a script that gives, for each place, those of some texts that were never shown there */
export function neverShown(texts: readonly string[]): string {
  return `(() => {
  const texts = ${JSON.stringify(texts)}
  const spaced = (text) => text.replaceAll('\\t', ' ') // a line that is joined of several shows a tab as a space
  return Object.fromEntries([...window.shown].map(([place, held]) => {
    const all = spaced([...held].join('\\u{10fffd}'))
    return [place, texts.filter((text) => !all.includes(spaced(text)))]
  }))
})()`
}
