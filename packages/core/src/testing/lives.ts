/** A session as each of several who work on it lives it. */

import { stateOf } from '../actor-state.js'
import { isFromOutside, isSameActor } from '../actors.js'
import type { Actor, TodoEvent } from '../events.js'
import type { SessionRun } from './drive-session.js'
import type { Invariant } from './invariants.js'

const livesByRun = new WeakMap<SessionRun, readonly SessionRun[]>()

/** The invariant for each who works on the list: what is counted of one is counted of no other. */
export function ofEach({ name, summary, check }: Invariant): Invariant {
  return {
    name,
    summary,
    check(run) {
      for (const life of livesOf(run)) {
        const breakage = check(life)
        if (breakage !== null) return breakage
      }
      return null
    },
  }
}

/** The run itself where nobody is named; else one for each agent: what it did, with its turns counted as its own. */
function livesOf(run: SessionRun): readonly SessionRun[] {
  const known = livesByRun.get(run) ?? findLives(run)
  livesByRun.set(run, known)
  return known
}

function findLives(run: SessionRun): readonly SessionRun[] {
  if (run.events.every(({ actor }) => actor === undefined)) return [run]
  const actors: (Actor | null)[] = [null]
  for (const event of run.events) {
    const { actor = null } = event
    if (!isFromOutside(event) && !actors.some((each) => isSameActor(each, actor))) actors.push(actor)
  }
  return actors.map((actor) => lifeOf(run, actor))
}

/** Edits of others are left out: all are told of them, and none is asked for anything. */
function lifeOf(run: SessionRun, actor: Actor | null): SessionRun {
  const edits = new Set(run.events.filter(isFromOutside).map(({ id }) => id))
  const events: TodoEvent[] = []
  const states: SessionRun['states'][number][] = []
  let turn = 0
  for (const [index, event] of run.events.entries()) {
    const state = run.states[index]
    if (edits.has(event.id) || state === undefined || !isSameActor(event.actor ?? null, actor)) continue
    if (event.type === 'turn.started') {
      turn += 1
      const delivers = event.data.delivers.filter((id) => !edits.has(id))
      events.push({ ...event, turn, data: { ...event.data, delivers } })
    } else events.push({ ...event, turn })
    const own = stateOf(state, actor)
    states.push({ ...own, undelivered: own.undelivered.filter(({ kind }) => kind !== 'edit') })
  }
  return { ...run, events, states }
}
