/** What the audit says of a session. */

import { parse } from 'valibot'
import type { LedgerService } from '../service/ledger-service.js'
import { type Operation, operation } from './operation.js'
import { audit } from './schemas.js'

/** What can be asked of the audit. */
export function auditOperations(service: LedgerService): readonly Operation[] {
  return [
    operation({
      method: 'get',
      path: '/v1/sessions/{id}/audit',
      summary:
        'Says of each completion how well the log supports it, and what is wrong. The whole session is read.',
      answer: audit,
      handle: async ({ caller, id }) => parse(audit, await service.audit(caller, id)),
    }),
  ]
}
