/** A todo call that comes without a turn: its turn, the call and the turn's end are stored together. */

import { someRunIsOpen } from '../actor-state.js'
import type { LoneReply } from '../host-input.js'
import { violationOf } from '../rules/rule.js'
import { beginRun, beginTurn, endTurn } from './boundaries.js'
import { callEventId } from './call-ids.js'
import type { SessionLog } from './session-log.js'
import { answerTodoCall, type CallContext, type IdentifiedCall, reject } from './todo-call.js'
import { deliveredBy, toldTogether } from './told-edits.js'
import type { TurnLease } from './turn-lease.js'

const unseenChange = violationOf('unseen-change', {
  message: 'The list was changed since you last read it, and this call would take the change back',
  expected: 'the list as it is now, with what you change',
  fix: 'Give the whole list once more, with the changes that were made beside you.',
})

/**
 * Answers a call, without secrets, in a turn of its own, or in the one that is under way.
 * @throws IdConflictError if the stored call of this id was another one
 */
export function loneCall(
  context: CallContext,
  lease: TurnLease | null,
  call: IdentifiedCall,
): Promise<LoneReply> {
  const { log, profile } = context
  return log.transact(async (transaction) => {
    const stored = await log.find(callEventId(log.session, call.call))
    if (stored !== undefined) {
      const reply = await answerTodoCall(context, transaction, call)
      return { reply, reminders: await remindersAround(log, stored.seq) }
    }
    const { turn, undelivered } = transaction.stateFor(call)
    if (turn.open) return { reply: await answerTodoCall(context, transaction, call), reminders: [] }
    const { at, actor } = call
    const when = at === undefined ? {} : { at }
    const occurrence = actor === undefined ? when : { ...when, actor }
    const agent = actor === undefined ? {} : { agent: actor }
    if (!someRunIsOpen(transaction.state))
      beginRun(transaction, profile, { trigger: 'unknown', text: '', ...when, ...agent })
    const edits = undelivered.filter(({ kind }) => kind === 'edit')
    beginTurn(transaction, lease, occurrence)
    // Its client wrote the whole list before it could read of the edits: they would be lost.
    const isUnseen = edits.length > 0 && profile.capabilities?.replace?.tool === call.name
    const timed = { ...call, at: transaction.timeOf(call) }
    const reply = isUnseen
      ? reject(context, transaction, timed, { violations: [unseenChange] })
      : await answerTodoCall(context, transaction, call)
    const { reminders } = endTurn(transaction, profile, occurrence)
    return { reply, reminders: [...toldTogether(edits), ...reminders] }
  })
}

/** The reminders that were given with the answer of a stored call: edits that its turn delivered, and the nag behind it. */
async function remindersAround(log: SessionLog, seq: number): Promise<readonly string[]> {
  const [started, , ended, nag] = await log.read(seq - 1, seq + 2)
  if (started?.type !== 'turn.started' || ended?.type !== 'turn.ended') return []
  const delivered = await deliveredBy(log, started.data.delivers)
  const edits = toldTogether(delivered.filter(({ kind }) => kind === 'edit'))
  return nag?.type === 'nag.issued' ? [...edits, nag.data.text] : edits
}
