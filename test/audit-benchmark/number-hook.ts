/**
 * A loader hook, for `--fit` alone: it makes the exported numbers of the audit variable. The audit itself has
 * constants, and every other run measures those.
 */

import type { LoadHook } from 'node:module'

const numberFile = /packages\/audit\/dist\/evidence\/support\/fitted\.js$/u

/** Loads a module; in the file of numbers constants become variables that are told to the benchmark. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context)
  if (!numberFile.test(url) || loaded.source === undefined || loaded.source === null) return loaded
  const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
  const names = [...source.matchAll(/^export const (\w+)/gmu)].flatMap(([, name]) =>
    name === undefined ? [] : [name],
  )
  const told = names.map(
    (name) => `{ name: '${name}', get: () => ${name}, set: (value) => { ${name} = value } }`,
  )
  const list = `globalThis[Symbol.for('todo-ledger.numbers')]`
  return {
    ...loaded,
    source: `${source.replace(/^export const /gmu, 'export let ')}\n;(${list} ??= []).push(${told.join(', ')})\n`,
  }
}
