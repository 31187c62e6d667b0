import { expect, it } from 'vitest'
import { profiles } from '../src/profiles/builtin-profiles.js'
import { defineProfile } from '../src/profiles/profile.js'
import { autoContinue, guard, wake } from '../src/supervisor/continuation.js'

const { todoManager, loki, wakeLoop, todoListMiddleware, recommended } = profiles
const wrong = [2.5, -1, Number.NaN, Number.POSITIVE_INFINITY]

it.each(wrong)('a budget of %s is refused with its field, in code and in files', (number) => {
  const must = (field: string) => `${field} must be a whole number from 0 on, not ${number}.`
  const setting = (field: string, profile: string) => must(`Setting ${field} of profile ${profile}`)
  expect(() => loki.with({ maxAutoContinues: number })).toThrow(setting('maxAutoContinues', 'loki'))
  expect(() => loki.with({ max_auto_continues: number } as object)).toThrow(
    setting('maxAutoContinues', 'loki'),
  )
  expect(() => wakeLoop.with({ maxWakeCycles: number })).toThrow(setting('maxWakeCycles', 'wake-loop'))
  expect(() => todoManager.with({ maxItems: number })).toThrow(setting('maxItems', 'todo-manager'))
  expect(() => todoListMiddleware.with({ staleAfter: number })).toThrow(
    setting('staleAfter', 'todo-list-middleware'),
  )
  expect(() => recommended.with({ maxContinuations: number })).toThrow(
    setting('maxContinuations', 'recommended'),
  )
  const prompt = () => 'Go on.'
  expect(() => autoContinue({ enabled: true, max: number, prompt })).toThrow(must('max'))
  expect(() => guard({ budget: number, prompt })).toThrow(must('budget'))
  expect(() => wake({ budget: number, nudge: prompt })).toThrow(must('budget'))
  expect(() => {
    defineProfile({
      ...{ name: 'own', source: 'this test', defaults: {} },
      build: () => ({
        ...{ rules: [], tools: [], wakeBudget: number },
        read: () => ({ intent: { kind: 'query' }, violations: [] }),
        reply: () => '',
        render: () => '',
      }),
    })
  }).toThrow(must('wakeBudget of profile own'))
})

it('a setting that is a share may be one', () => {
  const share = defineProfile({
    ...{ name: 'own', source: 'this test', defaults: { share: 0.5 } },
    build: () => ({
      ...{ rules: [], tools: [] },
      read: () => ({ intent: { kind: 'query' }, violations: [] }),
      reply: () => '',
      render: () => '',
    }),
  })
  expect(share.with({ share: 0.25 }).settings.share).toBe(0.25)
  expect(() => share.with({ share: Number.NaN })).toThrow('Setting share of profile own must be a number')
})
