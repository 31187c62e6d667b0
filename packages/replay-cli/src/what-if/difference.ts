/** When a call is worth showing: it came out otherwise, or could not be said. */

import type { WhatIfAttempt } from '@todo-ledger/recordings'

/** True where the outcome is not the recorded one. */
export function differs({ recorded, whatIf }: WhatIfAttempt): boolean {
  return recorded !== whatIf
}
