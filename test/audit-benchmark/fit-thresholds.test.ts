import { expect, test } from 'vitest'
import { fitThresholds, type ReadLabel, thresholdText } from './fit-thresholds.js'

const one = (
  file: string,
  label: string,
  verdict: ReadLabel['reading']['verdict'],
  p: number,
): ReadLabel => ({
  file,
  label,
  reading: { verdict, p },
})

/** Ten sessions, alike: what was done below 30, in part at 50, not at all from 80. */
const read = Array.from({ length: 10 }, (_, index) => `s${index}`).flatMap((file, index) => [
  one(file, 'supported', 'done', 2 + index),
  one(file, 'supported', 'done', 30),
  one(file, 'partial', 'partly', 50),
  one(file, 'partial', 'not_done', 60),
  one(file, 'unsupported', 'not_done', 80 + index),
])
const options = { folds: 5, seed: 1 }

test('the middle of the thresholds that part the labels best', () => {
  const fit = fitThresholds(read, options)
  expect(fit.onAll).toEqual({
    doubt: { from: 31, to: 50, middle: 40 },
    notDone: { from: 61, to: 80, middle: 70 },
  })
  expect(thresholdText(fit, read)).toMatchInlineSnapshot(`
    "Thresholds of p (a doubt from / nothing done from), with the reader alone, on 50 completions of 10 sessions:
    on all 40 (31–50 are as good) / 70 (61–80 are as good); on the other folds 40/70, 40/70, 40/70, 40/70, 40/71"
  `)
})

test('what is chosen for a session knows nothing of its labels', () => {
  const fit = fitThresholds(read, options)
  for (const { file } of read) {
    const turned = read.map((each) =>
      each.file === file
        ? { ...each, label: each.label === 'supported' ? 'unsupported' : 'supported' }
        : each,
    )
    expect(fitThresholds(turned, options).without(file)).toEqual(fit.without(file))
  }
})

test('where there is nothing to choose by, there are thresholds all the same', () => {
  expect(fitThresholds([], options).onAll.doubt.middle).toBe(50)
})
