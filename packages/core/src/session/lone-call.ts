/** A todo call that comes without a turn: its turn, the call and the turn's end are stored together. */

import { someRunIsOpen } from '../actor-state.js'
import { HostError } from '../errors.js'
import type { LoneReply, TodoCall } from '../host-input.js'
import { violationOf } from '../rules/rule.js'
import { toldTogether } from './list-edit.js'
import { beginRun } from './run-border.js'
import { type AnsweringSession, answerTodoCall, callEventId, reject, withoutSecrets } from './todo-call.js'
import { beginTurn, deliveredBy, endTurn } from './turn-border.js'
import type { TurnLease } from './turn-lease.js'

const unseenChange = violationOf('unseen-change', {
  message: 'The list was changed since you last read it, and this call would take the change back',
  expected: 'the list as it is now, with what you change',
  fix: 'Give the whole list once more, with the changes that were made beside you.',
})

/**
 * Answers a call in a turn of its own, or in the one that is under way.
 * @throws HostError `unknown-tool`
 * @throws IdConflictError when the stored call of this id was another one
 */
export async function loneCall(
  session: AnsweringSession & { readonly lease: TurnLease | null },
  given: TodoCall & { readonly call: string },
): Promise<LoneReply> {
  const { log, context, lease } = session
  const { profile } = context
  if (!profile.tools.some((tool) => tool.name === given.name)) {
    throw new HostError(
      'unknown-tool',
      `Profile ${profile.name} has no tool ${JSON.stringify(log.redactor.text(given.name))}.`,
    )
  }
  const call = withoutSecrets(given, log.redactor)
  return await log.transact(async (transaction) => {
    const stored = await log.find(callEventId(log.session, call.call))
    if (stored !== undefined) {
      const reply = await answerTodoCall(session, transaction, call)
      return { reply, reminders: await remindersAround(session, stored.seq) }
    }
    const { turn, undelivered } = transaction.stateFor(call)
    if (turn.open) return { reply: await answerTodoCall(session, transaction, call), reminders: [] }
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
    const reply = isUnseen
      ? reject(context, transaction, call, { violations: [unseenChange] })
      : await answerTodoCall(session, transaction, call)
    const { reminders } = endTurn(transaction, profile, occurrence)
    return { reply, reminders: [...toldTogether(edits), ...reminders] }
  })
}

/** The reminders that were given with the answer of a stored call: edits that its turn delivered, and the nag behind it. */
async function remindersAround({ log }: AnsweringSession, seq: number): Promise<readonly string[]> {
  const [started, , ended, nag] = await log.read(seq - 1, seq + 2)
  if (started?.type !== 'turn.started' || ended?.type !== 'turn.ended') return []
  const delivered = await deliveredBy(log, started.data.delivers)
  const edits = toldTogether(delivered.filter(({ kind }) => kind === 'edit'))
  return nag?.type === 'nag.issued' ? [...edits, nag.data.text] : edits
}
