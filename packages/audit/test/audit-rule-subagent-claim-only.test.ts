import { WorkLog } from '../src/evidence/work/work-log.js'
import { describeRule } from './audit-rule-cases.js'
import { bash, edit, list, report, type Step, say } from './audited-session.js'

function item(text: string, ...work: readonly Step[]): readonly Step[] {
  return [list(`in_progress ${text}`), ...work, list(`completed ${text}`)]
}

function agent(output: string, ok = true): Step {
  return { call: 'Task', input: { description: 'Labels', prompt: 'Translate all labels' }, output, ok }
}

/** The work of a child that called one tool, or only spoke. */
function child(ok: boolean | null) {
  const log = new WorkLog()
  const event = { id: 'e', session: 'the-child', turn: 1, at: new Date(0), version: 1 }
  if (ok === null)
    log.observe({ ...event, seq: 1, type: 'message.recorded', data: { role: 'assistant', text: 'Done.' } })
  else {
    const input = { file_path: 'src/labels.ts', old_string: 'a', new_string: 'b' }
    log.observe({ ...event, seq: 1, type: 'tool.called', data: { call: 'x', name: 'Edit', input } })
    log.observe({
      ...event,
      seq: 2,
      type: 'tool.returned',
      data: { call: 'x', ok, output: ok ? 'updated' : 'Error: no such file', effect: 'write', verify: false },
    })
  }
  return log.work
}

describeRule(
  'subagent-claim-only',
  [
    {
      why: 'it failed',
      steps: item('Translate the labels', agent('stopped', false)),
      severity: 'warning',
      says: 'failed',
    },
    { why: 'it said nothing', steps: item('Translate the labels', agent('')), says: 'without a report' },
    {
      why: 'it did nothing but report',
      steps: item('Translate the labels', agent(report)),
      child: child(null),
      says: 'made no call',
    },
    {
      why: 'none of its calls worked',
      steps: item('Translate the labels', agent(report)),
      child: child(false),
    },
    {
      why: 'both of them failed',
      steps: item('Translate the labels', agent('stopped', false), agent('stopped', false)),
    },
    {
      why: 'a short report, where the options ask for a long one',
      steps: item('Translate the labels', agent('I have translated the labels, all of them are done now.')),
      options: { shortestReport: 500 },
    },
  ],
  [
    { why: 'no sub-agent', steps: item('Translate the labels', edit('src/labels.ts')) },
    { why: 'it reported', steps: item('Translate the labels', agent(report)) },
    {
      why: 'its log shows the work',
      steps: item('Translate the labels', agent('Done.')),
      child: child(true),
    },
    {
      why: 'the second one worked',
      steps: item('Translate the labels', agent('stopped', false), agent(report)),
    },
    {
      why: 'it was done by the parent then',
      steps: item('Translate the labels', agent('stopped', false), edit('src/labels.ts')),
    },
    {
      why: 'research, whose report is the work',
      steps: item('Research how labels are stored', agent(report)),
      child: child(null),
    },
    {
      why: 'a text by the parent',
      steps: item('Write the summary report', agent('stopped', false), say(report)),
    },
    {
      why: 'a check by the parent',
      steps: item('Run the tests', agent('stopped', false), bash('npm test', '12 passed')),
    },
  ],
)
