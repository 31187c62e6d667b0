/** How many secrets something finds, and what else it takes out. */

import { drawFor } from './draw.js'
import { kinds } from './kinds.js'
import { ordinaryTexts } from './ordinary.js'
import { places } from './places.js'
import { tokenKinds } from './tokens.js'

/** Takes out of a text what it finds: a mark `[redacted:…]` stands there. */
export type Redact = (text: string) => string

/** A text with a secret. */
export interface Sample {
  /** What kind of secret. */
  readonly kind: string
  /** Where it stands. */
  readonly place: string
  /** The text. */
  readonly text: string
  /** What must not be read in it. */
  readonly secrets: readonly string[]
}

export const allKinds = { ...kinds, ...tokenKinds }

/** Each kind in each place, drawn so often. */
function samplesOf(seed: number, draws = 3): readonly Sample[] {
  return Object.entries(allKinds).flatMap(([kind, write]) =>
    Object.entries(places).flatMap(([place, { write: put }]) =>
      Array.from({ length: draws }, (_, index) => {
        const draw = drawFor(seed, kind, place, index)
        const written = write(draw)
        return { kind, place, text: put(written, draw), secrets: written.secrets }
      }),
    ),
  )
}

/** True for what a provider gave out: its beginning says so. */
export const isToken = ({ kind }: Sample): boolean => kind in tokenKinds

/** Two hundred of each of twenty kinds of ordinary texts. */
export function ordinaryOf(seed: number, each = 200): readonly (readonly [kind: string, text: string])[] {
  return Object.entries(ordinaryTexts).flatMap(([kind, write]) =>
    Array.from({ length: each }, (_, index) => [kind, write(drawFor(seed, kind, index))] as const),
  )
}

/** True where half of a secret in a row, or more, can be read in a text. */
function isReadIn(text: string, { place, secrets }: Sample): boolean {
  const readings = places[place]?.read(text) ?? []
  return secrets.some((secret) => {
    const length = Math.max(4, Math.ceil(secret.length / 2))
    return Array.from({ length: secret.length - length + 1 }, (_, start) =>
      secret.slice(start, start + length),
    ).some((part) => readings.some((reading) => reading.includes(part)))
  })
}

/** What something finds. */
export interface Found {
  /** The samples whose secret can be read still. */
  readonly missed: readonly Sample[]
  /** The ordinary texts that it changes. */
  readonly alarms: readonly (readonly [kind: string, before: string, after: string])[]
}

/** What something finds of the secrets and the ordinary texts of a seed. */
export function measure(redact: Redact, seed: number, draws = 3): Found {
  const missed: Sample[] = []
  for (const sample of samplesOf(seed, draws)) {
    if (!isReadIn(sample.text, sample))
      throw new Error(`Nobody could read ${sample.kind} in ${sample.place}.`)
    if (isReadIn(redact(sample.text), sample)) missed.push(sample)
  }
  const alarms: [string, string, string][] = []
  for (const [kind, text] of ordinaryOf(seed)) {
    const after = redact(text)
    if (after !== text) alarms.push([kind, text, after])
  }
  return { missed, alarms }
}
