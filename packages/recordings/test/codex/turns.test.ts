import { describe, expect, test } from 'vitest'
import { call, count, event, item, message, meta, output, read, thought, told } from './records.js'

describe('a rollout', () => {
  test.each([
    [
      'a count after the results',
      [thought, call('a', 'x', {}), output('a', ''), count(1), call('b', 'x', {}), output('b', ''), count(2)],
      2,
    ],
    [
      'a count before the results',
      [call('a', 'x', {}), count(1), output('a', ''), call('b', 'x', {}), count(2), output('b', '')],
      2,
    ],
    [
      'a count before the items',
      [count(1), call('a', 'x', {}), output('a', ''), call('b', 'x', {}), output('b', ''), count(2)],
      1,
    ],
    ['the same count again', [count(1), call('a', 'x', {}), count(1), call('b', 'x', {}), count(2)], 1],
    [
      'limits alone',
      [count(1), call('a', 'x', {}), event('token_count', { info: null }), call('b', 'x', {})],
      1,
    ],
    [
      'no counts: what follows outputs',
      [thought, call('a', 'x', {}), call('b', 'x', {}), output('a', ''), output('b', ''), thought],
      2,
    ],
    [
      'no counts: an output amid calls',
      [call('a', 'x', {}), call('b', 'x', {}), output('a', ''), call('c', 'x', {})],
      1,
    ],
    [
      'a search at the provider',
      [thought, item('web_search_call', { status: 'completed', action: { query: 'q' } }), thought],
      1,
    ],
  ])('%s: so many turns', async (_, lines, turns) => {
    expect(await told([meta('s'), message('user', 'Go'), ...lines], 'turn')).toHaveLength(turns)
  })
})

describe('sessions of a file', () => {
  test.each([
    [
      'a fork: the head names whose history it copies',
      [meta('new'), meta('mid'), meta('old')],
      ['session new codex'],
    ],
    ['the same name again', [meta('s'), message('user', 'Go'), thought, meta('s')], ['session s codex']],
    [
      'another session after it',
      [meta('s'), message('user', 'Go'), thought, meta('t')],
      ['session s codex', 'session t codex'],
    ],
    [
      'a sub-agent',
      [meta('s', { source: { subagent: { thread_spawn: { parent_thread_id: 'p' } } } })],
      ['session s codex of p'],
    ],
    ['a file without its first line', [], ['session rollout-x codex']],
  ])('%s', async (_, head, sessions) => {
    const lines = [...head, message('user', 'Go'), message('assistant', 'Yes.')]
    const { skipped } = await read(lines)
    expect([await told(lines, 'session'), skipped]).toEqual([sessions, []])
  })
})
