// A plain run of the kit: what a person waits for who tests a profile.
import { profileList, profiles } from '@todo-ledger/core'
import { figure, spreadOf, time } from '../figures.mjs'

export const checkProfile = {
  name: 'check-profile',
  async figures({ quick, rounds }) {
    const kit = await import('@todo-ledger/core/testing')
    const list = quick ? [profiles.todoManager] : profileList
    const run = async (profile) => {
      const begun = performance.now()
      await kit.checkProfile(profile)
      return { profile, seconds: (performance.now() - begun) / 1000 }
    }
    const once = []
    for (const profile of list) once.push(await run(profile))
    const [slowest] = once.toSorted((one, other) => other.seconds - one.seconds)
    const times = []
    while (times.length < Math.min(rounds, 7)) times.push((await run(slowest.profile)).seconds)
    const value = spreadOf(times)
    return [
      figure({
        id: 'check-profile/slowest',
        what: 'checkProfile, a plain run, of the profile that takes longest, s',
        goal: '≤ 5 s',
        value,
        ours: time(value.median * 1000),
        by: 'wall',
        remark: `${slowest.profile.name}, of ${list.length} profiles`,
      }),
    ]
  },
}
