/** What a session's events say, a line each: to hold it against what was scripted, and two logs of a session against each other. */

import { createReducer, initialState } from '@todo-ledger/core'

const { accept } = createReducer()

const marks = { pending: '-', in_progress: '>', completed: 'x' }

/** A checklist in one line. @param {{ items: readonly { text: string, status: string }[] }} state the state of a session */
export function checklist({ items }) {
  return items.map(({ text, status }) => `${marks[status] ?? status} ${text}`).join(' | ')
}

/**
 * The outline of a session: what was said in a turn, and then its calls in the order in which the model made them,
 * whatever the order in which they returned. Ids, times and outputs are left out.
 * @param {readonly any[]} events its events as `export` prints them
 */
export function outline(events) {
  const lines = []
  /** The lines of the turn's calls, by the call. */
  const calls = new Map()
  const names = new Map()
  let state = initialState
  const flush = () => {
    const ids = [...calls.keys()].sort()
    lines.push(...ids.map((id) => calls.get(id)))
    calls.clear()
  }
  for (const event of events) {
    state = accept(state, { ...event, at: new Date(event.at) })
    const { type, data } = event
    switch (type) {
      case 'tool.called':
        names.set(data.call, data.name)
        calls.set(data.call, `${data.name}: no result`)
        break
      case 'tool.returned': {
        const line = `${names.get(data.call)}: ${data.ok ? 'worked' : 'failed'}, ${data.effect}`
        if (calls.has(data.call)) calls.set(data.call, line)
        else lines.push(`late ${line}`)
        break
      }
      case 'todos.updated':
        calls.set(data.call, `${data.tool}: ${checklist(state)}`)
        break
      case 'todos.rejected':
        calls.set(data.call, `${data.tool} refused`)
        break
      case 'turn.ended':
        flush()
        if (data.interrupted) lines.push('interrupted')
        break
      case 'run.started':
        flush()
        lines.push(`run ${data.trigger}: ${firstLine(data.text)}`)
        break
      case 'turn.started':
        flush()
        lines.push(`turn ${event.turn}`)
        break
      case 'message.recorded':
        lines.push(`${data.role}: ${firstLine(data.text)}`)
        break
      case 'session.yielded':
        flush()
        lines.push(`yields: ${data.to}`)
        break
      case 'session.opened':
      case 'subagent.started':
      case 'subagent.ended':
        break
      default:
        lines.push(type)
    }
  }
  flush()
  return lines
}

/** The sub-agents that a session was told of: which tool started each, and whether it came back. */
export function subagents(events) {
  const names = new Map()
  const told = new Map()
  for (const { type, data } of events) {
    if (type === 'tool.called') names.set(data.call, data.name)
    if (type === 'subagent.started') {
      const by = data.call === null ? told.get(data.child)?.by : names.get(data.call)
      told.set(data.child, { by: by ?? 'nobody', back: false })
    }
    if (type === 'subagent.ended') told.set(data.child, { ...told.get(data.child), back: true })
  }
  return [...told.values()].map(({ by, back }) => `${by}${back ? '' : ', not back'}`)
}

function firstLine(text) {
  return text.trim().split('\n')[0].slice(0, 60)
}
