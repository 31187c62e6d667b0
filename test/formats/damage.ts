/** Damage as disks, networks, editors and programs that write at once do it. */

import fc from 'fast-check'

/** What is done to a file. */
export type Blow = (bytes: Buffer) => Buffer

const lines = (bytes: Buffer): string[] => bytes.toString('latin1').split('\n')
const asFile = (all: readonly string[]): Buffer => Buffer.from(all.join('\n'), 'latin1')

/** JSON that means something to some format, in the wrong place. */
const words = fc.constantFrom(
  ...['"messages":[', '[{', '}]', ']}', '{"', '"', '\\', '\\u', '}{', ',', ':', 'null', 'NaN', '1e999', '-'],
  ...['\0', '\r', '\uFEFF', '{"type":"user"}', '{"$set":{}}', '{"__proto__":{}}', '{"role":"tool"}'],
  ...['[[[[[[[[', '{"a":{"a":{"a":'],
)

/** A share of the file; `fc.double` gives hardly any but the smallest. */
const part = fc.nat({ max: 10_000 }).map((share) => share / 10_000)
const at = (bytes: Buffer, share: number): number => Math.round(share * bytes.length)
const index = (all: readonly string[], share: number): number =>
  Math.min(Math.floor(share * all.length), all.length - 1)

/** What is done at one place of a file, or at two. */
const blows: readonly ((one: number, other: number) => Blow)[] = [
  (end) => (bytes) => bytes.subarray(0, at(bytes, end)),
  (start) => (bytes) => bytes.subarray(at(bytes, start)),
  (one, other) => (bytes) =>
    Buffer.concat([bytes.subarray(0, at(bytes, one)), bytes.subarray(at(bytes, other))]),
  (place, byte) => (bytes) => {
    const hurt = Buffer.from(bytes)
    if (hurt.length > 0) hurt[Math.min(at(bytes, place), hurt.length - 1)] = Math.floor(byte * 256)
    return hurt
  },
  (one, other) => (bytes) => {
    const all = lines(bytes)
    const [first, second] = [index(all, one), index(all, other)]
    return asFile(all.with(first, all[second] ?? '').with(second, all[first] ?? ''))
  },
  (place) => (bytes) => {
    const all = lines(bytes)
    return asFile(all.flatMap((line, number) => (number === index(all, place) ? [line, line] : [line])))
  },
  (place) => (bytes) => {
    const all = lines(bytes)
    return asFile([...all.slice(index(all, place)), ...all.slice(0, index(all, place))])
  },
  () => (bytes) => asFile(lines(bytes).toReversed()),
  () => (bytes) => asFile([...lines(bytes), ...lines(bytes)]),
  () => (bytes) => Buffer.from(lines(bytes).join('')),
]

const more = fc.oneof(
  words.map((word) => Buffer.from(word)),
  fc.uint8Array({ maxLength: 20 }),
)

/** One blow. */
export const blow: fc.Arbitrary<Blow> = fc
  .oneof(
    { weight: blows.length, arbitrary: fc.tuple(fc.constantFrom(...blows), part, part) },
    { weight: 2, arbitrary: fc.tuple(more.map(inserted), part, part) },
  )
  .map(([hit, one, other]) => hit(one, other))

function inserted(added: Uint8Array) {
  return (place: number): Blow =>
    (bytes) =>
      Buffer.concat([bytes.subarray(0, at(bytes, place)), added, bytes.subarray(at(bytes, place))])
}

/** The lines of two files, as two programs would write them into one. */
export function interleaved(one: Buffer, other: Buffer, turns: readonly boolean[]): Buffer {
  const rest = [one, other].map(lines)
  const all: string[] = []
  for (let turn = 0; rest.some((each) => each.length > 0); turn += 1) {
    const from = rest[turns[turn % turns.length] === true ? 1 : 0]
    const line = (from?.length === 0 ? rest.find((each) => each.length > 0) : from)?.shift()
    if (line !== undefined) all.push(line)
  }
  return asFile(all)
}
