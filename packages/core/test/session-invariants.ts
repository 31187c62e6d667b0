/** What the session keeps in every run, whatever profile and rules do: held against the random sessions of the kit. */

import { isFromOutside } from '../src/actors.js'
import type { TodoReply } from '../src/host-input.js'
import type { SessionState } from '../src/state.js'
import { type Invariant, invariant, isFresh, updates } from '../src/testing/invariants.js'

const decisions = ['todos.updated', 'todos.rejected'] as const

export const sessionInvariants: readonly Invariant[] = [
  invariant(
    'seq-without-gaps',
    'Events are numbered 1, 2, 3 … without a gap, turns follow each other, and each has its state.',
    [],
    () => {
      let turn = 0
      const turns = new Map<string, number>()
      return ({ event, index, after }) => {
        const { seq } = event
        if (seq !== index + 1) return `Event ${index + 1} of the log has seq ${seq}`
        if (after.seq !== seq) return `The state after event ${seq} is not there`
        const who = JSON.stringify(event.actor)
        if (event.type === 'turn.started') turns.set(who, ++turn)
        // Of an input and of a person's edit the turn is that of whoever is at work.
        const expected = turns.get(who) ?? (event.actor === undefined ? 0 : null)
        const isWrong = expected === null ? event.turn > turn : event.turn !== expected
        return isWrong ? `Event ${seq} stands in turn ${event.turn}, not ${expected ?? turn}` : null
      }
    },
  ),
  invariant(
    'event-ids-and-keys-unique',
    'No event id comes twice, and the key of a removed item is never used again.',
    [],
    () => {
      const ids = new Set<string>()
      const keys = new Set<string>()
      return ({ event, after: { items } }) => {
        if (ids.size === ids.add(event.id).size) return `The event id ${event.id} comes twice`
        if (new Set(items.map(({ key }) => key)).size < items.length)
          return 'Two items of the list have the same key'
        for (const change of event.type === 'todos.updated' ? event.data.changes : [])
          if (change.type === 'added' && keys.size === keys.add(change.key).size)
            return `The key ${change.key} is given out again`
        return null
      }
    },
  ),
  invariant(
    'refused-changes-nothing',
    'A refused call and a query leave the list and the goal as they were: the very same objects.',
    decisions,
    () => {
      const parts = ['items', 'goal', 'phase', 'lastUpdate', 'keysUsed', 'idsUsed'] as const
      return ({ event, before, after }) => {
        if (event.type !== 'todos.rejected' && !(event.type === 'todos.updated' && event.data.query))
          return null
        const changed = parts.find((part) => before[part] !== after[part])
        return changed === undefined ? null : `${event.type} changed the state's ${changed}`
      }
    },
  ),
  invariant(
    'answers-match-events',
    'Every todo call has one event, and each answer to it says what the event says, however often it is asked.',
    decisions,
    ({ answers, events }) => {
      const open = new Map<string, readonly TodoReply[]>()
      for (const { call, reply } of answers) open.set(call, [...(open.get(call) ?? []), reply])
      return ({ event: { type, data }, index }) => {
        if (type === 'todos.updated' || type === 'todos.rejected') {
          const { call, reply: said, edit = false } = data
          const given = open.get(call)
          open.delete(call)
          if (given === undefined) return edit ? null : `Call ${call} has a second event, or no answer`
          if (given.some(({ ok, text }) => ok !== (type === 'todos.updated') || text !== said))
            return `Call ${call} was answered otherwise than its event says`
        }
        const [call] = index < events.length - 1 ? [] : open.keys()
        return call === undefined ? null : `Call ${call} was answered and has no event`
      }
    },
  ),
  invariant('state-frozen', 'No part of a state can be changed.', [], ({ states }) => {
    const seen = new Set<unknown>()
    const isFrozen = (value: unknown): boolean => {
      if (typeof value !== 'object' || value === null || seen.has(value)) return true
      seen.add(value)
      return Object.isFrozen(value) && Object.values(value).every(isFrozen)
    }
    return ({ index }) => (isFrozen(states[index]) ? null : 'A part of the state can be changed')
  }),
  // * Where several work, none undoes what another did before it could know of it: whole lists are held against the whole list
  // that it was shown, calls for one item against what it last saw of any, and what is told once is not held against it again.
  invariant(
    'nothing-undone-unread',
    'Where several work on the list, none undoes what another did before it was told, and each is refused for that once.',
    updates,
    ({ like }) => {
      const intentOf = (tool: string, input: unknown, state: SessionState) =>
        like.read({ tool, input, state, recorded: null }).intent.kind
      const shown = new Map<string, number>()
      const looked = new Map<string, number>()
      const added = new Map<string, { readonly seq: number; readonly who: string }>()
      const changed: typeof added = new Map()
      const removed: typeof added = new Map()
      const restored = new Map<string, { readonly seq: number; readonly who: string }>()
      const told = new Map<string, number>()
      return ({ event, before }) => {
        const { seq, data } = event
        const who = JSON.stringify(event.type === 'run.started' ? event.data.agent : event.actor)
        const isEdit = 'edit' in data && data.edit === true
        // Who begins may know of items from whoever sent it.
        if (!looked.has(who) && !isEdit) looked.set(who, seq)
        const isNews = (done: { readonly seq: number; readonly who: string } | undefined, since = 0) =>
          done !== undefined && done.who !== who && done.seq > since
        let undone: string | null = null
        const { tool, input, changes } =
          event.type === 'todos.updated' ? event.data : { tool: '', input: null, changes: [] }
        const isWhole = changes.length > 0 && !isEdit && intentOf(tool, input, before) === 'replace'
        for (const change of changes) {
          const { type, key, text } = { key: 'goal', text: '', ...change }
          const isUndone =
            type === 'added'
              ? isWhole && shown.has(who) && isNews(removed.get(text), shown.get(who))
              : (type !== 'goal-set' && isNews(changed.get(key), looked.get(who))) ||
                (isWhole &&
                  (type === 'removed' || type === 'reworded') &&
                  isNews(added.get(key), shown.get(who)))
          if (isUndone && !isEdit) undone ??= `${event.id} undoes (${type}) what another did to ${key} unread`
          if (type === 'added') added.set(key, { seq, who })
          else changed.set(key, { seq, who })
          if (type === 'removed') removed.set(text, { seq, who })
        }
        if (event.type === 'todos.rolled-back') restored.set(who, { seq, who })
        if (event.type === 'todos.updated' && event.data.query) looked.set(who, seq)
        if ('seen' in data && data.seen === true) for (const each of [shown, looked]) each.set(who, seq)
        if (event.type !== 'todos.rejected' || event.data.violations[0]?.rule !== 'unseen-change')
          return undone
        const lastTold = told.get(who) ?? 0
        told.set(who, seq)
        const all = [...added.values(), ...changed.values(), ...restored.values()]
        return all.some((done) => isNews(done, lastTold))
          ? undone
          : `${event.id} is refused for what was told before`
      }
    },
  ),
  // * The next turn delivers every reminder that waits, the supervisor's next run every continuation; fresh input takes a
  // continuation's place. Nothing else is delivered, and the state says at each event what still waits. What people's edits
  // lead to is told to whoever works next, and not looked at here.
  invariant(
    'delivered-once',
    'Every reminder and continuation that was issued is delivered exactly once, and waits until then.',
    ['nag.issued', 'continuation.issued'],
    ({ events }) => {
      const edits = new Set(events.filter(isFromOutside).map(({ id }) => id))
      const waitingFor = new Map<string, Map<string, string>>()
      return ({ event, after }) => {
        if (edits.has(event.id)) return null
        const who = JSON.stringify(event.actor)
        const waiting = waitingFor.get(who) ?? new Map<string, string>()
        waitingFor.set(who, waiting)
        const { id, type } = event
        if (type === 'nag.issued' || type === 'continuation.issued') waiting.set(id, type)
        if (event.type === 'turn.started' || event.type === 'run.started') {
          const stray = event.data.delivers.find((each) => !edits.has(each) && !waiting.delete(each))
          if (stray !== undefined) return `${type} delivers ${stray}, which does not wait`
          if (isFresh(event))
            for (const [each, kind] of waiting) if (kind !== 'nag.issued') waiting.delete(each)
          const isReentry =
            event.type === 'run.started' && /^(?:continuation|wake)$/u.test(event.data.trigger)
          const taken = type === 'turn.started' ? 'nag.issued' : isReentry ? 'continuation.issued' : null
          const late = [...waiting].find(([, kind]) => kind === taken)
          if (late !== undefined) return `${type} leaves ${late[0]} behind`
        }
        const said = after.undelivered.flatMap((each) => (each.kind === 'edit' ? [] : [each.id])).join(' ')
        const known = [...waiting.keys()].join(' ')
        return said === known ? null : `The state says that [${said}] waits, not [${known}]`
      }
    },
  ),
]
