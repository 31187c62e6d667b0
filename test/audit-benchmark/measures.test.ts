import { expect, it } from 'vitest'
import { auroc, aurocOf, shareOf } from './measures.js'
import { randomFor, shuffled } from './random.js'
import { Rarity, termsOf } from './tf-idf.js'
import { changesOf, tinyRecording } from './tiny-recording.js'

it.each([
  [[1, 1], [0, 0], 1],
  [[0], [1], 0],
  [[1], [1], 0.5],
  [[3, 1], [2], 0.5],
  [[1], [], null],
])('the AUROC of %j over %j is %s', (higher, lower, expected) => {
  expect(auroc(higher, lower)).toBe(expected)
})

it('the AUROC is what counting every pair gives', () => {
  const random = randomFor(3, 'auroc')
  const draw = () => Array.from({ length: 25 }, () => random(9))
  const [higher, lower] = [draw(), draw()]
  const pairs = higher.flatMap((a) => lower.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)))
  const sum = pairs.reduce<number>((total, win) => total + win, 0)
  expect(auroc(higher, lower)).toBeCloseTo(sum / pairs.length, 12)
})

it("Wilson's interval: 15 of 16, none of 129, nothing", () => {
  const round = (value: number | null) => (value === null ? null : Math.round(value * 1000) / 1000)
  const ends = ({ low, high }: { low: number | null; high: number | null }) => [round(low), round(high)]
  expect(ends(shareOf(15, 16))).toEqual([0.717, 0.989])
  expect(ends(shareOf(0, 129))).toEqual([0, 0.029])
  expect(ends(shareOf(0, 0))).toEqual([null, null])
})

it('the bootstrap draws sessions, gives the same for the same seed, and holds the value', () => {
  const higher = [0.9, 0.8, 0.7, 0.4].map((score, i) => ({ score, session: `s${i}` }))
  const lower = [0.1, 0.5, 0.3].map((score, i) => ({ score, session: `s${i}` }))
  const once = aurocOf(higher, lower, 1)
  expect(aurocOf(higher, lower, 1)).toEqual(once)
  expect(once.value).toBeCloseTo(11 / 12)
  expect(once.low).toBeLessThanOrEqual(once.value ?? 0)
  expect(once.high).toBeGreaterThanOrEqual(once.value ?? 1)
  const oneSession = (some: typeof higher) => some.map(({ score }) => ({ score, session: 'same' }))
  const { low, high } = aurocOf(oneSession(higher), oneSession(lower), 1)
  expect([low, high]).toEqual([once.value, once.value])
})

it('a shuffle keeps every entry, and another purpose gives another order', () => {
  const entries = Array.from({ length: 30 }, (_, i) => i)
  const one = shuffled(entries, randomFor(1, 'one'))
  expect([...one].sort((a, b) => a - b)).toEqual(entries)
  expect(shuffled(entries, randomFor(1, 'one'))).toEqual(one)
  expect(shuffled(entries, randomFor(1, 'other'))).not.toEqual(one)
  expect(shuffled(entries, randomFor(2, 'one'))).not.toEqual(one)
})

it('TF-IDF: identifiers are split, and a call that names the item is nearer than one that does not', async () => {
  expect([...termsOf('parseHttpBody 测试器').keys()]).toEqual(['parse', 'http', 'body', '测试', '试器', '器'])
  const { steps } = await tinyRecording()
  const rarity = new Rarity(steps)
  const of = (call: string) =>
    rarity.cosine(
      'Add the total to src/cart.ts',
      steps.filter((step) => step.kind === 'call' && step.call === call),
    )
  expect(of('edit')).toBeGreaterThan(of('check'))
  expect(of('discount')).toBeLessThan(of('edit'))
  expect(of('nothing')).toBe(0)
})

it('what the tests show of a change: the same is nothing, a call is one line', async () => {
  const { steps } = await tinyRecording()
  expect(changesOf(steps, steps)).toEqual([])
  const without = steps.filter((step) => !('call' in step && step.call === 'edit'))
  expect(changesOf(steps, without)).toEqual(['- edit Edit src/cart.ts → ok done'])
})
