/** What a person or a program changes in a list beside its agent. */

import type { LedgerService } from '../service/ledger-service.js'
import { type Operation, operation } from './operation.js'
import { editAnswer, newEdit } from './schemas.js'

/** What can be changed. */
export function editOperations(service: LedgerService): readonly Operation[] {
  return [
    operation({
      method: 'post',
      path: '/v1/sessions/{id}/edits',
      summary:
        "Changes the list for a person or a program, by its todo system's rules; the agent reads of it with its next turn.",
      body: newEdit,
      answer: editAnswer,
      handle: async ({ caller, id, body: { actor, waivedRules, ...change }, key }) =>
        await service.edit(caller, id, change, {
          ...(actor === undefined ? {} : { actor }),
          ...(waivedRules === undefined ? {} : { waivedRules }),
          ...(key === undefined ? {} : { id: key }),
        }),
    }),
  ]
}
