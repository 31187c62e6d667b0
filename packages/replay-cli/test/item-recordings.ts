/** A recording with every kind of thing that a list can go through, for the commands on items. */

import { claudeCode, result, todoWrite, use } from './recordings.js'

/** A response with these calls, and their results. */
function turn(id: string, ...calls: readonly (readonly [call: object, result: object])[]) {
  return [{ id, model: calls.map(([call]) => call) }, { user: calls.map(([, answer]) => answer) }] as const
}

const done = 'Todos have been modified successfully'

/**
 * Turn 1 lists four items; turn 2 works; turn 3 ticks #1 and starts two at once; turn 4, after another request, drops
 * #4 and rewords #3; turn 5 brings #4 back and ticks #2 right after.
 */
export const stormy: string = claudeCode([
  { user: 'Repair the ferry timetable' },
  ...turn('m1', [
    todoWrite(
      't1',
      ['Read the timetable', 'in_progress'],
      ['Fix the winter dates', 'pending'],
      ['Add a test', 'pending'],
      ['Tell the harbour office', 'pending'],
    ),
    result('t1', done),
  ]),
  ...turn(
    'm2',
    [use('w1', 'Read', { file_path: '/ferry/timetable.csv' }), result('w1', '1 line')],
    [use('w2', 'Bash', { command: 'pytest -q' }), result('w2', '1 failed', true)],
  ),
  ...turn('m3', [
    todoWrite(
      't2',
      ['Read the timetable', 'completed'],
      ['Fix the winter dates', 'in_progress'],
      ['Add a test', 'in_progress'],
      ['Tell the harbour office', 'pending'],
    ),
    result('t2', done),
  ]),
  { user: 'The office knows already' },
  ...turn('m4', [
    todoWrite(
      't3',
      ['Fix the winter dates', 'in_progress'],
      ['Add a test for the winter dates', 'pending'],
      ['Read the timetable', 'completed'],
    ),
    result('t3', done),
  ]),
  ...turn('m5', [
    todoWrite(
      't4',
      ['Fix the winter dates', 'completed'],
      ['Add a test for the winter dates', 'in_progress'],
      ['Read the timetable', 'completed'],
      ['tell the harbour office!', 'pending'],
    ),
    result('t4', done),
  ]),
])
