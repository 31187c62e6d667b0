/** Damage as disks, networks, editors and programs that write at once do it. */

import fc from 'fast-check'

/** What is done to a file. */
export type Blow = (bytes: Buffer) => Buffer

const lines =
  (change: (lines: string[]) => readonly string[]): Blow =>
  (bytes) =>
    Buffer.from(change(bytes.toString('latin1').split('\n')).join('\n'), 'latin1')

/** JSON that means something to some format, in the wrong place. */
const words = fc.constantFrom(
  '"messages":[',
  '[{',
  '}]',
  ']}',
  '{"',
  '"',
  '\\',
  '\\u',
  '}{',
  ',',
  ':',
  'null',
  'NaN',
  '1e999',
  '-',
  '\0',
  '\r',
  '\uFEFF',
  '{"type":"user"}',
  '{"$set":{}}',
  '{"__proto__":{}}',
  '{"role":"tool"}',
  '[[[[[[[[',
  '{"a":{"a":{"a":',
)

/** One blow. */
export const blow: fc.Arbitrary<Blow> = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }).map(
    (part): Blow =>
      (bytes) =>
        bytes.subarray(0, at(bytes, part)),
  ),
  fc.double({ min: 0, max: 1, noNaN: true }).map(
    (part): Blow =>
      (bytes) =>
        bytes.subarray(at(bytes, part)),
  ),
  fc.tuple(part(), fc.integer({ min: 0, max: 255 })).map(
    ([place, byte]): Blow =>
      (bytes) => {
        const hurt = Buffer.from(bytes)
        if (hurt.length > 0) hurt[Math.min(at(bytes, place), hurt.length - 1)] = byte
        return hurt
      },
  ),
  fc.tuple(part(), part()).map(
    ([one, other]): Blow =>
      (bytes) =>
        Buffer.concat([bytes.subarray(0, at(bytes, one)), bytes.subarray(at(bytes, other))]),
  ),
  fc
    .tuple(
      part(),
      fc.oneof(
        words.map((word) => Buffer.from(word)),
        fc.uint8Array({ maxLength: 20 }),
      ),
    )
    .map(
      ([place, more]): Blow =>
        (bytes) =>
          Buffer.concat([bytes.subarray(0, at(bytes, place)), more, bytes.subarray(at(bytes, place))]),
    ),
  fc
    .tuple(part(), part())
    .map(([one, other]) => lines((all) => swapped(all, index(all, one), index(all, other)))),
  part().map((place) =>
    lines((all) => all.flatMap((line, number) => (number === index(all, place) ? [line, line] : [line]))),
  ),
  part().map((place) =>
    lines((all) => [...all.slice(index(all, place)), ...all.slice(0, index(all, place))]),
  ),
  fc.constant(lines((all) => all.toReversed())),
  fc.constant(lines((all) => [...all, ...all])),
  fc.constant(lines((all) => [all.join('')])),
)

function part(): fc.Arbitrary<number> {
  return fc.double({ min: 0, max: 1, noNaN: true })
}

function at(bytes: Buffer, part: number): number {
  return Math.round(part * bytes.length)
}

function index(all: readonly string[], part: number): number {
  return Math.min(Math.floor(part * all.length), all.length - 1)
}

function swapped(all: readonly string[], one: number, other: number): readonly string[] {
  return all.map((line, number) => all[number === one ? other : number === other ? one : number] ?? line)
}

/** The lines of two files, as two programs would write them into one. */
export function interleaved(one: Buffer, other: Buffer, turns: readonly boolean[]): Buffer {
  const rest = [one, other].map((bytes) => bytes.toString('latin1').split('\n'))
  const all: string[] = []
  for (let turn = 0; rest.some((each) => each.length > 0); turn += 1) {
    const from = rest[turns[turn % turns.length] === true ? 1 : 0]
    const line = (from?.length === 0 ? rest.find((each) => each.length > 0) : from)?.shift()
    if (line !== undefined) all.push(line)
  }
  return Buffer.from(all.join('\n'), 'latin1')
}
