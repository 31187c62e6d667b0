/** What the audit says of a session. */

import type { LedgerService } from '../service/ledger-service.js'
import { jsonAnswer, type Operation, operation } from './operation.js'
import { audit } from './schemas.js'

/** What can be asked of the audit. */
export function auditOperations(service: LedgerService): readonly Operation[] {
  return [
    operation({
      method: 'get',
      path: '/v1/sessions/{id}/audit',
      summary:
        'Says of each completion how well the log supports it, and what is wrong. The whole session is read: others have their turns first, and it may take only so long.',
      answer: audit,
      handle: async ({ caller, id: session, signal }) => {
        const { prefix, isOwner = false } = caller
        return jsonAnswer(await service.analysis(caller, { kind: 'audit', session, prefix, isOwner }, signal))
      },
    }),
  ]
}
