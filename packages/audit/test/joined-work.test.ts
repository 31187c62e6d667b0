import { memoryStore, openLedger, type TodoEvent } from '@todo-ledger/core'
import { claudeCode } from '@todo-ledger/recordings/agents'
import { expect, it } from 'vitest'
import { SessionAuditor } from '../src/auditor.js'
import { joinedWork } from '../src/facts/joined-work.js'

/** A child session's inputs, each with the commands that follow it; its parent goes on with it by as many calls. */
async function joined(parts: readonly (readonly string[])[], starts: number): Promise<readonly string[]> {
  const ledger = openLedger({ store: memoryStore() })
  const auditorOf = async (id: string) => {
    const session = await ledger.session(id, { profile: claudeCode.profile })
    const auditor = new SessionAuditor()
    session.on('event', ({ event, state }: { event: TodoEvent; state: typeof session.state }) =>
      auditor.observe(event, state),
    )
    return { session, auditor }
  }
  const child = await auditorOf('child')
  for (const commands of parts) {
    await child.session.startRun({ trigger: 'user', text: 'Go on.' })
    const turn = await child.session.startTurn()
    for (const command of commands)
      await turn.recordTool({ call: command, name: 'Bash', input: { command }, ok: true })
    await turn.end()
    await child.session.endRun()
  }
  const parent = await auditorOf('parent')
  await parent.session.startRun({ trigger: 'user', text: 'Begin.' })
  const turn = await parent.session.startTurn()
  for (let start = 1; start <= starts; start += 1) {
    const call = `start ${start}`
    await turn.recordCall({ call, name: 'Task', input: { prompt: 'Go on.' } })
    await parent.session.startSubagent({ child: 'child', call })
  }
  await ledger.close()
  return joinedWork(parent.auditor.work, () => child.auditor.work).flatMap((piece) =>
    piece.kind === 'call' ? [piece.call] : [],
  )
}

it('what a child session did stands behind the call that led to it', async () => {
  expect(await joined([['npm test'], ['npm run lint', 'git push']], 2)).toEqual([
    'start 1',
    'npm test',
    'start 2',
    'npm run lint',
    'git push',
  ])
})

it('where the log does not say which call led to what, all of it stands behind each', async () => {
  const all = ['npm test', 'npm run lint']
  expect(await joined([['npm test', 'npm run lint']], 2)).toEqual(['start 1', ...all, 'start 2', ...all])
})
