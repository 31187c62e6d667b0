import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isLongRun } from '../../../test/random.js'
import { openRecording, profileNamed, profilesOf } from '../src/index.js'
import { sessionsUnder } from './what-if-session.js'

const folder = fileURLToPath(new URL('../../../fixtures/', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.jsonl'),
)

async function under(file: string, profile: string) {
  const known = profileNamed(profile)
  if (known === undefined) throw new Error(`no profile ${profile}`)
  return sessionsUnder(await openRecording(`${folder}${file}`), known)
}

async function profileOf(file: string): Promise<string> {
  const recording = await openRecording(`${folder}${file}`)
  for await (const step of recording.steps) {
    if (step.kind === 'session') {
      await recording.close()
      return step.profile
    }
  }
  throw new Error(`${file} holds no session`)
}

test.each(files)('%s: the same profile comes to the same list by the same calls', async (file) => {
  for (const result of await under(file, await profileOf(file))) {
    expect(result.firstDivergence).toBeNull()
    for (const { recorded, whatIf: now, beyond, notExpressible } of result.attempts)
      expect([now, beyond, notExpressible]).toEqual([recorded, undefined, undefined])
  }
})

/** `npm run test:long` reads each fixture under each profile, `npm test` under every twelfth. */
const every = isLongRun ? 1 : 12

test.each(profilesOf().map(({ name }, index) => ({ name, index })))(
  'every fixture under $name: what is told is whole',
  async ({ name, index }) => {
    for (const file of files.filter((_, at) => at % every === index % every)) {
      const results = await under(file, name)
      const again = await under(file, name)
      expect(again).toEqual(results)
      for (const { attempts, firstDivergence, final } of results) {
        const first = attempts.find(
          (attempt) => attempt.whatIf !== null && attempt.whatIf !== attempt.recorded,
        )
        expect(firstDivergence?.seq).toBe(first?.seq)
        for (const attempt of attempts) {
          const { whatIf: now, violations, beyond, notExpressible = [] } = attempt
          expect(now === 'rejected').toBe(violations.length > 0)
          expect(now === null && notExpressible.length === 0 && beyond !== true).toBe(false)
          expect(notExpressible.every((what) => what.length < 600)).toBe(true)
        }
        expect(new Set(final.items.map(({ id }) => id)).size).toBe(final.items.length)
      }
    }
  },
)
