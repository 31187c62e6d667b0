import { promiseOf } from '../src/evidence/items/item-class.js'

/** A promise in one line: its class, and each need with what it names. */
export function sketch(text: string): string {
  const { itemClass, needs } = promiseOf(text)
  const parts = needs.map(({ kind, checks, functional, runOnly }) =>
    [kind, ...checks, ...(functional ? ['functional'] : []), ...(runOnly ? ['runOnly'] : [])].join(' '),
  )
  return `${itemClass}: ${parts.join(' + ')}`
}

/** A table of promises, each with texts a line, as pairs of text and promise. */
export function tableOf(promises: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(promises).flatMap(([promise, texts]) =>
    texts
      .split('\n')
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .map((text): readonly [string, string] => [text, promise]),
  )
}
